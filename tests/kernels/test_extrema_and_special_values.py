"""NaN, infinities, signed zeros and ties in extrema and arg reductions, row by row of the table."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import swc.compile as compiler
from kernel_support import launch, reduce
from operand_support import operand, reduction_plan
from swc.dtypes import DType
from swc.ir import ReductionKind, interpret
from swc.layout import Layout, Shape, Stride
from swc.operand import OperandType

SUM, PROD, MAX, MIN, ARGMAX, ARGMIN = ReductionKind
INF, NAN = math.inf, math.nan
FLOATS = (DType.Float32, DType.Float64)
LENGTHS = (2, 17, 64, 200, 1023, 1025, 2049, 40_000)


def row(values, dtype, kind, *, columns=False):
    """Reduce one list, as a row of a matrix whose other row is harmless, or as a column."""
    matrix = np.stack([np.asarray(values, dtype.numpy), np.ones(len(values), dtype.numpy)])
    if columns:
        buffer = np.ascontiguousarray(matrix.T)
        return reduce("b a -> a", kind, flat(buffer.shape), dtype, buffer.ravel())[0]
    return reduce("a b -> a", kind, flat(matrix.shape), dtype, matrix.ravel())[0]


def flat(extents) -> Layout:
    strides = [int(np.prod(extents[place + 1 :])) for place in range(len(extents))]
    return Layout(Shape(list(extents)), Stride(strides))


def same(found, wanted) -> bool:
    """Whether two numbers are equal, the sign of a zero included, NaN equal to NaN."""
    return repr(float(found)) == repr(float(wanted))


TABLE = [
    ("a NaN among numbers", [1, NAN, 5], NAN, NAN, 1, 1),
    ("several NaN", [1, NAN, 5, NAN], NAN, NAN, 1, 1),
    ("NaN first", [NAN, 1, 2], NAN, NAN, 0, 0),
    ("NaN last", [1, 2, NAN], NAN, NAN, 2, 2),
    ("nothing but NaN", [NAN, NAN], NAN, NAN, 0, 0),
    ("NaN and infinities", [INF, NAN, -INF], NAN, NAN, 1, 1),
    ("mixed zeros", [0.0, -0.0], 0.0, -0.0, 0, 0),
    ("mixed zeros the other way", [-0.0, 0.0], 0.0, -0.0, 0, 0),
    ("mixed zeros below others", [-0.0, -1.0, 0.0], 0.0, -1.0, 0, 1),
    ("mixed zeros above others", [0.0, 1.0, -0.0], 1.0, -0.0, 1, 0),
    ("negative zeros", [-0.0, -0.0], -0.0, -0.0, 0, 0),
    ("positive zeros", [0.0, 0.0], 0.0, 0.0, 0, 0),
    ("ties", [3, 7, 7, 3], 7, 3, 1, 0),
    ("infinities", [-INF, 0, INF, INF, -INF], INF, -INF, 2, 0),
    ("nothing but -inf", [-INF, -INF], -INF, -INF, 0, 0),
    ("nothing but inf", [INF, INF], INF, INF, 0, 0),
]


@pytest.mark.parametrize("columns", [False, True], ids=["rows", "columns"])
@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize(
    ("values", "largest", "smallest", "where_largest", "where_smallest"),
    [case[1:] for case in TABLE],
    ids=[case[0] for case in TABLE],
)
def test_table_of_extrema(values, largest, smallest, where_largest, where_smallest, dtype, columns):
    assert same(row(values, dtype, MAX, columns=columns), largest)
    assert same(row(values, dtype, MIN, columns=columns), smallest)
    assert row(values, dtype, ARGMAX, columns=columns) == where_largest
    assert row(values, dtype, ARGMIN, columns=columns) == where_smallest


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("length", LENGTHS)
def test_special_value_is_found_wherever_it_stands(dtype, length):
    plain = np.where(np.arange(length) % 2, 2.0, 3.0)
    for place in sorted({0, 1, length // 3, length // 2, length - 2, length - 1}):
        values = plain.copy()
        values[place] = NAN
        assert math.isnan(row(values, dtype, MAX))
        assert math.isnan(row(values, dtype, MIN))
        assert row(values, dtype, ARGMAX) == row(values, dtype, ARGMIN) == place
        values[place] = INF
        assert (row(values, dtype, MAX), row(values, dtype, ARGMAX)) == (INF, place)
        values[place] = -0.0
        assert same(row(values, dtype, MIN), -0.0)
        assert row(values, dtype, ARGMIN) == place


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("length", LENGTHS)
def test_first_of_many_ties_wins(dtype, length):
    values = np.zeros(length)
    values[length // 2 :] = 5
    assert row(values, dtype, ARGMAX) == length // 2
    assert row(-values, dtype, ARGMIN) == length // 2
    assert row(np.full(length, -INF), dtype, ARGMAX) == 0
    assert row(np.full(length, INF), dtype, ARGMIN) == 0
    values[length // 2 :] = NAN
    assert row(values, dtype, ARGMAX) == row(values, dtype, ARGMIN) == length // 2


@pytest.mark.parametrize("length", LENGTHS)
def test_mixed_zeros_anywhere(length):
    for place in {0, length // 2, length - 1}:
        values = np.full(length, -0.0)
        values[place] = 0.0
        assert same(row(values, DType.Float32, MAX), 0.0)
        assert same(row(-values, DType.Float32, MIN), -0.0)
        assert row(values, DType.Float32, ARGMAX) == 0
        assert row(-values, DType.Float32, ARGMIN) == 0
    assert same(row(np.full(length, -0.0), DType.Float32, MAX), -0.0)
    assert same(row(np.zeros(length), DType.Float32, MIN), 0.0)


@pytest.mark.parametrize("dtype", [DType.Int32, DType.Int64])
@pytest.mark.parametrize("length", [2, 65, 1025, 40_000])
def test_integer_extremes_are_exact(dtype, length):
    limits = np.iinfo(dtype.numpy)
    values = np.full(length, limits.max - 1, dtype.numpy)
    values[length - 1] = limits.max
    assert row(values, dtype, MAX) == limits.max
    assert row(values, dtype, ARGMAX) == length - 1
    values = np.full(length, limits.min, dtype.numpy)
    assert row(values, dtype, MAX) == limits.min
    assert row(values, dtype, ARGMAX) == 0
    values[length // 2] = limits.min + 1
    assert row(values, dtype, MIN) == limits.min
    assert row(values, dtype, ARGMIN) == (0 if length // 2 else 1)
    assert row(np.full(length, limits.max, dtype.numpy), dtype, ARGMIN) == 0


@pytest.mark.parametrize("length", [1, 2, 65, 1025])
def test_bool_any_all_and_count(length):
    for place in (0, length - 1):
        values = np.zeros(length, bool)
        values[place] = True
        assert row(values, DType.Bool, MAX)
        assert not row(~values, DType.Bool, MIN)
        assert row(values, DType.Bool, ARGMAX) == place
        assert row(~values, DType.Bool, ARGMIN) == place
        assert row(values, DType.Bool, SUM) == 1
    assert not row(np.zeros(length, bool), DType.Bool, MAX)
    assert row(np.ones(length, bool), DType.Bool, MIN)


def nan_with(payload, dtype):
    """Return a quiet NaN whose low bits hold `payload`."""
    if dtype is DType.Float32:
        return np.array(0x7FC0_0000 | payload, np.uint32).view(np.float32)
    return np.array(0x7FF8_0000_0000_0000 | payload, np.uint64).view(np.float64)


def payload_of(array):
    bits = np.ascontiguousarray(array).reshape(-1).view(np.uint32 if array.itemsize == 4 else np.uint64)
    return [int(value & np.array(0xFFFFF, bits.dtype)) for value in bits]


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("kind", [MAX, MIN])
@pytest.mark.parametrize(
    ("extents", "command"),
    [
        ((3, 1025), "a b -> 1"),
        ((70, 40), "a b -> 1"),
        ((2, 3000), "a b -> a"),
        ((300, 2), "a b -> b"),
        ((30_000, 9), "a b -> b"),
        ((3, 5, 7), "a b c -> b"),
        ((3, 5, 7), "a b c -> a"),
    ],
)
def test_extremum_has_the_payload_of_the_first_nan(dtype, kind, extents, command):
    """First in the logical order of the reduced structure, whatever order memory suits."""
    rng = np.random.default_rng(sum(extents))
    array = rng.normal(size=extents).astype(dtype.numpy)
    places = rng.choice(array.size, max(4, min(array.size // 20, 500)), replace=False)
    for payload, place in enumerate(places, start=1):
        array.reshape(-1)[place] = nan_with(payload, dtype)
    result = reduce(command, kind, flat(extents), dtype, array.reshape(-1))
    letters = command.split(" -> ")[0].split()
    kept = [place for place, letter in enumerate(letters) if letter in command.split(" -> ")[1]]
    dropped = [place for place in range(len(extents)) if place not in kept]
    fibres = array.transpose([*kept, *dropped])
    fibres = fibres.reshape((*fibres.shape[: len(kept)], -1), order="F").reshape(result.size, -1)
    expected = [
        payload_of(fibre[np.isnan(fibre)][0])[0] if np.isnan(fibre).any() else None for fibre in fibres
    ]
    assert any(expected)
    found = payload_of(result)
    assert [found[place] if wanted else None for place, wanted in enumerate(expected)] == expected


def test_payload_survives_stride_zero_and_unit_extents():
    layout = Layout(Shape([4, 1, 3]), Stride([0, 7, 2]))
    buffer = np.array([1, 0, float("nan"), 0, 2], np.float32)
    buffer[2] = nan_with(77, DType.Float32)
    executable = compiler.reduction("a b c -> 1", MAX, OperandType(layout, DType.Float32))
    assert payload_of(launch(executable, buffer)) == [77]


def test_nest_of_an_extremum_knows_its_fibre_and_the_interpreter_uses_it():
    plan = reduction_plan("a b -> 1", operand([2, 3]), MAX)
    assert plan.nest.reduction.fibre == ((2, 3), (3, 1))
    assert reduction_plan("a b -> 1", operand([2, 3], order="F"), MAX).nest.reduction.fibre == ((6, 1),)
    assert reduction_plan("a b -> 1", operand([2, 3], dtype=DType.Int32), MAX).nest.reduction.fibre == ()
    assert reduction_plan("a b -> 1", operand([2, 3]), SUM).nest.reduction.fibre == ()
    found = interpret(plan.nest, [[0.0, NAN, 0.0, -NAN, 0.0, 0.0]])[0]
    assert math.isnan(found)
    assert math.copysign(1, found) == -1


@given(values=st.lists(st.sampled_from([0.0, -0.0, 1.0, -1.0, INF, -INF, NAN]), min_size=1, max_size=70))
def test_interpreter_and_kernels_agree_on_special_values(values):
    nest = reduction_plan("a -> 1", operand([len(values)])).nest
    for kind in (MAX, MIN, ARGMAX, ARGMIN):
        ordinals = (0, 1) if kind.is_argument else ()
        reduction = replace(nest.reduction, kind=kind, ordinal_strides=ordinals)
        wanted = interpret(replace(nest, reduction=reduction), [values])[0]
        assert same(row(values, DType.Float32, kind), wanted)
