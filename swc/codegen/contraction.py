"""Emit contraction kernels: sums of products of two operands, by packed panels.

The axes fall into batch, left-free (rows), right-free (columns) and contracted (depth) ones. Each
group is walked as one fused index through tables of element offsets, filled block by block inside
the kernel, so a kernel serves any number of axes and any strides, and nothing is transposed or
copied as a whole. A task computes one block of the output:

    for a slice of depth:
      for a block of columns:       pack it in panels of COLUMNS; the block stays in L2
        for a panel of ROWS rows:   packed at the first block of columns; the panel stays in L1
          for a panel of columns:   multiply_panels, then add the tile to the output

Slices of depth depend on nothing but the depth, so every output element sums in one fixed order.
"""

import math
from dataclasses import dataclass
from typing import Final

from swc.codegen.kernel import SIGNATURE, STORED, Schedule, emit_arguments
from swc.codegen.packing import emit_helpers
from swc.codegen.signature import KernelSignature
from swc.codegen.target import Target
from swc.codegen.writer import SourceWriter
from swc.dtypes import DType
from swc.ir.family import free_axes
from swc.ir.nodes import Apply, AxisRole, LoopNest

DEPTH: Final = 256  # contracted steps packed at a time
BLOCK_ROWS: Final = 768  # rows of a task at most: its packed rows lie in L2 or L3
BLOCK_COLUMNS: Final = 1024  # columns of a task at most
WIDE_ROWS: Final = 192  # the same where sums are kept apart from the output until the end
WIDE_COLUMNS: Final = 512
PACKED_BYTES: Final = 256 << 10  # packed columns that are worked on at a time: half an L2 cache

_PARAMETERS: Final = (
    "row_count",
    "column_count",
    "depth_count",
    "block_rows",
    "row_blocks",
    "block_columns",
    "column_blocks",
    "rows_at",
    "rows_rank",
    "columns_at",
    "columns_rank",
    "depth_at",
    "depth_rank",
    "batch_at",
    "batch_rank",
)


@dataclass(frozen=True, slots=True)
class _Shape:
    """Sizes that the emitted code and its scratch memory agree on, in elements."""

    rows: int
    columns: int
    lanes: int
    block_rows: int
    block_columns: int
    packed_columns: int
    wide: bool


def _shape(signature: KernelSignature, target: Target) -> _Shape:
    compute = compute_dtype(signature)
    lanes = target.vector_bytes // compute.itemsize
    rows, columns = target.tile_rows, target.tile_vectors * lanes
    wide = compute is not signature.output.dtype
    return _Shape(
        rows=rows,
        columns=columns,
        lanes=lanes,
        block_rows=_multiple(WIDE_ROWS if wide else BLOCK_ROWS, rows),
        block_columns=_multiple(WIDE_COLUMNS if wide else BLOCK_COLUMNS, columns),
        packed_columns=_multiple(PACKED_BYTES // (DEPTH * compute.itemsize), columns),
        wide=wide,
    )


def _multiple(limit: int, step: int) -> int:
    return max(1, limit // step) * step


def compute_dtype(signature: KernelSignature) -> DType:
    """Return the dtype in which panels are packed and products are summed."""
    assert signature.accumulator is not None
    return signature.accumulator


def schedule(signature: KernelSignature, nest: LoopNest, target: Target, threads: int) -> Schedule:
    """Cut the output into blocks, at least one a thread where there is enough of it."""
    shape = _shape(signature, target)
    rows_of, columns_of = free_axes(nest)
    depth_of = nest.axes_of(AxisRole.REDUCED)
    batch_of = tuple(axis for axis in nest.axes_of(AxisRole.PARALLEL) if axis not in (*rows_of, *columns_of))
    left, right = (access.strides for access in nest.inputs)
    output = nest.output.strides
    groups = (
        (sorted(rows_of, key=lambda axis: -output[axis]), (left, output)),
        (sorted(columns_of, key=lambda axis: -output[axis]), (right, output)),
        (sorted(depth_of, key=lambda axis: -right[axis]), (left, right)),
        (list(batch_of), (left, right, output)),
    )
    counts = [math.prod(nest.axes[axis].extent for axis in axes) for axes, _ in groups]
    rows, columns, depth, batch = counts
    block_rows, block_columns = _grid(shape, rows, columns, batch, threads)
    row_blocks, column_blocks = -(-rows // block_rows), -(-columns // block_columns)
    values = [rows, columns, depth, block_rows, row_blocks, block_columns, column_blocks]
    position = 1 + len(nest.inputs) + len(_PARAMETERS)
    described: list[int] = []
    for axes, strides in groups:
        values += [position + len(described), len(axes)]
        for axis in axes:
            described += [nest.axes[axis].extent, *(walk[axis] for walk in strides)]
    return Schedule(
        tasks=batch * row_blocks * column_blocks,
        values=(*values, *described),
        work=batch * rows * columns * depth,
        scratch_bytes=sum(_scratch(shape, compute_dtype(signature)).values()),
    )


def _grid(shape: _Shape, rows: int, columns: int, batch: int, threads: int) -> tuple[int, int]:
    """Return rows and columns of a task: few tasks, even ones, and at least one a thread."""
    row_blocks = -(-rows // shape.block_rows)
    column_blocks = -(-columns // shape.block_columns)
    while batch * row_blocks * column_blocks < threads:
        row_size, column_size = rows / row_blocks, columns / column_blocks
        if max(row_size / shape.rows, column_size / shape.columns) < 4:
            break
        if row_size >= column_size:
            row_blocks += 1
        else:
            column_blocks += 1
    block_rows = -(-rows // row_blocks)
    block_columns = -(-columns // column_blocks)
    return (
        min(shape.block_rows, -(-block_rows // shape.rows) * shape.rows),
        min(shape.block_columns, -(-block_columns // shape.columns) * shape.columns),
    )


def _scratch(shape: _Shape, compute: DType) -> dict[str, int]:
    """Return the bytes of each piece of a chunk's scratch memory, each a multiple of a cache line."""
    word, size = 8, compute.itemsize
    pieces = {
        "row_in": word * shape.block_rows,
        "row_out": word * shape.block_rows,
        "column_in": word * shape.block_columns,
        "column_out": word * shape.block_columns,
        "column_runs": word * shape.block_columns,
        "depth_left": word * DEPTH,
        "depth_right": word * DEPTH,
        "tile": size * shape.rows * shape.columns,
        "packed_rows": size * DEPTH * shape.block_rows,
        "packed_columns": size * DEPTH * shape.packed_columns,
    }
    if shape.wide:
        pieces["sum_row"] = word * shape.block_rows
        pieces["sum_column"] = word * shape.block_columns
        pieces["sums"] = size * shape.block_rows * shape.block_columns
    # Packing stores whole vectors, so up to one vector past the end of a piece.
    return {name: (-(-size // 64) + 1) * 64 for name, size in pieces.items()}


def emit(writer: SourceWriter, signature: KernelSignature, target: Target) -> None:
    """Write the constants, the helpers and the kernel of a contraction."""
    shape = _shape(signature, target)
    compute = STORED[compute_dtype(signature)]
    writer.line(f"ROWS, COLUMNS, LANES = {shape.rows}, {shape.columns}, {shape.lanes}  # register block")
    writer.line(f"DEPTH, PACKED_COLUMNS = {DEPTH}, {shape.packed_columns}  # packed at a time")
    writer.line(
        f"multiply_panels = make_multiply_panels(types.{compute}, ROWS, {target.tile_vectors}, "
        f"{shape.lanes}, {target.fused})"
    )
    writer.lines("", "")
    assert isinstance(signature.value, Apply)
    left, right = signature.value.arguments
    emit_helpers(writer, left, right, compute)
    _emit_kernel(writer, signature, shape, compute)


def _emit_kernel(writer: SourceWriter, signature: KernelSignature, shape: _Shape, compute: str) -> None:
    output = signature.output.name
    left, right = (access.name for access in signature.inputs)
    with writer.block(f"def kernel{SIGNATURE}:"):
        emit_arguments(writer, signature, (), _PARAMETERS)
        _emit_scratch(writer, shape, compute, compute_dtype(signature))
        with writer.block("for task in range(lo, hi):"):
            writer.lines(
                "rest = task // column_blocks",
                "row_lo, column_lo = rest % row_blocks * block_rows, task % column_blocks * block_columns",
                "rows, columns = min(block_rows, row_count - row_lo), "
                "min(block_columns, column_count - column_lo)",
                "rest = rest // row_blocks",
                "left_at, right_at, out_at = 0, 0, 0",
                "for axis in range(batch_rank - 1, -1, -1):",
                "    at = batch_at + 4 * axis",
                "    coordinate = rest % word[at]",
                "    rest = rest // word[at]",
                "    left_at += coordinate * word[at + 1]",
                "    right_at += coordinate * word[at + 2]",
                "    out_at += coordinate * word[at + 3]",
                "fill_offsets(word, rows_at, rows_rank, 3, row_lo, rows, row_in, row_out)",
                "fill_offsets(word, columns_at, columns_rank, 3, column_lo, columns, column_in, column_out)",
                "for r in range(rows):",
                "    row_in[r] += left_at",
                "    row_out[r] += out_at",
                "for c in range(columns):",
                "    column_in[c] += right_at",
                "for c in range(0, columns, COLUMNS):",
                "    whole = columns - c >= COLUMNS",
                "    column_runs[c // COLUMNS] = whole and is_run(at_element(column_out, c), COLUMNS)",
            )
            if shape.wide:
                _emit_sum_offsets(writer)
            target, row_at, column_at = (
                ("sums", "sum_row", "sum_column") if shape.wide else (output, "row_out", "column_out")
            )
            _emit_block_loops(writer, left, right, (target, row_at, column_at))
            if shape.wide:
                _emit_store_sums(writer, output, STORED[signature.output.dtype])
        writer.line("return np.int32(0)")


def _emit_scratch(writer: SourceWriter, shape: _Shape, compute: str, dtype: DType) -> None:
    """Lay out the private scratch memory, each piece at a cache line."""
    pieces = _scratch(shape, dtype)
    panels = {"tile", "packed_rows", "packed_columns", "sums"}
    offset = 0
    for name, size in pieces.items():
        stored = compute if name in panels else "int64"
        writer.line(f"{name} = {stored}_at(scratch + {offset})")
        offset += size


def _emit_block_loops(writer: SourceWriter, left: str, right: str, target: tuple[str, str, str]) -> None:
    destination, row_at, column_at = target
    with writer.block("for depth_lo in range(0, depth_count, DEPTH):"):
        writer.lines(
            "depth = min(DEPTH, depth_count - depth_lo)",
            "fill_offsets(word, depth_at, depth_rank, 3, depth_lo, depth, depth_left, depth_right)",
        )
        with writer.block("for begin in range(0, columns, PACKED_COLUMNS):"):
            writer.lines(
                "end = min(begin + PACKED_COLUMNS, columns)",
                "packed = begin",
                "if is_run(at_element(column_in, begin), end - begin):",
                "    packed += (end - begin) // COLUMNS * COLUMNS",
                f"    pack_side_by_side({right}, column_in[begin], packed - begin, depth_right, depth, "
                "packed_columns)",
                "for c in range(packed, end, COLUMNS):",
                "    pack_columns(",
                f"        {right}, at_element(column_in, c), min(COLUMNS, end - c), depth_right, depth,",
                "        at_element(packed_columns, (c - begin) * depth),",
                "    )",
            )
            with writer.block("for r in range(0, rows, ROWS):"):
                writer.lines(
                    "height = min(ROWS, rows - r)",
                    "panel = at_element(packed_rows, r * depth)",
                    "if begin == 0:",
                    f"    pack_rows({left}, at_element(row_in, r), height, depth_left, depth, panel)",
                    "for c in range(begin, end, COLUMNS):",
                    "    other = at_element(packed_columns, (c - begin) * depth)",
                    "    multiply_panels(depth, panel, other, tile)",
                    "    add_tile(",
                    f"        tile, {destination}, at_element({row_at}, r), height,",
                    f"        at_element({column_at}, c), min(COLUMNS, end - c), depth_lo == 0,",
                    "        column_runs[c // COLUMNS] != 0,",
                    "    )",
                )


def _emit_sum_offsets(writer: SourceWriter) -> None:
    writer.lines(
        "for r in range(rows):",
        "    sum_row[r] = r * columns",
        "for c in range(columns):",
        "    sum_column[c] = c",
    )


def _emit_store_sums(writer: SourceWriter, output: str, stored: str) -> None:
    writer.lines(
        "for r in range(rows):",
        "    for c in range(columns):",
        f"        {output}[row_out[r] + column_out[c]] = np.{stored}(sums[r * columns + c])",
    )
