"""Shape: the extents of a layout, and the order of its coordinates."""

from math import prod
from typing import ClassVar

from swc.layout import texts
from swc.layout.coordinates import Coordinate, decode_ordinal, encode_coordinate
from swc.layout.nested import NestedIntegers


class Shape(NestedIntegers):
    """Nested extents, each an element count of at least 1.

    Coordinates are ordered with the first mode fastest, at every level; the position of a coordinate in that
    order is its ordinal.

    Args:
        items: nothing for rank 0; one int or one iterable of items; or the items themselves. An item is an
            int or a nested sized iterable of items. A Shape as an item is spliced in flat when it counts as
            a leaf, and nests otherwise.

    Raises:
        ValueError: when an item is neither an int nor a sized iterable, or an extent is below 1.
        TypeError: when a sole argument is neither an int nor iterable.

    Examples:
        >>> Shape(2, [3, 4])
        Shape<(2, (3, 4))>
    """

    __slots__ = ("_size",)

    _size: int

    _least: ClassVar[int] = 1
    _least_text: ClassVar[str] = texts.EXTENT_RANGE
    _item_text: ClassVar[str] = texts.SHAPE_ITEM
    _immutable_text: ClassVar[str] = texts.SHAPE_IMMUTABLE

    @property
    def size(self) -> int:
        """Number of coordinates: the product of all extents."""
        try:
            return self._size
        except AttributeError:
            object.__setattr__(self, "_size", prod(self.leaves))
            return self._size

    def __int__(self) -> int:
        """Return the extent of a shape that is one leaf.

        Raises:
            ValueError: when there is a nest, or not exactly one mode.
        """
        if not self.is_int or not self.top_level:
            raise ValueError(texts.SHAPE_NOT_INTEGER)
        return self.leaves[0]

    def decode(self, ordinal: int) -> tuple[Coordinate, ...]:
        """Return the coordinate, nested as this shape, at position `ordinal`.

        Raises:
            TypeError: when `ordinal` is no int.
            ValueError: when it is not in `[0, size)`.

        Examples:
            >>> Shape(5, [20, 4]).decode(214)
            (4, (2, 2))
        """
        if isinstance(ordinal, bool) or not isinstance(ordinal, int):
            raise TypeError(texts.ORDINAL_KIND)
        if not 0 <= ordinal < self.size:
            raise ValueError(texts.ORDINAL_DOMAIN)
        return decode_ordinal(self.top_level, ordinal)

    def encode(self, coordinate: object) -> int:
        """Return the position of `coordinate`.

        Args:
            coordinate: a tuple or list with one entry per mode; an int stands for the ordinal of the whole
                shape, or of the nested mode it is the entry of.

        Raises:
            TypeError: when the coordinate or an entry is neither an int nor a tuple or list.
            ValueError: when an entry is out of range, or the nesting differs.

        Examples:
            >>> Shape(5, [20, 4]).encode((4, 42))
            214
        """
        return encode_coordinate(
            self.top_level,
            coordinate,
            domain_text=texts.COORDINATE_DOMAIN,
            hierarchy_text=texts.COORDINATE_HIERARCHY,
        )
