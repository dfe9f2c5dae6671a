"""Widen leaves of extent 1, and recognise layouts that cover an interval evenly."""

from collections.abc import Iterator

from swc.layout import texts
from swc.layout.modes import Modes, recipe
from swc.layout.nested import Nests, flatten, fold, is_congruent


def broadcast(modes: Modes, target: Nests) -> Modes:
    """Return `modes` with the extents of `target`; a widened leaf has stride 0, all others keep theirs.

    Raises:
        ValueError: when the profiles differ, or an extent other than 1 would change.
    """
    if not is_congruent(modes.shape, target):
        source = recipe(modes.shape)
        raise ValueError(texts.BROADCAST_PROFILE.format(source=source, target=recipe(target)))
    return Modes(target, fold(target, _widened_strides(modes, target)))


def uniform_preimage_extent(modes: Modes, target_size: int) -> int | None:
    """Return how many coordinates hit each index in `[0, target_size)`.

    None when that is not one number, or another index is hit. Exact, and bounded by the number of leaves:
    besides repetition by stride 0, only leaves that form a mixed-radix count cover an interval evenly.
    """
    repeated, covered = 1, 1
    for stride, extent in sorted((stride, extent) for extent, stride in modes.leaves() if extent > 1):
        if stride == 0:
            repeated *= extent
        elif stride == covered:
            covered *= extent
        else:
            return None
    return repeated if covered == target_size else None


def _widened_strides(modes: Modes, target: Nests) -> Iterator[int]:
    for (extent, stride), target_extent in zip(modes.leaves(), flatten(target), strict=True):
        if extent == target_extent:
            yield stride
        elif extent == 1:
            yield 0
        else:
            raise ValueError(texts.BROADCAST_EXTENT.format(source=extent, target=target_extent))
