"""The index of a coordinate, by any form of key."""

import pytest
from hypothesis import given
from layout_support import SAMPLES, indices, lay

from layout_strategies import layouts
from swc.layout import Layout

NESTED = lay([2, [3, 4]], [1, [10, 100]])


@pytest.mark.parametrize("layout", SAMPLES, ids=repr)
def test_every_ordinal_has_the_sum_of_leaf_coordinate_times_leaf_stride(layout: Layout) -> None:
    assert [layout.index(ordinal) for ordinal in range(layout.size)] == indices(layout)


@given(layouts(single_nests=True))
def test_all_ways_to_ask_agree(layout: Layout) -> None:
    for ordinal in range(layout.size):
        coordinate = layout.shape.decode(ordinal)
        expected = layout.index(ordinal)
        assert layout(ordinal) == layout(coordinate) == layout.index(coordinate) == expected
        assert Layout.get_index(layout, coordinate) == Layout.get_index(layout, ordinal) == expected


@pytest.mark.parametrize("key", [23, (1, 11), (1, (2, 3)), [1, [2, 3]], (1, [2, 3])], ids=repr)
def test_an_entry_may_be_the_ordinal_of_its_mode(key: object) -> None:
    assert NESTED(key) == 321


def test_rank_zero_has_one_coordinate() -> None:
    empty = lay([], [])
    assert (empty(0), empty(())) == (0, 0)


@pytest.mark.parametrize(
    "key",
    [-1, 24, (2, 0), (-1, 0), (1,), (), (1, 1, 0), (1, 12), (1, (3, 0)), (1, (1,)), ((1,), 1)],
    ids=repr,
)
def test_keys_outside_the_domain_are_refused(key: object) -> None:
    with pytest.raises(ValueError, match=r"^Key is not in domain of shape$"):
        NESTED(key)


@pytest.mark.parametrize("key", [True, "a", 1.5, None, slice(None), (1, "a"), (1, False)], ids=repr)
def test_other_kinds_of_keys_are_refused(key: object) -> None:
    with pytest.raises(TypeError, match=r"^Coordinate must be an integer, tuple, or list$"):
        NESTED(key)


@pytest.mark.parametrize("key", [(True, 0), ("a", 0), (0, (1.5, 0))], ids=repr)
def test_other_kinds_of_keys_are_refused_at_a_leaf(key: object) -> None:
    with pytest.raises(TypeError, match=r"^Coordinate must contain only integers, tuples, or lists$"):
        NESTED(key)


@pytest.mark.parametrize("layout", [None, NESTED.shape, 3], ids=repr)
def test_get_index_needs_a_layout(layout: object) -> None:
    with pytest.raises(ValueError, match=r"^layout input must be a Layout object$"):
        Layout.get_index(layout, 0)
