"""Float sums are at least as accurate as NumPy's pairwise sums, and products of lanes stay within bounds."""

import math

import numpy as np
import pytest

from kernel_support import contract, reduce
from swc.dtypes import DType
from swc.ir import ReductionKind
from swc.layout import Layout, Shape, Stride

SUM, PROD = ReductionKind.SUM, ReductionKind.PROD
RNG = np.random.default_rng(11)
LENGTHS = (100, 20_011, 1_000_003)
DISTRIBUTIONS = {
    "normal": lambda count: RNG.normal(size=count),
    "uniform": lambda count: RNG.uniform(size=count),
    "large offset": lambda count: 1e4 + RNG.normal(size=count),
    "wide": lambda count: RNG.normal(size=count) * 10.0 ** RNG.integers(-6, 6, count),
    "growing": lambda count: np.linspace(0, 1, count) ** 3,
    "shrinking": lambda count: np.linspace(1, 0, count) ** 3,
    "alternating": lambda count: np.where(np.arange(count) % 2, 1.0, -1.0) * (1 + np.arange(count) / count),
    "cancelling": lambda count: np.concatenate([values := RNG.normal(size=count), -values[::-1], [1e-3]]),
}


def matrix_layout(rows, columns) -> Layout:
    return Layout(Shape([rows, columns]), Stride([columns, 1]))


def sums_of(values, dtype):
    """Return the kernel's sum as a row and as a column."""
    matrix = np.stack([values, np.zeros_like(values)])
    rows = reduce("a b -> a", SUM, matrix_layout(*matrix.shape), dtype, matrix.ravel())[0]
    matrix = np.ascontiguousarray(matrix.T)
    return rows, reduce("b a -> a", SUM, matrix_layout(*matrix.shape), dtype, matrix.ravel())[0]


def relative_error(found, values) -> float:
    """Return the error of a sum in roundings of the sum of magnitudes."""
    exact = math.fsum(values.tolist())
    magnitude = math.fsum(np.abs(values).tolist())
    return abs(float(found) - exact) / (magnitude * np.finfo(values.dtype).eps / 2)


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("draw", DISTRIBUTIONS.values(), ids=DISTRIBUTIONS)
@pytest.mark.parametrize("dtype", [DType.Float32, DType.Float64])
def test_error_of_a_sum_does_not_grow_with_its_length(length, draw, dtype):
    values = draw(length).astype(dtype.numpy)
    for found in sums_of(values, dtype):
        assert relative_error(found, values) <= 4


@pytest.mark.parametrize(("length", "margin"), [(1000, 1.15), (20_011, 1.0), (300_007, 1.0)])
def test_sum_is_as_accurate_as_pairwise(length, margin):
    """On average over draws, since one draw may favour either; a short sum is pairwise in all but name."""
    rows, columns, pairwise = [], [], []
    for name in ("normal", "uniform", "large offset", "wide", "cancelling"):
        for _ in range(12 if length < 10**5 else 3):
            values = DISTRIBUTIONS[name](length).astype(np.float32)
            row, column = sums_of(values, DType.Float32)
            rows.append(relative_error(row, values))
            columns.append(relative_error(column, values))
            pairwise.append(relative_error(values.sum(), values))
    assert np.mean(rows) <= margin * np.mean(pairwise)
    assert np.mean(columns) <= margin * np.mean(pairwise)


def test_sum_of_ones_beyond_the_mantissa_is_exact():
    layout = Layout(Shape([2, 2**24 + 3]), Stride([1, 0]))
    found = reduce("a b -> a", SUM, layout, DType.Float32, np.array([1, 3], np.float32))
    assert found.tolist() == [np.float32(2**24 + 3), np.float32(3 * (2**24 + 3))]


def test_documented_sums_with_a_wider_accumulator():
    values = np.array([[16777216.0, 1.0, 1.0]] * 2, np.float32)
    found = reduce("a b -> a", SUM, matrix_layout(2, 3), DType.Float32, values.ravel(), DType.Float64)
    assert found.tolist() == [16777218.0] * 2
    assert found.dtype == np.float32
    large = np.array([[3e38, 3e38, -3e38]] * 2, np.float32)
    found = reduce("a b -> a", SUM, matrix_layout(2, 3), DType.Float32, large.ravel(), DType.Float64)
    assert found.tolist() == [np.float32(3e38)] * 2


@pytest.mark.parametrize("length", [1, 20, 70, 1500, 30_000])
def test_infinities_and_nan_in_sums(length):
    for special, wanted in (([np.inf], np.inf), ([-np.inf], -np.inf), ([np.nan], np.nan)):
        values = np.ones(length + len(special), np.float32)
        values[-len(special) :] = special
        for found in sums_of(values, DType.Float32):
            assert found == wanted or (np.isnan(found) and np.isnan(wanted))
    values = np.ones(length + 2, np.float32)
    values[[0, -1]] = np.inf, -np.inf
    assert all(np.isnan(found) for found in sums_of(values, DType.Float32))
    values = np.full(length + 1, 3e38, np.float32)
    assert all(found == np.inf for found in sums_of(values, DType.Float32))


@pytest.mark.parametrize("length", [10, 1000, 100_003])
def test_float_products(length):
    values = np.exp(RNG.normal(size=length) / math.sqrt(length)).astype(np.float32)
    exact = math.exp(math.fsum(math.log(value) for value in values.tolist()))
    matrix = np.stack([values, values])
    found = reduce("a b -> a", PROD, matrix_layout(2, length), DType.Float32, matrix.ravel())
    np.testing.assert_allclose(found, exact, rtol=6e-8 * (length + 2))


@pytest.mark.parametrize("depth", [50, 1000, 5000])
def test_contraction_is_within_the_bound_of_its_depth(depth):
    left, right = (RNG.normal(size=(count, depth)).astype(np.float32) for count in (7, 20))
    layouts = [matrix_layout(*array.shape) for array in (left, right)]
    found = contract("a k, b k -> a b", layouts, (DType.Float32,) * 2, [left.ravel(), right.ravel()]).astype(
        np.float64
    )
    exact = left.astype(np.float64) @ right.astype(np.float64).T
    magnitude = np.abs(left).astype(np.float64) @ np.abs(right).astype(np.float64).T
    assert (np.abs(found - exact) <= (min(depth, 256) + depth / 256) * 6e-8 * magnitude).all()
    numpy_error = np.abs((left @ right.T).astype(np.float64) - exact).max()
    assert np.abs(found - exact).max() <= 4 * numpy_error
