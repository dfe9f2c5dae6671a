"""Integer totals are exact over the integers, and only the final value is checked."""

import contextlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import swc.compile as compiler
from kernel_support import contract, launch, reduce
from swc.dtypes import DType
from swc.ir import ReductionKind
from swc.layout import Layout, Shape, Stride
from swc.operand import OperandType

SUM, PROD = ReductionKind.SUM, ReductionKind.PROD
I32, I64 = DType.Int32, DType.Int64
BITS = {I32: 32, I64: 64}


def flat(extents, strides=None) -> Layout:
    if strides is None:
        strides = [int(np.prod(extents[place + 1 :])) for place in range(len(extents))]
    return Layout(Shape(list(extents)), Stride(list(strides)))


def limits(dtype):
    return -(1 << BITS[dtype] - 1), (1 << BITS[dtype] - 1) - 1


def outcome(function):
    """Return the value, or None for a documented overflow."""
    with contextlib.suppress(OverflowError):
        return int(function())
    return None


def fitting(value, dtype):
    low, high = limits(dtype)
    return value if low <= value <= high else None


def as_row(kind, values, dtype):
    """Reduce a list as one row of two; the other row is all ones."""
    matrix = np.ones((2, len(values)), dtype.numpy)
    matrix[1] = np.array(values, dtype=object).astype(dtype.numpy)
    return outcome(lambda: reduce("a b -> a", kind, flat(matrix.shape), dtype, matrix.ravel())[1])


def as_column(kind, values, dtype):
    matrix = np.ones((len(values), 2), dtype.numpy)
    matrix[:, 1] = np.array(values, dtype=object).astype(dtype.numpy)
    return outcome(lambda: reduce("a b -> b", kind, flat(matrix.shape), dtype, matrix.ravel())[1])


@pytest.mark.parametrize("dtype", [I32, I64])
@pytest.mark.parametrize("run", [as_row, as_column])
def test_sum_may_leave_the_range_on_its_way(dtype, run):
    low, high = limits(dtype)
    assert run(SUM, [high, 1, -1], dtype) == high
    assert run(SUM, [low, -1, 1], dtype) == low
    assert run(SUM, [high, 1], dtype) is None
    assert run(SUM, [low, -1], dtype) is None
    assert run(SUM, [high] * 3000 + [-high] * 3000, dtype) == 0
    assert run(SUM, [low] * 3000 + [high] * 3000 + [1] * 3000, dtype) == 0
    assert run(SUM, [high] * 3000 + [-high] * 2999, dtype) == high
    assert run(SUM, [high] * 3000, dtype) is None
    assert run(SUM, [low] * 70_000, dtype) is None


@pytest.mark.parametrize("dtype", [I32, I64])
@pytest.mark.parametrize("run", [as_row, as_column])
def test_sum_is_exact_over_segments(dtype, run):
    _, high = limits(dtype)
    values = [high] * 60_000 + [-high] * 60_000 + [5]
    assert run(SUM, values, dtype) == 5


@pytest.mark.parametrize("run", [as_row, as_column])
@given(data=st.data())
def test_sums_near_the_edges(run, data):
    dtype = data.draw(st.sampled_from([I32, I64]))
    low, high = limits(dtype)
    edges = st.sampled_from([low, low + 1, -1, 0, 1, high - 1, high, 1 << 31, -(1 << 31)])
    values = [max(low, min(high, value)) for value in data.draw(st.lists(edges, min_size=1, max_size=80))]
    assert run(SUM, values, dtype) == fitting(sum(values), dtype)


@pytest.mark.parametrize("run", [as_row, as_column])
@given(data=st.data())
def test_products_near_the_edges(run, data):
    dtype = data.draw(st.sampled_from([I32, I64]))
    low, high = limits(dtype)
    factors = st.sampled_from([1, -1, 2, -2, 3, 1 << 16, -(1 << 15), (1 << 31) - 1, -(1 << 31), low, high, 0])
    values = data.draw(st.lists(factors, min_size=1, max_size=70))
    total = 1
    for value in values:
        total *= value
    assert run(PROD, values, dtype) == fitting(total, dtype)


@pytest.mark.parametrize(
    ("values", "dtype", "wanted"),
    [
        ([-(1 << 32), 1 << 31], I64, -(1 << 63)),
        ([1 << 32, 1 << 31], I64, None),
        ([-(1 << 63), -1], I64, None),
        ([-(1 << 63), -1, -1], I64, -(1 << 63)),
        ([-(1 << 63), 1, 1], I64, -(1 << 63)),
        ([1 << 40, 1 << 40, 0], I64, 0),
        ([0, 1 << 40, 1 << 40], I64, 0),
        ([-1] * 63 + [1 << 62], I64, -(1 << 62)),
        ([3037000500, 3037000500], I64, None),
        ([3037000499, 3037000499], I64, 3037000499**2),
        ([1 << 16, 1 << 15], I32, None),
        ([-(1 << 16), 1 << 15], I32, -(1 << 31)),
        ([-(1 << 31), -1], I32, None),
        ([2] * 64, I64, None),
        ([2] * 62, I64, 1 << 62),
        ([2] * 2000 + [0], I64, 0),
        ([2] * 2000, I64, None),
    ],
)
@pytest.mark.parametrize("run", [as_row, as_column])
def test_product_is_checked_at_the_end_only(run, values, dtype, wanted):
    assert run(PROD, values, dtype) == wanted


def test_one_overflow_among_many_outputs_is_reported():
    matrix = np.ones((300, 70), np.int32)
    matrix[299] = 2**31 - 1
    with pytest.raises(OverflowError, match=r"^result is out of int32 range$"):
        reduce("a b -> a", SUM, flat(matrix.shape), I32, matrix.ravel())
    with pytest.raises(OverflowError, match=r"^result is out of int32 range$"):
        reduce("a b -> b", SUM, flat(matrix.T.shape), I32, np.ascontiguousarray(matrix.T).ravel())


def test_more_than_two_to_the_31_terms_of_one_element():
    count = 2**31 + 3
    layout = flat([count], [0])
    with pytest.raises(OverflowError, match=r"^result is out of int32 range$"):
        launch(compiler.reduction("a -> 1", SUM, OperandType(layout, I32)), np.ones(1, np.int32))
    executable = compiler.reduction("a -> 1", SUM, OperandType(layout, I64))
    assert launch(executable, np.array([-1 << 31])).tolist() == [-count << 31]


def product_of(command, left, right, dtypes):
    arrays = [np.array(values, dtype=object) for values in (left, right)]
    buffers = [array.astype(dtype.numpy) for array, dtype in zip(arrays, dtypes, strict=True)]
    layouts = [flat(buffer.shape) for buffer in buffers]
    return contract(command, layouts, dtypes, [buffer.ravel() for buffer in buffers])


def test_contracted_products_may_leave_int32():
    assert product_of("a k, c k -> a c", [[65536, 65536]], [[65536, -65536]], (I32, I32)).tolist() == [[0]]


def test_batched_products_must_fit_by_themselves():
    for rows in ([[65536, 65536]], [[65536, 65536]] * 3):
        with pytest.raises(OverflowError, match=r"^result is out of int32 range$"):
            product_of("b k, b k -> b", rows, [[65536, -65536]] * len(rows), (I32, I32))
    assert product_of("b k, b k -> b", [[46340, 1]], [[46340, -1]], (I32, I32)).tolist() == [46340**2 - 1]
    with pytest.raises(OverflowError, match=r"^result is out of int64 range$"):
        product_of("b k, b k -> b", [[1 << 32, 1 << 32]], [[1 << 32, -(1 << 32)]], (I64, I64))
    with pytest.raises(OverflowError, match=r"^result is out of int64 range$"):
        product_of("b i, b j -> b i j", [[1 << 32]], [[1 << 31]], (I64, I64))
    assert product_of("b i, b j -> b i j", [[-(1 << 32)]], [[1 << 31]], (I64, I64)).item() == -(1 << 63)


def test_products_of_128_bits_cancel_exactly():
    high = (1 << 63) - 1
    low = -(1 << 63)
    assert product_of("a k, k -> a", [[high, high, 7]], [high, -high, 1], (I64, I64)).tolist() == [7]
    assert product_of("a k, k -> a", [[low, low]], [1, 0], (I64, I64)).tolist() == [low]
    with pytest.raises(OverflowError, match=r"^result is out of int64 range$"):
        product_of("a k, k -> a", [[low, low]], [low, high], (I64, I64))
    with pytest.raises(OverflowError, match=r"^result is out of int64 range$"):
        product_of("a k, k -> a", [[low, low]], [1, 1], (I64, I64))
    many, against = [low] * 4000 + [3], [high] * 2000 + [-high] * 2000 + [1]
    assert product_of("a k, k -> a", [many], against, (I64, I64)).tolist() == [3]


def test_mixed_integers_compute_as_int64():
    result = product_of("a k, k -> a", [[2**31 - 1, 2**31 - 1]], [2**31, 2**31], (I32, I64))
    assert result.dtype == np.int64
    assert result.tolist() == [2 * (2**31 - 1) * 2**31]


@given(data=st.data())
def test_int64_products_near_the_edges(data):
    low, high = limits(I64)
    edges = st.sampled_from([low, low + 1, -(1 << 32), -1, 0, 1, 3, 1 << 31, 1 << 32, high - 1, high])
    count = data.draw(st.integers(1, 70))
    left, right = (data.draw(st.lists(edges, min_size=count, max_size=count)) for _ in range(2))
    wanted = fitting(sum(a * b for a, b in zip(left, right, strict=True)), I64)
    assert outcome(lambda: product_of("a k, k -> a", [left, [0] * count], right, (I64, I64))[0]) == wanted


@given(data=st.data())
def test_checked_products_near_the_edges(data):
    dtype = data.draw(st.sampled_from([I32, I64]))
    low, high = limits(dtype)
    edges = st.sampled_from([low, -2, -1, 0, 1, 2, 1 << 15, -(1 << 16), 46341, high])
    left, right = (data.draw(st.lists(edges, min_size=3, max_size=3)) for _ in range(2))
    products = [a * b for a, b in zip(left, right, strict=True)]
    wanted = fitting(sum(products), dtype)
    if any(fitting(value, dtype) is None for value in products):
        wanted = None
    rows = [left, [0, 0, 0]], [right, [0, 0, 0]]
    assert outcome(lambda: product_of("b k, b k -> b", *rows, (dtype, dtype))[0]) == wanted
