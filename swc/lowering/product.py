"""Lower a product of two operands, whatever described it, to a loop nest."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from swc.ir.nodes import (
    Apply,
    AxisRole,
    Convert,
    Expression,
    LoopNest,
    Reduction,
    ReductionKind,
    ScalarOperation,
)
from swc.layout import Layout, canonical_layout
from swc.lowering.digits import Walk, align_walks
from swc.lowering.plan import NestBuilder, Plan, load_as
from swc.lowering.policy import DTypePlan
from swc.operand import OperandType
from swc.roles import Role


@dataclass(frozen=True, slots=True)
class Dimension:
    """One index of a product, and how each operand and the result step along it.

    Attributes:
        label: the symbol that named it; for comments.
        role: batch, contracted, or free in one operand.
        lhs: its walk in the left operand, None where that lacks it.
        rhs: its walk in the right operand, None where that lacks it.
        output: its walk in the result, None where it is contracted.
    """

    label: str
    role: Role
    lhs: Walk | None
    rhs: Walk | None
    output: Walk | None


Describe = Callable[[Layout, Layout], Sequence[Dimension]]


def plan_product(
    lhs: OperandType, rhs: OperandType, result: Layout, dtypes: DTypePlan, describe: Describe
) -> Plan:
    """Build the nest of a product.

    Operands are walked where they lie. Only where one index is nested in two ways whose boundaries
    interleave (2 x 3 against 3 x 2) is an operand copied into a compact layout first.

    Args:
        lhs: the left operand.
        rhs: the right operand.
        result: where the result lies.
        dtypes: what is computed and returned.
        describe: gives the dimensions for operands of the given layouts, which differ from those of
            `lhs` and `rhs` in strides only.
    """
    compact = [canonical_layout(operand.layout.shape) for operand in (lhs, rhs)]
    for copied in ((), (1,), (0, 1)):
        layouts = [
            compact[position] if position in copied else operand.layout
            for position, operand in enumerate((lhs, rhs))
        ]
        builder = _align(describe(*layouts))
        if builder is not None:
            break
    else:
        raise AssertionError("compact operands align with any result")
    left, right, output = builder.accesses((lhs.dtype, rhs.dtype, dtypes.result))
    nest = LoopNest(
        axes=tuple(builder.axes),
        inputs=(left, right),
        output=output,
        value=_factors(lhs, rhs, dtypes, checked=_is_checked(describe(*layouts), dtypes)),
        reduction=_reduction(builder, dtypes),
    )
    return Plan(
        nest,
        (lhs, rhs),
        OperandType(result, dtypes.result),
        tuple((place, compact[place]) for place in copied),
    )


def _align(dimensions: Sequence[Dimension]) -> NestBuilder | None:
    builder = NestBuilder(operands=2)
    for dimension in dimensions:
        walks = (dimension.lhs, dimension.rhs, dimension.output)
        present = [walk for walk in walks if walk is not None]
        common = align_walks(present)
        if common is None:
            return None
        role = AxisRole.REDUCED if dimension.role is Role.CONTRACT else AxisRole.PARALLEL
        for digit in common:
            steps = iter(digit.strides)
            strides = [0 if walk is None else next(steps) for walk in walks]
            builder.add(role, digit.extent, strides, origin=dimension.label)
        if role is AxisRole.REDUCED and not common:
            builder.add(role, 1, (0, 0, 0), origin=dimension.label)
    if not builder.axes:
        builder.add(AxisRole.PARALLEL, 1, (0, 0, 0))
    return builder


def _factors(lhs: OperandType, rhs: OperandType, dtypes: DTypePlan, *, checked: bool) -> Expression:
    """Return the product of the elements, each converted to the compute dtype first.

    A wider accumulator takes the exact product; it does not spare an operand its own conversion.
    """
    wanted = dtypes.accumulator if dtypes.compute.is_floating else dtypes.compute
    operation = ScalarOperation.CHECKED_MULTIPLY if checked else ScalarOperation.MULTIPLY
    left, right = (load_as(place, item.dtype, dtypes.compute) for place, item in enumerate((lhs, rhs)))
    if wanted is not dtypes.compute:
        left, right = Convert(wanted, left), Convert(wanted, right)
    return Apply(operation, (left, right))


def _is_checked(dimensions: Sequence[Dimension], dtypes: DTypePlan) -> bool:
    """Whether each product must fit by itself, as in the elementwise product of the batched lowering."""
    return not dtypes.compute.is_floating and any(item.role is Role.BATCH for item in dimensions)


def _reduction(builder: NestBuilder, dtypes: DTypePlan) -> Reduction | None:
    if not any(axis.role is AxisRole.REDUCED for axis in builder.axes):
        return None
    return Reduction(kind=ReductionKind.SUM, accumulator=dtypes.accumulator)
