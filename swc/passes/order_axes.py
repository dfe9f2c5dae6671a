"""Put the axes in the order in which memory is walked best."""

from swc.ir.nodes import AxisRole, LoopNest
from swc.passes.select import select_axes


def order_axes(nest: LoopNest) -> LoopNest:
    """Order axes by descending stride, parallel axes before reduced ones.

    Before: for i0 in 3: for i1 in 4: out[i0 + 3*i1] = a[4*i0 + i1]
    After:  for i0 in 4: for i1 in 3: out[3*i0 + i1] = a[i0 + 4*i1]

    Without a reduction the output's strides decide, since writes cost most; with one the inputs'
    do, since a reduction reads far more than it writes. Ties go to the other accesses, then to the
    extent, so that the order does not depend on how the command was spelled.

    Requires: a verified nest.
    Ensures: an equivalent nest, whose order is a function of roles, strides and extents only.
    """

    def weight(position: int) -> tuple[object, ...]:
        output = nest.output.strides[position]
        inputs = tuple(access.strides[position] for access in nest.inputs)
        ranked = (output, *inputs) if nest.reduction is None else (max(inputs), *inputs, output)
        ordinal = nest.reduction.ordinal_strides if nest.reduction is not None else ()
        return (*ranked, ordinal[position] if ordinal else 0, nest.axes[position].extent)

    order: list[int] = []
    for role in AxisRole:
        order += sorted(nest.axes_of(role), key=weight, reverse=True)
    if order == list(range(len(nest.axes))) and _is_renamed(nest):
        return nest
    return select_axes(nest, order)


def _is_renamed(nest: LoopNest) -> bool:
    return all(axis.name == f"i{rank}" for rank, axis in enumerate(nest.axes))
