"""The interpreter, which is the oracle of every kernel, against answers worked out by hand."""

import math
from dataclasses import replace

import numpy as np
import pytest

from nest_support import converted_product, make_nest, product
from swc.dtypes import DType
from swc.ir import Convert, Load, ReductionKind, ScalarOperation, interpret

INF, NAN = math.inf, math.nan


def reduce(kind, values, dtype=DType.Float32):
    """Reduce a list in order."""
    result = DType.Int32 if kind.is_argument else dtype
    nest = make_nest([("r", len(values), (0, 1))], dtypes=[result, dtype], kind=kind, ordinals=(1,))
    return interpret(nest, [values])[0]


def test_copy_follows_the_strides_of_both_sides():
    nest = make_nest([("p", 2, (1, 3)), ("p", 3, (2, 1))])
    assert interpret(nest, [[10, 11, 12, 13, 14, 15]]) == {0: 10, 2: 11, 4: 12, 1: 13, 3: 14, 5: 15}


def test_only_the_written_elements_are_returned():
    nest = make_nest([("p", 2, (5, 0))])
    assert interpret(nest, [[7]]) == {0: 7, 5: 7}


def test_sum_counts_each_coordinate_of_a_stride_of_zero():
    nest = make_nest([("r", 4, (0, 0))], kind=ReductionKind.SUM)
    assert interpret(nest, [[3]]) == {0: 12}


def test_float32_sum_rounds_every_step():
    assert reduce(ReductionKind.SUM, [16777216.0, 1.0, 1.0]) == 16777216.0


def test_wider_accumulator_rounds_once():
    nest = make_nest([("r", 3, (0, 1))], dtypes=[DType.Float32] * 2, kind=ReductionKind.SUM)
    nest = replace(nest, reduction=replace(nest.reduction, accumulator=DType.Float64))
    assert interpret(nest, [[16777216.0, 1.0, 1.0]]) == {0: 16777218.0}


def test_integer_total_is_exact_and_checked_at_the_end():
    assert reduce(ReductionKind.SUM, [2147483647, 1, -1], DType.Int32) == 2147483647
    with pytest.raises(OverflowError, match=r"^result is out of int32 range$"):
        reduce(ReductionKind.SUM, [2147483647, 1], DType.Int32)
    with pytest.raises(OverflowError, match=r"^result is out of int64 range$"):
        reduce(ReductionKind.SUM, [-(2**63), -1], DType.Int64)


def test_product_is_checked_at_the_end_only():
    assert reduce(ReductionKind.PROD, [2**40, 2**40, 0], DType.Int64) == 0
    assert reduce(ReductionKind.PROD, [-(2**32), 2**31], DType.Int64) == -(2**63)
    with pytest.raises(OverflowError):
        reduce(ReductionKind.PROD, [2**32, 2**31], DType.Int64)


def test_checked_product_fails_where_an_exact_one_does_not():
    rows = [("r", 2, (0, 1, 1))]
    exact = make_nest(rows, dtypes=[DType.Int32] * 3, value=product(), kind=ReductionKind.SUM)
    buffers = [[65536, 65536], [65536, -65536]]
    assert interpret(exact, buffers) == {0: 0}
    with pytest.raises(OverflowError):
        interpret(replace(exact, value=product(ScalarOperation.CHECKED_MULTIPLY)), buffers)


def test_conversion_rounds_to_nearest_even():
    nest = make_nest(
        [("p", 2, (1, 1))], dtypes=[DType.Float32, DType.Int32], value=Convert(DType.Float32, Load(0))
    )
    assert interpret(nest, [[2**24 + 1, 2**24 + 3]]) == {0: float(2**24), 1: float(2**24 + 4)}


def test_converted_factors_multiply_in_the_wider_dtype():
    nest = make_nest(
        [("p", 1, (1, 1, 1))],
        dtypes=[DType.Float64, DType.Int32, DType.Float32],
        value=converted_product(DType.Float64),
    )
    assert interpret(nest, [[3], [float(np.float32(0.1))]]) == {0: 3 * float(np.float32(0.1))}


def test_float32_magnitude_overflow_is_infinite():
    assert reduce(ReductionKind.PROD, [3e38, 10.0]) == INF


EXTREMA = [
    ([1.0, 3.0, 2.0], 3.0, 1.0, 1, 0),
    ([1.0, NAN, 5.0, NAN], NAN, NAN, 1, 1),
    ([0.0, -0.0], 0.0, -0.0, 0, 0),
    ([-0.0, 0.0], 0.0, -0.0, 0, 0),
    ([-0.0, -0.0], -0.0, -0.0, 0, 0),
    ([0.0, 0.0], 0.0, 0.0, 0, 0),
    ([2.0, 2.0, 1.0, 1.0], 2.0, 1.0, 0, 2),
    ([-INF, 0.0, INF, INF], INF, -INF, 2, 0),
    ([-INF, -INF], -INF, -INF, 0, 0),
]


@pytest.mark.parametrize(("values", "largest", "smallest", "first_largest", "first_smallest"), EXTREMA)
def test_extremum_table(values, largest, smallest, first_largest, first_smallest):
    assert repr(reduce(ReductionKind.MAX, values)) == repr(largest)
    assert repr(reduce(ReductionKind.MIN, values)) == repr(smallest)
    assert reduce(ReductionKind.ARGMAX, values) == first_largest
    assert reduce(ReductionKind.ARGMIN, values) == first_smallest


def test_arg_reduction_gives_the_least_ordinal_whatever_the_loop_order():
    nest = make_nest(
        [("r", 2, (0, 3)), ("r", 3, (0, 1))],
        dtypes=[DType.Int32, DType.Int64],
        kind=ReductionKind.ARGMAX,
        ordinals=(1, 2),
    )
    assert interpret(nest, [[0, 9, 0, 9, 0, 0]]) == {0: 1}


def test_bool_counts_and_compares():
    count = make_nest([("r", 3, (0, 1))], dtypes=[DType.Int64, DType.Bool], kind=ReductionKind.SUM)
    assert interpret(count, [[True, False, True]]) == {0: 2}
    assert reduce(ReductionKind.MAX, [False, True], DType.Bool) is True
    assert reduce(ReductionKind.MIN, [False, True], DType.Bool) is False
