"""Emit the task of a column reduction: one segment of a tile of neighbouring outputs."""

from swc.codegen.choose import Terms
from swc.codegen.kernel import extent_name, offset
from swc.codegen.odometer import emit_advance
from swc.codegen.reduction_walk import (
    TILE,
    TILE_RUN,
    emit_bases,
    emit_slots,
    emit_start_elements,
    emit_unit_range,
    loads,
    ordinal,
    run_axis,
    unit_digits,
)
from swc.codegen.signature import KernelSignature
from swc.codegen.vector_fold import VectorFold
from swc.codegen.writer import SourceWriter


def emit_column_storage(writer: SourceWriter, terms: Terms) -> None:
    """Write the accumulators of a tile."""
    emit_slots(writer, "lane", terms.combiner.lane, TILE)
    emit_slots(writer, "total", terms.combiner.total, TILE)


def emit_column_task(
    writer: SourceWriter, signature: KernelSignature, terms: Terms, fold: VectorFold | None
) -> None:
    """Write the units of a segment: some rows are folded into the tile, then absorbed into its totals."""
    lane = [f"lane_{slot.name}[k]" for slot in terms.combiner.lane]
    total = [f"total_{slot.name}[k]" for slot in terms.combiner.total]
    writer.line(f"width = min({TILE}, {extent_name(signature.lane)} - first)")
    with writer.block("for k in range(width):"):
        emit_start_elements(writer, lane, terms.combiner.lane)
        emit_start_elements(writer, total, terms.combiner.total)
    digits = unit_digits(signature)
    emit_unit_range(writer, digits)
    with writer.block("for _ in range(unit_lo, unit_hi):"):
        writer.line(f"last = min(begin + {TILE_RUN}, {extent_name(run_axis(signature))})")
        emit_bases(writer, signature)
        _emit_rows(writer, signature, terms, fold)
        with writer.block("for k in range(width):"):
            writer.lines(*terms.combiner.absorb(total, lane))
            emit_start_elements(writer, lane, terms.combiner.lane)
        emit_advance(writer, digits)


def _emit_rows(
    writer: SourceWriter, signature: KernelSignature, terms: Terms, fold: VectorFold | None
) -> None:
    """Fold the rows of a unit: whole groups of lanes in registers, the others row by row."""
    row = run_axis(signature)
    lane = [f"lane_{slot.name}[k]" for slot in terms.combiner.lane]
    begin = "0"
    if fold is not None and len(terms.combiner.lane) == 1:
        begin = "whole"
        at = {signature.lane: "(first + k)", row: "begin"}
        offsets = {access.name: offset(access, f"{access.name}_base", at) for access in fold.accesses}
        accumulators = f"at_element(lane_{terms.combiner.lane[0].name}, k)"
        writer.line("whole = width // LANES * LANES")
        with writer.block("for k in range(0, whole, LANES):"):
            writer.line(fold.call("last - begin", "LANES", offsets, fold.steps_along(row), accumulators))
    with (
        writer.block("for at in range(begin, last):"),
        writer.block(f"for k in range({begin}, width):"),
    ):
        coordinates = {signature.lane: "(first + k)", row: "at"}
        terms.emit_fold(writer, lane, loads(signature, coordinates), ordinal(signature, "at"))
