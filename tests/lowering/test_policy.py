"""The tables of promotion, refusals and accumulators, row by row."""

import itertools

import pytest

from swc.dtypes import ALL_DTYPES
from swc.ir import ReductionKind
from swc.lowering.policy import check_accumulator, product_dtypes, promote, reduction_dtypes

F32, F64, I32, I64, BOOL = ALL_DTYPES
SUM, PROD, MAX, MIN, ARGMAX, ARGMIN = ReductionKind
BOOL_TEXT = (
    "no backend implements operations on DType.Bool; "
    "the supported simple dtypes are DType.Float32 and DType.Int32"
)
PROMOTION = {
    (F32, F32): F32,
    (F32, F64): F64,
    (F32, I32): F32,
    (F32, I64): F64,
    (F64, F64): F64,
    (F64, I32): F64,
    (F64, I64): F64,
    (I32, I32): I32,
    (I32, I64): I64,
    (I64, I64): I64,
}


def refusal(function, *arguments):
    """Return the class and the text of what a call raised."""
    with pytest.raises((TypeError, NotImplementedError)) as caught:
        function(*arguments)
    return type(caught.value), str(caught.value)


@pytest.mark.parametrize(("pair", "result"), PROMOTION.items())
def test_promotion_of_two_operands(pair, result):
    assert promote(*pair) is result
    assert promote(*reversed(pair)) is result
    plan = product_dtypes("einsum", *pair)
    assert (plan.compute, plan.accumulator, plan.result) == (result, result, result)


def test_promotion_table_is_complete():
    numbers = [dtype for dtype in ALL_DTYPES if dtype is not BOOL]
    assert {frozenset(pair) for pair in PROMOTION} == {
        frozenset(pair) for pair in itertools.product(numbers, repeat=2)
    }


@pytest.mark.parametrize("other", ALL_DTYPES)
def test_bool_has_no_products(other):
    for pair in ((BOOL, other), (other, BOOL)):
        assert refusal(product_dtypes, "matmul", *pair) == (NotImplementedError, BOOL_TEXT)


@pytest.mark.parametrize("dtype", ALL_DTYPES)
@pytest.mark.parametrize("kind", [ARGMAX, ARGMIN])
def test_positions_are_int32(kind, dtype):
    plan = reduction_dtypes(kind, dtype, None)
    assert (plan.compute, plan.result) == (dtype, I32)


@pytest.mark.parametrize("dtype", ALL_DTYPES)
@pytest.mark.parametrize("kind", [MAX, MIN])
def test_extrema_keep_the_dtype(kind, dtype):
    assert reduction_dtypes(kind, dtype, None).result is dtype


@pytest.mark.parametrize("dtype", [F32, F64, I32, I64])
@pytest.mark.parametrize("kind", [SUM, PROD])
def test_sums_and_products_keep_a_number_s_dtype(kind, dtype):
    plan = reduction_dtypes(kind, dtype, None)
    assert (plan.compute, plan.accumulator, plan.result) == (dtype, dtype, dtype)


def test_sum_of_bool_counts_into_int64_and_its_product_is_refused():
    assert reduction_dtypes(SUM, BOOL, None).result is I64
    assert refusal(reduction_dtypes, PROD, BOOL, None) == (NotImplementedError, BOOL_TEXT)


@pytest.mark.parametrize(
    ("dtype", "asked", "accumulator"),
    [(F32, None, F32), (F32, F32, F32), (F32, F64, F64), (F64, None, F64), (F64, F64, F64)],
)
def test_accumulator_of_floating_sums(dtype, asked, accumulator):
    for plan in (reduction_dtypes(SUM, dtype, asked), product_dtypes("matmul", dtype, dtype, asked)):
        assert (plan.compute, plan.accumulator, plan.result) == (dtype, accumulator, dtype)


def test_accumulator_of_mixed_operands():
    assert product_dtypes("matmul", I32, F32, F64).accumulator is F64
    assert product_dtypes("matmul", I32, F32, F64).compute is F32
    narrow = (TypeError, "accumulator_dtype must not be narrower than the operands")
    assert refusal(product_dtypes, "matmul", I64, F32, F32) == narrow
    assert refusal(product_dtypes, "matmul", F64, F32, F32) == narrow
    assert refusal(reduction_dtypes, SUM, F64, F32) == narrow


@pytest.mark.parametrize("asked", [F32, F64])
@pytest.mark.parametrize("dtype", [I32, I64, BOOL])
def test_exact_sums_take_no_floating_accumulator(dtype, asked):
    text = (
        "operation '{}' uses exact-integer accumulation for these operands "
        "and cannot use a floating accumulator_dtype"
    )
    assert refusal(reduction_dtypes, SUM, dtype, asked) == (TypeError, text.format("reduce_sum"))
    if dtype is not BOOL:
        assert refusal(product_dtypes, "matmul", dtype, dtype, asked) == (TypeError, text.format("matmul"))


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        (PROD, "reduce_prod"),
        (MAX, "reduce_max"),
        (MIN, "reduce_min"),
        (ARGMAX, "argmax"),
        (ARGMIN, "argmin"),
    ],
)
def test_other_reductions_take_no_accumulator(kind, name):
    text = f"operation '{name}' does not accept accumulator_dtype"
    assert refusal(reduction_dtypes, kind, F32, F64) == (TypeError, text)


def test_accumulator_option_itself_is_checked_first():
    assert check_accumulator(None) is None
    assert check_accumulator(F32) is F32
    assert check_accumulator(F64) is F64
    for dtype in (I32, I64, BOOL):
        text = f"DType.{dtype.name} is not a supported accumulator dtype"
        assert refusal(check_accumulator, dtype) == (NotImplementedError, text)
    for other in ("float64", float, 64, F64.numpy):
        text = "accumulator_dtype must be a DType or None"
        assert refusal(check_accumulator, other) == (TypeError, text)
