"""Where results lie, as the operations contract places them."""

import pytest

from operand_support import contraction_plan, operand, reduction_plan
from swc.command import parse_einsum, parse_rearrange, parse_reduce
from swc.ir import ReductionKind, format_nest
from swc.layout import Layout, Shape, Stride
from swc.lowering.contraction import plan_contraction, plan_matmul
from swc.lowering.copy import plan_rearrangement
from swc.lowering.reduction import plan_reduction
from swc.operand import ResultOrder

A, B, C, I, J, K = 2, 3, 4, 5, 6, 7  # noqa: E741
SIZES = {"a": A, "b": B, "c": C, "i": I, "j": J, "k": K}


def sized(reference):
    return operand([SIZES[symbol] for symbol in reference.split()])


def layout(shape, stride):
    return Layout(Shape(shape), Stride(stride))


CONTRACTIONS = [
    ("a b, c b -> a c", layout([A, C], [1, A])),
    ("a b, c b -> c a", layout([C, A], [A, 1])),
    ("b, b -> 1", layout([1], [0])),
    ("a b, b -> a", layout([A], [1])),
    ("b, c b -> c", layout([C], [1])),
    ("b i k, b j k -> b i j", layout([B, I, J], [1, B, B * I])),
    ("b i k, b j k -> j b i", layout([J, B, I], [1, J, J * B])),
    ("b i, b j -> b i j", layout([B, I, J], [1, B, B * I])),
    ("b i, b j -> b j i", layout([B, J, I], [1, B * I, B])),
    ("b i, b j -> b 1 (j i)", layout([B, 1, [J, I]], [1, 0, [B * I, B]])),
]


@pytest.mark.parametrize(("command", "wanted"), CONTRACTIONS)
def test_layout_of_a_contraction(command, wanted):
    lhs, rhs = map(sized, command.split(" -> ")[0].split(", "))
    assert contraction_plan(command, lhs, rhs).result.layout == wanted


@pytest.mark.parametrize(("command", "wanted"), CONTRACTIONS)
def test_row_major_results_have_the_same_shape(command, wanted):
    lhs, rhs = map(sized, command.split(" -> ")[0].split(", "))
    plan = plan_contraction(parse_einsum(command), command, lhs, rhs, order=ResultOrder.ROW_MAJOR)
    assert plan.result.layout.shape == wanted.shape
    steps, step = [], 1
    for extent in reversed(wanted.leaf_extents):
        steps.append(step)
        step *= extent
    assert list(plan.result.layout.leaf_strides) == steps[::-1]


@pytest.mark.parametrize(
    ("command", "shape", "wanted"),
    [
        ("a b c -> (c a)", [A, B, C], layout([[C, A]], [[1, C]])),
        ("a b -> 1", [A, B], layout([1], [1])),
        ("a b c -> a 1 c", [A, B, C], layout([A, 1, C], [1, A, A])),
        ("a (c d) b -> a c", [2, [3, 4], 5], layout([2, 3], [1, 2])),
        ("a b -> (b)", [A, B], layout([B], [1])),
    ],
)
def test_layout_of_a_reduction(command, shape, wanted):
    for kind in (ReductionKind.SUM, ReductionKind.ARGMAX):
        assert reduction_plan(command, operand(shape), kind).result.layout == wanted


def test_a_kept_subtree_appears_in_the_result_and_the_finer_side_gives_it():
    nested, flat = operand([[2, 3], 4]), operand([6, 5])
    assert contraction_plan("b i, b j -> b i j", nested, flat).result.layout.shape == Shape([[2, 3], 4, 5])
    assert contraction_plan("b j, b i -> b i j", flat, nested).result.layout.shape == Shape([[2, 3], 4, 5])
    other = operand([[3, 2], 5])
    assert contraction_plan("b i, b j -> b i j", nested, other).result.layout.shape == Shape([[2, 3], 4, 5])


def test_matmul_result_is_canonical():
    plan = plan_matmul(operand([[2, 3], 4]), operand([5, 4]))
    assert plan.result.layout == layout([[2, 3], 5], [[1, 2], 6])


def test_orders_of_reductions_and_rearrangements():
    reduced = plan_reduction(
        parse_reduce("a b c -> c a"), ReductionKind.SUM, operand([A, B, C]), order=ResultOrder.ROW_MAJOR
    )
    assert reduced.result.layout == layout([C, A], [A, 1])
    moved = plan_rearrangement(
        parse_rearrange("a b c -> c a b"), operand([A, B, C]), order=ResultOrder.CANONICAL
    )
    assert moved.result.layout == layout([C, A, B], [1, C, C * A])


def test_ordinals_count_the_lowest_source_id_fastest():
    nest = reduction_plan("a (c d) b -> a c", operand([2, [3, 4], 5]), ReductionKind.ARGMAX).nest
    steps = {
        axis.origin[0]: step for axis, step in zip(nest.axes, nest.reduction.ordinal_strides, strict=True)
    }
    assert steps == {"a": 0, "c": 0, "d": 1, "b": 4}


def test_a_contraction_of_single_elements_still_has_a_loop():
    one = operand([1, 1])
    assert format_nest(contraction_plan("b i, b j -> b i j", one, one).nest) == (
        "for i0 in 1:\n  out[0] = a[0] * b[0]"
    )
    assert "reduced" in format_nest(contraction_plan("a k, k -> a", one, operand([1])).nest)


def test_no_walk_in_common_means_a_copy_of_the_right_operand():
    lhs, rhs = operand([4, [2, 3]]), operand([5, [3, 2]])
    plan = contraction_plan("a k, b k -> a b", lhs, rhs)
    assert plan.copies == ((1, Layout(Shape([5, [3, 2]]), Stride([1, [5, 15]]))),)
    assert contraction_plan("a k, b k -> a b", lhs, operand([5, [2, 3]])).copies == ()
