"""Reduce commands on tensors: the scenarios of the specification, order of checks, dtypes, results."""

import numpy as np
import pytest
from runtime_support import layout_of, nothing_changes, numbered

from strideweave import (
    Carrier,
    DType,
    Tensor,
    argmax,
    argmin,
    einops,
    friendly,
    from_numpy,
    reduce_max,
    reduce_min,
    reduce_prod,
    reduce_sum,
)
from strideweave.friendly import to_list

REDUCTIONS = [reduce_sum, reduce_prod, reduce_max, reduce_min, argmax, argmin]
NAMES = [function.__name__ for function in REDUCTIONS]


def fails(error, message, attempt):
    with pytest.raises(error) as caught:
        attempt()
    assert str(caught.value) == message


def cube():
    return numbered([2, [3, 4], 5], [1, [2, 6], 24])


def test_reduce_a_hierarchical_operand():
    made = einops.reduce(cube(), "a (c d) b -> a c")
    assert made.layout == layout_of([2, 3], [1, 2])
    array = cube().numpy()
    assert np.array_equal(made.numpy(), array.sum(axis=(2, 3)))


def test_default_the_reduction_accumulator():
    x = friendly.tensor([[16777216.0, 1.0, 1.0]])
    assert to_list(einops.reduce(x, "a b -> a")) == to_list(
        einops.reduce(x, "a b -> a", accumulator_dtype=DType.Float32)
    )


def test_widen_the_reduction_accumulator():
    x = friendly.tensor([[16777216.0, 1.0, 1.0]])
    made = einops.reduce(x, "a b -> a", accumulator_dtype=DType.Float64)
    assert to_list(made) == [16777218.0]
    assert made.dtype() is DType.Float32


def test_reuse_a_reduce_command_for_a_non_sum_reduction():
    array = cube().numpy()
    assert np.array_equal(reduce_max(cube(), "a (c d) b -> a c").numpy(), array.max(axis=(2, 3)))
    assert np.array_equal(reduce_min(cube(), "a (c d) b -> a c").numpy(), array.min(axis=(2, 3)))
    assert to_list(argmax(cube(), "a (c d) b -> a c")) == [19] * 6
    assert to_list(argmin(cube(), "a (c d) b -> a c")) == [0] * 6


def test_a_one_on_the_left_joins_the_reduced_fiber():
    tensor = numbered([2, 3], [1, 2])
    assert to_list(reduce_sum(tensor, "a 1 -> a")) == [6.0, 9.0]
    assert to_list(einops.reduce(tensor, "a 1 -> a")) == [6.0, 9.0]


@pytest.mark.parametrize(
    ("command", "shape", "stride"),
    [
        ("a b c -> (c a)", [[5, 2]], [[1, 5]]),
        ("a b c -> 1 b 1", [1, [3, 4], 1], [1, [1, 3], 12]),
        ("a b c -> (a)", [2], [1]),
        ("a b c -> 1", [1], [1]),
        ("a (b d) c -> (d (c b))", [[4, [5, 3]]], [[1, [4, 20]]]),
    ],
)
def test_the_result_layout_is_the_canonical_one_of_the_kept_structure(command, shape, stride):
    made = reduce_sum(cube(), command)
    assert made.layout == layout_of(shape, stride)
    assert made.offset == 0
    assert made.version == 0
    assert made.carrier.size() == made.layout.cosize


@pytest.mark.parametrize("function", REDUCTIONS, ids=NAMES)
def test_checks_run_in_the_documented_order(function):
    tensor = numbered([2, 3], [1, 2])
    with nothing_changes(tensor.carrier):
        for operand in (object(), tensor):
            fails(TypeError, "description must be a str", lambda o=operand: function(o, None))
            fails(
                ValueError,
                "Unknown dimension symbol 'b' at offset 5",
                lambda o=operand: function(o, "a -> b"),
            )
            fails(
                ValueError,
                "Reduce command must omit at least one dimension",
                lambda o=operand: function(o, "a b -> a b"),
            )
        fails(TypeError, "tensor must be a Tensor", lambda: function(object(), "a b c -> a"))
        fails(ValueError, "layout and tree profile do not match", lambda: function(tensor, "a b c -> a"))
        fails(ValueError, "layout and tree profile do not match", lambda: function(tensor, "a (b c) -> a"))


@pytest.mark.parametrize("function", REDUCTIONS, ids=NAMES)
def test_a_released_operand_is_named_after_all_other_checks(function):
    tensor = numbered([2, 3], [1, 2])
    tensor.carrier.release()
    fails(ValueError, "layout and tree profile do not match", lambda: function(tensor, "a -> 1"))
    fails(RuntimeError, "tensor carrier is released", lambda: function(tensor, "a b -> a"))


@pytest.mark.parametrize("function", [reduce_sum, einops.reduce])
def test_accumulators_that_are_refused(function):
    floats, integers = numbered([2, 3], [1, 2]), numbered([2, 3], [1, 2], dtype=DType.Int32)
    doubles = numbered([2, 3], [1, 2], dtype=DType.Float64)
    command = "a b -> a"
    for kind in ("Int32", "Int64", "Bool"):
        fails(
            NotImplementedError,
            f"DType.{kind} is not a supported accumulator dtype",
            lambda kind=kind: function(floats, command, accumulator_dtype=getattr(DType, kind)),
        )
    for kind in (np.float64, "Float64", []):
        fails(
            TypeError,
            "accumulator_dtype must be a DType or None",
            lambda kind=kind: function(floats, command, accumulator_dtype=kind),
        )
    for kind in (DType.Float32, DType.Float64):
        fails(
            TypeError,
            "operation 'reduce_sum' uses exact-integer accumulation for these operands "
            "and cannot use a floating accumulator_dtype",
            lambda kind=kind: function(integers, command, accumulator_dtype=kind),
        )
    with pytest.raises(TypeError, match=r"accumulator_dtype must not be narrower than the operands"):
        function(doubles, command, accumulator_dtype=DType.Float32)


def test_an_accumulator_is_checked_before_any_operand():
    for function in (reduce_sum, einops.reduce):
        fails(
            TypeError,
            "accumulator_dtype must be a DType or None",
            lambda function=function: function(object(), "a b -> a", accumulator_dtype="Float64"),
        )
        fails(
            NotImplementedError,
            "DType.Int32 is not a supported accumulator dtype",
            lambda function=function: function(object(), "a b -> a", accumulator_dtype=DType.Int32),
        )
        fails(
            NotImplementedError,
            "DType.Bool is not a supported accumulator dtype",
            lambda function=function: function(numbered([2], [1]), "a b -> a", accumulator_dtype=DType.Bool),
        )


@pytest.mark.parametrize("function", REDUCTIONS[1:], ids=NAMES[1:])
def test_the_other_reductions_have_no_accumulator_option(function):
    with pytest.raises(TypeError, match=r"unexpected keyword argument"):
        function(numbered([2, 3], [1, 2]), "a b -> a", accumulator_dtype=DType.Float64)


def test_integer_totals_are_exact_and_checked_at_the_end():
    fits = friendly.tensor([[2**31 - 1, 1, -1]], dtype=DType.Int32)
    assert to_list(reduce_sum(fits, "a b -> a")) == [2**31 - 1]
    wide = friendly.tensor([[2**63 - 1, 1, -1]], dtype=DType.Int64)
    assert to_list(reduce_sum(wide, "a b -> a")) == [2**63 - 1]
    for top, dtype, name in ((2**31 - 1, DType.Int32, "int32"), (2**63 - 1, DType.Int64, "int64")):
        over = friendly.tensor([[top, 1]], dtype=dtype)
        with nothing_changes(over.carrier), pytest.raises(OverflowError, match=f"is out of {name} range$"):
            reduce_sum(over, "a b -> a")


def test_a_bool_sum_counts_into_int64():
    made = reduce_sum(friendly.tensor([[True, False, True]], dtype=DType.Bool), "a b -> a")
    assert made.dtype() is DType.Int64
    assert to_list(made) == [2]


@pytest.mark.parametrize("function", [argmax, argmin])
@pytest.mark.parametrize("dtype", ["Float32", "Float64", "Int32", "Int64", "Bool"])
def test_argument_results_are_int32(function, dtype):
    tensor = Tensor(Carrier(6, dtype=getattr(DType, dtype)), 0, layout_of([2, 3], [1, 2]))
    assert function(tensor, "a b -> a").dtype() is DType.Int32


@pytest.mark.parametrize("dtype", ["Float32", "Float64", "Int32", "Int64"])
def test_reductions_keep_their_dtype(dtype):
    tensor = numbered([2, 3], [1, 2], dtype=getattr(DType, dtype))
    for function in REDUCTIONS[:4]:
        assert function(tensor, "a b -> a").dtype() is tensor.dtype()


def test_nan_wins_and_the_first_nan_is_the_argument():
    tensor = from_numpy(np.array([[1.0, np.nan, np.inf, np.nan]]))
    assert np.isnan(to_list(reduce_max(tensor, "a b -> a"))[0])
    assert np.isnan(to_list(reduce_min(tensor, "a b -> a"))[0])
    assert to_list(argmax(tensor, "a b -> a")) == to_list(argmin(tensor, "a b -> a")) == [1]


def test_a_stride_zero_mode_counts_every_coordinate():
    tensor = Tensor(Carrier.from_values([5.0, 7.0]), 0, layout_of([4, 2], [0, 1]))
    assert to_list(reduce_sum(tensor, "a b -> b")) == [20.0, 28.0]
    assert to_list(reduce_prod(tensor, "a b -> b")) == [625.0, 2401.0]


def test_operands_are_never_written():
    tensor = numbered([2, 3], [1, 2])
    with nothing_changes(tensor.carrier):
        for function in REDUCTIONS:
            function(tensor, "a b -> b")


def test_results_are_independent_of_each_other():
    first, second = reduce_sum(cube(), "a b c -> a"), reduce_sum(cube(), "a b c -> a")
    assert first.carrier is not second.carrier
    first[0] = -1.0
    assert second[0] != -1.0


def test_a_read_only_operand_is_reduced():
    array = np.arange(6.0).reshape(2, 3)
    array.flags.writeable = False
    made = reduce_sum(from_numpy(array), "a b -> b")
    assert to_list(made) == [3.0, 5.0, 7.0]
    assert made.is_mutable()


def test_friendly_sum_adds_all_elements():
    made = friendly.sum(numbered([2, 3], [1, 2], dtype=DType.Int32))
    assert made.layout == layout_of([1], [1])
    assert to_list(made) == [15]
    assert to_list(friendly.sum(numbered([1] * 26, [1] * 26, offset=3))) == [3.0]


def test_friendly_sum_failures():
    fails(
        ValueError,
        "tensor must be a flat tensor with integer modes",
        lambda: friendly.sum(numbered([2, [3]], [1, [2]])),
    )
    fails(
        ValueError, "tensor must be a flat tensor with integer modes", lambda: friendly.sum(numbered([], []))
    )
    fails(
        ValueError, "tensor has too many modes to reduce", lambda: friendly.sum(numbered([1] * 27, [1] * 27))
    )
    with pytest.raises(AttributeError):
        friendly.sum([1.0])
