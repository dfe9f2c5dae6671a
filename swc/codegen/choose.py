"""Choose a reduction's accumulators from its operator, its dtype, and whether it sums products."""

from collections.abc import Sequence
from dataclasses import dataclass

from swc.codegen.combine import ArgumentExtremum, Combiner, Extremum, FloatProduct, FloatSum
from swc.codegen.combine_integers import IntegerProduct, IntegerSum, LongProductSum, LongSum
from swc.codegen.kernel import STORED, convert, emit_value, value_dtype
from swc.codegen.signature import KernelSignature
from swc.codegen.writer import SourceWriter
from swc.dtypes import DType
from swc.errors import KernelError
from swc.ir.nodes import Apply, Expression, ReductionKind, ScalarOperation

# Start values of extrema: (for a maximum, for a minimum). A byte of Bool holds 0 or 1.
_STARTS = {
    DType.Float32: ("np.float32(-np.inf)", "np.float32(np.inf)"),
    DType.Float64: ("np.float64(-np.inf)", "np.float64(np.inf)"),
    DType.Int32: ("np.int32(-0x80000000)", "np.int32(0x7FFFFFFF)"),
    DType.Int64: ("SMALLEST", "LARGEST"),
    DType.Bool: ("np.uint8(0)", "np.uint8(1)"),
}


@dataclass(frozen=True, slots=True)
class Terms:
    """A combiner, and the expressions of the term that it folds: one, or two exact factors."""

    signature: KernelSignature
    combiner: Combiner
    expressions: tuple[Expression, ...]
    converted: DType | None = None

    def emit_fold(
        self, writer: SourceWriter, lane: Sequence[str], loads: Sequence[str], ordinal: str
    ) -> None:
        """Write the statements that fold the current term into `lane`."""
        texts = [emit_value(writer, expression, self.signature, loads) for expression in self.expressions]
        if self.converted is not None:
            texts = [convert(text, self.converted) for text in texts]
        writer.lines(*self.combiner.fold(lane, texts, ordinal))


def choose_combiner(signature: KernelSignature) -> Terms:
    """Return the accumulators for a reduction kernel.

    Raises:
        KernelError: for a signature without a reduction; lowering never makes one.
    """
    dtype = value_dtype(signature.value, signature)
    whole = (signature.value,)
    match signature.kind:
        case ReductionKind.SUM if signature.accumulator is not None and dtype.is_floating:
            wider = signature.accumulator if signature.accumulator is not dtype else None
            return Terms(signature, FloatSum(STORED[signature.accumulator]), whole, wider)
        case ReductionKind.SUM:
            return _integer_sum(signature, dtype)
        case ReductionKind.PROD if dtype.is_floating:
            return Terms(signature, FloatProduct(STORED[dtype]), whole)
        case ReductionKind.PROD:
            return Terms(signature, IntegerProduct(), whole)
        case ReductionKind.MAX | ReductionKind.MIN:
            largest = signature.kind is ReductionKind.MAX
            start = _STARTS[dtype][0 if largest else 1]
            return Terms(signature, Extremum(STORED[dtype], largest, start), whole)
        case ReductionKind.ARGMAX | ReductionKind.ARGMIN:
            largest = signature.kind is ReductionKind.ARGMAX
            start = _STARTS[dtype][0 if largest else 1]
            return Terms(signature, ArgumentExtremum(STORED[dtype], largest, start), whole)
        case None:
            raise KernelError("a reduction kernel was asked of a nest without a reduction")


def _integer_sum(signature: KernelSignature, dtype: DType) -> Terms:
    match signature.value:
        case Apply(ScalarOperation.MULTIPLY, factors):
            exact: Combiner = LongProductSum() if dtype is DType.Int64 else LongSum()
            return Terms(signature, exact, factors)
        case _:
            total: Combiner = LongSum() if dtype is DType.Int64 else IntegerSum()
            return Terms(signature, total, (signature.value,))
