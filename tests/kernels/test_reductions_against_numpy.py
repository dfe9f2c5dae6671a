"""Every operator, dtype and shape of a reduction against NumPy, on small whole numbers: answers are exact."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernel_support import fill, launch_plan, reduce, reduction_view
from layout_strategies import layouts
from swc.command import parse_reduce
from swc.dtypes import ALL_DTYPES, DType
from swc.ir import ReductionKind, interpret
from swc.layout import Layout, Shape, Stride
from swc.lowering.reduction import plan_reduction
from swc.operand import OperandType

SUM, PROD, MAX, MIN, ARGMAX, ARGMIN = ReductionKind
FOLDS = {
    SUM: lambda terms: terms.sum(-1, dtype=np.int64 if terms.dtype == bool else terms.dtype),
    PROD: lambda terms: terms.prod(-1, dtype=terms.dtype),
    MAX: lambda terms: terms.max(-1),
    MIN: lambda terms: terms.min(-1),
    ARGMAX: lambda terms: terms.argmax(-1).astype(np.int32),
    ARGMIN: lambda terms: terms.argmin(-1).astype(np.int32),
}
CASES = [
    (kind, dtype) for kind in ReductionKind for dtype in ALL_DTYPES if (kind, dtype) != (PROD, DType.Bool)
]
SIZES = [1, 2, 15, 16, 17, 31, 33, 63, 64, 65, 127, 128, 129, 511, 513, 1023, 1024, 1025, 2047, 2048, 2049]


def flat(extents, strides=None) -> Layout:
    if strides is None:
        strides = [int(np.prod(extents[place + 1 :])) for place in range(len(extents))]
    return Layout(Shape(list(extents)), Stride(list(strides)))


def terms_for(kind, layout, dtype, seed=0):
    """Return a buffer whose products stay small: mostly ones where they multiply."""
    rng = np.random.default_rng(seed)
    if kind is PROD:
        buffer = np.ones(layout.cosize, dtype.numpy)
        some = rng.integers(0, layout.cosize, 8)
        buffer[some] = rng.choice([-1, 2, -2], 8).astype(dtype.numpy)
        return buffer
    return fill(layout, dtype, rng, low=-50, high=50)


def check(command, kind, layout, dtype, seed=0):
    buffer = terms_for(kind, layout, dtype, seed)
    result = reduce(command, kind, layout, dtype, buffer)
    expected = FOLDS[kind](reduction_view(command, buffer, layout))
    np.testing.assert_array_equal(result, expected)
    assert result.dtype == expected.dtype


@pytest.mark.parametrize(("kind", "dtype"), CASES)
def test_rows_of_every_length(kind, dtype):
    for size in SIZES:
        check("a b -> a", kind, flat([3, size]), dtype, seed=size)


@pytest.mark.parametrize(("kind", "dtype"), CASES)
def test_columns_of_every_width(kind, dtype):
    for size in SIZES:
        check("a b -> b", kind, flat([37, size]), dtype, seed=size)


@pytest.mark.parametrize(("kind", "dtype"), CASES)
def test_columns_of_every_height(kind, dtype):
    for size in [1, 2, 15, 16, 17, 31, 32, 33, 2049]:
        check("a b -> b", kind, flat([size, 19]), dtype, seed=size)


@pytest.mark.parametrize(("kind", "dtype"), CASES)
def test_few_long_rows_in_segments(kind, dtype):
    for size in (20_001, 100_003, 1_048_576):
        check("a b -> a", kind, flat([2, size]), dtype, seed=size)


@pytest.mark.parametrize(("kind", "dtype"), CASES)
def test_columns_in_segments(kind, dtype):
    check("a b -> b", kind, flat([30_011, 70]), dtype)
    check("a b -> b", kind, flat([3_001, 1_030]), dtype)


@pytest.mark.parametrize("kind", [SUM, MAX, ARGMAX])
def test_everything_reduced(kind):
    for size in (1, 5, 100_003, 1_050_001):
        check("a -> 1", kind, flat([size]), DType.Float32, seed=size)


@pytest.mark.parametrize(
    ("kind", "dtype"), [(SUM, DType.Float64), (PROD, DType.Int32), (ARGMIN, DType.Float32)]
)
def test_reduced_axes_around_a_kept_one(kind, dtype):
    for extents in ([7, 5, 1025], [1025, 3, 2], [67, 130, 3], [3, 2, 20_001]):
        check("a b c -> b", kind, flat(extents), dtype)


@pytest.mark.parametrize(("kind", "dtype"), [(SUM, DType.Int64), (MAX, DType.Float64), (ARGMAX, DType.Int32)])
def test_kept_axes_around_a_reduced_one(kind, dtype):
    for extents in ([7, 5, 13], [130, 3, 2], [67, 1030, 3]):
        check("a b c -> c a", kind, flat(extents), dtype)


@pytest.mark.parametrize("kind", [SUM, MIN, ARGMAX])
def test_ordinals_count_the_first_reduced_symbol_fastest(kind):
    check("a (c d) b -> a c", kind, Layout(Shape([2, [3, 4], 5]), Stride([60, [20, 5], 1])), DType.Float32)
    check("a (c d) b -> a c", kind, Layout(Shape([2, [3, 4], 5]), Stride([1, [2, 6], 24])), DType.Float32)
    check("(a b) 1 c -> c", kind, Layout(Shape([[7, 5], 3, 4]), Stride([[1, 84], 28, 7])), DType.Float32)


@pytest.mark.parametrize("kind", [SUM, ARGMIN])
def test_stride_zero_counts_every_coordinate(kind):
    check("a b -> a", kind, flat([5, 11], [1, 0]), DType.Float64)
    check("a b c -> a", kind, flat([5, 11, 3], [3, 0, 1]), DType.Float64)
    check("a b -> a", kind, flat([5, 11], [0, 1]), DType.Float64)


@pytest.mark.parametrize("kind", [SUM, MAX, ARGMAX])
def test_gapped_rows_and_columns(kind):
    check("a b -> a", kind, flat([9, 1030], [3100, 3]), DType.Float32)
    check("a b -> b", kind, flat([70, 140], [290, 2]), DType.Float32)


@settings(max_examples=20)
@given(layout=layouts(min_leaves=1), data=st.data())
def test_any_layout_reduces_like_numpy(layout: Layout, data):
    symbols = "abcd"[: len(layout)]
    kept = data.draw(st.lists(st.sampled_from(symbols), unique=True, max_size=len(symbols) - 1))
    command = f"{' '.join(symbols)} -> {' '.join(kept) or '1'}"
    kind = data.draw(st.sampled_from([SUM, ARGMIN]))
    check(command, kind, layout, DType.Float32, seed=data.draw(st.integers(0, 99)))


@settings(max_examples=20)
@given(layout=layouts(min_leaves=2, max_leaves=3, max_extent=3), kind=st.sampled_from([SUM, MIN, ARGMAX]))
def test_kernel_and_interpreter_agree(layout: Layout, kind):
    command = f"{' '.join('abc'[: len(layout)])} -> {'a' if len(layout) > 1 else '1'}"
    plan = plan_reduction(parse_reduce(command), kind, OperandType(layout, DType.Float32))
    buffer = fill(layout, DType.Float32, np.random.default_rng(layout.size))
    expected = interpret(plan.nest, [buffer.tolist()])
    result = launch_plan(plan, buffer)
    strides = plan.result.layout.leaf_strides
    found = {
        sum(value * stride for value, stride in zip(place, strides, strict=True)): result[place].item()
        for place in np.ndindex(result.shape)
    }
    assert found == expected
