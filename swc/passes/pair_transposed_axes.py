"""Bring the axis along which an input is contiguous next to the innermost one."""

from swc.ir.nodes import LoopNest
from swc.passes.select import select_axes


def pair_transposed_axes(nest: LoopNest) -> LoopNest:
    """Make the axis of an input's smallest stride the second innermost, where the innermost is not it.

    Before: for i0 in 5: for i1 in 6: for i2 in 7: out[42*i0 + 7*i1 + i2] = a[i0 + 5*i1 + 30*i2]
    After:  for i0 in 6: for i1 in 5: for i2 in 7: out[7*i0 + 42*i1 + i2] = a[5*i0 + i1 + 30*i2]

    Small tiles over the two innermost axes then read and write whole cache lines.

    Requires: axes ordered by the output's strides; reductions are left alone.
    Ensures: the same elements, the innermost axis unchanged.
    """
    rank = len(nest.axes)
    if nest.reduction is not None or rank < 3:
        return nest
    for access in nest.inputs:
        stepped = [position for position in range(rank) if access.strides[position] > 0]
        nearest = min(stepped, key=lambda axis: (access.strides[axis], -axis), default=rank - 1)
        if nearest == rank - 2:
            return nest
        if nearest != rank - 1:
            others = [position for position in range(rank - 1) if position != nearest]
            return select_axes(nest, [*others, nearest, rank - 1])
    return nest
