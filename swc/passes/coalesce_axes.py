"""Merge axes that every operand walks as one."""

from dataclasses import replace

from swc.ir.nodes import LoopNest
from swc.passes.select import select_axes, walks


def coalesce_axes(nest: LoopNest) -> LoopNest:
    """Merge neighbouring axes of one role where each access steps as over a single longer axis.

    Before: for i0 in 4: for i1 in 6: out[6*i0 + i1] += a[6*i0 + i1]
    After:  for i0 in 24: out[i0] += a[i0]

    Requires: axes ordered by `order_axes`, so that axes that can merge are neighbours.
    Ensures: an equivalent nest with no more axes than `nest`.
    """
    rank = 0
    while rank + 1 < len(nest.axes):
        if _mergeable(nest, rank):
            nest = _merge(nest, rank)
        else:
            rank += 1
    return nest


def _mergeable(nest: LoopNest, outer: int) -> bool:
    inner = outer + 1
    if nest.axes[outer].role is not nest.axes[inner].role:
        return False
    extent = nest.axes[inner].extent
    return all(strides[outer] == strides[inner] * extent for strides in walks(nest))


def _merge(nest: LoopNest, outer: int) -> LoopNest:
    inner = outer + 1
    first, second = nest.axes[outer], nest.axes[inner]
    merged = replace(second, extent=first.extent * second.extent, origin=first.origin + second.origin)
    axes = (*nest.axes[:outer], merged, *nest.axes[inner + 1 :])
    keep = [position for position in range(len(nest.axes)) if position != outer]
    shorter = select_axes(nest, keep)
    named = tuple(replace(axis, name=f"i{rank}") for rank, axis in enumerate(axes))
    return replace(shorter, axes=named)
