"""Shape and Stride: what they accept, what they refuse, and how they behave as values."""

import copy
import pickle

import pytest
from hypothesis import given

from layout_strategies import shapes
from swc.layout import Shape, Stride

CLASSES = [Shape, Stride]
SPLICED = [
    ([2, Shape(3)], (2, 3)),
    ([Shape(3)], (3,)),
    ([Shape(), 2], (2,)),
    ([2, Shape([3, 4])], (2, (3, 4))),
    ([2, Shape([[3, 4]])], (2, ((3, 4),))),
    ([2, [Shape(3), 4]], (2, (3, 4))),
]
ITEM_TEXTS = {
    Shape: "Shape contains an element that is not an integer or a iterable",
    Stride: "Stride contains an element that is not an integer or a iterable",
}


@pytest.mark.parametrize("kind", CLASSES)
def test_no_item_is_rank_zero(kind: type) -> None:
    assert kind().top_level == kind([]).top_level == ()


@pytest.mark.parametrize("kind", CLASSES)
def test_one_int_is_one_mode(kind: type) -> None:
    assert kind(5).top_level == kind([5]).top_level == (5,)


@pytest.mark.parametrize("kind", CLASSES)
def test_several_items_equal_one_iterable_of_them(kind: type) -> None:
    assert kind(2, [3, 4]) == kind([2, [3, 4]]) == kind((2, (3, 4)))


@pytest.mark.parametrize("kind", CLASSES)
def test_a_sole_argument_may_be_any_iterable(kind: type) -> None:
    assert kind(extent for extent in (2, 3)) == kind(2, 3)


@pytest.mark.parametrize("kind", CLASSES)
def test_plain_nests_are_kept(kind: type) -> None:
    assert kind([2, [3]]).top_level == (2, (3,))


@pytest.mark.parametrize(("items", "top_level"), SPLICED)
def test_shapes_as_items_are_spliced_when_they_are_leaves(items: list, top_level: tuple) -> None:
    assert Shape(items).top_level == top_level


def test_strides_as_items_are_spliced_when_they_are_leaves() -> None:
    assert Stride([1, Stride(0), Stride([2, 6])]).top_level == (1, 0, (2, 6))


def test_an_empty_nest_is_a_nested_mode_of_rank_zero() -> None:
    shape = Shape([2, []])
    assert (shape.top_level, shape.size, shape.encode((1, ()))) == ((2, ()), 2, 1)


@pytest.mark.parametrize("kind", CLASSES)
def test_a_boolean_extent_is_the_integer(kind: type) -> None:
    value = kind(True)
    assert value == kind(1)
    assert repr(value) == f"{kind.__name__}<(1,)>"


@pytest.mark.parametrize("items", [(0,), (2, [3, -1]), ([[0]],), ((2, 0),)])
def test_extents_below_one_are_refused(items: tuple) -> None:
    with pytest.raises(ValueError, match=r"^Dimension shape must not be less than 1$"):
        Shape(*items)


@pytest.mark.parametrize("items", [(-1,), (0, [1, -1]), ((2, -2),)])
def test_negative_strides_are_refused(items: tuple) -> None:
    with pytest.raises(ValueError, match=r"^Stride value must not be negative$"):
        Stride(*items)


@pytest.mark.parametrize("kind", CLASSES)
@pytest.mark.parametrize("item", [None, 2.5, "3", "", b"ab", iter([3])], ids=lambda item: type(item).__name__)
def test_items_that_are_no_ints_or_sized_iterables_are_refused(kind: type, item: object) -> None:
    with pytest.raises(ValueError, match=f"^{ITEM_TEXTS[kind]}$"):
        kind([2, item])


@pytest.mark.parametrize("kind", CLASSES)
def test_text_and_the_other_kind_are_refused_as_sole_argument(kind: type) -> None:
    other = Stride if kind is Shape else Shape
    for sole in ("23", other(2, 3), [other(2)]):
        with pytest.raises(ValueError, match=f"^{ITEM_TEXTS[kind]}$"):
            kind(sole)


@pytest.mark.parametrize("kind", CLASSES)
@pytest.mark.parametrize("sole", [2.5, None, object()], ids=lambda sole: type(sole).__name__)
def test_a_sole_argument_that_cannot_be_iterated_is_a_type_error(kind: type, sole: object) -> None:
    with pytest.raises(TypeError, match="not iterable"):
        kind(sole)


@pytest.mark.parametrize("kind", CLASSES)
def test_indexing_returns_the_same_kind(kind: type) -> None:
    value = kind(2, [3, 4], 5)
    assert (value[0], value[1], value[-1]) == (kind(2), kind(3, 4), kind(5))
    assert (value[1:], value[3:], value[::2]) == (kind([3, 4], 5), kind(), kind(2, 5))
    assert kind([[3], 2])[0] == kind(3)


@pytest.mark.parametrize("kind", CLASSES)
@pytest.mark.parametrize("key", [2, -3])
def test_indexing_out_of_range_is_an_index_error(kind: type, key: int) -> None:
    with pytest.raises(IndexError):
        kind(2, 3)[key]


@pytest.mark.parametrize("kind", CLASSES)
def test_length_and_iteration_are_over_top_level_modes(kind: type) -> None:
    value = kind(2, [3, 4])
    assert len(value) == 2
    assert list(value) == [kind(2), kind(3, 4)]


@pytest.mark.parametrize(
    ("shape", "size", "depth"),
    [((), 1, 1), ((5,), 5, 1), ((2, 3), 6, 1), ((2, [3, 4]), 24, 2), (([1, [2, [3, 3]]],), 18, 3)],
)
def test_size_and_depth(shape: tuple, size: int, depth: int) -> None:
    assert (Shape(*shape).size, Shape(*shape).depth) == (size, depth)


@pytest.mark.parametrize(("shape", "leaf"), [((5,), True), ((), True), ((2, 3), False), (([[3]],), False)])
def test_is_int_tells_leaves(shape: tuple, leaf: bool) -> None:
    assert Shape(*shape).is_int is leaf


def test_int_of_a_leaf_is_its_extent() -> None:
    assert int(Shape(7)) == 7


@pytest.mark.parametrize("shape", [(), (2, 3), ([[3]],)])
def test_int_of_anything_else_is_refused(shape: tuple) -> None:
    with pytest.raises(ValueError, match=r"^Shape can not be represented as a integer$"):
        int(Shape(*shape))


def test_later_mutation_of_an_input_is_invisible() -> None:
    inner = [3, 4]
    items = [2, inner]
    shape, stride = Shape(items), Stride(items)
    inner.append(5)
    items.clear()
    assert (shape.top_level, stride.top_level) == ((2, (3, 4)), (2, (3, 4)))


@pytest.mark.parametrize("kind", CLASSES)
@pytest.mark.parametrize("name", ["top_level", "size", "_hash", "other"])
def test_attributes_cannot_be_assigned_or_deleted(kind: type, name: str) -> None:
    value = kind(2, 3)
    with pytest.raises(AttributeError) as assigned:
        setattr(value, name, (4,))
    with pytest.raises(AttributeError) as deleted:
        delattr(value, name)
    assert str(assigned.value) == str(deleted.value) == f"{kind.__name__} is immutable"
    assert value == kind(2, 3)


def test_equality_is_by_nested_integers_and_kind() -> None:
    assert Shape(2, [3, 4]) == Shape(2, (3, 4))
    assert Shape(2, 3, 4) != Shape(2, [3, 4])
    assert Shape(3) != Stride(3)
    assert Shape(3) != (3,)
    assert Shape(3).__eq__((3,)) is NotImplemented


@pytest.mark.parametrize("kind", CLASSES)
def test_equal_values_hash_equal_and_copy_equal(kind: type) -> None:
    value = kind(2, [3, [4]], [])
    assert hash(value) == hash(kind([2, [3, [4]], []]))
    assert pickle.loads(pickle.dumps(value)) == copy.deepcopy(value) == copy.copy(value) == value


@pytest.mark.parametrize("kind", CLASSES)
def test_repr_shows_the_nested_tuple(kind: type) -> None:
    assert repr(kind(2, [3, 4])) == f"{kind.__name__}<(2, (3, 4))>"
    assert repr(kind()) == f"{kind.__name__}<()>"


@given(shapes(single_nests=True))
def test_a_shape_is_rebuilt_from_its_top_level(shape: Shape) -> None:
    assert Shape(shape.top_level) == shape
    assert Shape.of_nests(shape.top_level) == shape
