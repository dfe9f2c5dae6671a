"""A plan: a command bound to operands, as a loop nest with a place for its result."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from swc.dtypes import DType
from swc.errors import with_notes
from swc.ir.nodes import Access, Axis, AxisRole, Convert, Expression, Load, LoopNest
from swc.layout import Layout, Node, Shape, Tree, canonical_layout, extract, row_major_layout
from swc.layout.tree import NodeId
from swc.lowering import texts
from swc.operand import OperandType, ResultOrder


@dataclass(frozen=True, slots=True)
class Plan:
    """What to run, and where its result goes.

    Attributes:
        nest: the loops, over the operands as they lie.
        operands: the operands as the caller has them.
        result: layout and dtype of the fresh result.
        copies: (operand, layout) for operands that no loop nest can walk in step with the others where
            they lie, and that are copied into `layout` first.
    """

    nest: LoopNest
    operands: tuple[OperandType, ...]
    result: OperandType
    copies: tuple[tuple[int, Layout], ...] = ()


@dataclass(slots=True)
class NestBuilder:
    """Collects axes with one stride for each of the operands and the output."""

    operands: int
    axes: list[Axis] = field(default_factory=list)
    strides: list[tuple[int, ...]] = field(default_factory=list)
    ordinal: list[int] = field(default_factory=list)

    def add(
        self,
        role: AxisRole,
        extent: int,
        strides: Sequence[int],
        *,
        origin: str = "",
        ordinal: int = 0,
    ) -> None:
        """Add an axis; `strides` has one entry per operand, then the output's."""
        name = f"i{len(self.axes)}"
        self.axes.append(Axis(name=name, role=role, extent=extent, origin=(origin,) if origin else ()))
        self.strides.append(tuple(strides))
        self.ordinal.append(ordinal)

    def accesses(self, dtypes: Sequence[DType]) -> tuple[Access, ...]:
        """Return the inputs' accesses, then the output's."""
        names = [*"ab"[: self.operands], "out"]
        return tuple(
            Access(
                name=name,
                dtype=dtype,
                strides=tuple(row[position] for row in self.strides),
                operand=position if position < self.operands else 0,
            )
            for position, (name, dtype) in enumerate(zip(names, dtypes, strict=True))
        )


def load_as(operand: int, stored: DType, wanted: DType) -> Expression:
    """Return the load of an operand, converted where the wanted dtype is another."""
    return Load(operand) if stored is wanted else Convert(wanted, Load(operand))


def place_result(shape: Shape, order: ResultOrder) -> Layout:
    """Return the layout of a fresh result of `shape`."""
    return canonical_layout(shape) if order is ResultOrder.CANONICAL else row_major_layout(shape)


def extract_leaves(name: str, layout: Layout, selection: Tree) -> tuple[Layout, ...]:
    """Return the sublayouts that a reference names.

    Raises:
        ValueError: PROFILE_MISMATCH, with notes that show both structures, when `layout` does not carry
            the hierarchy of the reference.
    """
    try:
        return extract(layout, selection)
    except ValueError as error:
        raise with_notes(
            error,
            f"{name} has the structure {_structure(layout)}, the reference names {_named(selection)}",
            *_flat_group_note(layout, selection),
        ) from None


def leaf_labels(tree: Tree, names: Sequence[str], leaves: Sequence[Layout]) -> list[str]:
    """Return a label for each leaf that an output tree places, depth first; inserted modes are `1`.

    Args:
        tree: output tree over positions in `names`.
        names: symbol of each position.
        leaves: sublayout of each position; its label is repeated for each of its leaves.
    """
    labels: list[str] = []
    for marker in tree.walk():
        if isinstance(marker, NodeId):
            labels += [names[marker.id]] * len(leaves[marker.id].leaf_extents)
        elif marker is Node.Leaf:
            labels.append("1")
    return labels


def check_omitted(name: str, leaves: Sequence[Layout], kept: Iterable[int]) -> None:
    """Refuse leaves of size above one that no symbol names.

    Raises:
        ValueError: OMITTED_LEAF, with a note that names the leaf and its size.
    """
    named = set(kept)
    for position, leaf in enumerate(leaves):
        if position not in named and leaf.size > 1:
            raise with_notes(
                ValueError(texts.OMITTED_LEAF), f"leaf {position} of {name} has size {leaf.size}, not 1"
            )


def _structure(layout: Layout) -> str:
    return str(layout.shape.top_level)


def _named(selection: Tree) -> str:
    return "(" + ", ".join(_named(item) if isinstance(item, Tree) else "leaf" for item in selection) + ")"


def _flat_group_note(layout: Layout, selection: Tree) -> tuple[str, ...]:
    for position, item in enumerate(selection):
        if isinstance(item, Tree) and position < len(layout) and len(item) > 1 and layout[position].is_leaf:
            extent = layout[position].size
            return (
                f"mode {position} is flat, of extent {extent}, where the reference has a group: "
                "a command takes no sizes; strideweave.view(array, 'a (b c)', c=...) builds the hierarchy",
            )
    return ()
