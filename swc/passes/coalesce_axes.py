"""Merge axes that every operand walks as one."""

import itertools
from dataclasses import replace

from swc.ir.nodes import LoopNest
from swc.passes.select import select_axes, walks


def coalesce_axes(nest: LoopNest) -> LoopNest:
    """Merge axes of one role where each access steps as over a single longer axis.

    Before: for i0 in 4: for i1 in 6: out[6*i0 + i1] += a[6*i0 + i1]
    After:  for i0 in 24: out[i0] += a[i0]

    The two need not be neighbours: the axis of another operand may lie between them.

    Requires: axes ordered by `order_axes`, so that the outer of two that can merge comes first.
    Ensures: an equivalent nest with no more axes than `nest`, none of which can merge.
    """
    while (pair := _first_mergeable(nest)) is not None:
        nest = _merge(nest, *pair)
    return nest


def _first_mergeable(nest: LoopNest) -> tuple[int, int] | None:
    pairs = itertools.combinations(range(len(nest.axes)), 2)
    return next((pair for pair in pairs if _is_mergeable(nest, *pair)), None)


def _is_mergeable(nest: LoopNest, outer: int, inner: int) -> bool:
    if nest.axes[outer].role is not nest.axes[inner].role:
        return False
    extent = nest.axes[inner].extent
    return all(strides[outer] == strides[inner] * extent for strides in walks(nest))


def _merge(nest: LoopNest, outer: int, inner: int) -> LoopNest:
    first, second = nest.axes[outer], nest.axes[inner]
    merged = replace(second, extent=first.extent * second.extent, origin=first.origin + second.origin)
    axes = (*nest.axes[:inner], merged, *nest.axes[inner + 1 :])
    keep = [position for position in range(len(axes)) if position != outer]
    return select_axes(replace(nest, axes=axes), keep)
