"""Compact layouts from extents or a shape."""

from functools import lru_cache
from itertools import accumulate
from operator import mul
from typing import Final

from swc.layout import texts
from swc.layout.layout import Layout
from swc.layout.nested import fold
from swc.layout.shape import Shape
from swc.layout.stride import Stride

# Layouts kept: every result of a tensor operation has one of these.
CANONICAL_LAYOUTS: Final = 4096


def column_major(*extents: int) -> Layout:
    """Return the flat compact layout whose first mode has stride 1.

    Raises:
        ValueError: when there is no extent, or one is no positive int.

    Examples:
        >>> column_major(2, 3, 4)
        Layout( Shape<(2, 3, 4)>, Stride<(1, 2, 6)>)
    """
    return canonical_layout(_flat_shape(extents))


def row_major(*extents: int) -> Layout:
    """Return the flat compact layout whose last mode has stride 1.

    Raises:
        ValueError: when there is no extent, or one is no positive int.

    Examples:
        >>> row_major(2, 3, 4)
        Layout( Shape<(2, 3, 4)>, Stride<(12, 4, 1)>)
    """
    return row_major_layout(_flat_shape(extents))


@lru_cache(maxsize=CANONICAL_LAYOUTS)
def canonical_layout(shape: Shape) -> Layout:
    """Return the compact layout of `shape` with the first leaf fastest.

    The stride of a leaf is the product of the extents of all leaves before it.

    Raises:
        TypeError: when `shape` is no Shape.
    """
    return _compact(shape, _running_products(_extents(shape)))


@lru_cache(maxsize=CANONICAL_LAYOUTS)
def row_major_layout(shape: Shape) -> Layout:
    """Return the compact layout of `shape` with the last leaf fastest, nested as `shape`.

    The stride of a leaf is the product of the extents of all leaves after it.

    Raises:
        TypeError: when `shape` is no Shape.
    """
    return _compact(shape, _running_products(_extents(shape)[::-1])[::-1])


def _running_products(extents: tuple[int, ...]) -> list[int]:
    return list(accumulate(extents, mul, initial=1))[:-1]


def _compact(shape: Shape, strides: list[int]) -> Layout:
    return Layout(shape, Stride.of_nests(fold(shape.top_level, iter(strides))))


def _extents(shape: object) -> tuple[int, ...]:
    if not isinstance(shape, Shape):
        raise TypeError(texts.CANONICAL_KIND)
    return shape.leaves


def _flat_shape(extents: tuple[object, ...]) -> Shape:
    if not extents:
        raise ValueError(texts.EXTENTS_MISSING)
    if any(isinstance(extent, bool) or not isinstance(extent, int) or extent < 1 for extent in extents):
        raise ValueError(texts.EXTENTS_RANGE)
    return Shape(extents)
