"""Rearranging by trees, its reverse, extraction and permutation."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from layout_support import lay

from layout_strategies import layouts
from swc.layout import Layout, Node, Shape, Tree, extract

FLAT = lay([2, 3], [1, 2])
NESTED = lay([2, [3, 4]], [1, [2, 6]])
LEAF = Node.Leaf
PROFILE = r"^layout and tree profile do not match$"
DEPTH = 3_000


def ids(*numbers: int) -> Tree:
    return Tree(*(Node.id(number) for number in numbers))


def selection_of(layout: Layout) -> Tree:
    """Return the tree that selects every leaf."""
    modes = zip(layout.shape.top_level, layout, strict=True)
    return Tree(*(LEAF if isinstance(nest, int) else selection_of(mode) for nest, mode in modes))


@st.composite
def output_trees(draw: st.DrawFn, count: int) -> Tree:
    """Draw an output tree that places every one of `count` parts, with inserted leaves and nests."""
    markers: list = [Node.id(source) for source in draw(st.permutations(range(count)))]
    for _ in range(draw(st.integers(0, 2))):
        markers.insert(draw(st.integers(0, len(markers))), LEAF)
    for _ in range(draw(st.integers(0, 2))):
        start = draw(st.integers(0, len(markers)))
        stop = draw(st.integers(start, len(markers)))
        if stop - start > 1:
            markers[start:stop] = [Tree(*markers[start:stop])]
    return Tree(*markers)


@pytest.mark.parametrize(
    ("layout", "output", "selection", "result"),
    [
        (FLAT, Tree(Node.id(1), LEAF, Node.id(0)), None, lay([3, 1, 2], [2, 0, 1])),
        (FLAT, Tree(ids(0), ids(1)), None, FLAT),
        (FLAT, Tree(ids(0, 1)), None, lay([[2, 3]], [[1, 2]])),
        (FLAT, Tree(Tree(), Node.id(0), Node.id(1)), None, FLAT),
        (FLAT, ids(1, 0), Tree(LEAF, Tree(LEAF)), lay([3, 2], [2, 1])),
        (FLAT, ids(0, 1), ids(5, 7), FLAT),
        (NESTED, ids(1, 0), Tree(LEAF, LEAF), lay([[3, 4], 2], [[2, 6], 1])),
        (NESTED, ids(2, 0, 1), None, lay([4, 2, 3], [6, 1, 2])),
        (lay([[3], 2], [[1], 3]), ids(0, 1), None, lay([3, 2], [1, 3])),
        (lay([[3], 2], [[1], 3]), ids(0, 1), Tree(LEAF, LEAF), lay([3, 2], [1, 3])),
        (lay([1, 2, 1, 3], [7, 1, 11, 2]), ids(3, 1), None, lay([3, 2], [2, 1])),
        (lay([1, [1, 1]], [5, [6, 7]]), Tree(LEAF), Tree(LEAF, LEAF), lay([1], [0])),
        (lay([], []), Tree(), None, lay([], [])),
        (lay([], []), Tree(), Tree(), lay([], [])),
    ],
)
def test_rearrange(layout: Layout, output: Tree, selection: Tree | None, result: Layout) -> None:
    assert Layout.rearrange(layout, output, selection) == result


@pytest.mark.parametrize(
    ("output", "selection", "message"),
    [
        ((Node.id(0),), None, "output must be a Tree"),
        ("a -> a", Tree(LEAF), "output must be a Tree"),
        (ids(0, 1), [LEAF, LEAF], "selection must be a Tree"),
        (ids(9, 9), Tree(LEAF), "layout and tree profile do not match"),
        (ids(2, 2, 0), Tree(LEAF, LEAF), "Layout rearrange id is out of range"),
        (ids(0, 0), None, "Layout rearrange ids must not be duplicated"),
        (ids(0), None, "Layout rearrange ids must include every extracted layout"),
        (Tree(LEAF), Tree(LEAF, LEAF), "Layout rearrange ids must include every extracted layout"),
    ],
)
def test_failures_come_in_their_order(output: object, selection: object, message: str) -> None:
    with pytest.raises(ValueError, match=r".") as caught:
        Layout.rearrange(FLAT, output, selection)
    assert str(caught.value) == message
    assert repr(FLAT) == "Layout( Shape<(2, 3)>, Stride<(1, 2)>)"


@pytest.mark.parametrize(
    "selection",
    [Tree(LEAF), Tree(LEAF, LEAF, LEAF), Tree(LEAF, Tree(LEAF)), Tree(Tree(LEAF, LEAF), LEAF), Tree()],
)
def test_a_selection_has_to_match_the_modes_at_each_level(selection: Tree) -> None:
    with pytest.raises(ValueError, match=PROFILE):
        extract(NESTED, selection)


def test_extract_takes_modes_whole_or_descends() -> None:
    first, second = lay([2], [1]), lay([3, 4], [2, 6])
    assert extract(NESTED, Tree(LEAF, LEAF)) == (first, second)
    assert extract(NESTED, Tree(Tree(Node.id(4)), Tree(LEAF, LEAF))) == (first, *second)
    assert extract(NESTED, None) == (first, *second)
    with pytest.raises(ValueError, match=r"^selection must be a Tree$"):
        extract(NESTED, [LEAF, LEAF])


def test_trees_deeper_than_python_recurses() -> None:
    selection, output = Tree(LEAF), ids(0)
    for _ in range(DEPTH):
        selection, output = Tree(selection), Tree(output)
    assert Layout.rearrange(lay([3], [2]), output, selection) == lay([3], [2])
    reverse_output, reverse_selection = Layout.reverse_rearrange(output, selection)
    assert hash((reverse_output, reverse_selection)) == hash((output, selection))


@given(st.data(), layouts())
def test_rearranging_moves_leaf_coordinates_with_their_strides(data: st.DataObject, layout: Layout) -> None:
    output = data.draw(output_trees(len(layout.leaf_extents)))
    result = Layout.rearrange(layout, output)
    leaves = [marker for marker in output.walk() if marker not in (Node.Push, Node.Pop)]
    pairs = [*zip(layout.leaf_extents, layout.leaf_strides, strict=True)]
    expected = [(1, 0) if marker is LEAF else pairs[marker.id] for marker in leaves]
    assert [*zip(result.leaf_extents, result.leaf_strides, strict=True)] == expected


@given(st.data(), layouts())
def test_the_reverse_restores_the_layout(data: st.DataObject, layout: Layout) -> None:
    selection = selection_of(layout)
    output = data.draw(output_trees(selection.size))
    moved = Layout.rearrange(layout, output, selection)
    assert Layout.rearrange(moved, *Layout.reverse_rearrange(output, selection)) == layout


def test_the_reverse_of_an_omission_inserts_a_leaf() -> None:
    output, selection = Tree(Tree(Node.id(2), LEAF), Node.id(0)), Tree(LEAF, Tree(LEAF, LEAF))
    assert Layout.reverse_rearrange(output, selection) == (
        Tree(Node.id(2), Tree(LEAF, Node.id(0))),
        Tree(Tree(LEAF, LEAF), LEAF),
    )


@pytest.mark.parametrize(
    ("output", "selection", "message"),
    [
        ([0], Tree(LEAF), "output must be a Tree"),
        (ids(0), [LEAF], "selection must be a Tree"),
        (ids(0), None, "selection must be a Tree"),
        (ids(1), Tree(LEAF), "Layout rearrange id is out of range"),
        (ids(0, 0), Tree(LEAF), "Layout rearrange ids must not be duplicated"),
    ],
)
def test_reverse_rearrange_refuses(output: object, selection: object, message: str) -> None:
    with pytest.raises(ValueError, match=r".") as caught:
        Layout.reverse_rearrange(output, selection)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    "order", [(2, 0, 1), ([2, 0, 1],), (iter((2, 0, 1)),)], ids=["ints", "list", "iterator"]
)
def test_permute_takes_ints_or_one_iterable(order: tuple) -> None:
    layout = lay([2, [3, 4], 5], [1, [2, 6], 24])
    assert Layout.permute(layout, *order) == lay([5, 2, [3, 4]], [24, 1, [2, 6]])


def test_permute_of_rank_zero_takes_the_empty_order() -> None:
    assert Layout.permute(lay([], [])) == Layout.permute(lay([], []), ()) == lay([], [])


def test_permute_splices_single_leaf_nests() -> None:
    assert Layout.permute(lay([[3], 2], [[1], 3]), 0, 1) == lay([3, 2], [1, 3])


@given(st.data(), layouts())
def test_permute_places_source_modes(data: st.DataObject, layout: Layout) -> None:
    order = data.draw(st.permutations(range(len(layout))))
    result = Layout.permute(layout, *order)
    assert list(result) == [layout[source] for source in order]
    inverse = sorted(range(len(order)), key=order.__getitem__)
    assert Layout.permute(result, inverse) == layout


@pytest.mark.parametrize("order", [("0", 1), (True, 0), (1.0, 0), (None,), ("01",), (2.5,)], ids=repr)
def test_permute_refuses_entries_that_are_no_ints(order: tuple) -> None:
    with pytest.raises(TypeError, match=r"^Permutation dimensions must be integers$"):
        Layout.permute(FLAT, *order)


@pytest.mark.parametrize("order", [(0,), (0, 0), (-1, 0), (0, 2), (0, 1, 2), (), ([],)], ids=repr)
def test_permute_refuses_orders_that_are_no_permutation(order: tuple) -> None:
    with pytest.raises(ValueError, match=r"^Permutation dimensions must reorder every layout mode$"):
        Layout.permute(FLAT, *order)


def test_a_shape_is_no_selection() -> None:
    with pytest.raises(ValueError, match=r"^selection must be a Tree$"):
        Layout.rearrange(FLAT, ids(0, 1), Shape(2, 3))
