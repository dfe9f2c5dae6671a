"""Stride: the steps of a layout."""

from typing import ClassVar

from swc.layout import texts
from swc.layout.nested import NestedIntegers


class Stride(NestedIntegers):
    """Nested strides in elements per step, each at least 0.

    Args:
        items: nothing for rank 0; one int or one iterable of items; or the items themselves. An item is an
            int or a nested sized iterable of items. A Stride as an item is spliced in flat when it counts as
            a leaf, and nests otherwise.

    Raises:
        ValueError: when an item is neither an int nor a sized iterable, or a stride is negative.
        TypeError: when a sole argument is neither an int nor iterable.

    Examples:
        >>> Stride(1, [2, 6])
        Stride<(1, (2, 6))>
    """

    __slots__ = ()

    _least: ClassVar[int] = 0
    _least_text: ClassVar[str] = texts.STRIDE_RANGE
    _item_text: ClassVar[str] = texts.STRIDE_ITEM
    _immutable_text: ClassVar[str] = texts.STRIDE_IMMUTABLE
