"""Divide layouts into tiles and the remainders that repeat them."""

from collections.abc import Sequence

from swc.layout.combine import append, concat, make
from swc.layout.complement import complement
from swc.layout.compose import check_tile_count, compose, compose_mode, compose_tiles
from swc.layout.modes import Modes


def divide(modes: Modes, tile: Modes) -> Modes:
    """Return `modes` as two modes, the tile and its remainder; a tile that covers all has no remainder.

    Raises:
        ValueError: when the tile does not divide the layout.
    """
    return compose(modes, _with_remainder(tile, modes.size))


def divide_tiles(modes: Modes, tiles: Sequence[Modes]) -> Modes:
    """Return each leading mode divided by its tile, then the other modes as they are.

    Raises:
        ValueError: when there are more tiles than modes, or a tile does not divide its mode.
    """
    check_tile_count(modes, tiles)
    parts = [_with_remainder(tile, modes.mode(position).size) for position, tile in enumerate(tiles)]
    return compose_tiles(modes, parts)


def zip_divide(modes: Modes, tiles: Sequence[Modes]) -> Modes:
    """Return all tiles as mode 0, all remainders as mode 1, then the other modes as they are.

    Raises:
        ValueError: when there are more tiles than modes, or a tile does not divide its mode.
    """
    check_tile_count(modes, tiles)
    tiled, repeated = [], []
    for position, tile in enumerate(tiles):
        mode = modes.mode(position)
        tiled.append(compose_mode(mode, tile))
        repeated.append(compose_mode(mode, complement(tile, mode.size)))
    count = len(tiles)
    zipped = append(make([make(tiled)]), make(repeated))
    return concat(zipped, Modes(modes.shape[count:], modes.stride[count:]))


def _with_remainder(tile: Modes, size: int) -> Modes:
    return make([tile, complement(tile, size)])
