"""Layouts side by side: concat, append, make_layout."""

import pytest
from hypothesis import given
from layout_support import lay

from layout_strategies import layouts
from swc.layout import Layout

FLAT = lay([1, 2], [1, 2])


@pytest.mark.parametrize(
    ("added", "result"),
    [
        (lay([3, 4], [1, 2]), lay([1, 2, [3, 4]], [1, 2, [1, 2]])),
        (lay([3], [5]), lay([1, 2, 3], [1, 2, 5])),
        (lay([[3, 4]], [[2, 6]]), lay([1, 2, [[3, 4]]], [1, 2, [[2, 6]]])),
        (lay([], []), FLAT),
    ],
)
def test_append_nests_what_is_no_leaf(added: Layout, result: Layout) -> None:
    assert Layout.append(FLAT, added) == result


def test_concat_keeps_the_top_level_modes_of_both() -> None:
    added = lay([3, [4, 5]], [1, [2, 8]])
    assert Layout.concat(FLAT, added) == FLAT + added == lay([1, 2, 3, [4, 5]], [1, 2, 1, [2, 8]])


def test_make_layout_appends_in_turn() -> None:
    assert Layout.make_layout() == lay([], [])
    assert Layout.make_layout(lay([3], [1]), FLAT, lay([], [])) == lay([3, [1, 2]], [1, [1, 2]])


@given(layouts(max_leaves=3), layouts(max_leaves=3))
def test_both_combinations_add_indices_with_the_first_layout_fastest(lhs: Layout, rhs: Layout) -> None:
    for combined in (lhs + rhs, Layout.append(lhs, rhs)):
        assert combined.size == lhs.size * rhs.size
        for ordinal in range(combined.size):
            assert combined(ordinal) == lhs(ordinal % lhs.size) + rhs(ordinal // lhs.size)


@given(layouts(max_leaves=3), layouts(max_leaves=3))
def test_the_modes_of_a_concatenation_are_those_of_its_parts(lhs: Layout, rhs: Layout) -> None:
    combined = lhs + rhs
    assert (combined[: len(lhs)], combined[len(lhs) :]) == (lhs, rhs)
    assert list(combined) == [*lhs, *rhs]


@pytest.mark.parametrize("operation", [Layout.concat, Layout.append, Layout.make_layout])
def test_only_layouts_can_be_combined(operation: object) -> None:
    with pytest.raises(TypeError, match=r"^only Layouts can be combined$"):
        operation(FLAT, (3, 1))


def test_adding_something_else_is_a_type_error() -> None:
    with pytest.raises(TypeError, match="unsupported operand"):
        FLAT + 3
