"""Tensor contract, section 7: reshape."""

import pytest
from runtime_support import layout_of, nothing_changes, numbered

from strideweave import Layout, Shape, Stride, Tensor, reshape
from strideweave.friendly import to_list


@pytest.mark.parametrize(
    ("shape", "stride", "target", "made"),
    [
        ([2, 3], [2, 4], [3, [2]], ([3, [2]], [2, [6]])),
        ([2, 3], [1, 2], [6], ([6], [1])),
        ([6], [1], [2, 3], ([2, 3], [1, 2])),
        ([6], [3], [[3, 2]], ([[3, 2]], [[3, 9]])),
        ([2, [3, 4]], [1, [2, 6]], [4, 6], ([4, 6], [1, 4])),
        ([1, 6, 1], [9, 2, 7], [3, 1, 2], ([3, 1, 2], [2, 6, 6])),
        ([2, 3], [0, 0], [3, 2], ([3, 2], [0, 0])),
        ([4], [0], [2, 2], ([2, 2], [0, 0])),
    ],
)
def test_evenly_spaced_elements_take_any_shape_of_their_size(shape, stride, target, made):
    tensor = numbered(shape, stride)
    with nothing_changes(tensor.carrier):
        result = reshape(tensor, Shape(target))
    assert result.layout == layout_of(*made)
    assert result.carrier is tensor.carrier
    assert to_list(result) == to_list(tensor)


@pytest.mark.parametrize("target", [[1], [1, 1], [[1], 1], []])
@pytest.mark.parametrize("source", [([1], [5]), ([], []), ([1, [1]], [0, [3]])])
def test_one_element_takes_any_shape_of_size_one(source, target):
    tensor = numbered(*source, offset=2)
    result = reshape(tensor, Shape(target))
    assert result.layout.shape == Shape(target)
    assert to_list(result) == [2.0]


def test_the_offset_is_kept():
    assert reshape(numbered([6], [1], offset=4), Shape([2, 3])).offset == 4


@pytest.mark.parametrize("shape", [None, [6], 6, (2, 3), Layout(Shape(6), Stride(1))])
def test_a_shape_of_the_wrong_kind_is_refused(shape):
    tensor = numbered([2, 3], [1, 2])
    with nothing_changes(tensor.carrier), pytest.raises(TypeError, match=r"^shape must be a Shape$"):
        reshape(tensor, shape)


def test_another_size_is_refused_before_the_spacing_is_looked_at():
    tensor = numbered([2, 3], [1, 3])
    with nothing_changes(tensor.carrier), pytest.raises(ValueError, match=r".") as caught:
        reshape(tensor, Shape([5]))
    assert str(caught.value) == "reshape target must have the same logical size as the input layout"


@pytest.mark.parametrize(
    ("shape", "stride"), [([2, 3], [1, 3]), ([2, 3], [3, 1]), ([2, 2], [0, 1]), ([2, 2], [1, 0])]
)
def test_unevenly_spaced_elements_are_refused_even_for_their_own_shape(shape, stride):
    tensor = numbered(shape, stride)
    with nothing_changes(tensor.carrier), pytest.raises(ValueError, match=r".") as caught:
        reshape(tensor, Shape(shape))
    assert str(caught.value) == "reshape requires a layout that coalesces to one logical leaf"


def test_the_operand_is_checked_first():
    with pytest.raises(TypeError, match=r"^tensor must be a Tensor$"):
        reshape(object(), "shape")
    assert isinstance(reshape(numbered([2], [1]), Shape(2)), Tensor)
