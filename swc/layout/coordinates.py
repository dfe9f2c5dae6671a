"""Coordinates, ordinals and indices of nests of extents, the first mode fastest at every level."""

from collections.abc import Sequence
from math import prod
from typing import TypeAlias

from swc.layout import texts
from swc.layout.nested import Nests, flatten

Coordinate: TypeAlias = "int | tuple[Coordinate, ...]"


def decode_ordinal(shape: Nests, ordinal: int) -> tuple[Coordinate, ...]:
    """Return the coordinate at `ordinal`, which the caller has checked against the size."""
    coordinate: list[Coordinate] = []
    for nest in shape:
        if isinstance(nest, int):
            ordinal, entry = divmod(ordinal, nest)
            coordinate.append(entry)
        else:
            ordinal, inner = divmod(ordinal, prod(flatten(nest)))
            coordinate.append(decode_ordinal(nest, inner))
    return tuple(coordinate)


def encode_coordinate(shape: Nests, coordinate: object, *, domain_text: str, hierarchy_text: str) -> int:
    """Return the ordinal of `coordinate`.

    Args:
        shape: extents.
        coordinate: a tuple or list with one entry per mode, or an ordinal; each entry of a nested mode again.
        domain_text: the message when an int is out of range.
        hierarchy_text: the message when entries are missing, superfluous or wrongly nested.

    Raises:
        TypeError: when the coordinate or an entry is neither an int (bool is none) nor a tuple or list.
        ValueError: when it is not a coordinate of `shape`.
    """
    if isinstance(coordinate, int) and not isinstance(coordinate, bool):
        if not 0 <= coordinate < prod(flatten(shape)):
            raise ValueError(domain_text)
        return coordinate
    if not isinstance(coordinate, tuple | list):
        raise TypeError(texts.COORDINATE_KIND)
    if len(coordinate) != len(shape):
        raise ValueError(hierarchy_text)
    ordinal, size = 0, 1
    for nest, entry in zip(shape, coordinate, strict=True):
        if isinstance(nest, int):
            _check_leaf_entry(entry, nest, domain_text, hierarchy_text)
            ordinal += size * entry
            size *= nest
        else:
            inner = encode_coordinate(nest, entry, domain_text=domain_text, hierarchy_text=hierarchy_text)
            ordinal += size * inner
            size *= prod(flatten(nest))
    return ordinal


def index_of_ordinal(extents: Sequence[int], strides: Sequence[int], ordinal: int) -> int:
    """Return the index at `ordinal`, in elements; leaf by leaf is the same order as nest by nest."""
    index = 0
    for extent, stride in zip(extents, strides, strict=True):
        ordinal, entry = divmod(ordinal, extent)
        index += entry * stride
    return index


def _check_leaf_entry(entry: object, extent: int, domain_text: str, hierarchy_text: str) -> None:
    if isinstance(entry, tuple | list):
        raise ValueError(hierarchy_text)
    if isinstance(entry, bool) or not isinstance(entry, int):
        raise TypeError(texts.LEAF_COORDINATE_KIND)
    if not 0 <= entry < extent:
        raise ValueError(domain_text)
