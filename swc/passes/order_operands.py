"""Bring the factors of a product into one order, however the command named them."""

from dataclasses import replace

from swc.ir.family import Family, classify, free_axes
from swc.ir.nodes import Access, Apply, Convert, Expression, Load, LoopNest, ScalarOperation


def order_operands(nest: LoopNest) -> LoopNest:
    """Exchange the two factors of a product where the other order is the canonical one.

    Before: for i0 in 3: for i1 in 4 reduced: out[i0] sum= a[i1] * b[4*i0 + i1]
    After:  for i0 in 3: for i1 in 4 reduced: out[i0] sum= a[4*i0 + i1] * b[i1]

    A contraction puts last the factor that moves along the output's smallest stride, which gives the
    columns of the register block; any other product goes by dtype, then puts the factor of greater
    strides first. Neither depends on the order of the axes.

    Requires: coalesced axes.
    Ensures: the same elements, since multiplication commutes; `operand` of each input still names
    the caller's operand.
    """
    match nest.value:
        case Apply(
            ScalarOperation.MULTIPLY | ScalarOperation.CHECKED_MULTIPLY as operation, (left, right)
        ) if len(nest.inputs) == 2 and _is_swapped(nest):
            first, second = nest.inputs
            return replace(
                nest,
                inputs=(replace(second, name=first.name), replace(first, name=second.name)),
                value=Apply(operation, (_renumber(right), _renumber(left))),
            )
        case _:
            return nest


def _is_swapped(nest: LoopNest) -> bool:
    if classify(nest) is Family.CONTRACTION:
        left, right = (min(nest.output.strides[axis] for axis in free) for free in free_axes(nest))
        return left < right
    first, second = nest.inputs
    return _weight(nest, second, first) > _weight(nest, first, second)


def _weight(nest: LoopNest, first: Access, second: Access) -> tuple[object, ...]:
    """Return what orders the factors: the same for a nest whose axes are permuted."""
    axes = [
        (axis.role.value, *steps, axis.extent)
        for axis, *steps in zip(nest.axes, nest.output.strides, first.strides, second.strides, strict=True)
    ]
    return first.dtype.name, sorted(first.strides, reverse=True), sorted(axes)


def _renumber(value: Expression) -> Expression:
    match value:
        case Load(operand):
            return Load(1 - operand)
        case Convert(dtype, inner):
            return Convert(dtype, _renumber(inner))
        case Apply(operation, arguments):
            return Apply(operation, tuple(_renumber(argument) for argument in arguments))
