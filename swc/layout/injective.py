"""Decide exactly whether two coordinates of a layout share an index.

Two coordinates collide when their difference, a digit `x` with `|x| < extent` per leaf, not all of them zero,
has index 0: the sum of `x * stride` vanishes. A search of differences needs no walk over the coordinates.
"""

from collections.abc import Iterator, Sequence
from math import gcd, prod
from typing import NamedTuple


class Leaf(NamedTuple):
    """A leaf of at least two elements and positive stride.

    Args:
        stride: in elements per step.
        extent: in elements.
    """

    stride: int
    extent: int

    @property
    def reach(self) -> int:
        """Largest index of the leaf alone."""
        return self.stride * (self.extent - 1)


def is_injective(extents: Sequence[int], strides: Sequence[int]) -> bool:
    """Return whether no two coordinates share an index.

    Args:
        extents: extent of each leaf.
        strides: stride of each leaf, in elements per step.
    """
    leaves = sorted(
        Leaf(stride, extent) for extent, stride in zip(extents, strides, strict=True) if extent > 1
    )
    if leaves and leaves[0].stride == 0:
        return False
    span = 1
    for leaf in leaves:
        if leaf.stride < span:
            break
        span += leaf.reach
    else:
        return True
    return not _collide(leaves)


def _collide(leaves: list[Leaf]) -> bool:
    """Return whether some difference of leaves, sorted by stride, vanishes."""
    leaves = _without_fixed(leaves)
    if not leaves:
        return False
    # Neither of two leaves is fixed, so each can take the digit that the other cancels.
    if len(leaves) == 2:
        return True
    distinct = 1 + sum(leaf.reach for leaf in leaves) // gcd(*(leaf.stride for leaf in leaves))
    if prod(leaf.extent for leaf in leaves) > distinct:
        return True
    return _search(leaves[::-1])


def _without_fixed(leaves: list[Leaf]) -> list[Leaf]:
    """Drop leaves whose digit is 0 in every vanishing difference, until none is left to drop."""
    kept = list(leaves)
    position = 0
    while position < len(kept):
        if _is_fixed(kept[position], kept[:position] + kept[position + 1 :]):
            del kept[position]
            position = 0
        else:
            position += 1
    return kept


def _is_fixed(leaf: Leaf, others: list[Leaf]) -> bool:
    if leaf.stride > sum(other.reach for other in others):
        return True
    common = gcd(*(other.stride for other in others))
    return common // gcd(common, leaf.stride) >= leaf.extent


def _search(leaves: list[Leaf]) -> bool:
    """Return whether a difference of leaves, largest stride first, vanishes; depth first over the digits."""
    refuted: set[tuple[int, int]] = set()

    def cancels(total: int, position: int) -> bool:
        if total == 0 or position == len(leaves):
            return total == 0
        if (total, position) in refuted:
            return False
        if any(cancels(rest, position + 1) for rest in _totals(total, leaves[position:], least=None)):
            return True
        refuted.add((total, position))
        return False

    # The first digit that is not zero may be taken as positive.
    return any(
        cancels(total, position + 1)
        for position in range(len(leaves) - 1)
        for total in _totals(0, leaves[position:], least=1)
    )


def _totals(total: int, leaves: list[Leaf], *, least: int | None) -> Iterator[int]:
    """Yield `total` plus each multiple of the first leaf that the others may still cancel.

    Args:
        total: sum so far; a multiple of the common divisor of the leaves.
        leaves: the leaves whose digits are open.
        least: the smallest digit of the first leaf; None for the negative of its largest.
    """
    (stride, extent), others = leaves[0], leaves[1:]
    reach = sum(other.reach for other in others)
    common = gcd(*(other.stride for other in others))
    lowest = max(1 - extent if least is None else least, -((reach + total) // stride))
    highest = min(extent - 1, (reach - total) // stride)
    divisor = gcd(stride, common)
    period = common // divisor
    if period > 1:
        wanted = -(total // divisor) * pow(stride // divisor, -1, period)
        lowest += (wanted - lowest) % period
    for digit in range(lowest, highest + 1, max(period, 1)):
        yield total + digit * stride
