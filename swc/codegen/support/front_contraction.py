"""How a contraction's work is cut, for modules that run by themselves."""

from collections.abc import Sequence

# The axes of one group, and for each operand that moves along it, its strides.
Group = tuple[Sequence[int], Sequence[Sequence[int]]]


def cut_contraction(
    extents: Sequence[int],
    groups: Sequence[Group],
    limits: Sequence[tuple[int, int]],
    threads: int,
    first: int,
) -> tuple[int, list[int]]:
    """Return the number of tasks, and the argument words that follow the addresses.

    `groups` are rows, columns, depth and batch; `limits` the most rows and columns of a task, each
    with the step that it is a multiple of; `first` the position of the axis tables among all words.
    """
    counts = []
    described: list[int] = []
    places = []
    for axes, strides in groups:
        places += [first + len(described), len(axes)]
        count = 1
        for axis in axes:
            count *= extents[axis]
            described += [extents[axis], *(walk[axis] for walk in strides)]
        counts.append(count)
    rows, columns, depth, batch = counts
    blocks = [block_size(count, most, step, 1) for count, (most, step) in zip(counts, limits, strict=False)]
    if batch * -(-rows // blocks[0]) * -(-columns // blocks[1]) < threads:
        longer = 0 if rows >= columns else 1
        most, step = limits[longer]
        blocks[longer] = block_size(counts[longer], most, step, threads)
    row_blocks, column_blocks = -(-rows // blocks[0]), -(-columns // blocks[1])
    values = [rows, columns, depth, blocks[0], row_blocks, blocks[1], column_blocks]
    return batch * row_blocks * column_blocks, [*values, *places, *described]


def block_size(count: int, most: int, step: int, parts: int) -> int:
    """Return the size of even blocks, at least `parts` of them: a multiple of `step`, at most `most`."""
    blocks = max(-(-count // most), parts)
    return min(most, -(-count // blocks // step) * step)
