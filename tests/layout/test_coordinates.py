"""Coordinates and ordinals of a shape."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from layout_support import SAMPLES

from layout_strategies import shapes
from swc.layout import Layout, Shape

NESTED = Shape(5, [20, 4])


def with_ordinals(shape: Shape, coordinate: tuple) -> st.SearchStrategy:
    """Draw the same coordinate with any of its nested parts given as their ordinals."""
    entries = [
        st.just(entry) if isinstance(entry, int) else with_ordinals(mode, entry)
        for mode, entry in zip(shape, coordinate, strict=True)
    ]
    return st.one_of(st.tuples(*entries), st.tuples(*entries).map(list), st.just(shape.encode(coordinate)))


@pytest.mark.parametrize("coordinate", [(4, (2, 2)), (4, 42), [4, [2, 2]], 214])
def test_a_subtree_may_be_given_as_its_ordinal(coordinate: object) -> None:
    assert NESTED.encode(coordinate) == 214


def test_decode_nests_as_the_shape() -> None:
    assert NESTED.decode(214) == (4, (2, 2))
    assert Shape(3).decode(2) == (2,)
    assert Shape().decode(0) == ()


@pytest.mark.parametrize("layout", SAMPLES, ids=repr)
def test_every_ordinal_survives_the_round_trip_and_the_first_mode_is_fastest(layout: Layout) -> None:
    shape = layout.shape
    for ordinal in range(shape.size):
        coordinate = shape.decode(ordinal)
        assert shape.encode(coordinate) == ordinal
        radix, total = 1, 0
        for mode, entry in zip(shape, coordinate, strict=True):
            total += radix * (entry if isinstance(entry, int) else mode.encode(entry))
            radix *= mode.size
        assert total == ordinal


@given(st.data(), shapes(single_nests=True))
def test_mixed_coordinates_encode_alike(data: st.DataObject, shape: Shape) -> None:
    ordinal = data.draw(st.integers(0, shape.size - 1))
    assert shape.encode(data.draw(with_ordinals(shape, shape.decode(ordinal)))) == ordinal


@pytest.mark.parametrize("ordinal", [True, "1", 1.0, None, (1,)])
def test_decode_refuses_what_is_no_int(ordinal: object) -> None:
    with pytest.raises(TypeError, match=r"^Shape index must be an integer$"):
        NESTED.decode(ordinal)


@pytest.mark.parametrize("ordinal", [-1, 400])
def test_decode_refuses_ordinals_outside_the_shape(ordinal: int) -> None:
    with pytest.raises(ValueError, match=r"^Index is not in domain of shape$"):
        NESTED.decode(ordinal)


@pytest.mark.parametrize("coordinate", [True, "a", 1.5, None, (4, "a"), (4, True)], ids=repr)
def test_encode_refuses_wrong_kinds_for_a_shape_or_nested_mode(coordinate: object) -> None:
    with pytest.raises(TypeError, match=r"^Coordinate must be an integer, tuple, or list$"):
        NESTED.encode(coordinate)


@pytest.mark.parametrize("coordinate", [("a", 0), (True, 0), (0, (1.5, 0)), (0, (0, None))], ids=repr)
def test_encode_refuses_wrong_kinds_at_a_leaf(coordinate: object) -> None:
    with pytest.raises(TypeError, match=r"^Coordinate must contain only integers, tuples, or lists$"):
        NESTED.encode(coordinate)


@pytest.mark.parametrize("coordinate", [-1, 400, (5, 0), (-1, 0), (0, 80), (0, (20, 0)), (0, (0, -1))])
def test_encode_refuses_coordinates_outside_the_shape(coordinate: object) -> None:
    with pytest.raises(ValueError, match=r"^Coordinate is not in domain of shape$"):
        NESTED.encode(coordinate)


@pytest.mark.parametrize("coordinate", [(), (1,), (1, 2, 3), (1, (2,)), (1, (2, 3, 4)), ((1,), 2)])
def test_encode_refuses_other_hierarchies(coordinate: object) -> None:
    with pytest.raises(ValueError, match=r"^Coordinate does not match shape hierarchy$"):
        NESTED.encode(coordinate)
