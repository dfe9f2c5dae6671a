"""What a kernel is made from: a canonical nest with its numbers taken out.

Extents and long strides are run-time arguments of a kernel, so two nests that differ only in those
have one signature and share one kernel.
"""

from dataclasses import dataclass
from enum import Enum

from swc.dtypes import DType
from swc.ir.family import Family, classify, lane_axis
from swc.ir.nodes import Access, Apply, AxisRole, Convert, Expression, Load, LoopNest, ReductionKind


class StrideClass(Enum):
    """What the code must know of a stride: absent, one element, or a run-time value."""

    ZERO = "0"
    UNIT = "1"
    ANY = "s"


@dataclass(frozen=True, slots=True, kw_only=True)
class AccessSignature:
    """An operand without its numbers. `strides` is empty for contractions, which take any."""

    name: str
    dtype: DType
    strides: tuple[StrideClass, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class KernelSignature:
    """Everything that decides a kernel's code, and nothing else.

    Attributes:
        family: which emitter writes it.
        roles: role of each axis, outermost first; empty for contractions, whose rank is an argument.
        lane: position of the axis that the innermost loop runs over.
        inputs: operands read, in order.
        output: the operand written.
        value: element expression.
        kind: how reduced axes combine, or None.
        accumulator: dtype in which they combine, or None.
    """

    family: Family
    roles: tuple[AxisRole, ...]
    lane: int
    inputs: tuple[AccessSignature, ...]
    output: AccessSignature
    value: Expression
    kind: ReductionKind | None
    accumulator: DType | None

    def describe(self) -> dict[str, object]:
        """Return the signature as plain, JSON-ready data: the part of a store key that names it."""
        return {
            "family": self.family.value,
            "roles": [role.value for role in self.roles],
            "lane": self.lane,
            "inputs": [_describe_access(access) for access in self.inputs],
            "output": _describe_access(self.output),
            "value": describe_expression(self.value),
            "kind": self.kind.value if self.kind else None,
            "accumulator": self.accumulator.name if self.accumulator else None,
        }


def sign(nest: LoopNest) -> KernelSignature:
    """Return the signature of a canonical nest."""
    family = classify(nest)
    contraction = family is Family.CONTRACTION
    reduction = nest.reduction
    return KernelSignature(
        family=family,
        roles=() if contraction else tuple(axis.role for axis in nest.axes),
        lane=0 if contraction else lane_axis(nest),
        inputs=tuple(_sign_access(access, ranked=not contraction) for access in nest.inputs),
        output=_sign_access(nest.output, ranked=not contraction),
        value=nest.value,
        kind=reduction.kind if reduction else None,
        accumulator=reduction.accumulator if reduction else None,
    )


def classify_stride(stride: int) -> StrideClass:
    """Return the class of a stride in elements."""
    return {0: StrideClass.ZERO, 1: StrideClass.UNIT}.get(stride, StrideClass.ANY)


def _sign_access(access: Access, *, ranked: bool) -> AccessSignature:
    strides = tuple(classify_stride(stride) for stride in access.strides) if ranked else ()
    return AccessSignature(name=access.name, dtype=access.dtype, strides=strides)


def _describe_access(access: AccessSignature) -> list[str]:
    return [access.name, access.dtype.name, "".join(stride.value for stride in access.strides)]


def describe_expression(value: Expression) -> object:
    """Return an expression as nested lists of names and numbers."""
    match value:
        case Load(operand):
            return ["load", operand]
        case Convert(dtype, inner):
            return ["convert", dtype.name, describe_expression(inner)]
        case Apply(operation, arguments):
            return ["apply", operation.value, *(describe_expression(argument) for argument in arguments)]
