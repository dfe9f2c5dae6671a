"""Trees of markers: which modes a command selects, and where its output places them."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from swc.layout import texts


@dataclass(frozen=True, slots=True)
class NodeId:
    """A leaf that carries the position of a source; made by `Node.id`.

    Args:
        id: zero-based position of the source.

    Raises:
        TypeError: when `id` is no int.
        ValueError: when `id` is negative.
    """

    id: int

    def __post_init__(self) -> None:
        """Refuse what is no position."""
        if isinstance(self.id, bool) or not isinstance(self.id, int):
            raise TypeError(texts.NODE_ID_KIND)
        if self.id < 0:
            raise ValueError(texts.NODE_ID_RANGE)

    def __repr__(self) -> str:
        return f"Node.id({self.id})"


class Node(Enum):
    """Markers of a tree: an unidentified leaf, and the start and end of a nested tree in a recipe."""

    Leaf = 1
    Push = 2
    Pop = 3

    @staticmethod
    def id(position: int) -> NodeId:
        """Return the leaf that carries `position`.

        Raises:
            TypeError: when `position` is no int.
            ValueError: when `position` is negative.
        """
        return NodeId(position)


# Not Node.Push and not Node.Pop, which only a recipe holds.
Marker: TypeAlias = "Node | NodeId | Tree"


class Tree(tuple[Marker, ...]):
    """An immutable nest of leaf markers, compared and hashed as a tuple.

    Args:
        items: any int or `Node.Leaf` for an unidentified leaf, `Node.id(n)` for an identified one, a Tree
            for a nest.

    Raises:
        ValueError: when an item is anything else.

    Examples:
        >>> Tree(Node.id(1), Tree(1, Node.id(0))).size
        3
    """

    __slots__ = ()

    def __new__(cls, *items: "int | Marker") -> "Tree":
        """Check the items; an int stands for an unidentified leaf."""
        return super().__new__(cls, [_marker(item) for item in items])

    def __getnewargs__(self) -> tuple[Marker, ...]:
        """Copy and pickle item by item, as the constructor takes them."""
        return tuple(self)

    def __repr__(self) -> str:
        # Written in a loop: a command may nest deeper than Python recurses.
        written: list[str] = []
        for marker in self.walk():
            if marker is Node.Pop:
                written.append(")")
                continue
            if written and written[-1] != "Tree(":
                written.append(", ")
            written.append("Tree(" if marker is Node.Push else str(marker))
        return f"Tree({''.join(written)})"

    @property
    def size(self) -> int:
        """Number of leaves at all depths."""
        return sum(1 for marker in self.walk() if marker is not Node.Push and marker is not Node.Pop)

    @property
    def recipe(self) -> list[Node]:
        """A fresh list of the markers in reading order, identified leaves as `Node.Leaf`."""
        return [marker if isinstance(marker, Node) else Node.Leaf for marker in self.walk()]

    def walk(self) -> Iterator[Node | NodeId]:
        """Yield every leaf in reading order, with `Node.Push` and `Node.Pop` around each nested tree."""
        open_trees: list[Iterator[Marker]] = [iter(self)]
        while open_trees:
            for marker in open_trees[-1]:
                if isinstance(marker, Tree):
                    yield Node.Push
                    open_trees.append(iter(marker))
                    break
                yield marker
            else:
                open_trees.pop()
                if open_trees:
                    yield Node.Pop


def _marker(item: object) -> Marker:
    if item is Node.Leaf or isinstance(item, int):
        return Node.Leaf
    if isinstance(item, NodeId | Tree):
        return item
    raise ValueError(texts.TREE_ITEM)
