"""What binding a command to operands refuses, in which order, and what the notes tell."""

import pytest

from operand_support import contraction_plan, operand, rearrangement_plan, reduction_plan
from swc.dtypes import DType
from swc.errors import CommandError
from swc.ir import ReductionKind
from swc.layout import Layout, Shape, Stride
from swc.lowering.contraction import plan_matmul
from swc.operand import OperandType

PROFILE = "layout and tree profile do not match"
OMITTED = "Layout rearrange ids must include every extracted layout"
BOOL = operand([2, 3], dtype=DType.Bool)


def fault(kind, function, *arguments, **options):
    with pytest.raises(kind) as caught:
        function(*arguments, **options)
    assert type(caught.value) is kind
    return str(caught.value), getattr(caught.value, "__notes__", [])


@pytest.mark.parametrize(
    ("function", "arguments", "name"),
    [
        (reduction_plan, ("a b c -> a", operand([2, 3])), "tensor"),
        (rearrangement_plan, ("a b c -> a b c", operand([2, 3])), "tensor"),
        (contraction_plan, ("a b c, d b -> a c d", operand([2, 3]), operand([4, 3])), "lhs"),
        (contraction_plan, ("a b, c d b -> a c d", operand([2, 3]), operand([4, 3])), "rhs"),
    ],
)
def test_profile_mismatch_names_the_operand_and_both_structures(function, arguments, name):
    text, notes = fault(ValueError, function, *arguments)
    assert text == PROFILE
    assert notes[0].startswith(f"{name} has the structure (")
    assert notes[0].endswith("(leaf, leaf, leaf)")


def test_a_flat_mode_where_a_group_is_named_is_explained():
    text, notes = fault(ValueError, reduction_plan, "a (b c) -> a", operand([2, 12]))
    assert text == PROFILE
    assert notes == [
        "tensor has the structure (2, 12), the reference names (leaf, (leaf, leaf))",
        "mode 1 is flat, of extent 12, where the reference has a group: a command takes no sizes; "
        "strideweave.view(array, 'a (b c)', c=...) builds the hierarchy",
    ]


def test_left_operand_is_looked_at_first():
    _, notes = fault(ValueError, contraction_plan, "a b c, b d e -> a c d e", operand([2]), operand([2]))
    assert notes[0].startswith("lhs ")


def test_profile_comes_before_shared_sizes():
    lhs, rhs = operand([2, 3]), operand([4])
    assert fault(ValueError, contraction_plan, "a b, b c -> a c", lhs, rhs)[0] == PROFILE


def test_shared_size_names_the_symbol_both_sizes_and_the_operands():
    text, notes = fault(CommandError, contraction_plan, "a b, c b -> a c", operand([2, 3]), operand([5, 4]))
    assert text == "Einsum shared dimension 'b' has mismatched logical size"
    assert notes == ["  a b, c b -> a c", "shared dimension 'b': 3 in lhs, 4 in rhs"]


@pytest.mark.parametrize("command", ["p q r, r q p -> 1", "p q r, q r p -> 1"])
def test_shared_sizes_are_compared_in_left_order(command):
    """All three disagree; the left operand's first symbol is named."""
    text, _ = fault(CommandError, contraction_plan, command, operand([2, 3, 4]), operand([9, 9, 9]))
    assert text == "Einsum shared dimension 'p' has mismatched logical size"


def test_size_of_a_subtree_is_that_of_all_its_leaves():
    nested = operand([2, [3, 4]])
    assert contraction_plan("a b, c b -> a c", nested, operand([5, 12])).nest
    text, notes = fault(CommandError, contraction_plan, "a b, c b -> a c", nested, operand([5, 7]))
    assert notes[-1] == "shared dimension 'b': 12 in lhs, 7 in rhs"
    assert "'b'" in text


def test_shared_sizes_come_before_anonymous_leaves():
    lhs, rhs = operand([2, 3, 3]), operand([5, 4])
    text, _ = fault(CommandError, contraction_plan, "a 1 b, c b -> a c", lhs, rhs)
    assert text == "Einsum shared dimension 'b' has mismatched logical size"


@pytest.mark.parametrize(
    ("command", "lhs", "rhs", "note"),
    [
        ("a 1 b, c b -> a c", [2, 7, 3], [5, 3], "leaf 1 of lhs has size 7, not 1"),
        ("a b, c b 1 -> a c", [2, 3], [5, 3, 4], "leaf 2 of rhs has size 4, not 1"),
        ("a 1 b, c b 1 -> a c", [2, 7, 3], [5, 3, 4], "leaf 1 of lhs has size 7, not 1"),
    ],
)
def test_anonymous_leaf_of_a_contraction_has_extent_one(command, lhs, rhs, note):
    text, notes = fault(ValueError, contraction_plan, command, operand(lhs), operand(rhs))
    assert text == OMITTED
    assert notes == [note]


def test_anonymous_leaf_of_a_rearrangement_has_extent_one():
    assert fault(ValueError, rearrangement_plan, "a 1 b -> b a", operand([2, 7, 3]))[0] == OMITTED


def test_anonymous_leaf_of_a_reduction_is_reduced():
    nest = reduction_plan("a 1 -> a", operand([2, 7])).nest
    assert [(axis.extent, axis.role.value) for axis in nest.axes] == [(2, "parallel"), (7, "reduced")]


def test_layouts_come_before_dtypes():
    assert fault(ValueError, reduction_plan, "a b c -> a", BOOL, ReductionKind.PROD)[0] == PROFILE
    assert fault(ValueError, contraction_plan, "a b c, b d -> a c d", BOOL, BOOL)[0] == PROFILE
    text, _ = fault(CommandError, contraction_plan, "a b, c b -> a c", BOOL, operand([2, 4]))
    assert text == "Einsum shared dimension 'b' has mismatched logical size"


def test_bool_is_refused_with_a_note_that_helps():
    text, notes = fault(NotImplementedError, contraction_plan, "a b, c b -> a c", BOOL, BOOL)
    assert text.startswith("no backend implements operations on DType.Bool; ")
    assert notes == [
        "'einsum' takes Float32, Float64, Int32 and Int64 operands; convert a mask first, "
        "or count it with reduce_sum"
    ]


def test_fibre_of_an_arg_reduction_fits_int32():
    longest = OperandType(Layout(Shape([2, 2**31 - 1]), Stride([1, 0])), DType.Float32)
    assert reduction_plan("a b -> a", longest, ReductionKind.ARGMAX).result.dtype is DType.Int32
    longer = OperandType(Layout(Shape([2, 2**16, 2**15]), Stride([1, 0, 0])), DType.Float32)
    text, _ = fault(OverflowError, reduction_plan, "a b c -> a", longer, ReductionKind.ARGMIN)
    assert text == "Reduction fiber extent is out of Int32 range"
    assert reduction_plan("a b c -> a", longer, ReductionKind.MAX).nest


@pytest.mark.parametrize(
    ("lhs", "rhs", "text"),
    [
        ([2], [2, 3], "lhs must have a two-mode layout"),
        ([2, 3], [2, 3, 4], "rhs must have a two-mode layout"),
        ([2, 3, 4], [2], "lhs must have a two-mode layout"),
        ([2, 3], [2, 4], "Matmul inner dimensions must match"),
    ],
)
def test_matmul_takes_two_modes_of_one_inner_size(lhs, rhs, text):
    assert fault(ValueError, plan_matmul, operand(lhs), operand(rhs))[0] == text


def test_matmul_inner_sizes_are_noted():
    _, notes = fault(ValueError, plan_matmul, operand([2, 3]), operand([2, 4]))
    assert notes == ["inner mode: 3 in lhs, 4 in rhs"]
