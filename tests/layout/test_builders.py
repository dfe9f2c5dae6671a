"""Compact layouts from extents or a shape."""

import pytest
from hypothesis import given
from layout_support import lay

from layout_strategies import shapes
from swc.layout import Shape, canonical_layout, column_major, row_major, row_major_layout

BUILDERS = [column_major, row_major]


def test_column_major_runs_the_first_mode_fastest() -> None:
    assert column_major(2, 3, 4) == lay([2, 3, 4], [1, 2, 6])
    assert column_major(5) == lay([5], [1])


def test_row_major_runs_the_last_mode_fastest() -> None:
    assert row_major(2, 3, 4) == lay([2, 3, 4], [12, 4, 1])
    assert row_major(5) == lay([5], [1])


@pytest.mark.parametrize("builder", BUILDERS)
def test_an_extent_is_required(builder: object) -> None:
    with pytest.raises(ValueError, match=r"^at least one extent is required$"):
        builder()


@pytest.mark.parametrize("builder", BUILDERS)
@pytest.mark.parametrize("extents", [(2, 0), (-1,), (2.0,), ("2",), (True,), ([2, 3],), (None,)], ids=repr)
def test_extents_have_to_be_positive_integers(builder: object, extents: tuple) -> None:
    with pytest.raises(ValueError, match=r"^extents must be positive integers$"):
        builder(*extents)


def test_canonical_strides_count_the_extents_of_all_earlier_leaves() -> None:
    assert canonical_layout(Shape(3, 1, 2)) == lay([3, 1, 2], [1, 3, 3])
    assert canonical_layout(Shape(2, [3, [4]], 5)) == lay([2, [3, [4]], 5], [1, [2, [6]], 24])
    assert canonical_layout(Shape()) == lay([], [])


def test_row_major_layout_keeps_the_nesting() -> None:
    assert row_major_layout(Shape(2, [3, [4]], 5)) == lay([2, [3, [4]], 5], [60, [20, [5]], 1])
    assert row_major_layout(Shape(3, 1, 2)) == lay([3, 1, 2], [2, 2, 1])
    assert row_major_layout(Shape()) == lay([], [])


@given(shapes(single_nests=True))
def test_the_index_of_a_canonical_layout_is_the_ordinal(shape: Shape) -> None:
    layout = canonical_layout(shape)
    assert layout.shape == shape
    assert [layout(ordinal) for ordinal in range(shape.size)] == list(range(shape.size))


@given(shapes())
def test_row_major_layouts_are_compact(shape: Shape) -> None:
    layout = row_major_layout(shape)
    assert layout.shape == shape
    assert sorted(layout(ordinal) for ordinal in range(shape.size)) == list(range(shape.size))
    assert layout.is_injective


@pytest.mark.parametrize("builder", [canonical_layout, row_major_layout])
@pytest.mark.parametrize("shape", [3, None, (2, 3)], ids=repr)
def test_the_shape_has_to_be_a_shape(builder: object, shape: object) -> None:
    with pytest.raises(TypeError, match=r"^shape must be a Shape$"):
        builder(shape)
