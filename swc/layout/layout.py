"""Layout: the value and, as thin methods, the algebra of the modules below."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from swc.layout import broadcast, combine, complement, compose, divide, rearrange, texts
from swc.layout.modes import Modes
from swc.layout.shape import Shape
from swc.layout.tree import Tree
from swc.layout.value import LayoutValue

Tiler: TypeAlias = "Sequence[Layout]"


class Layout(LayoutValue):
    """A shape and a stride of the same nesting: the map from coordinates to indices.

    A layout is immutable, hashable, and equal to another when shape and stride are; nothing is normalised.

    Args:
        shape: extents, in elements.
        stride: strides, in elements per step.

    Raises:
        ValueError: when an argument has the wrong kind, or the nestings differ.

    Examples:
        >>> from swc.layout.stride import Stride
        >>> layout = Layout(Shape(2, [3, 4]), Stride(1, [10, 100]))
        >>> layout((1, (2, 3))), layout(23), layout.cosize
        (321, 321, 322)
    """

    __slots__ = ()

    def broadcast_to(self, target: Shape) -> "Layout":
        """Return this layout with leaves of extent 1 widened to `target`, at stride 0.

        Raises:
            TypeError: when `target` is no Shape.
            ValueError: when the profiles differ, or an extent other than 1 would change.
        """
        if not isinstance(target, Shape):
            raise TypeError(texts.BROADCAST_KIND)
        if target == self.shape:
            return self
        return Layout.of_modes(broadcast.broadcast(self.modes, target.top_level))

    def uniform_preimage_extent(self, target_shape: Shape) -> int | None:
        """Return how many coordinates hit each ordinal of `target_shape`.

        Returns:
            That number when it is the same for every ordinal and no other index is hit, else None.

        Raises:
            TypeError: when `target_shape` is no Shape.
        """
        if not isinstance(target_shape, Shape):
            raise TypeError(texts.PREIMAGE_KIND)
        return broadcast.uniform_preimage_extent(self.modes, target_shape.size)

    @staticmethod
    def concat(lhs: "Layout", rhs: "Layout") -> "Layout":
        """Return the top-level modes of `lhs`, then those of `rhs`.

        Raises:
            TypeError: when an argument is no Layout.
        """
        return Layout.of_modes(combine.concat(*_modes_of((lhs, rhs), texts.MODES_KIND)))

    def __add__(self, other: "Layout") -> "Layout":
        """Return `Layout.concat(self, other)`."""
        if not isinstance(other, Layout):
            return NotImplemented
        return Layout.concat(self, other)

    @staticmethod
    def append(layout: "Layout", added: "Layout") -> "Layout":
        """Return `layout` with `added` as one nested mode; a leaf is spliced in flat, rank 0 adds nothing.

        Raises:
            TypeError: when an argument is no Layout.
        """
        return Layout.of_modes(combine.append(*_modes_of((layout, added), texts.MODES_KIND)))

    @staticmethod
    def make_layout(*layouts: "Layout") -> "Layout":
        """Return rank 0 with each layout appended in turn.

        Raises:
            TypeError: when an argument is no Layout.
        """
        return Layout.of_modes(combine.make(_modes_of(layouts, texts.MODES_KIND)))

    @staticmethod
    def rearrange(layout: "Layout", output: Tree, selection: Tree | None = None) -> "Layout":
        """Return the parts of `layout` that `selection` takes, placed as `output` says.

        Args:
            layout: the source.
            output: `Node.id(n)` places part `n`, `Node.Leaf` inserts extent 1 with stride 0, and a nested
                tree builds a nested mode, spliced in flat when it counts as a leaf.
            selection: a leaf marker takes its mode whole, a nested tree descends; None takes every leaf.

        Raises:
            ValueError: when an argument has the wrong kind, the selection does not fit, an id is out of
                range or used twice, or a part of more than one coordinate is left out.
        """
        _check_tree(output, texts.OUTPUT_KIND)
        if selection is not None:
            _check_tree(selection, texts.SELECTION_KIND)
        return Layout.of_modes(rearrange.rearrange(layout.modes, output, selection))

    @staticmethod
    def reverse_rearrange(output: Tree, selection: Tree) -> tuple[Tree, Tree]:
        """Return the output and selection trees that undo a rearrangement by `output` and `selection`.

        Raises:
            ValueError: when an argument has the wrong kind, or an id is out of range or used twice.
        """
        _check_tree(output, texts.OUTPUT_KIND)
        _check_tree(selection, texts.SELECTION_KIND)
        return rearrange.reverse_rearrange(output, selection)

    @staticmethod
    def permute(layout: "Layout", *order: int | Iterable[int]) -> "Layout":
        """Return the top-level modes in another order; `order[j]` is the source of mode `j`.

        Args:
            layout: the source; nested modes move whole.
            order: the sources one by one, or as one iterable.

        Raises:
            TypeError: when an entry is no int.
            ValueError: when `order` is not a permutation of the modes.
        """
        entries: tuple[object, ...] = order
        if len(order) == 1 and isinstance(order[0], Iterable):
            entries = tuple(order[0])
        return Layout.of_modes(rearrange.permute(layout.modes, entries))

    def compose(self, inner: "Layout | Shape | Tiler") -> "Layout":
        """Return the layout `R` with `R(q) == self(inner(q))`; also `Layout.compose(outer, inner)`.

        Args:
            inner: a layout; or a tiler, whose layouts are composed with the leading modes one by one; or a
                flat shape, which stands for the tiler of its extents with stride 1.

        Raises:
            TypeError: when an argument has the wrong kind.
            ValueError: when `inner` leaves the domain, has more tiles than there are modes, or no layout is
                the composition.
        """
        if not isinstance(self, Layout):
            raise TypeError(texts.COMPOSE_OUTER)
        if isinstance(inner, Layout):
            return Layout.of_modes(compose.compose(self.modes, inner.modes))
        tiles = _shape_tiles(inner) if isinstance(inner, Shape) else _tiles(inner)
        return Layout.of_modes(compose.compose_tiles(self.modes, tiles))

    @staticmethod
    def complement(layout: "Layout", cotarget: int) -> "Layout":
        """Return the flat layout, strides ascending, that with `layout` hits each of `[0, cotarget)` once.

        Raises:
            TypeError: when `cotarget` is no int.
            ValueError: when leaves overlap or interleave, a gap is not a whole factor, or the layout reaches
                past `cotarget`.
        """
        if isinstance(cotarget, bool) or not isinstance(cotarget, int):
            raise TypeError(texts.COTARGET_KIND)
        return Layout.of_modes(complement.complement(layout.modes, cotarget))

    @staticmethod
    def divide(layout: "Layout", tile: "Layout") -> "Layout":
        """Return `layout` as two modes, the tile and its remainder; a tile that covers all has no remainder.

        Raises:
            TypeError: when `tile` is no Layout.
            ValueError: when the tile does not divide the layout.
        """
        (tile_modes,) = _modes_of((tile,), texts.COMPOSE_TILE)
        return Layout.of_modes(divide.divide(layout.modes, tile_modes))

    @staticmethod
    def divide_tiler(layout: "Layout", tiler: "Tiler") -> "Layout":
        """Return each leading mode divided by its tile, then the other modes as they are.

        Raises:
            TypeError: when `tiler` is no sequence of Layouts.
            ValueError: when there are more tiles than modes, or a tile does not divide its mode.
        """
        return Layout.of_modes(divide.divide_tiles(layout.modes, _tiles(tiler)))

    @staticmethod
    def zipped_divide(layout: "Layout", tiler: "Tiler") -> "Layout":
        """Return all tiles as mode 0, all remainders as mode 1, then the other modes as they are.

        Raises:
            TypeError: when `tiler` is no sequence of Layouts.
            ValueError: when there are more tiles than modes, or a tile does not divide its mode.
        """
        return Layout.of_modes(divide.zip_divide(layout.modes, _tiles(tiler)))


def extract(layout: Layout, selection: Tree | None) -> tuple[Layout, ...]:
    """Return the parts of `layout` that the leaves of `selection` take, in reading order.

    Args:
        layout: the layout to take apart.
        selection: a leaf marker takes its mode whole, a nested tree descends into it; None takes every leaf.

    Raises:
        ValueError: when `selection` is no Tree, or a level has more or fewer modes than markers.
    """
    if selection is not None:
        _check_tree(selection, texts.SELECTION_KIND)
    return tuple(Layout.of_modes(part) for part in rearrange.extract_modes(layout.modes, selection))


def _check_tree(value: object, text: str) -> None:
    if not isinstance(value, Tree):
        raise ValueError(text)


def _modes_of(layouts: Sequence[object], text: str) -> list[Modes]:
    modes: list[Modes] = []
    for layout in layouts:
        if not isinstance(layout, Layout):
            raise TypeError(text)
        modes.append(layout.modes)
    return modes


def _tiles(tiler: object) -> list[Modes]:
    if not isinstance(tiler, Sequence):
        raise TypeError(texts.COMPOSE_INNER)
    return _modes_of(tiler, texts.COMPOSE_TILE)


def _shape_tiles(shape: Shape) -> list[Modes]:
    if any(not isinstance(nest, int) for nest in shape.top_level):
        raise ValueError(texts.COMPOSE_SHAPE)
    return [Modes((extent,), (1,)) for extent in shape.leaves]
