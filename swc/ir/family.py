"""Which kind of loop a canonical nest calls for, told from the nest alone."""

from enum import Enum

from swc.ir.nodes import Apply, AxisRole, Convert, Expression, Load, LoopNest, ReductionKind, ScalarOperation


class Family(Enum):
    """The kernel families; each has one emitter."""

    POINTWISE = "pointwise"
    REDUCTION = "reduction"
    CONTRACTION = "contraction"


def classify(nest: LoopNest) -> Family:
    """Choose the kernel family from the nest alone.

    A floating sum of a product of two operands is a contraction when each operand moves along an axis
    of the output where the other stands still: then blocks of both are used many times over, and
    packing pays.
    """
    if nest.reduction is None:
        return Family.POINTWISE
    if nest.reduction.kind is not ReductionKind.SUM or not nest.reduction.accumulator.is_floating:
        return Family.REDUCTION
    match nest.value:
        case Apply(ScalarOperation.MULTIPLY, (left, right)) if {loaded(left), loaded(right)} == {0, 1}:
            left_free, right_free = free_axes(nest)
            return Family.CONTRACTION if left_free and right_free else Family.REDUCTION
        case _:
            return Family.REDUCTION


def loaded(value: Expression) -> int | None:
    """Return the input that `value` loads, through conversions, or None for anything else."""
    match value:
        case Load(operand):
            return operand
        case Convert(_, inner):
            return loaded(inner)
        case _:
            return None


def free_axes(nest: LoopNest) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the parallel axes along which only the left, and only the right, operand moves."""
    left, right = (access.strides for access in nest.inputs)
    parallel = nest.axes_of(AxisRole.PARALLEL)
    return (
        tuple(position for position in parallel if left[position] != 0 and right[position] == 0),
        tuple(position for position in parallel if right[position] != 0 and left[position] == 0),
    )


def lane_axis(nest: LoopNest) -> int:
    """Return the axis for the innermost loop: the last of its role along which inputs step least."""
    if nest.reduction is None:
        return len(nest.axes) - 1
    last = [nest.axes_of(role)[-1] for role in AxisRole if nest.axes_of(role)]
    return min(reversed(last), key=lambda position: max(access.strides[position] for access in nest.inputs))
