"""Decide whether a reduction's innermost loop can run in vector registers, and write the calls."""

from dataclasses import dataclass

from swc.codegen.choose import Terms
from swc.codegen.combine import ArgumentExtremum, Combiner, Extremum, FloatProduct, FloatSum
from swc.codegen.combine_integers import IntegerSum
from swc.codegen.kernel import STORED, stride_name
from swc.codegen.signature import AccessSignature, KernelSignature, StrideClass
from swc.codegen.target import Target
from swc.codegen.writer import SourceWriter
from swc.dtypes import DType
from swc.ir.nodes import Apply, Convert, Expression, Load, ScalarOperation

REGISTER_BYTES = 256  # of accumulators: eight AVX2 registers, which hide the latency of an addition


@dataclass(frozen=True, slots=True)
class VectorFold:
    """A fold in vector registers.

    Attributes:
        accesses: the factors of a term, in order.
        lane: stored type of an accumulator.
        operation: "sum", "prod", "max" or "min".
        lanes: how many accumulators are folded side by side.
        axis: the axis that lanes run along.
        finds: whether the position of an extremum is looked for afterwards.
    """

    accesses: tuple[AccessSignature, ...]
    lane: str
    operation: str
    lanes: int
    axis: int
    finds: bool

    def emit_make(self, writer: SourceWriter, target: Target) -> None:
        """Write the definition of `fold_lanes`."""
        factors = ", ".join(
            f"(types.{STORED[access.dtype]}, {self.is_contiguous(access)})" for access in self.accesses
        )
        width = target.vector_bytes // _lane_bytes(self.lane)
        writer.lines(
            f"LANES = {self.lanes}  # accumulators of a run, side by side",
            f'fold_lanes = make_fold_lanes(({factors},), types.{self.lane}, "{self.operation}", '
            f"LANES, {width})",
        )
        if self.finds:
            (access,) = self.accesses
            writer.line(f"find_first = make_find_first(types.{STORED[access.dtype]}, {width})")
        writer.lines("", "")

    def call(self, count: str, ahead: str, offsets: dict[str, str], steps: dict[str, str], lanes: str) -> str:
        """Return a call that folds `count` terms a lane, from element `offsets[name]` of each input."""
        factors = "".join(
            f"at_element({access.name}, {offsets[access.name]}), {steps[access.name]}, "
            for access in self.accesses
        )
        return f"fold_lanes({count}, {ahead}, {factors}{lanes})"

    def is_contiguous(self, access: AccessSignature) -> bool:
        """Whether neighbouring lanes read neighbouring elements; otherwise they share one."""
        return access.strides[self.axis] is StrideClass.UNIT

    def steps_along(self, axis: int) -> dict[str, str]:
        """Return the text of each input's stride along an axis."""
        return {access.name: stride_name(access, axis) for access in self.accesses}


def vector_fold(signature: KernelSignature, terms: Terms) -> VectorFold | None:
    """Return the fold of a reduction's terms, or None when they need scalar code.

    Arg reductions get the fold of their extremum, by which runs without a winner are skipped.
    """
    operation = _operation(terms.combiner)
    factors = _factors(signature.value)
    if operation is None or factors is None:
        return None
    accesses = tuple(signature.inputs[operand] for operand in factors)
    lane = terms.combiner.lane[0].stored
    if any(STORED[access.dtype] not in _converts_to(lane) for access in accesses):
        return None
    strides = [access.strides[signature.lane] for access in accesses]
    if StrideClass.ANY in strides or StrideClass.UNIT not in strides:
        return None
    lanes = REGISTER_BYTES // _lane_bytes(lane)
    finds = isinstance(terms.combiner, ArgumentExtremum)
    return VectorFold(accesses, lane, operation, lanes, signature.lane, finds)


def _operation(combiner: Combiner) -> str | None:
    match combiner:
        case FloatSum() | IntegerSum():
            return "sum" if len(combiner.lane) == 1 else None
        case FloatProduct():
            return "prod"
        case Extremum(stored, largest) | ArgumentExtremum(stored, largest) if stored != "uint8":
            return "max" if largest else "min"
        case _:
            return None


def _factors(value: Expression) -> tuple[int, ...] | None:
    """Return the inputs whose product a term is, when they are used as they are or widened once."""
    match value:
        case Load(operand) | Convert(DType(), Load(operand)):
            return (operand,)
        case Apply(ScalarOperation.MULTIPLY, (left, right)):
            one, two = _factors(left), _factors(right)
            return None if one is None or two is None or len(one + two) > 2 else one + two
        case _:
            return None


def _converts_to(lane: str) -> tuple[str, ...]:
    """Return the stored types that a lane takes, itself or by one exact widening."""
    return {"float64": ("float64", "float32"), "int64": ("int32",)}.get(lane, (lane,))


def _lane_bytes(stored: str) -> int:
    return 8 if stored.endswith("64") else 4
