"""Emit reduction kernels: sums, products, extrema and their positions, over any axes.

Two shapes, by where the innermost loop lies. *Rows*: the innermost axis is reduced; a task folds
one output's fibre, long runs in parallel lanes. *Columns*: the innermost axis is kept; a task folds
a tile of neighbouring outputs side by side. Where outputs are few, the reduced space is cut into
segments whose totals a second phase joins in order. Runs, tiles and segments depend on extents
alone, so the order of combination, and with it every bit, is the same for any number of threads.
"""

import math
from collections.abc import Sequence

from swc.codegen import unordered
from swc.codegen.choose import Terms, choose_combiner
from swc.codegen.kernel import (
    SIGNATURE,
    Schedule,
    arrange,
    element,
    emit_arguments,
    extent_name,
    nest_parameters,
    nest_values,
)
from swc.codegen.odometer import Digit, emit_advance, emit_decode
from swc.codegen.reduction_columns import emit_column_storage, emit_column_task
from swc.codegen.reduction_rows import emit_row_storage, emit_row_task
from swc.codegen.reduction_walk import (
    RUN,
    TILE,
    TILE_RUN,
    by_rows,
    emit_starts,
    fibre_start,
    group_digits,
    is_based,
    run_axis,
)
from swc.codegen.signature import KernelSignature
from swc.codegen.support.front_reduction import cut_reduction
from swc.codegen.target import Target
from swc.codegen.vector_fold import vector_fold
from swc.codegen.writer import SourceWriter
from swc.ir.nodes import AxisRole, LoopNest

BUSY_TASKS = 16  # with at least this many groups of outputs nothing is segmented
SEGMENT_TERMS = 1 << 15  # terms of a segment at the least


def parameters(signature: KernelSignature) -> tuple[str, ...]:
    """Return the names of the run-time values, in argument order."""
    fibre = unordered.PARAMETERS if unordered.finds_nan(signature) else ()
    return (*nest_parameters(signature), "tiles", "pieces", "units", "segments", "slots", *fibre)


def schedule(signature: KernelSignature, nest: LoopNest) -> Schedule:
    """Count tiles of outputs, pieces of the run axis, units of the reduced space, segments and tasks."""
    kept = math.prod(axis.extent for axis in nest.axes if axis.role is AxisRole.PARALLEL)
    reduced = math.prod(axis.extent for axis in nest.axes if axis.role is AxisRole.REDUCED)
    run = nest.axes[run_axis(signature)].extent
    lane = 1 if by_rows(signature) else nest.axes[signature.lane].extent
    tasks, finish_tasks, own = cut_reduction(kept, reduced, lane, run, limits(signature))
    names, fibre = parameters(signature), unordered.fibre_words(nest)
    values = {**nest_values(signature, nest), **own}
    # The fibre's digits follow the named words, behind the addresses of output, inputs and partials.
    values |= {"fibre_at": 2 + len(nest.inputs) + len(names), "fibre_rank": len(fibre) // 2}
    words = len(choose_combiner(signature).combiner.total)
    return Schedule(
        tasks=tasks,
        values=(*arrange(names, values), *fibre),
        work=kept * reduced,
        finish_tasks=finish_tasks,
        partial_bytes=8 * words * own["slots"] if finish_tasks else 0,
    )


def limits(signature: KernelSignature) -> tuple[int, int, int, int]:
    """Return the limits by which `cut_reduction` cuts the work of a kernel."""
    run, tile = (RUN, 1) if by_rows(signature) else (TILE_RUN, TILE)
    return run, tile, BUSY_TASKS, SEGMENT_TERMS


def emit(writer: SourceWriter, signature: KernelSignature, target: Target) -> None:
    """Write `kernel` and `finish`, the two phases of a reduction."""
    terms = choose_combiner(signature)
    fold = vector_fold(signature, terms)
    if fold is not None:
        fold.emit_make(writer, target)
    if unordered.finds_nan(signature):
        unordered.emit_first_nan(writer)
    with writer.block(f"def kernel{SIGNATURE}:"):
        _emit_prologue(writer, signature, terms)
        digits = group_digits(signature, with_inputs=True)
        digits.append(Digit("segment", "segments", ()))
        emit_decode(writer, digits, "lo")
        if by_rows(signature):
            emit_row_storage(writer, terms, fold)
        else:
            emit_column_storage(writer, terms)
        with writer.block("for task in range(lo, hi):"):
            if by_rows(signature):
                emit_row_task(writer, signature, terms, fold)
                total = [f"total_{slot.name}" for slot in terms.combiner.total]
                _emit_group_result(writer, signature, terms, total, "task")
            else:
                emit_column_task(writer, signature, terms, fold)
                place = f"i{signature.lane}"
                total = [f"total_{slot.name}[{place}]" for slot in terms.combiner.total]
                with writer.block(f"for {place} in range(width):"):
                    _emit_group_result(writer, signature, terms, total, f"task * {TILE} + {place}")
            emit_advance(writer, digits)
        writer.line("return np.int32(fault != 0)")
    writer.lines("", "")
    _emit_finish_phase(writer, signature, terms)


def _emit_prologue(writer: SourceWriter, signature: KernelSignature, terms: Terms) -> None:
    emit_arguments(writer, signature, ("partials",), parameters(signature))
    for index, slot in enumerate(terms.combiner.total):
        writer.line(f"partial_{slot.name} = {slot.stored}_at(partials + {8 * index} * slots)")
    writer.line("fault = 0")


def _emit_finish_phase(writer: SourceWriter, signature: KernelSignature, terms: Terms) -> None:
    """The second phase: join the segments of each group in order, and write its outputs."""
    total = [f"total_{slot.name}" for slot in terms.combiner.total]
    width = 1 if by_rows(signature) else TILE
    with writer.block(f"def finish{SIGNATURE}:"):
        _emit_prologue(writer, signature, terms)
        digits = group_digits(signature, with_inputs=unordered.finds_nan(signature))
        emit_decode(writer, digits, "lo")
        with writer.block("for group in range(lo, hi):"):
            if width > 1:
                writer.line(f"width = min({TILE}, {extent_name(signature.lane)} - first)")
            with writer.block(f"for i{signature.lane} in range({'width' if width > 1 else '1'}):"):
                emit_starts(writer, "total", terms.combiner.total)
                with writer.block("for segment in range(segments):"):
                    writer.line(f"slot = (group * segments + segment) * {width} + i{signature.lane}")
                    other = [f"partial_{slot.name}[slot]" for slot in terms.combiner.total]
                    writer.lines(*terms.combiner.join(total, other))
                if unordered.finds_nan(signature):
                    unordered.emit_replacement(writer, total[0], fibre_start(signature))
                _emit_result(writer, signature, terms, total)
            emit_advance(writer, digits)
        writer.line("return np.int32(fault != 0)")


def _emit_group_result(
    writer: SourceWriter, signature: KernelSignature, terms: Terms, total: Sequence[str], slot: str
) -> None:
    """Write the output where the fibre is whole, the total of a segment otherwise."""
    with writer.block("if segments == 1:"):
        if unordered.finds_nan(signature):
            unordered.emit_replacement(writer, total[0], fibre_start(signature))
        _emit_result(writer, signature, terms, total)
    with writer.block("else:"):
        writer.line(f"slot = {slot}")
        for name, word in zip(total, terms.combiner.total, strict=True):
            writer.line(f"partial_{word.name}[slot] = {name}")


def _emit_result(
    writer: SourceWriter, signature: KernelSignature, terms: Terms, total: Sequence[str]
) -> None:
    lines, text = terms.combiner.finish(total, signature.output.dtype)
    writer.lines(*lines)
    base = "out_at" if is_based(signature.output, signature) else ""
    coordinates = {} if by_rows(signature) else {signature.lane: f"(first + i{signature.lane})"}
    writer.line(f"{element(signature.output, base, coordinates)} = {text}")
