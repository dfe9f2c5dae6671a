"""Layout as a value: construction, queries, equality, hash, immutability."""

import copy
import pickle

import pytest
from hypothesis import given
from layout_support import SAMPLES, indices, lay

from layout_strategies import layouts
from swc.layout import Layout, Node, Shape, Stride

NESTED = lay([2, [3, 4]], [1, [10, 100]])


@pytest.mark.parametrize("shape", [[2], 2, None, Stride(2)], ids=repr)
def test_the_shape_has_to_be_a_shape(shape: object) -> None:
    with pytest.raises(ValueError, match=r"^shape input must be a Shape object$"):
        Layout(shape, Stride(1))


@pytest.mark.parametrize("stride", [[1], 1, None, Shape(1)], ids=repr)
def test_the_stride_has_to_be_a_stride(stride: object) -> None:
    with pytest.raises(ValueError, match=r"^stride input must be a Stride object$"):
        Layout(Shape(2), stride)


@pytest.mark.parametrize(
    ("shape", "stride"),
    [([2, [3, 4]], [1, 2, 6]), ([2], [1, 2]), ([2, 3], [1, [2]]), ([2, [3, 4]], [[1, 2], 3]), ([[]], [1])],
)
def test_different_nestings_are_refused(shape: list, stride: list) -> None:
    with pytest.raises(ValueError, match=r"^Shape and Stride do not match in Structure$"):
        lay(shape, stride)


def test_shape_and_stride_are_the_given_objects() -> None:
    shape, stride = Shape(2, 3), Stride(1, 2)
    layout = Layout(shape, stride)
    assert layout.shape is shape
    assert layout.stride is stride


def test_indexing_slices_both_trees() -> None:
    assert (NESTED[0], NESTED[-1], NESTED[1:]) == (
        lay([2], [1]),
        lay([3, 4], [10, 100]),
        lay([[3, 4]], [[10, 100]]),
    )
    assert NESTED[2:] == lay([], [])
    with pytest.raises(IndexError):
        NESTED[2]


def test_length_and_iteration_are_over_top_level_modes() -> None:
    assert len(NESTED) == 2
    assert list(NESTED) == [lay([2], [1]), lay([3, 4], [10, 100])]


@pytest.mark.parametrize(
    ("layout", "leaf"),
    [
        (lay([], []), True),
        (lay([3], [2]), True),
        (lay([2, 3], [1, 2]), False),
        (lay([[3]], [[2]]), False),
    ],
)
def test_is_leaf(layout: Layout, leaf: bool) -> None:
    assert layout.is_leaf is leaf


@pytest.mark.parametrize("layout", SAMPLES, ids=repr)
def test_size_and_cosize_count_coordinates_and_reach(layout: Layout) -> None:
    reached = indices(layout)
    assert layout.size == len(reached)
    assert layout.cosize == layout.codomain_size == max(reached) + 1


def test_leaves_are_listed_depth_first() -> None:
    assert (NESTED.leaf_extents, NESTED.leaf_strides) == ((2, 3, 4), (1, 10, 100))


def test_the_profile_is_a_fresh_list_of_the_nesting_alone() -> None:
    expected = [Node.Leaf, Node.Push, Node.Leaf, Node.Leaf, Node.Pop]
    assert NESTED.profile == lay([9, [9, 9]], [0, [0, 0]]).profile == expected
    NESTED.profile.clear()
    assert NESTED.profile == expected
    assert lay([], []).profile == []


def test_equality_compares_shape_and_stride_without_normalising() -> None:
    assert lay([2, 3], [1, 2]) == lay([2, 3], [1, 2])
    assert lay([1], [5]) != lay([1], [0])
    assert lay([6], [1]) != lay([2, 3], [1, 2])
    assert lay([[2, 3]], [[1, 2]]) != lay([2, 3], [1, 2])


def test_comparing_with_another_type_is_false() -> None:
    layout = lay([2], [1])
    assert layout.__eq__((2, 1)) is NotImplemented
    assert layout != (Shape(2), Stride(1))


@given(layouts(single_nests=True))
def test_equal_layouts_hash_equal_and_copy_equal(layout: Layout) -> None:
    twin = Layout(Shape(layout.shape.top_level), Stride(layout.stride.top_level))
    assert twin == layout
    assert hash(twin) == hash(layout) == hash(layout)
    assert pickle.loads(pickle.dumps(layout)) == copy.deepcopy(layout) == copy.copy(layout) == layout


def test_the_hash_is_computed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    layout = lay([2, 3], [1, 2])
    first = hash(layout)
    monkeypatch.setattr(Shape, "__hash__", lambda self: pytest.fail("hashed again"))
    assert hash(layout) == first


@pytest.mark.parametrize("name", ["shape", "stride", "size", "_hash", "other"])
def test_attributes_cannot_be_assigned_or_deleted(name: str) -> None:
    layout = lay([2, 3], [1, 2])
    with pytest.raises(AttributeError) as assigned:
        setattr(layout, name, Shape(4))
    with pytest.raises(AttributeError) as deleted:
        delattr(layout, name)
    assert str(assigned.value) == str(deleted.value) == "Layout is immutable"
    assert layout == lay([2, 3], [1, 2])


def test_repr_shows_shape_and_stride() -> None:
    assert repr(lay([2, 3], [1, 2])) == "Layout( Shape<(2, 3)>, Stride<(1, 2)>)"
    assert repr(NESTED) == f"Layout( {NESTED.shape!r}, {NESTED.stride!r})"
