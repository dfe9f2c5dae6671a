"""Commands that mean the same loops have one signature, however they are spelled."""

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from nest_support import nests
from operand_support import contraction_plan, operand, rearrangement_plan, reduction_plan, signature_of
from swc.codegen.signature import sign
from swc.dtypes import DType
from swc.ir import AxisRole, LoopNest, ReductionKind
from swc.passes import canonicalise
from swc.passes.select import select_axes


def swapped(nest: LoopNest) -> LoopNest:
    """Exchange the caller's operands of a product of two loads."""
    first, second = nest.inputs
    inputs = replace(second, name="a", operand=0), replace(first, name="b", operand=1)
    return replace(nest, inputs=inputs)


@given(nest=nests(), data=st.data())
def test_axes_may_come_in_any_order_and_factors_too(nest: LoopNest, data):
    order = data.draw(st.permutations(range(len(nest.axes))))
    spelled = select_axes(nest, order)
    if len(nest.inputs) == 2 and data.draw(st.booleans()):
        spelled = swapped(spelled)
    assert canonicalise(spelled) == canonicalise(nest)


@given(nest=nests(), data=st.data())
def test_an_axis_may_be_split(nest: LoopNest, data):
    place = data.draw(st.integers(0, len(nest.axes) - 1))
    inner = data.draw(st.integers(1, 3))
    axis = nest.axes[place]
    assume(axis.role is AxisRole.REDUCED or nest.output.strides[place] > 0)
    longer = replace(axis, extent=axis.extent * inner)
    whole = replace(nest, axes=(*nest.axes[:place], longer, *nest.axes[place + 1 :]))
    pieces = replace(axis, name="outer"), replace(axis, name="inner", extent=inner)

    def split(strides: tuple[int, ...]) -> tuple[int, ...]:
        return (*strides[:place], strides[place] * inner, *strides[place:]) if strides else ()

    reduction = nest.reduction
    if reduction is not None:
        reduction = replace(reduction, ordinal_strides=split(reduction.ordinal_strides))
    parts = replace(
        nest,
        axes=(*nest.axes[:place], *pieces, *nest.axes[place + 1 :]),
        inputs=tuple(replace(access, strides=split(access.strides)) for access in nest.inputs),
        output=replace(nest.output, strides=split(nest.output.strides)),
        reduction=reduction,
    )
    assert sign(canonicalise(parts)) == sign(canonicalise(whole))


SAME = {
    "renamed symbols": (
        contraction_plan("b i k, b j k -> b i j", operand([2, 3, 4]), operand([2, 5, 4])),
        contraction_plan("z x y, z w y -> z x w", operand([2, 3, 4]), operand([2, 5, 4])),
    ),
    "other extents": (
        contraction_plan("a k, k -> a", operand([3, 4]), operand([4])),
        contraction_plan("a k, k -> a", operand([30, 40]), operand([40])),
    ),
    "swapped operands": (
        contraction_plan("a k, k -> a", operand([3, 4]), operand([4])),
        contraction_plan("k, a k -> a", operand([4]), operand([3, 4])),
    ),
    "swapped operands of two dtypes": (
        contraction_plan("a k, k -> a", operand([3, 4]), operand([4], dtype=DType.Float64)),
        contraction_plan("k, a k -> a", operand([4], dtype=DType.Float64), operand([3, 4])),
    ),
    "swapped operands of a contraction": (
        contraction_plan("a k, b k -> a b", operand([3, 4]), operand([5, 4])),
        contraction_plan("b k, a k -> b a", operand([5, 4]), operand([3, 4])),
    ),
    "swapped operands of an exact product": (
        contraction_plan(
            "a k, b k -> a b", operand([3, 4], dtype=DType.Int32), operand([5, 4], dtype=DType.Int32)
        ),
        contraction_plan(
            "b k, a k -> b a", operand([5, 4], dtype=DType.Int32), operand([3, 4], dtype=DType.Int32)
        ),
    ),
    "swapped strides": (
        contraction_plan("k l, l k -> 1", operand([3, 4], [5, 3]), operand([4, 3], [5, 3])),
        contraction_plan("l k, k l -> 1", operand([4, 3], [5, 3]), operand([3, 4], [5, 3])),
    ),
    "flat and hierarchical": (
        contraction_plan("a k, k -> a", operand([6, 4]), operand([4])),
        contraction_plan("a k, k -> a", operand([[3, 2], 4], [[4, 12], 1]), operand([4])),
    ),
    "flat and hierarchical exact product": (
        contraction_plan(
            "a k, b k -> a b", operand([6, 4], dtype=DType.Int64), operand([9, 4], dtype=DType.Int64)
        ),
        contraction_plan(
            "a k, b k -> a b",
            operand([[3, 2], 4], [[4, 12], 1], dtype=DType.Int64),
            operand([9, 4], dtype=DType.Int64),
        ),
    ),
    "hierarchical reference": (
        reduction_plan("a (c d) -> a", operand([2, [3, 4]])),
        reduction_plan("a c -> a", operand([2, 12])),
    ),
    "unit modes": (
        reduction_plan("a b -> a", operand([3, 4])),
        reduction_plan("a 1 b c -> c a", operand([3, 1, 4, 1])),
    ),
    "the only reduced mode has extent one": (
        reduction_plan("a b -> a", operand([3, 1], [5, 7])),
        reduction_plan("a b -> a", operand([3, 1], [5, 1])),
    ),
    "permuted symbols": (
        reduction_plan("a b -> a", operand([3, 4])),
        reduction_plan("b a -> a", operand([4, 3], [1, 4])),
    ),
    "permuted contracted symbols": (
        contraction_plan("a k l, a k l -> a", operand([2, 3, 4]), operand([2, 3, 4])),
        contraction_plan("l k a, k a l -> a", operand([4, 3, 2], [1, 4, 12]), operand([3, 2, 4], [4, 12, 1])),
    ),
    "copies of one element size": (
        rearrangement_plan("a b -> b a", operand([3, 4])),
        rearrangement_plan("a b -> b a", operand([3, 4], dtype=DType.Int32)),
    ),
    "copies that move nothing": (
        rearrangement_plan("a b -> a b", operand([3, 4])),
        rearrangement_plan("a (b c) -> a b c", operand([3, [4, 5]])),
    ),
}


@pytest.mark.parametrize(("first", "second"), SAME.values(), ids=SAME)
def test_same_meaning_has_one_signature(first, second):
    assert signature_of(first) == signature_of(second)
    assert signature_of(first).describe() == signature_of(second).describe()


DIFFERENT = {
    "dtype": (
        reduction_plan("a b -> a", operand([3, 4])),
        reduction_plan("a b -> a", operand([3, 4], dtype=DType.Float64)),
    ),
    "operator": (
        reduction_plan("a b -> a", operand([3, 4])),
        reduction_plan("a b -> a", operand([3, 4]), ReductionKind.MAX),
    ),
    "accumulator": (
        reduction_plan("a b -> a", operand([3, 4])),
        reduction_plan("a b -> a", operand([3, 4]), accumulator=DType.Float64),
    ),
    "a gap where elements were neighbours": (
        reduction_plan("a b -> a", operand([3, 4])),
        reduction_plan("a b -> a", operand([3, 4], [8, 2])),
    ),
    "checked against exact products": (
        contraction_plan("a k, k -> a", operand([3, 4], dtype=DType.Int32), operand([4], dtype=DType.Int32)),
        contraction_plan(
            "a k, a k -> a", operand([3, 4], dtype=DType.Int32), operand([3, 4], dtype=DType.Int32)
        ),
    ),
    "element size of a copy": (
        rearrangement_plan("a b -> b a", operand([3, 4])),
        rearrangement_plan("a b -> b a", operand([3, 4], dtype=DType.Float64)),
    ),
}


@pytest.mark.parametrize(("first", "second"), DIFFERENT.values(), ids=DIFFERENT)
def test_other_meaning_has_another_signature(first, second):
    assert signature_of(first) != signature_of(second)
    assert signature_of(first).describe() != signature_of(second).describe()


@pytest.mark.parametrize("command", ["a k, b k -> a b", "b k, a k -> b a", "a k, b k -> b a"])
def test_canonical_inputs_still_name_the_caller_s_operands(command):
    extents = {"a": 3, "b": 5}
    lhs, rhs = (operand([extents[side[0]], 4]) for side in command.split(", "))
    nest = canonicalise(contraction_plan(command, lhs, rhs).nest)
    moved = {
        access.operand: [nest.axes[axis].extent for axis in range(2) if access.strides[axis]]
        for access in nest.inputs
    }
    assert moved == {0: [lhs.layout[0].size], 1: [rhs.layout[0].size]}
