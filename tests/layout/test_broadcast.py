"""Broadcasting, and layouts that cover an interval evenly."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from layout_support import SAMPLES, indices, lay

from layout_strategies import layouts, shapes
from swc.layout import Layout, Shape
from swc.layout.nested import fold


def preimage_extent_by_enumeration(layout: Layout, size: int) -> int | None:
    hits = Counter(indices(layout))
    counts = set(hits.values())
    return counts.pop() if set(hits) == set(range(size)) and len(counts) == 1 else None


def test_an_extent_one_leaf_widens_with_stride_zero() -> None:
    layout = lay([2, [1, 3]], [5, [7, 11]])
    assert layout.broadcast_to(Shape(2, [4, 3])) == lay([2, [4, 3]], [5, [0, 11]])


def test_broadcasting_to_its_own_shape_changes_nothing() -> None:
    layout = lay([2, [1, 3]], [5, [7, 11]])
    assert layout.broadcast_to(Shape(2, [1, 3])) == layout


@given(st.data(), layouts(single_nests=True))
def test_widened_coordinates_read_the_source_at_zero(data: st.DataObject, layout: Layout) -> None:
    extents = [data.draw(st.integers(1, 4)) if extent == 1 else extent for extent in layout.leaf_extents]
    target = Shape(fold(layout.shape.top_level, iter(extents)))
    widened = layout.broadcast_to(target)
    assert widened.shape == target
    flat_source, flat_target = Shape(list(layout.leaf_extents)), Shape(extents)
    for ordinal in range(target.size):
        coordinate = [
            0 if extent == 1 else entry
            for entry, extent in zip(flat_target.decode(ordinal), layout.leaf_extents, strict=True)
        ]
        assert widened(ordinal) == layout(flat_source.encode(coordinate))


@pytest.mark.parametrize("target", [(2, 3), [2, 3], 6, None, lay([2, 3], [1, 2])], ids=repr)
def test_the_target_has_to_be_a_shape(target: object) -> None:
    with pytest.raises(TypeError, match=r"^Layout broadcast target must be a Shape$"):
        lay([2, 3], [1, 2]).broadcast_to(target)


@pytest.mark.parametrize("target", [Shape(2, [1, 3], 1), Shape(2, 3), Shape(2, [3]), Shape([2, 1], 3)])
def test_another_profile_is_refused(target: Shape) -> None:
    with pytest.raises(ValueError, match=r"^Layout broadcast target must have the same shape profile: \["):
        lay([2, [1, 3]], [1, [2, 2]]).broadcast_to(target)


@pytest.mark.parametrize(
    ("target", "clash"), [((2, [4, 4]), (3, 4)), ((1, [1, 3]), (2, 1)), ((2, [1, 1]), (3, 1))]
)
def test_any_other_change_of_extent_is_refused(target: tuple, clash: tuple) -> None:
    layout = lay([2, [1, 3]], [1, [2, 2]])
    with pytest.raises(ValueError, match="Layout") as caught:
        layout.broadcast_to(Shape(*target))
    source, wanted = clash
    text = f"Layout broadcast can only widen an extent-1 leaf: {source} cannot become {wanted}"
    assert str(caught.value) == text
    assert layout == lay([2, [1, 3]], [1, [2, 2]])


@pytest.mark.parametrize("layout", SAMPLES, ids=repr)
def test_preimage_of_samples_agrees_with_enumeration(layout: Layout) -> None:
    for size in range(1, layout.cosize + 2):
        expected = preimage_extent_by_enumeration(layout, size)
        assert layout.uniform_preimage_extent(Shape(size)) == expected


@given(layouts(max_stride=6), shapes(max_leaves=2))
def test_preimage_agrees_with_enumeration(layout: Layout, target: Shape) -> None:
    assert layout.uniform_preimage_extent(target) == preimage_extent_by_enumeration(layout, target.size)
    reached = Shape(layout.cosize)
    assert layout.uniform_preimage_extent(reached) == preimage_extent_by_enumeration(layout, reached.size)


@pytest.mark.parametrize("target", [6, (2, 3), None, lay([6], [1])], ids=repr)
def test_the_preimage_target_has_to_be_a_shape(target: object) -> None:
    with pytest.raises(TypeError, match=r"^target_shape must be a Shape$"):
        lay([2, 3], [1, 2]).uniform_preimage_extent(target)
