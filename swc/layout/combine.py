"""Put layouts side by side."""

from collections.abc import Iterable

from swc.layout.modes import Modes

EMPTY = Modes((), ())


def concat(lhs: Modes, rhs: Modes) -> Modes:
    """Return the top-level modes of `lhs`, then those of `rhs`."""
    return Modes(lhs.shape + rhs.shape, lhs.stride + rhs.stride)


def append(modes: Modes, added: Modes) -> Modes:
    """Return `modes` with `added` as one nested mode; what counts as a leaf is spliced in flat."""
    if added.is_leaf:
        return concat(modes, added)
    return Modes((*modes.shape, added.shape), (*modes.stride, added.stride))


def make(parts: Iterable[Modes]) -> Modes:
    """Return rank 0 with each part appended in turn."""
    result = EMPTY
    for part in parts:
        result = append(result, part)
    return result
