"""Complements, and the divisions that rest on them."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from layout_support import INJECTIVE_SAMPLES, lay

from layout_strategies import layouts
from swc.layout import Layout, canonical_layout

TILES = [
    lay([2], [1]),
    lay([2], [3]),
    lay([3], [2]),
    lay([2, 2], [1, 6]),
    lay([[2, 2], 1], [[1, 4], 5]),
    lay([4], [3]),
]
DIVIDENDS = [*INJECTIVE_SAMPLES, lay([4, 6], [1, 4]), lay([24], [2]), lay([[2, 3], 4], [[1, 2], 6])]

# The first interleaves; the second leaves a gap of 100 / 30.
UNCOMPLETABLE = [lay([3, 2], [2, 3]), lay([2, [3, 4]], [1, [10, 100]])]


def check_complement(layout: Layout, cotarget: int, rest: Layout) -> None:
    assert list(rest.leaf_strides) == sorted(rest.leaf_strides)
    assert rest.shape.depth == 1
    covered = sorted(layout(i) + rest(j) for i in range(layout.size) for j in range(rest.size))
    assert covered == list(range(cotarget))


@pytest.mark.parametrize("layout", INJECTIVE_SAMPLES, ids=repr)
def test_a_complement_covers_the_cotarget_exactly_once(layout: Layout) -> None:
    covered = 0
    for cotarget in range(1, 73):
        try:
            rest = Layout.complement(layout, cotarget)
        except ValueError:
            continue
        check_complement(layout, cotarget, rest)
        covered += 1
    assert (covered > 0) == (layout not in UNCOMPLETABLE)


@given(st.data(), layouts())
def test_drawn_complements_cover_the_cotarget_exactly_once(data: st.DataObject, layout: Layout) -> None:
    cotarget = layout.cosize * data.draw(st.integers(1, 4))
    try:
        rest = Layout.complement(layout, cotarget)
    except ValueError:
        assume(False)
    check_complement(layout, cotarget, rest)


@pytest.mark.parametrize(
    ("layout", "cotarget", "rest"),
    [
        (lay([2, 2], [1, 6]), 24, lay([3, 2], [2, 12])),
        (lay([[2], [2]], [[6], [1]]), 24, lay([3, 2], [2, 12])),
        (lay([4], [2]), 24, lay([2, 3], [1, 8])),
        (lay([4], [1]), 4, lay([], [])),
        (lay([1], [5]), 20, lay([20], [1])),
        (lay([1, 2], [0, 1]), 4, lay([2], [2])),
        (lay([], []), 6, lay([6], [1])),
        (lay([], []), 1, lay([], [])),
    ],
)
def test_complement(layout: Layout, cotarget: int, rest: Layout) -> None:
    assert Layout.complement(layout, cotarget) == rest
    check_complement(layout, cotarget, rest)


@pytest.mark.parametrize(
    ("layout", "cotarget", "fault"),
    [
        (lay([4, 2], [0, 1]), 24, "overlaps with itself"),
        (lay([4, 2], [1, 1]), 24, "overlaps with itself"),
        (lay([3, 2], [2, 3]), 24, "overlaps with itself"),
        (lay([2, 2, 2], [2, 5, 5]), 24, "overlaps with itself"),
        (lay([2, 2], [2, 5]), 24, "is incongruent"),
        (lay([2], [5]), 24, "is incongruent with cotarget 24"),
        (lay([8], [4]), 24, "is larger than cotarget 24"),
        (lay([2], [1]), 0, "is larger than cotarget 0"),
    ],
)
def test_complement_refuses(layout: Layout, cotarget: int, fault: str) -> None:
    with pytest.raises(ValueError, match=r".") as caught:
        Layout.complement(layout, cotarget)
    assert str(caught.value) == f"{layout!r} {fault}"


@pytest.mark.parametrize("cotarget", [True, 2.0, "4", None])
def test_the_cotarget_has_to_be_an_integer(cotarget: object) -> None:
    with pytest.raises(TypeError, match=r"^cotarget must be an integer$"):
        Layout.complement(lay([2], [1]), cotarget)


def test_division_rearranges_the_dividend_tile_first() -> None:
    divided = 0
    for layout in DIVIDENDS:
        for tile in TILES:
            try:
                result = Layout.divide(layout, tile)
            except ValueError:
                continue
            divided += 1
            rest = Layout.complement(tile, layout.size)
            assert result[0].size == tile.size
            for i in range(tile.size):
                for j in range(rest.size):
                    assert result(i + tile.size * j) == layout(tile(i) + rest(j))
    assert divided > 40


@pytest.mark.parametrize(
    ("layout", "tile", "result"),
    [
        (lay([4, 2, 3], [2, 1, 8]), lay([4], [2]), lay([[2, 2], [2, 3]], [[4, 1], [2, 8]])),
        (lay([8], [3]), lay([2], [4]), lay([2, 4], [12, 3])),
        (lay([8], [1]), lay([8], [1]), lay([8], [1])),
        (lay([8], [1]), lay([2, 2], [1, 4]), lay([[2, 2], 2], [[1, 4], 2])),
    ],
)
def test_divide(layout: Layout, tile: Layout, result: Layout) -> None:
    assert Layout.divide(layout, tile) == result


@pytest.mark.parametrize("sequence", [list, tuple])
def test_divide_tiler_divides_leading_modes(sequence: type) -> None:
    tiler = sequence([lay([2], [1]), lay([3], [2])])
    result = Layout.divide_tiler(lay([4, 6, 5], [1, 4, 24]), tiler)
    assert result == lay([[2, 2], [3, 2], 5], [[1, 2], [8, 4], 24])


@pytest.mark.parametrize("sequence", [list, tuple])
def test_zipped_divide_gathers_tiles_and_remainders(sequence: type) -> None:
    tiler = sequence([lay([2], [1]), lay([3], [2])])
    result = Layout.zipped_divide(lay([4, 6, 5], [1, 4, 24]), tiler)
    assert result == lay([[2, 3], [2, 2], 5], [[1, 8], [2, 4], 24])


def test_both_tiled_divisions_keep_a_layout_without_tiles() -> None:
    layout = lay([4, [6]], [1, [4]])
    assert Layout.divide_tiler(layout, []) == Layout.zipped_divide(layout, ()) == layout


@given(st.lists(st.sampled_from([(2, 1), (2, 2), (4, 1), (1, 0), (2, 4)]), min_size=1, max_size=3))
def test_both_tiled_divisions_agree_with_dividing_each_mode(tiles: list) -> None:
    layout = canonical_layout(lay([8, 8, 8], [0, 0, 0]).shape)
    tiler = [lay([extent], [stride]) for extent, stride in tiles]
    divided, zipped = Layout.divide_tiler(layout, tiler), Layout.zipped_divide(layout, tiler)
    parts = [Layout.divide(mode, tile) for mode, tile in zip(layout, tiler, strict=False)]
    assert list(divided) == [*parts, *layout[len(tiler) :]]
    modes = [*(part[0] for part in parts), *(part[1:] for part in parts), *layout[len(tiler) :]]
    assert zipped.leaf_strides == tuple(stride for mode in modes for stride in mode.leaf_strides)
    assert zipped.leaf_extents == tuple(extent for mode in modes for extent in mode.leaf_extents)


@pytest.mark.parametrize("operation", [Layout.divide_tiler, Layout.zipped_divide])
def test_more_tiles_than_modes_cannot_divide(operation: object) -> None:
    with pytest.raises(ValueError, match=r"^B has more tiles than A has top-level modes$"):
        operation(lay([4], [1]), [lay([2], [1])] * 2)


@pytest.mark.parametrize("operation", [Layout.divide_tiler, Layout.zipped_divide])
def test_a_tile_that_does_not_divide_is_refused(operation: object) -> None:
    with pytest.raises(ValueError, match="is incongruent with cotarget 4"):
        operation(lay([4], [1]), [lay([3], [1])])


@pytest.mark.parametrize("operation", [Layout.divide_tiler, Layout.zipped_divide])
def test_a_tiler_has_to_be_a_sequence_of_layouts(operation: object) -> None:
    with pytest.raises(TypeError, match=r"^B must contain only Layout values$"):
        operation(lay([4], [1]), [2])
    with pytest.raises(TypeError, match=r"^B must be an IndexMap, Shape, or Tiler$"):
        operation(lay([4], [1]), 2)


def test_the_tile_of_divide_has_to_be_a_layout() -> None:
    with pytest.raises(TypeError, match=r"^B must contain only Layout values$"):
        Layout.divide(lay([4], [1]), 2)
