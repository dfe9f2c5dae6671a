"""Drop the axes that run once."""

from dataclasses import replace

from swc.ir.nodes import AxisRole, LoopNest
from swc.passes.select import select_axes


def drop_unit_axes(nest: LoopNest) -> LoopNest:
    """Remove every axis of extent one.

    Before: for i0 in 1: for i1 in 6: out[7*i0 + i1] = a[9*i0 + i1]
    After:  for i0 in 6: out[i0] = a[i0]

    Requires: a verified nest.
    Ensures: the same elements, and no axis of extent one, except a single one where a nest without a
    reduction would lose its last axis, or a reduction its last reduced axis: generated loops always
    have something to walk.
    """
    keep = [position for position, axis in enumerate(nest.axes) if axis.extent > 1]
    needed = AxisRole.PARALLEL if nest.reduction is None else AxisRole.REDUCED
    if not any(nest.axes[position].role is needed for position in keep):
        candidates = nest.axes_of(needed)
        keep = sorted([*keep, *candidates[:1]])
    contiguous = _with_contiguous_unit_axes(nest)
    if len(keep) == len(nest.axes):
        return nest if contiguous == nest else contiguous
    return select_axes(contiguous, keep)


def _with_contiguous_unit_axes(nest: LoopNest) -> LoopNest:
    """Give axes of extent one the strides of a contiguous axis, so that no kernel is made for them alone."""

    def contiguous(strides: tuple[int, ...], *, moves_reduced: bool) -> tuple[int, ...]:
        return tuple(
            stride if axis.extent > 1 else int(moves_reduced or axis.role is AxisRole.PARALLEL)
            for axis, stride in zip(nest.axes, strides, strict=True)
        )

    reduction = nest.reduction
    if reduction is not None and reduction.ordinal_strides:
        steps = contiguous(reduction.ordinal_strides, moves_reduced=True)
        reduction = replace(reduction, ordinal_strides=steps)
    return replace(
        nest,
        inputs=tuple(
            replace(access, strides=contiguous(access.strides, moves_reduced=True)) for access in nest.inputs
        ),
        output=replace(nest.output, strides=contiguous(nest.output.strides, moves_reduced=False)),
        reduction=reduction,
    )
