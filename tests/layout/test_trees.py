"""Tree and Node: markers, nesting, and behaviour as values."""

import copy
import pickle

import pytest

from swc.layout import Node, Tree

BAD_ITEM = r"^Tree can only accept integers or Node\.Leaf for leaf markers, and Tree objects for subtrees\.$"
DEPTH = 5_000


def deep_tree() -> Tree:
    tree = Tree(Node.id(0))
    for _ in range(DEPTH):
        tree = Tree(tree)
    return tree


def test_an_id_is_an_immutable_hashable_value() -> None:
    marker = Node.id(3)
    assert (marker.id, repr(marker)) == (3, "Node.id(3)")
    assert marker == Node.id(3)
    assert marker != Node.id(2)
    assert {marker, Node.id(3)} == {Node.id(3)}
    with pytest.raises(AttributeError):
        marker.id = 4
    assert marker.id == 3


@pytest.mark.parametrize("position", ["0", 1.0, None, True])
def test_an_id_that_is_no_int_is_refused(position: object) -> None:
    with pytest.raises(TypeError, match=r"^Node leaf id must be an integer$"):
        Node.id(position)


def test_a_negative_id_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^Node leaf id must be non-negative$"):
        Node.id(-1)


def test_any_int_becomes_a_leaf() -> None:
    assert Tree(1, -7, True) == Tree(Node.Leaf, Node.Leaf, Node.Leaf)
    assert list(Tree(5)) == [Node.Leaf]


@pytest.mark.parametrize("item", [[1], (1,), "a", 2.5, None, Node.Push, Node.Pop], ids=repr)
def test_other_items_are_refused(item: object) -> None:
    with pytest.raises(ValueError, match=BAD_ITEM):
        Tree(1, item)


def test_a_tree_is_a_tuple() -> None:
    nested = Tree(Node.id(1))
    tree = Tree(Node.Leaf, nested)
    assert isinstance(tree, tuple)
    assert (len(tree), tree[1], list(tree)) == (2, nested, [Node.Leaf, nested])
    assert hash(tree) == hash(Tree(1, Tree(Node.id(1))))
    assert Tree(Node.id(0)) != Tree(Node.Leaf)


def test_a_tree_is_immutable() -> None:
    tree = Tree(1)
    with pytest.raises(AttributeError):
        tree.size = 2
    with pytest.raises(AttributeError):
        tree.other = 2
    assert tree.size == 1


@pytest.mark.parametrize(
    ("tree", "size", "recipe"),
    [
        (Tree(), 0, []),
        (Tree(1, Node.id(4)), 2, [Node.Leaf, Node.Leaf]),
        (
            Tree(1, Tree(Node.id(3), Tree(2)), Tree()),
            3,
            [
                Node.Leaf,
                Node.Push,
                Node.Leaf,
                Node.Push,
                Node.Leaf,
                Node.Pop,
                Node.Pop,
                Node.Push,
                Node.Pop,
            ],
        ),
    ],
)
def test_size_and_recipe(tree: Tree, size: int, recipe: list) -> None:
    assert (tree.size, tree.recipe) == (size, recipe)


def test_the_recipe_is_a_fresh_list() -> None:
    tree = Tree(1)
    tree.recipe.clear()
    assert tree.recipe == [Node.Leaf]


def test_repr_is_the_expression_that_builds_the_tree() -> None:
    tree = Tree(1, Tree(Node.id(3), Tree(2)), Tree(), Node.id(0))
    assert repr(tree) == ("Tree(Node.Leaf, Tree(Node.id(3), Tree(Node.Leaf)), Tree(), Node.id(0))")
    assert eval(repr(tree), {"Tree": Tree, "Node": Node}) == tree


def test_trees_copy_and_pickle() -> None:
    tree = Tree(1, Tree(Node.id(3)))
    assert pickle.loads(pickle.dumps(tree)) == copy.deepcopy(tree) == copy.copy(tree) == tree
    assert type(copy.copy(tree)) is Tree


def test_a_tree_nests_deeper_than_python_recurses() -> None:
    tree = deep_tree()
    assert (tree.size, len(tree.recipe), len(repr(tree))) == (
        1,
        2 * DEPTH + 1,
        len("Tree()") * (DEPTH + 1) + 10,
    )
    assert hash(tree) == hash(deep_tree())
