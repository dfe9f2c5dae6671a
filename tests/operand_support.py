"""Operand types from plain data, and the parts of a plan that tests look at."""

from collections.abc import Sequence

from swc.codegen.signature import KernelSignature, sign
from swc.command import parse_einsum, parse_rearrange, parse_reduce
from swc.dtypes import DType
from swc.ir import ReductionKind
from swc.layout import Layout, Shape, Stride, canonical_layout, row_major_layout
from swc.lowering.contraction import plan_contraction
from swc.lowering.copy import plan_rearrangement
from swc.lowering.plan import Plan
from swc.lowering.reduction import plan_reduction
from swc.operand import OperandType
from swc.passes import canonicalise


def operand(
    shape: Sequence[object],
    stride: Sequence[object] | None = None,
    *,
    dtype: DType = DType.Float32,
    order: str = "C",
) -> OperandType:
    """Return an operand type: of the given strides, or compact in C order or with the first mode fastest."""
    extents = Shape(list(shape))
    if stride is not None:
        return OperandType(Layout(extents, Stride(list(stride))), dtype)
    layout = row_major_layout(extents) if order == "C" else canonical_layout(extents)
    return OperandType(layout, dtype)


def contraction_plan(command: str, lhs: OperandType, rhs: OperandType) -> Plan:
    return plan_contraction(parse_einsum(command), command, lhs, rhs)


def reduction_plan(
    command: str,
    source: OperandType,
    kind: ReductionKind = ReductionKind.SUM,
    accumulator: DType | None = None,
) -> Plan:
    return plan_reduction(parse_reduce(command), kind, source, accumulator=accumulator)


def rearrangement_plan(command: str, source: OperandType) -> Plan:
    return plan_rearrangement(parse_rearrange(command), source)


def signature_of(plan: Plan) -> KernelSignature:
    return sign(canonicalise(plan.nest))
