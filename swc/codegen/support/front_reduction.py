"""How a reduction's work is cut: shared by the compiler and by modules that run by themselves."""


def cut_reduction(
    kept: int, reduced: int, lane: int, run: int, limits: tuple[int, int, int, int]
) -> tuple[int, int, dict[str, int]]:
    """Return tasks of the first phase, of the second, and the run-time values that the cut adds.

    Args:
        kept: coordinates of the result.
        reduced: terms of each of them.
        lane: extent of the kept axis that tiles are cut from; 1 where every output is a group.
        run: extent of the reduced axis that runs are cut from.
        limits: the most terms of a run and outputs of a tile, with how many groups nothing is
            segmented, and the least terms of a segment.
    """
    run_terms, tile, busy, segment_terms = limits
    tiles, pieces = -(-lane // tile), -(-run // run_terms)
    groups, units = kept // lane * tiles, reduced // run * pieces
    segments = 1
    if groups < busy:
        segments = max(1, min(units, -(-busy // groups), kept * reduced // groups // segment_terms))
    values = {
        "tiles": tiles,
        "pieces": pieces,
        "units": units,
        "segments": segments,
        "slots": groups * segments * tile,
    }
    return groups * segments, groups if segments > 1 else 0, values
