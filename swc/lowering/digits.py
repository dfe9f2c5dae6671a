"""Walk several layouts in step: one ordinal, several ways of finding its element.

A walk is a sequence of (extent, stride) digits, the first fastest: the mixed-radix digits of an
ordinal with what each adds to an index.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from swc.layout import Layout

Walk = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class CommonDigit:
    """One digit that all walks share.

    Attributes:
        extent: its radix.
        strides: what one step adds in each walk, in the order of the walks.
    """

    extent: int
    strides: tuple[int, ...]


def walk_of(layout: Layout) -> Walk:
    """Return the digits of a layout's ordinals, neighbours that step as one merged."""
    return merge_digits(zip(layout.leaf_extents, layout.leaf_strides, strict=True))


def merge_digits(leaves: Iterable[tuple[int, int]]) -> Walk:
    """Return a walk without digits of extent one, neighbours that step as one merged."""
    digits: list[tuple[int, int]] = []
    for extent, stride in leaves:
        if extent == 1:
            continue
        if digits and stride == digits[-1][0] * digits[-1][1]:
            digits[-1] = (digits[-1][0] * extent, digits[-1][1])
        else:
            digits.append((extent, stride))
    return tuple(digits)


def align_walks(walks: Sequence[Walk]) -> tuple[CommonDigit, ...] | None:
    """Split walks of one size at each other's boundaries.

    Returns:
        Digits common to all walks, the first fastest; None when boundaries interleave, as those of
        2 x 3 and 3 x 2 do, so that no digits are common.
    """
    rest = [list(walk) for walk in walks]
    common = []
    while any(rest):
        extent = min(digits[0][0] for digits in rest)
        if any(digits[0][0] % extent for digits in rest):
            return None
        common.append(CommonDigit(extent, tuple(digits[0][1] for digits in rest)))
        for digits in rest:
            size, stride = digits[0]
            if size == extent:
                digits.pop(0)
            else:
                digits[0] = (size // extent, stride * extent)
    return tuple(common)
