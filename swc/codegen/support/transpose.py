"""Packing of a panel whose rows are contiguous along depth: transposes in vector registers."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from swc.codegen.support.vectors import element_bytes, load_vector


def make_transpose_panel(element: Any, width: int, lanes: int) -> Any:
    """Make `f(source, across, start, depth, panel)` for a multiple of `lanes` steps of depth.

    panel[k * width + c] = source[across[c] + start + k] for all c below `width`. Whole vectors are
    stored, in ascending order, so up to `lanes` elements behind the panel are overwritten.
    """
    pointer = types.CPointer(element)
    table = types.CPointer(types.int64)

    @intrinsic
    def transpose_panel(context: Any, source: Any, across: Any, start: Any, depth: Any, panel: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            emit_transposes(builder, arguments, context.get_data_type(element), width, lanes)
            return context.get_dummy_value()

        return types.void(pointer, table, types.int64, types.int64, pointer), generate

    return transpose_panel


def emit_transposes(builder: Any, arguments: Any, scalar: Any, width: int, lanes: int) -> None:
    """Emit one loop over depth for each group of at most `lanes` rows."""
    source, across, start, depth, panel = arguments
    index, vector = ir.IntType(64), ir.VectorType(scalar, lanes)
    steps = builder.sdiv(depth, index(lanes))
    # Groups are stored from the last to the first where stores overlap into the next group's columns.
    with cgutils.for_range(builder, steps) as loop:
        k = builder.mul(loop.index, index(lanes))
        columns: list[list[Any]] = []
        for first in range(0, width, lanes):
            rows = []
            for c in range(first, min(first + lanes, width)):
                offset = builder.add(builder.load(builder.gep(across, [index(c)])), builder.add(start, k))
                rows.append(load_vector(builder, builder.gep(source, [offset]), vector))
            columns.append(transpose_block(builder, rows, scalar, lanes))
        for step in range(lanes):
            for group, first in enumerate(range(0, width, lanes)):
                at = builder.add(builder.mul(builder.add(k, index(step)), index(width)), index(first))
                target = builder.bitcast(builder.gep(panel, [at]), vector.as_pointer())
                stored = builder.store(columns[group][step], target)
                stored.align = element_bytes(scalar)


def transpose_block(builder: Any, rows: list[Any], scalar: Any, lanes: int) -> list[Any]:
    """Transpose up to `lanes` vectors of `lanes` elements; missing rows leave undefined elements.

    Pairs of rows are interleaved, then pairs of pairs, and so on: log2(lanes) rounds of shuffles.
    """
    vector = ir.VectorType(scalar, lanes)
    empty = ir.Constant(vector, ir.Undefined)
    block = [*rows, *[empty] * (lanes - len(rows))]
    half = lanes // 2
    low = [position // 2 + (lanes if position % 2 else 0) for position in range(lanes)]
    high = [position + half for position in low]
    while half >= 1:
        paired = []
        for position in range(lanes // 2):
            one, two = block[position], block[position + lanes // 2]
            paired.append(builder.shuffle_vector(one, two, shuffle_mask(low)))
            paired.append(builder.shuffle_vector(one, two, shuffle_mask(high)))
        block = paired
        half //= 2
    return block


def shuffle_mask(positions: list[int]) -> Any:
    """Return a constant shuffle mask."""
    return ir.Constant(ir.VectorType(ir.IntType(32), len(positions)), positions)
