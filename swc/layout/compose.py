"""Compose layouts: the layout whose index at `q` is that of the outer layout at the inner index of `q`."""

from collections.abc import Sequence
from typing import NamedTuple

from swc.layout import texts
from swc.layout.combine import EMPTY, append, concat
from swc.layout.modes import Modes, coalesce
from swc.layout.nested import Nest, flatten, fold


class Piece(NamedTuple):
    """The part of an inner leaf that falls into one digit of the outer layout.

    Args:
        digit: position of the digit among the coalesced modes of the outer layout.
        extent: number of values the digit takes.
        step: how far apart these values are.
    """

    digit: int
    extent: int
    step: int


def compose(outer: Modes, inner: Modes) -> Modes:
    """Return the layout `R` with `R(q) == outer(inner(q))` for every coordinate `q` of `inner`.

    The levels of `inner` stay; a leaf may become a nested mode of its size. Ordinals of the outer layout are
    mixed-radix numbers, one digit per coalesced mode: a leaf is split over the digits, and the sum over the
    leaves is exact as long as no digit carries.

    Raises:
        ValueError: when `inner` leaves the domain of `outer`, or no layout is found to be the composition.
    """
    if inner.cosize > outer.size:
        raise ValueError(texts.COMPOSE_DOMAIN)
    digits = coalesce(outer)
    if len(digits) <= 1:
        scale = digits[0][1] if digits else 0
        return Modes(inner.shape, fold(inner.shape, (stride * scale for stride in flatten(inner.stride))))
    leaves = [_split(outer, digits, extent, stride) for extent, stride in inner.leaves()]
    _check_no_carry(outer, inner, digits, leaves)
    nests = [
        _leaf_nests(digits, extent, pieces)
        for extent, pieces in zip(flatten(inner.shape), leaves, strict=True)
    ]
    shape = fold(inner.shape, (nest for nest, _ in nests))
    return Modes(shape, fold(inner.shape, (nest for _, nest in nests)))


def compose_mode(outer: Modes, tile: Modes) -> Modes:
    """Return the composition as one mode: a single nested mode stands for itself."""
    composed = compose(outer, tile)
    return composed.mode(0) if len(composed.shape) == 1 else composed


def compose_tiles(outer: Modes, tiles: Sequence[Modes]) -> Modes:
    """Return each leading mode composed with its tile, then the other modes as they are.

    Raises:
        ValueError: when there are more tiles than modes, or a tile does not divide its mode.
    """
    check_tile_count(outer, tiles)
    result = EMPTY
    for position, tile in enumerate(tiles):
        result = append(result, compose_mode(outer.mode(position), tile))
    count = len(tiles)
    return concat(result, Modes(outer.shape[count:], outer.stride[count:]))


def check_tile_count(outer: Modes, tiles: Sequence[Modes]) -> None:
    """Check that every tile has a mode to divide.

    Raises:
        ValueError: when there are more tiles than modes.
    """
    if len(tiles) > len(outer.shape):
        raise ValueError(texts.COMPOSE_TILES)


def _split(outer: Modes, digits: list[tuple[int, int]], extent: int, stride: int) -> list[Piece]:
    """Split the ordinals `0, stride, ..., (extent - 1) * stride`, which `outer` contains, over the digits."""
    pieces: list[Piece] = []
    if extent == 1 or stride == 0:
        return pieces
    skip, take = stride, extent
    for position, (count, _) in enumerate(digits):
        if max(skip, count) % min(skip, count):
            raise ValueError(texts.COMPOSE_SKIP.format(stride=stride, layout=outer))
        if skip >= count:
            skip //= count
            continue
        available, step, skip = count // skip, skip, 1
        if take <= available:
            pieces.append(Piece(position, take, step))
            break
        if take % available:
            raise ValueError(texts.COMPOSE_TAKE.format(layout=outer, extent=extent))
        pieces.append(Piece(position, available, step))
        take //= available
    return pieces


def _check_no_carry(
    outer: Modes, inner: Modes, digits: list[tuple[int, int]], leaves: list[list[Piece]]
) -> None:
    largest = [0] * len(digits)
    for pieces in leaves:
        for piece in pieces:
            largest[piece.digit] += (piece.extent - 1) * piece.step
    if any(value >= count for value, (count, _) in zip(largest, digits, strict=True)):
        raise ValueError(texts.COMPOSE_CARRY.format(inner=inner, layout=outer))


def _leaf_nests(digits: list[tuple[int, int]], extent: int, pieces: list[Piece]) -> tuple[Nest, Nest]:
    """Return the nests of extents and strides that a split leaf becomes."""
    strides = tuple(piece.step * digits[piece.digit][1] for piece in pieces)
    match pieces:
        case []:
            return extent, 0
        case [piece]:
            return piece.extent, strides[0]
        case _:
            return tuple(piece.extent for piece in pieces), strides
