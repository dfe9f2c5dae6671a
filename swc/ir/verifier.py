"""Check that a loop nest is well formed. A failure is a fault of the compiler, never of its user."""

import math

from swc.errors import KernelError
from swc.ir.nodes import (
    Access,
    Apply,
    AxisRole,
    Convert,
    Expression,
    Load,
    LoopNest,
    ScalarOperation,
    expression_dtype,
)


def verify(nest: LoopNest, after: str = "lowering") -> LoopNest:
    """Return `nest` unchanged when it is well formed.

    Args:
        nest: the nest to check.
        after: the pass that produced it, named in the failure.

    Raises:
        KernelError: when an axis, access, expression or reduction breaks a rule; the text names the
            pass, the rule and prints the nest's fields.
    """
    fault = _first_fault(nest)
    if fault is not None:
        raise KernelError(f"malformed loop nest after {after}: {fault}\n{nest!r}")
    return nest


def _first_fault(nest: LoopNest) -> str | None:
    rank = len(nest.axes)
    if any(axis.extent < 1 for axis in nest.axes):
        return "an axis has no trip"
    if len({axis.name for axis in nest.axes}) != rank:
        return "two axes share a name"
    for access in (*nest.inputs, nest.output):
        if len(access.strides) != rank:
            return f"access '{access.name}' has {len(access.strides)} strides for {rank} axes"
    return _axis_fault(nest) or _reduction_fault(nest) or _expression_fault(nest.value, nest.inputs)


def _axis_fault(nest: LoopNest) -> str | None:
    for axis, stride in zip(nest.axes, nest.output.strides, strict=True):
        if axis.role is AxisRole.REDUCED and stride != 0:
            return f"reduced axis '{axis.name}' moves the output"
        if axis.role is AxisRole.PARALLEL and stride == 0 and axis.extent > 1:
            return f"parallel axis '{axis.name}' writes one element several times"
    return None


def _reduction_fault(nest: LoopNest) -> str | None:
    reduction = nest.reduction
    if reduction is None:
        if nest.axes_of(AxisRole.REDUCED):
            return "reduced axes without a reduction"
        return None
    expected = len(nest.axes) if reduction.kind.is_argument else 0
    if len(reduction.ordinal_strides) != expected:
        return f"{len(reduction.ordinal_strides)} ordinal strides where {expected} are wanted"
    terms = math.prod(nest.axes[position].extent for position in nest.axes_of(AxisRole.REDUCED))
    if reduction.fibre and math.prod(extent for extent, _ in reduction.fibre) != terms:
        return f"a fibre that has not the {terms} terms of the reduced axes"
    return None


def _expression_fault(value: Expression, inputs: tuple[Access, ...]) -> str | None:
    match value:
        case Load(operand):
            return None if 0 <= operand < len(inputs) else f"load of input {operand}"
        case Convert(_, inner):
            return _expression_fault(inner, inputs)
        case Apply(operation, arguments):
            inner_faults = (_expression_fault(argument, inputs) for argument in arguments)
            if (inner_fault := next((fault for fault in inner_faults if fault), None)) is not None:
                return inner_fault
            dtypes = {expression_dtype(argument, inputs).name for argument in arguments}
            if len(dtypes) != 1:
                return f"operation on mixed dtypes {sorted(dtypes)}"
            if operation is ScalarOperation.CHECKED_MULTIPLY and not dtypes & {"Int32", "Int64"}:
                return "checked multiplication of a floating value"
            return None
