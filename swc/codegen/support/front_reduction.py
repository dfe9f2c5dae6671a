"""How a reduction's work is cut, for modules that run by themselves."""


def cut_reduction(
    kept: int, reduced: int, lane: int, by_rows: bool, limits: tuple[int, int, int, int]
) -> tuple[int, int, dict[str, int]]:
    """Return tasks of the first phase, of the second, and the run-time values that the cut adds.

    `limits` holds the run, the tile, the busy tasks and the terms of a segment.
    """
    run, tile, busy, segment_terms = limits
    if by_rows:
        pieces = -(-lane // run)
        units, groups, width = reduced // lane * pieces, kept, 1
    else:
        pieces = -(-lane // tile)
        units, groups, width = reduced, kept // lane * pieces, tile
    segments = 1
    if groups < busy:
        segments = max(1, min(units, -(-busy // groups), kept * reduced // groups // segment_terms))
    slots = groups * segments * width
    values = {"pieces": pieces, "units": units, "segments": segments, "slots": slots}
    return groups * segments, groups if segments > 1 else 0, values
