"""Which dtype an operation computes and returns: from dtypes alone, before anything is allocated."""

from dataclasses import dataclass

from swc.dtypes import DType
from swc.errors import with_notes
from swc.ir.nodes import ReductionKind
from swc.lowering import texts


@dataclass(frozen=True, slots=True)
class DTypePlan:
    """Dtypes of one operation.

    Attributes:
        compute: dtype that operands are converted to before they are combined.
        accumulator: dtype in which floating terms combine; for integers, `compute`.
        result: dtype of the result.
    """

    compute: DType
    accumulator: DType
    result: DType


def check_accumulator(accumulator: object) -> DType | None:
    """Return `accumulator` when it is one that some operation supports.

    Raises:
        TypeError: when it is neither a DType nor None.
        NotImplementedError: when it is a dtype that nothing accumulates in on request.
    """
    if accumulator is None:
        return None
    if not isinstance(accumulator, DType):
        raise TypeError(texts.ACCUMULATOR_KIND)
    if not accumulator.is_floating:
        raise NotImplementedError(texts.ACCUMULATOR_SUPPORT.format(dtype=accumulator.name))
    return accumulator


def reduction_dtypes(kind: ReductionKind, dtype: DType, accumulator: DType | None) -> DTypePlan:
    """Return the dtypes of a reduction of `dtype` elements.

    Raises:
        NotImplementedError: for arithmetic on Bool.
        TypeError: when the accumulator does not go with the dtype, or the operation takes none.
    """
    operation = kind.value if kind.is_argument else f"reduce_{kind.value}"
    if accumulator is not None and kind is not ReductionKind.SUM:
        raise TypeError(texts.ACCUMULATOR_UNUSED.format(operation=operation))
    if kind.is_argument:
        return DTypePlan(dtype, dtype, DType.Int32)
    if kind is ReductionKind.PROD and dtype is DType.Bool:
        raise _bool_refusal(operation)
    chosen = _accumulator(operation, dtype, accumulator)
    if kind is ReductionKind.SUM and dtype is DType.Bool:
        return DTypePlan(DType.Bool, DType.Int64, DType.Int64)
    return DTypePlan(dtype, chosen, dtype)


def product_dtypes(operation: str, left: DType, right: DType, accumulator: DType | None = None) -> DTypePlan:
    """Return the dtypes of a product of two operands, summed or not.

    Raises:
        NotImplementedError: for arithmetic on Bool.
        TypeError: when the accumulator does not go with the dtypes.
    """
    if DType.Bool in (left, right):
        raise _bool_refusal(operation)
    compute = promote(left, right)
    chosen = _accumulator(operation, compute, accumulator)
    return DTypePlan(compute, chosen, compute)


def promote(left: DType, right: DType) -> DType:
    """Return the common dtype of two numeric operands.

    Integers keep to integers; otherwise each operand asks for the float of its own width.
    """
    if left.is_integer and right.is_integer:
        return DType.Int64 if DType.Int64 in (left, right) else DType.Int32
    return DType.Float64 if 8 in (left.itemsize, right.itemsize) else DType.Float32


def _accumulator(operation: str, compute: DType, asked: DType | None) -> DType:
    if asked is None:
        return compute
    if not compute.is_floating:
        raise TypeError(texts.ACCUMULATOR_EXACT.format(operation=operation))
    if asked.itemsize < compute.itemsize:
        raise with_notes(
            TypeError(texts.ACCUMULATOR_NARROW),
            f"the operands compute in {compute.name}, the accumulator is {asked.name}",
        )
    return asked


def _bool_refusal(operation: str) -> NotImplementedError:
    return with_notes(
        NotImplementedError(texts.BOOL_ARITHMETIC),
        f"'{operation}' takes Float32, Float64, Int32 and Int64 operands; convert a mask first, "
        "or count it with reduce_sum",
    )
