"""Tensor contract, sections 5 and 9: rearrange, permute, broadcasts, squeeze and unsqueeze."""

import pytest
from runtime_support import layout_of, nothing_changes, numbered

from strideweave import (
    Node,
    Shape,
    Stride,
    Tree,
    as_strided,
    broadcast_in_dim,
    broadcast_to,
    permute,
    rearrange,
    reshape,
    squeeze,
    unsqueeze,
)
from strideweave.friendly import to_list

VIEWS = {
    "slice": lambda t: t[0:1, :],
    "rearrange by command": lambda t: rearrange(t, "a b -> b a"),
    "rearrange by tree": lambda t: rearrange(t, Tree(Node.id(1), Node.id(0))),
    "permute": lambda t: permute(t, 1, 0),
    "reshape": lambda t: reshape(t, Shape([3, 2])),
    "as_strided": lambda t: as_strided(t, Shape([3]), Stride([2])),
    "broadcast_to": lambda t: broadcast_to(t, Shape([2, 3])),
    "broadcast_in_dim": lambda t: broadcast_in_dim(t, Shape([2, 4, 3]), [0, 2]),
    "unsqueeze": lambda t: unsqueeze(t, 1),
    "squeeze": lambda t: squeeze(unsqueeze(t, 1), 1),
}
FUNCTIONS = {
    "rearrange": lambda t: rearrange(t, Tree(Node.id(0))),
    "permute": lambda t: permute(t, "a"),
    "reshape": lambda t: reshape(t, None),
    "as_strided": lambda t: as_strided(t, None, None),
    "broadcast_to": lambda t: broadcast_to(t, None),
    "broadcast_in_dim": lambda t: broadcast_in_dim(t, None, None),
    "unsqueeze": lambda t: unsqueeze(t, None),
    "squeeze": lambda t: squeeze(t, None),
}


def fails(error, message, attempt, *tensors):
    with nothing_changes(*(tensor.carrier for tensor in tensors)), pytest.raises(error) as caught:
        attempt()
    assert str(caught.value) == message


@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS.keys())
def test_a_view_shares_the_identical_carrier_and_copies_nothing(view):
    tensor = numbered([2, 3], [1, 2], offset=4)
    with nothing_changes(tensor.carrier):
        made = view(tensor)
    assert made is not tensor
    assert made.carrier is tensor.carrier
    assert made.offset == 4
    assert made.dtype() is tensor.dtype()
    made[0] = -1.0
    assert tensor[0] == -1.0


@pytest.mark.parametrize("view", FUNCTIONS.values(), ids=FUNCTIONS.keys())
def test_the_operand_is_checked_before_the_arguments(view):
    fails(TypeError, "tensor must be a Tensor", lambda: view(object()))


def test_rearrange_by_tree_numbers_every_leaf_depth_first():
    tensor = numbered([2, [3, 4]], [1, [2, 6]])
    made = rearrange(tensor, Tree(Tree(Node.id(2), Node.id(0)), Node.Leaf, Node.id(1)))
    assert made.layout == layout_of([[4, 2], 1, 3], [[6, 1], 0, 2])


def test_rearrange_by_tree_with_a_selection_numbers_what_it_selects():
    tensor = numbered([2, [3, 4]], [1, [2, 6]])
    made = rearrange(tensor, Tree(Node.id(1), Node.id(0)), Tree(Node.Leaf, Node.Leaf))
    assert made.layout == layout_of([[3, 4], 2], [[2, 6], 1])


def test_rearrange_accepts_a_command_in_place_of_a_tree():
    tensor = numbered([2, [3, 4]], [1, [2, 6]])
    assert rearrange(tensor, "a (b c) -> (c a) 1 b").layout == layout_of([[4, 2], 1, 3], [[6, 1], 0, 2])


def test_rearrange_reads_as_the_permuted_coordinates():
    tensor = numbered([2, 3], [3, 1])
    made = rearrange(tensor, "a b -> b a")
    assert [[made[j, i] for i in range(2)] for j in range(3)] == [
        [tensor[i, j] for i in range(2)] for j in range(3)
    ]


SELECTION = "String rearrange descriptions do not accept an explicit selection"


@pytest.mark.parametrize("command", ["a b -> b a", "a b -> c", "2"])
def test_reject_a_string_description_combined_with_a_selection_tree(command):
    tensor = numbered([2, 3], [1, 2])
    fails(TypeError, SELECTION, lambda: rearrange(tensor, command, Tree(Node.Leaf, Node.Leaf)), tensor)
    fails(TypeError, SELECTION, lambda: rearrange(object(), command, object()))


def test_a_bad_command_is_reported_before_a_bad_operand():
    fails(ValueError, "Unknown dimension symbol 'b' at offset 5", lambda: rearrange(object(), "a -> b"))
    fails(TypeError, "tensor must be a Tensor", lambda: rearrange(object(), "a -> a"))


@pytest.mark.parametrize("output", [None, 5, [Node.id(0)], Node.id(0), b"a -> a", (Node.id(0), Node.id(1))])
def test_an_output_that_is_neither_text_nor_tree_is_refused(output):
    tensor = numbered([2, 3], [1, 2])
    fails(TypeError, "output must be a Tree", lambda: rearrange(tensor, output), tensor)


@pytest.mark.parametrize("selection", [5, [Node.Leaf], "a b"])
def test_a_selection_of_the_wrong_kind_is_refused(selection):
    tensor = numbered([2, 3], [1, 2])
    output = Tree(Node.id(0), Node.id(1))
    fails(TypeError, "selection must be a Tree or None", lambda: rearrange(tensor, output, selection), tensor)


@pytest.mark.parametrize(
    ("output", "selection", "message"),
    [
        (Tree(Node.id(0)), Tree(Node.Leaf), "layout and tree profile do not match"),
        (Tree(Node.id(2)), None, "Layout rearrange id is out of range"),
        (Tree(Node.id(0), Node.id(0)), None, "Layout rearrange ids must not be duplicated"),
        (Tree(Node.id(0)), None, "Layout rearrange ids must include every extracted layout"),
    ],
)
def test_the_rules_of_layouts_surface_unchanged(output, selection, message):
    tensor = numbered([2, 3], [1, 2])
    fails(ValueError, message, lambda: rearrange(tensor, output, selection), tensor)
    fails(ValueError, message, lambda: rearrange(tensor, output, selection), tensor)


def test_permute_takes_ints_or_one_iterable():
    tensor = numbered([2, [3, 4]], [1, [2, 6]])
    wanted = layout_of([[3, 4], 2], [[2, 6], 1])
    assert permute(tensor, 1, 0).layout == permute(tensor, [1, 0]).layout == wanted


@pytest.mark.parametrize(
    ("order", "error", "message"),
    [
        (("a", 0), TypeError, "Permutation dimensions must be integers"),
        ((True, 0), TypeError, "Permutation dimensions must be integers"),
        ((0,), ValueError, "Permutation dimensions must reorder every layout mode"),
        ((0, 0), ValueError, "Permutation dimensions must reorder every layout mode"),
        ((-1, 0), ValueError, "Permutation dimensions must reorder every layout mode"),
        ((0, 2), ValueError, "Permutation dimensions must reorder every layout mode"),
    ],
)
def test_permute_refuses_what_is_no_permutation(order, error, message):
    tensor = numbered([2, 3], [1, 2])
    fails(error, message, lambda: permute(tensor, *order), tensor)


def test_broadcast_to_widens_extent_one_leaves_only():
    made = broadcast_to(numbered([1, [3, 1]], [7, [1, 9]]), Shape([4, [3, 1]]))
    assert made.layout == layout_of([4, [3, 1]], [0, [1, 9]])


def test_broadcast_to_failures():
    tensor = numbered([2, 1], [1, 5])
    for target in (None, [2, 3], 6):
        fails(TypeError, "target must be a Shape", lambda target=target: broadcast_to(tensor, target), tensor)
    with nothing_changes(tensor.carrier):
        with pytest.raises(ValueError, match=r"^Layout broadcast target must have the same shape profile: "):
            broadcast_to(tensor, Shape([2, [3]]))
        with pytest.raises(
            ValueError, match=r"^Layout broadcast can only widen an extent-1 leaf: 2 cannot become 3$"
        ):
            broadcast_to(tensor, Shape([3, 1]))


def test_broadcast_in_dim_inserts_then_broadcasts():
    made = broadcast_in_dim(numbered([2], [1]), Shape([3, 2]), [1])
    assert made.layout == layout_of([3, 2], [0, 1])
    assert to_list(made) == [0.0, 0.0, 0.0, 1.0, 1.0, 1.0]


def test_broadcast_in_dim_keeps_nested_modes_and_widens_ones():
    made = broadcast_in_dim(numbered([[1, 3], 1], [[5, 1], 4]), Shape([2, [4, 3], 2, 1]), (1, 3))
    assert made.layout == layout_of([2, [4, 3], 2, 1], [0, [0, 1], 0, 4])


IN_DIM = [
    (None, [0, 1], TypeError, "target must be a Shape"),
    ([3, 2], "a", TypeError, "target must be a Shape"),
    (Shape([3, 2, 2]), [0, "a"], TypeError, "broadcast_dimensions must contain integers"),
    (Shape([3, 2, 2]), [0.0], TypeError, "broadcast_dimensions must contain integers"),
    (Shape([3, 2, 2]), [True, 2], TypeError, "broadcast_dimensions must contain integers"),
    (Shape([3, 2, 2]), 1, TypeError, "broadcast_dimensions must contain integers"),
    (Shape([3, 2, 2]), [5], ValueError, "broadcast_dimensions must contain one position per source mode"),
    (
        Shape([3, 2, 2]),
        [0, 1, 2],
        ValueError,
        "broadcast_dimensions must contain one position per source mode",
    ),
    (Shape([3, 2, 2]), [3, 0], ValueError, "broadcast_dimensions contains an out-of-range position"),
    (Shape([3, 2, 2]), [0, -1], ValueError, "broadcast_dimensions contains an out-of-range position"),
    (Shape([3, 2, 2]), [1, 1], ValueError, "broadcast_dimensions must be strictly increasing"),
    (Shape([3, 2, 2]), [2, 1], ValueError, "broadcast_dimensions must be strictly increasing"),
    (
        Shape([2, 4, 2]),
        [0, 1],
        ValueError,
        "Layout broadcast can only widen an extent-1 leaf: 3 cannot become 4",
    ),
]


@pytest.mark.parametrize(("target", "positions", "error", "message"), IN_DIM)
def test_broadcast_in_dim_checks_in_the_documented_order(target, positions, error, message):
    tensor = numbered([2, 3], [1, 2])
    fails(error, message, lambda: broadcast_in_dim(tensor, target, positions), tensor)


@pytest.mark.parametrize(
    ("dim", "shape", "stride"),
    [
        (0, [1, 2, [3]], [0, 1, [2]]),
        (1, [2, 1, [3]], [1, 0, [2]]),
        (2, [2, [3], 1], [1, [2], 0]),
        (-1, [2, [3], 1], [1, [2], 0]),
        (-3, [1, 2, [3]], [0, 1, [2]]),
    ],
)
def test_unsqueeze_inserts_and_squeeze_restores(dim, shape, stride):
    tensor = numbered([2, [3]], [1, [2]])
    wide = unsqueeze(tensor, dim)
    assert wide.layout == layout_of(shape, stride)
    assert squeeze(wide, dim).layout == tensor.layout


def test_unsqueeze_and_squeeze_at_rank_zero():
    tensor = numbered([], [])
    assert unsqueeze(tensor, 0).layout == unsqueeze(tensor, -1).layout == layout_of([1], [0])
    assert squeeze(unsqueeze(tensor, 0), 0).layout == tensor.layout
    fails(ValueError, "dim is out of range for rank 0", lambda: squeeze(tensor, 0), tensor)


def test_squeeze_removes_whatever_stride_the_mode_has():
    assert squeeze(numbered([2, 1], [1, 7]), -1).layout == layout_of([2], [1])


@pytest.mark.parametrize("dim", ["a", 1.0, None, True])
def test_a_dim_of_the_wrong_kind_is_refused(dim):
    tensor = numbered([1, 2], [0, 1])
    fails(TypeError, "dim must be an integer", lambda: unsqueeze(tensor, dim), tensor)
    fails(TypeError, "dim must be an integer", lambda: squeeze(tensor, dim), tensor)


def test_a_dim_out_of_range_is_refused():
    tensor = numbered([1, 2], [0, 1])
    for dim in (3, -4):
        fails(ValueError, "dim is out of range for rank 2", lambda dim=dim: unsqueeze(tensor, dim), tensor)
    for dim in (2, -3):
        fails(ValueError, "dim is out of range for rank 2", lambda dim=dim: squeeze(tensor, dim), tensor)


@pytest.mark.parametrize("dim", [0, 1, 2])
def test_squeeze_takes_top_level_extent_one_leaves_only(dim):
    tensor = numbered([2, [1], [1, 1]], [1, [2], [2, 2]])
    message = "squeeze dim must select a top-level extent-one leaf"
    fails(ValueError, message, lambda: squeeze(tensor, dim), tensor)
