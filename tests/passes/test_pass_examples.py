"""The rewrite that each pass documents, and the cases that it leaves alone."""

from dataclasses import replace

import pytest

from nest_support import make_nest, product
from swc.dtypes import DType
from swc.ir import ReductionKind, ScalarOperation, format_nest
from swc.ir.nodes import Apply, Convert, Load
from swc.passes.coalesce_axes import coalesce_axes
from swc.passes.drop_unit_axes import drop_unit_axes
from swc.passes.erase_copy_dtype import erase_copy_dtype
from swc.passes.order_axes import order_axes
from swc.passes.order_operands import order_operands
from swc.passes.pair_transposed_axes import pair_transposed_axes

SUM, ARGMAX = ReductionKind.SUM, ReductionKind.ARGMAX


def copy_nest(*rows):
    return make_nest(rows, dtypes=[DType.Float32, DType.Float32])


def sum_nest(*rows):
    return make_nest(rows, kind=SUM)


def dot_nest(*rows, dtypes=(DType.Float32,) * 3):
    return make_nest(rows, dtypes=dtypes, value=product(), kind=SUM)


def strides_of(nest):
    return list(zip(nest.output.strides, *(access.strides for access in nest.inputs), strict=True))


def extents_of(nest):
    return [axis.extent for axis in nest.axes]


def test_drop_unit_axes_removes_an_axis_that_runs_once():
    nest = drop_unit_axes(copy_nest(("p", 1, (7, 9)), ("p", 6, (1, 1))))
    assert format_nest(nest) == "for i0 in 6:\n  out[i0] = a[i0]"


def test_drop_unit_axes_keeps_one_axis_of_a_copy_of_one_element():
    nest = drop_unit_axes(copy_nest(("p", 1, (7, 9)), ("p", 1, (3, 5))))
    assert format_nest(nest) == "for i0 in 1:\n  out[i0] = a[i0]"


def test_drop_unit_axes_keeps_one_reduced_axis():
    nest = drop_unit_axes(sum_nest(("p", 4, (1, 5)), ("r", 1, (0, 9)), ("r", 1, (0, 8))))
    assert format_nest(nest) == "for i0 in 4:\n  for i1 in 1 reduced:\n    out[i0] sum= a[5*i0 + i1] in Int64"


def test_drop_unit_axes_makes_the_only_reduced_axis_contiguous():
    nest = drop_unit_axes(sum_nest(("p", 4, (1, 5)), ("r", 1, (0, 9))))
    assert strides_of(nest) == [(1, 5), (0, 1)]


@pytest.mark.parametrize(
    "nest",
    [
        copy_nest(("p", 4, (1, 5))),
        sum_nest(("p", 4, (1, 5)), ("r", 1, (0, 1))),
        sum_nest(("r", 4, (0, 5))),
    ],
)
def test_drop_unit_axes_leaves_what_is_settled(nest):
    assert drop_unit_axes(nest) is nest


def test_order_axes_follows_the_output_of_a_copy():
    nest = order_axes(copy_nest(("p", 3, (1, 4)), ("p", 4, (3, 1))))
    assert format_nest(nest) == "for i0 in 4:\n  for i1 in 3:\n    out[3*i0 + i1] = a[i0 + 4*i1]"


def test_order_axes_follows_the_inputs_of_a_reduction_and_puts_reduced_axes_last():
    nest = order_axes(sum_nest(("r", 3, (0, 40)), ("p", 5, (8, 1)), ("p", 8, (1, 5))))
    assert strides_of(nest) == [(1, 5), (8, 1), (0, 40)]


def test_order_axes_leaves_ordered_axes():
    nest = copy_nest(("p", 4, (3, 1)), ("p", 3, (1, 4)))
    assert order_axes(nest) is nest


def test_coalesce_axes_merges_what_steps_as_one():
    nest = coalesce_axes(copy_nest(("p", 4, (6, 6)), ("p", 6, (1, 1))))
    assert format_nest(nest) == "for i0 in 24:\n  out[i0] = a[i0]"


def test_coalesce_axes_merges_across_an_axis_of_the_other_operand():
    nest = coalesce_axes(
        dot_nest(("p", 3, (40, 12, 0)), ("p", 5, (1, 0, 8)), ("p", 8, (5, 4, 0)), ("r", 4, (0, 1, 1)))
    )
    assert extents_of(nest) == [3, 5, 8, 4]
    nest = coalesce_axes(
        dot_nest(("p", 3, (40, 32, 0)), ("p", 5, (1, 0, 8)), ("p", 8, (5, 4, 0)), ("r", 4, (0, 1, 1)))
    )
    assert strides_of(nest) == [(1, 0, 8), (5, 4, 0), (0, 1, 1)]
    assert extents_of(nest) == [5, 24, 4]


def test_coalesce_axes_merges_axes_that_nothing_moves_along():
    nest = coalesce_axes(sum_nest(("r", 3, (0, 0)), ("r", 4, (0, 0))))
    assert extents_of(nest) == [12]


@pytest.mark.parametrize(
    "nest",
    [
        copy_nest(("p", 4, (7, 6)), ("p", 6, (1, 1))),
        sum_nest(("p", 4, (1, 6)), ("r", 6, (0, 1))),
        make_nest(
            [("r", 4, (0, 6)), ("r", 6, (0, 1))],
            dtypes=[DType.Int32, DType.Int64],
            kind=ARGMAX,
            ordinals=(1, 4),
        ),
    ],
    ids=["output has a gap", "roles differ", "ordinals step otherwise"],
)
def test_coalesce_axes_leaves_what_does_not_step_as_one(nest):
    assert coalesce_axes(nest) is nest


def test_coalesced_axis_names_every_symbol_that_it_came_from():

    nest = copy_nest(("p", 4, (6, 6)), ("p", 6, (1, 1)))
    axes = tuple(replace(axis, origin=(symbol,)) for axis, symbol in zip(nest.axes, "ab", strict=True))
    assert coalesce_axes(replace(nest, axes=axes)).axes[0].origin == ("a", "b")


def test_order_operands_puts_the_factor_of_greater_strides_first():
    nest = order_operands(dot_nest(("p", 3, (1, 0, 4)), ("r", 4, (0, 1, 1))))
    assert format_nest(nest).splitlines()[-1].strip() == "out[i0] sum= a[4*i0 + i1] * b[i1] in Float32"
    assert [access.operand for access in nest.inputs] == [1, 0]


def test_order_operands_of_a_contraction_puts_the_columns_last():
    nest = order_operands(dot_nest(("p", 3, (1, 4, 0)), ("p", 5, (3, 0, 4)), ("r", 4, (0, 1, 1))))
    assert [access.operand for access in nest.inputs] == [1, 0]


def test_order_operands_leaves_a_contraction_whose_right_factor_gives_the_columns():
    nest = dot_nest(("p", 3, (5, 4, 0)), ("p", 5, (1, 0, 4)), ("r", 4, (0, 1, 1)))
    assert order_operands(nest) is nest


def test_order_operands_settles_an_axis_along_which_neither_factor_moves():
    nest = dot_nest(("p", 3, (10, 4, 0)), ("p", 5, (2, 0, 4)), ("p", 2, (1, 0, 0)), ("r", 4, (0, 1, 1)))
    assert order_operands(nest) is nest


def test_order_operands_keeps_each_conversion_with_its_operand():

    value = Apply(ScalarOperation.MULTIPLY, (Load(0), Convert(DType.Float64, Load(1))))
    nest = make_nest(
        [("p", 3, (1, 0, 4)), ("r", 4, (0, 1, 1))],
        dtypes=[DType.Float64, DType.Float64, DType.Int32],
        value=value,
        kind=SUM,
    )
    swapped = order_operands(nest)
    assert swapped.value == Apply(ScalarOperation.MULTIPLY, (Convert(DType.Float64, Load(0)), Load(1)))
    assert [access.dtype for access in swapped.inputs] == [DType.Int32, DType.Float64]


def test_order_operands_leaves_what_has_one_operand():
    nest = sum_nest(("r", 3, (0, 1)))
    assert order_operands(nest) is nest


def test_pair_transposed_axes_brings_the_input_s_contiguous_axis_next_to_the_innermost():
    nest = pair_transposed_axes(copy_nest(("p", 5, (42, 1)), ("p", 6, (7, 5)), ("p", 7, (1, 30))))
    assert format_nest(nest).splitlines()[-1].strip() == "out[7*i0 + 42*i1 + i2] = a[5*i0 + i1 + 30*i2]"
    assert extents_of(nest) == [6, 5, 7]


@pytest.mark.parametrize(
    "nest",
    [
        copy_nest(("p", 5, (7, 1)), ("p", 7, (1, 30))),
        copy_nest(("p", 6, (35, 5)), ("p", 5, (7, 1)), ("p", 7, (1, 30))),
        copy_nest(("p", 6, (35, 70)), ("p", 5, (7, 14)), ("p", 7, (1, 2))),
        sum_nest(("p", 5, (42, 1)), ("p", 6, (7, 5)), ("r", 7, (0, 30))),
    ],
    ids=["two axes", "paired already", "same order", "reduction"],
)
def test_pair_transposed_axes_leaves_alone(nest):
    assert pair_transposed_axes(nest) is nest


@pytest.mark.parametrize(
    ("dtype", "moved"),
    [
        (DType.Float32, DType.Int32),
        (DType.Float64, DType.Int64),
        (DType.Int32, DType.Int32),
        (DType.Int64, DType.Int64),
        (DType.Bool, DType.Bool),
    ],
)
def test_erase_copy_dtype_moves_elements_as_integers_of_their_size(dtype, moved):
    nest = make_nest([("p", 3, (1, 3))], dtypes=[dtype, dtype])
    erased = erase_copy_dtype(nest)
    assert (erased.output.dtype, erased.inputs[0].dtype) == (moved, moved)
    assert (erased is nest) == (dtype is moved)


@pytest.mark.parametrize(
    "nest",
    [
        make_nest(
            [("p", 3, (1, 3))], dtypes=[DType.Float64, DType.Float32], value=Convert(DType.Float64, Load(0))
        ),
        make_nest([("r", 3, (0, 3))], dtypes=[DType.Float32, DType.Float32], kind=SUM),
        make_nest([("p", 3, (1, 3, 3))], dtypes=[DType.Float32] * 3, value=product()),
    ],
    ids=["conversion", "reduction", "product"],
)
def test_erase_copy_dtype_leaves_what_is_no_copy(nest):
    assert erase_copy_dtype(nest) is nest
