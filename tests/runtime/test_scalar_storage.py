"""Dtype contract, section 2: what one slot accepts and how it rounds."""

import decimal
import fractions
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from runtime_support import nothing_changes

from strideweave import Carrier, DType

FLOATS = [DType.Float32, DType.Float64]
INTEGERS = [DType.Int32, DType.Int64]


def stored(value, dtype):
    carrier = Carrier(1, dtype=dtype)
    carrier[0] = value
    assert carrier.version == 1
    assert Carrier.from_values([value], dtype=dtype)[0] == carrier[0] or math.isnan(carrier[0])
    return carrier[0]


def refused(value, dtype):
    carrier = Carrier(1, dtype=dtype)
    with nothing_changes(carrier), pytest.raises((TypeError, OverflowError)) as caught:
        carrier[0] = value
    with pytest.raises(type(caught.value)) as again:
        Carrier.from_values([value], dtype=dtype)
    assert str(again.value) == str(caught.value)
    return type(caught.value), str(caught.value)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0.1, 0.10000000149011612),
        (2**24 + 1, 16777216.0),
        (2**24 + 3, 16777220.0),
        (True, 1.0),
        (False, 0.0),
        (1e300, math.inf),
        (-1e300, -math.inf),
        (10**400, math.inf),
        (-(10**400), -math.inf),
        (3.4028235677973366e38, math.inf),
        (3.4028235677973362e38, 3.4028234663852886e38),
        (math.inf, math.inf),
        (1e-60, 0.0),
        (fractions.Fraction(1, 3), 0.3333333432674408),
        (np.float64(0.1), 0.10000000149011612),
        (np.int64(7), 7.0),
        (np.float16(0.5), 0.5),
    ],
)
def test_float32_takes_any_real_and_rounds_to_nearest_even(value, expected):
    assert stored(value, DType.Float32) == expected


def test_float32_rounds_an_integer_once():
    # Through binary64 the trailing 1 would be lost first, and the tie would then go down.
    value = 2**60 + 2**36 + 1
    assert stored(value, DType.Float32) == float(2**60 + 2**37)
    assert stored(-value, DType.Float32) == -float(2**60 + 2**37)
    assert stored(fractions.Fraction(value - 2, 1), DType.Float32) == float(2**60)


@settings(max_examples=150, deadline=None)
@given(st.fractions() | st.integers(-(2**80), 2**80).map(fractions.Fraction))
def test_float32_stores_the_nearest_binary32(value):
    made = stored(value, DType.Float32)
    below, above = (float(np.nextafter(np.float32(made), np.float32(way))) for way in (-np.inf, np.inf))
    exact = fractions.Fraction(made)
    assert abs(exact - value) <= min(abs(fractions.Fraction(side) - value) for side in (below, above))


def test_float64_takes_any_real():
    assert stored(0.1, DType.Float64) == 0.1
    assert stored(True, DType.Float64) == 1.0
    assert stored(2**53 + 1, DType.Float64) == float(2**53)
    assert stored(10**400, DType.Float64) == math.inf
    assert stored(fractions.Fraction(1, 3), DType.Float64) == 1 / 3


@pytest.mark.parametrize("dtype", FLOATS, ids=repr)
def test_nan_and_signed_zero_are_kept(dtype):
    assert math.isnan(stored(math.nan, dtype))
    assert math.copysign(1.0, stored(-0.0, dtype)) == -1.0


@pytest.mark.parametrize("dtype", FLOATS, ids=repr)
@pytest.mark.parametrize("value", ["1", None, 1j, decimal.Decimal(1), [1.0], np.array(1.0)])
def test_floats_refuse_what_is_no_real_number(dtype, value):
    message = f"Carrier value must be a real number for {dtype.name} storage"
    assert refused(value, dtype) == (TypeError, message)


@pytest.mark.parametrize(("dtype", "bits"), [(DType.Int32, 31), (DType.Int64, 63)], ids=repr)
def test_integers_take_their_whole_range_and_no_more(dtype, bits):
    for value in (0, 5, -(2**bits), 2**bits - 1):
        assert stored(value, dtype) == value
    for value in (2**bits, -(2**bits) - 1, 10**40):
        message = f"Carrier value {value} is out of int{bits + 1} range"
        assert refused(value, dtype) == (OverflowError, message)


@pytest.mark.parametrize("dtype", INTEGERS, ids=repr)
@pytest.mark.parametrize("value", [1.0, 2.5, True, False, "1", None, np.float32(1), fractions.Fraction(1)])
def test_integers_refuse_what_is_no_integer(dtype, value):
    assert refused(value, dtype) == (TypeError, f"Carrier value must be an integer for {dtype.name} storage")


def test_integers_take_numpy_integers():
    assert stored(np.int64(-4), DType.Int32) == -4
    assert stored(np.uint8(200), DType.Int64) == 200


def test_bool_takes_exactly_true_and_false():
    assert stored(True, DType.Bool) is True
    assert stored(False, DType.Bool) is False
    for value in (0, 1, 1.0, None, "True", np.True_):
        assert refused(value, DType.Bool) == (TypeError, "Carrier value must be a bool for Bool storage")


def test_a_sequence_of_floats_is_stored_by_the_same_rules():
    values = [0.1, 1e300, -1e300, 3.4028235677973362e38, math.nan, -0.0]
    made = Carrier.from_values(values)
    assert repr([made[i] for i in range(6)]) == repr([stored(value, DType.Float32) for value in values])
