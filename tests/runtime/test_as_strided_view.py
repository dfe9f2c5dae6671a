"""Tensor contract, section 8: as_strided, whose strides count source ordinals."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from runtime_support import layout_of, nothing_changes, numbered

from strideweave import Shape, Stride, as_strided
from strideweave.friendly import to_list


@pytest.mark.parametrize(
    ("source", "inner", "made"),
    [
        (([5, 4], [4, 1]), ([2, 2], [1, 2]), ([2, 2], [4, 8])),
        (([5, 4], [4, 1]), ([2, 2], [1, 5]), ([2, 2], [4, 1])),
        (([20], [2]), ([5, 4], [4, 1]), ([5, 4], [8, 2])),
        (([6], [1]), ([2, [3]], [3, [1]]), ([2, [3]], [3, [1]])),
        (([2, 3, 2], [1, 2, 10]), ([3, 2], [1, 3]), ([3, 2], [1, 3])),
        (([2, 3], [1, 2]), ([1], [0]), ([1], [0])),
    ],
)
def test_the_result_reads_the_source_at_the_mapped_ordinals(source, inner, made):
    tensor = numbered(*source)
    with nothing_changes(tensor.carrier):
        result = as_strided(tensor, Shape(inner[0]), Stride(inner[1]))
    assert result.layout == layout_of(*made)
    assert result.carrier is tensor.carrier
    assert result.offset == tensor.offset
    ordinals = layout_of(*inner)
    assert to_list(result) == [tensor[ordinals.index(ordinal)] for ordinal in range(ordinals.size)]


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_whatever_is_accepted_reads_the_mapped_ordinals(data):
    small = st.lists(st.integers(1, 4), min_size=1, max_size=3)
    extents = data.draw(small)
    strides = data.draw(st.lists(st.integers(0, 9), min_size=len(extents), max_size=len(extents)))
    tensor = numbered(extents, strides, offset=1)
    shape = data.draw(small)
    steps = data.draw(st.lists(st.integers(0, 9), min_size=len(shape), max_size=len(shape)))
    ordinals = layout_of(shape, steps)
    try:
        result = as_strided(tensor, Shape(shape), Stride(steps))
    except ValueError:
        return
    assert result.layout.shape == ordinals.shape
    assert result.layout.is_injective
    assert to_list(result) == [tensor[ordinals.index(ordinal)] for ordinal in range(ordinals.size)]


CHECKS = [
    ([2, 2], Stride([1, 2]), TypeError, "shape must be a Shape"),
    (Shape([2, 2]), [1, 2], TypeError, "stride must be a Stride"),
    (Shape([2, 2]), Stride([1, [2]]), ValueError, "Shape and Stride do not match in Structure"),
    (Shape([2, 2]), Stride([1, 1]), ValueError, "as_strided mapping must be injective"),
    (Shape([2, 30]), Stride([0, 1]), ValueError, "as_strided mapping must be injective"),
    (Shape([2]), Stride([20]), ValueError, "as_strided mapping exceeds the input logical coordinate domain"),
    (Shape([7]), Stride([2]), ValueError, "as_strided composition is not representable by a Layout"),
]


@pytest.mark.parametrize(("shape", "stride", "error", "message"), CHECKS)
def test_checks_run_in_the_documented_order(shape, stride, error, message):
    tensor = numbered([5, 4], [4, 1])
    with nothing_changes(tensor.carrier), pytest.raises(error) as caught:
        as_strided(tensor, shape, stride)
    assert str(caught.value) == message


def test_a_placement_that_aliases_is_refused():
    tensor = numbered([4], [0])
    with nothing_changes(tensor.carrier), pytest.raises(ValueError, match=r".") as caught:
        as_strided(tensor, Shape([2]), Stride([1]))
    assert str(caught.value) == "as_strided composed placement must be injective"


def test_a_refined_leaf_is_not_representable():
    tensor = numbered([2, 2], [1, 10])
    with nothing_changes(tensor.carrier), pytest.raises(ValueError, match=r".") as caught:
        as_strided(tensor, Shape([4]), Stride([1]))
    assert str(caught.value) == "as_strided composition is not representable by a Layout"


def test_the_operand_is_checked_first():
    with pytest.raises(TypeError, match=r"^tensor must be a Tensor$"):
        as_strided(object(), "shape", "stride")
