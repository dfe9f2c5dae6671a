"""Composition with layouts, shapes and tilers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from layout_support import SAMPLES, lay

from layout_strategies import layouts
from swc.layout import Layout, Shape, Stride, Tree

INNERS = [
    *SAMPLES,
    lay([4, 3], [3, 1]),
    lay([2], [6]),
    lay([2, 2], [6, 1]),
    lay([3], [4]),
    lay([4, 2], [3, 12]),
]
EXAMPLES = [
    (lay([20], [2]), lay([5, 4], [4, 1]), lay([5, 4], [8, 2])),
    (lay([6, 2], [8, 2]), lay([4, 3], [3, 1]), lay([[2, 2], 3], [[24, 2], 8])),
    (lay([6, 2], [8, 2]), lay([4], [3]), lay([[2, 2]], [[24, 2]])),
    (lay([6, 2], [8, 2]), lay([[4], 3], [[3], 1]), lay([[[2, 2]], 3], [[[24, 2]], 8])),
    (lay([3, 1, 2], [5, 9, 15]), lay([2, 3], [3, 1]), lay([2, 3], [15, 5])),
    (lay([4, 2], [1, 9]), lay([2, 2], [1, 1]), lay([2, 2], [1, 1])),
    (lay([2, 2], [1, 3]), lay([3, 1], [0, 7]), lay([3, 1], [0, 0])),
    (lay([4], [3]), lay([2, 1], [2, 5]), lay([2, 1], [6, 15])),
    (lay([2, 2, 2], [4, 1, 2]), lay([8], [1]), lay([[2, 4]], [[4, 1]])),
    (lay([2, 2], [1, 3]), lay([], []), lay([], [])),
    (lay([], []), lay([1, 3], [4, 0]), lay([1, 3], [0, 0])),
]


def check_law(outer: Layout, inner: Layout, composed: Layout) -> None:
    assert composed.size == inner.size
    for ordinal in range(inner.size):
        expected = outer(inner(ordinal))
        assert composed(ordinal) == composed(inner.shape.decode(ordinal)) == expected


@pytest.mark.parametrize(("outer", "inner", "result"), EXAMPLES)
def test_examples(outer: Layout, inner: Layout, result: Layout) -> None:
    assert Layout.compose(outer, inner) == outer.compose(inner) == outer.compose(inner=inner) == result
    check_law(outer, inner, result)


def test_samples_compose_by_the_law_or_not_at_all() -> None:
    composed = refused = 0
    for outer in SAMPLES:
        for inner in INNERS:
            try:
                result = Layout.compose(outer, inner)
            except ValueError:
                refused += 1
                continue
            composed += 1
            check_law(outer, inner, result)
    assert composed > 150
    assert refused > 100


@given(layouts(max_leaves=4), layouts(max_leaves=3, max_stride=8))
def test_drawn_layouts_compose_by_the_law_or_not_at_all(outer: Layout, inner: Layout) -> None:
    try:
        result = Layout.compose(outer, inner)
    except ValueError:
        return
    check_law(outer, inner, result)


@given(layouts(single_nests=True))
def test_the_whole_domain_in_order_always_composes(outer: Layout) -> None:
    result = Layout.compose(outer, lay([outer.size], [1]))
    assert [result(ordinal) for ordinal in range(outer.size)] == [outer(i) for i in range(outer.size)]


@given(st.data(), layouts(min_leaves=1, max_leaves=2), st.integers(0, 5))
def test_evenly_spaced_outer_maps_scale_the_inner_strides(
    data: st.DataObject, inner: Layout, scale: int
) -> None:
    extra = data.draw(st.integers(1, 3))
    result = Layout.compose(lay([inner.cosize + extra, 1], [scale, 7]), inner)
    assert result.shape == inner.shape
    assert result.leaf_strides == tuple(stride * scale for stride in inner.leaf_strides)


@pytest.mark.parametrize(
    ("outer", "inner"),
    [
        (lay([2, 2], [1, 3]), lay([2, 2], [1, 1])),
        (lay([3, 2], [1, 5]), lay([3, 2], [2, 1])),
        (lay([3, 2], [1, 5]), lay([5], [1])),
        (lay([6, 2], [1, 7]), lay([2], [4])),
    ],
)
def test_without_an_exact_layout_there_is_a_value_error(outer: Layout, inner: Layout) -> None:
    with pytest.raises(ValueError, match=r"Layout"):
        Layout.compose(outer, inner)


@pytest.mark.parametrize("outer", [lay([2], [1]), lay([2, 2], [1, 3])])
def test_an_inner_codomain_beyond_the_domain_is_refused(outer: Layout) -> None:
    with pytest.raises(ValueError, match=r"^inner codomain exceeds the outer map domain$"):
        Layout.compose(outer, lay([outer.size + 1], [1]))


@pytest.mark.parametrize(
    ("outer", "shape", "result"),
    [
        (lay([20, 50], [1, 20]), Shape(5, 2), lay([5, 2], [1, 20])),
        (lay([20, 50, [2, 3]], [1, 20, [1, 2]]), Shape(5), lay([5, 50, [2, 3]], [1, 20, [1, 2]])),
        (lay([[2, 4], 3], [[9, 1], 30]), Shape(4), lay([[2, 2], 3], [[9, 1], 30])),
        (lay([4, 3], [1, 4]), Shape(), lay([4, 3], [1, 4])),
    ],
)
def test_a_shape_is_a_unit_stride_tile_per_leading_mode(outer: Layout, shape: Shape, result: Layout) -> None:
    assert Layout.compose(outer, shape) == result


def test_a_nested_shape_makes_no_tiles() -> None:
    with pytest.raises(ValueError, match=r"^a Shape used as tiles must be flat$"):
        Layout.compose(lay([4, 6], [1, 4]), Shape([2, 2], 3))


@pytest.mark.parametrize("sequence", [list, tuple])
def test_a_tiler_composes_mode_by_mode(sequence: type) -> None:
    outer = lay([12, [4, 8], 5], [59, [13, 1], 700])
    tiler = sequence([lay([3], [4]), lay([8], [2])])
    assert Layout.compose(outer, tiler) == lay([3, [2, 4], 5], [236, [26, 1], 700])


@pytest.mark.parametrize("tiler", [[], ()])
def test_an_empty_tiler_returns_the_layout(tiler: object) -> None:
    outer = lay([[3], [2, 2]], [[1], [3, 6]])
    assert Layout.compose(outer, tiler) == outer


@pytest.mark.parametrize("outer", [None, (2, 1), Shape(2)], ids=repr)
def test_the_outer_map_has_to_be_a_layout(outer: object) -> None:
    with pytest.raises(TypeError, match=r"^A must be a Layout$"):
        Layout.compose(outer, lay([2], [1]))


@pytest.mark.parametrize("tiler", [[lay([2], [1]), 3], (Shape(2),), Tree(1), "a"], ids=repr)
def test_a_tiler_holds_only_layouts(tiler: object) -> None:
    with pytest.raises(TypeError, match=r"^B must contain only Layout values$"):
        Layout.compose(lay([4, 6], [1, 4]), tiler)


@pytest.mark.parametrize("inner", [None, 3, 2.5, Stride(1), {lay([2], [1])}], ids=repr)
def test_any_other_inner_operand_is_refused(inner: object) -> None:
    with pytest.raises(TypeError, match=r"^B must be an IndexMap, Shape, or Tiler$"):
        Layout.compose(lay([4, 6], [1, 4]), inner)


@pytest.mark.parametrize("inner", [[lay([1], [1])] * 3, Shape(1, 1, 1)], ids=["tiler", "shape"])
def test_more_tiles_than_modes_are_refused(inner: object) -> None:
    with pytest.raises(ValueError, match=r"^B has more tiles than A has top-level modes$"):
        Layout.compose(lay([[2, 2], 3], [[1, 2], 4]), inner)


def test_a_tile_that_does_not_divide_its_mode_is_refused() -> None:
    outer = lay([[4, 8]], [[13, 1]])
    with pytest.raises(ValueError, match=r"^Shape divisibility condition not met for Layout\( "):
        Layout.compose(outer, Shape(6))
    with pytest.raises(ValueError, match=r"^Can not choose the 3-th element of Layout Layout\( "):
        Layout.compose(outer, [lay([2], [3])])
