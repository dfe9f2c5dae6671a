"""The verifier refuses every malformed nest, and names the pass and the rule that broke."""

from dataclasses import replace

import pytest

from nest_support import PARALLEL, REDUCED, make_nest, product
from swc.dtypes import DType
from swc.errors import KernelError
from swc.ir import Apply, Axis, Convert, Load, ReductionKind, ScalarOperation, verify

COPY = make_nest([("p", 3, (4, 1)), ("p", 4, (1, 3))])
SUM = make_nest([("p", 3, (1, 4)), ("r", 4, (0, 1))], kind=ReductionKind.SUM)
ARGMAX = make_nest([("r", 4, (0, 1))], kind=ReductionKind.ARGMAX, ordinals=(1,))
PRODUCT = make_nest([("p", 3, (1, 1, 1))], dtypes=[DType.Int32] * 3, value=product())
CHECKED = Apply(ScalarOperation.CHECKED_MULTIPLY, (Load(0), Load(1)))


@pytest.mark.parametrize("nest", [COPY, SUM, ARGMAX, PRODUCT, replace(PRODUCT, value=CHECKED)])
def test_well_formed_nest_is_returned_unchanged(nest):
    assert verify(nest) is nest


def with_axis(nest, position, **changes):
    axes = list(nest.axes)
    axes[position] = replace(axes[position], **changes)
    return replace(nest, axes=tuple(axes))


FAULTS = {
    "no trip": (with_axis(COPY, 0, extent=0), "an axis has no trip"),
    "negative trip": (with_axis(COPY, 1, extent=-2), "an axis has no trip"),
    "one name twice": (with_axis(COPY, 1, name="i0"), "two axes share a name"),
    "input of another rank": (
        replace(COPY, inputs=(replace(COPY.inputs[0], strides=(1,)),)),
        "access 'a' has 1 strides for 2 axes",
    ),
    "output of another rank": (
        replace(COPY, output=replace(COPY.output, strides=(4, 1, 1))),
        "access 'out' has 3 strides for 2 axes",
    ),
    "reduced axis that moves the output": (
        replace(SUM, output=replace(SUM.output, strides=(1, 1))),
        "reduced axis 'i1' moves the output",
    ),
    "parallel axis that does not": (
        replace(COPY, output=replace(COPY.output, strides=(0, 1))),
        "parallel axis 'i0' writes one element several times",
    ),
    "reduced axis without a reduction": (replace(SUM, reduction=None), "reduced axes without a reduction"),
    "ordinals missing": (
        replace(ARGMAX, reduction=replace(ARGMAX.reduction, ordinal_strides=())),
        "0 ordinal strides where 1 are wanted",
    ),
    "ordinals of a sum": (
        replace(SUM, reduction=replace(SUM.reduction, ordinal_strides=(1, 1))),
        "2 ordinal strides where 0 are wanted",
    ),
    "load of no input": (replace(COPY, value=Load(1)), "load of input 1"),
    "load of a negative input": (
        replace(COPY, value=Convert(DType.Float64, Load(-1))),
        "load of input -1",
    ),
    "load of no input in a product": (
        replace(COPY, value=Apply(ScalarOperation.MULTIPLY, (Load(0), Load(2)))),
        "load of input 2",
    ),
    "mixed dtypes": (
        replace(PRODUCT, value=Apply(ScalarOperation.MULTIPLY, (Load(0), Convert(DType.Int64, Load(1))))),
        "operation on mixed dtypes ['Int32', 'Int64']",
    ),
    "checked floating product": (
        make_nest([("p", 3, (1, 1, 1))], dtypes=[DType.Float32] * 3, value=CHECKED),
        "checked multiplication of a floating value",
    ),
}


@pytest.mark.parametrize(("nest", "rule"), FAULTS.values(), ids=FAULTS)
def test_malformed_nest_is_refused(nest, rule):
    with pytest.raises(KernelError) as caught:
        verify(nest, after="some_pass")
    assert str(caught.value) == f"malformed loop nest after some_pass: {rule}\n{nest!r}"


def test_a_parallel_axis_of_extent_one_need_not_move():
    nest = make_nest([("p", 1, (0, 0))])
    assert verify(nest) is nest


def test_axes_of_gives_positions_outermost_first():
    assert SUM.axes_of(PARALLEL) == (0,)
    assert SUM.axes_of(REDUCED) == (1,)
    assert COPY.axes_of(REDUCED) == ()


def test_where_an_axis_came_from_is_no_part_of_it():
    assert Axis(name="i0", role=PARALLEL, extent=3, origin=("a",)) == COPY.axes[0]
    assert replace(COPY.inputs[0], operand=5) == COPY.inputs[0]
