"""Emit the task of a row reduction: one segment of one output's fibre, along a reduced innermost axis."""

from collections.abc import Sequence
from dataclasses import replace

from swc.codegen.choose import Terms
from swc.codegen.combine import ArgumentExtremum, Extremum
from swc.codegen.kernel import extent_name, offset
from swc.codegen.odometer import emit_advance
from swc.codegen.reduction_walk import (
    RUN,
    emit_bases,
    emit_slots,
    emit_start_elements,
    emit_starts,
    emit_unit_range,
    loads,
    ordinal,
    unit_digits,
)
from swc.codegen.signature import KernelSignature
from swc.codegen.vector_fold import VectorFold
from swc.codegen.writer import SourceWriter

SHORT_RUN = 16  # terms folded one after the other before they are absorbed
AHEAD = "8 * LANES"  # elements that memory is asked for ahead of its use
SCALAR_LANES = 64  # lanes of a run without a vector fold: enough for LLVM to find vectors in


def emit_row_storage(writer: SourceWriter, terms: Terms, fold: VectorFold | None) -> None:
    """Write the lanes of a run."""
    emit_slots(writer, "lane", _lane_terms(terms).combiner.lane, _lane_count(fold))


def emit_row_task(
    writer: SourceWriter, signature: KernelSignature, terms: Terms, fold: VectorFold | None
) -> None:
    """Write the units of a segment: long runs lane by lane, what is left one after the other."""
    run = [f"run_{slot.name}" for slot in terms.combiner.lane]
    total = [f"total_{slot.name}" for slot in terms.combiner.total]
    lane = signature.lane
    emit_starts(writer, "total", terms.combiner.total)
    digits = unit_digits(signature)
    emit_unit_range(writer, digits)
    with writer.block("for _ in range(unit_lo, unit_hi):"):
        writer.line(f"start, last = begin, min(begin + {RUN}, {extent_name(lane)})")
        emit_bases(writer, signature)
        with writer.block(f"if last - start >= {2 * _lane_count(fold)}:"):
            _emit_lane_run(writer, signature, _lane_terms(terms), fold)
            if isinstance(terms.combiner, ArgumentExtremum):
                _emit_search(writer, signature, terms, total, fold)
            else:
                folded = [f"lane_{slot.name}[0]" for slot in terms.combiner.lane]
                writer.lines(*terms.combiner.absorb(total, folded))
        with writer.block(f"for short in range(start, last, {SHORT_RUN}):"):
            emit_starts(writer, "run", terms.combiner.lane)
            with writer.block(f"for at in range(short, min(short + {SHORT_RUN}, last)):"):
                terms.emit_fold(writer, run, loads(signature, {lane: "at"}), ordinal(signature, "at"))
            writer.lines(*terms.combiner.absorb(total, run))
        emit_advance(writer, digits)


def _lane_count(fold: VectorFold | None) -> int:
    return SCALAR_LANES if fold is None else fold.lanes


def _lane_terms(terms: Terms) -> Terms:
    """Return what long runs fold: the terms, or for a position the extremum that it is looked for by."""
    match terms.combiner:
        case ArgumentExtremum(stored, largest, start):
            return replace(terms, combiner=Extremum(stored, largest, start))
        case _:
            return terms


def _emit_lane_run(
    writer: SourceWriter, signature: KernelSignature, terms: Terms, fold: VectorFold | None
) -> None:
    """Fold whole multiples of the lanes side by side, then merge the lanes as a tree into the first."""
    count = _lane_count(fold)
    lane = [f"lane_{slot.name}[k]" for slot in terms.combiner.lane]
    with writer.block(f"for k in range({count}):"):
        emit_start_elements(writer, lane, terms.combiner.lane)
    if fold is None:
        coordinates = {signature.lane: "(at + k)"}
        with (
            writer.block(f"for at in range(start, last - {count - 1}, {count}):"),
            writer.block(f"for k in range({count}):"),
        ):
            terms.emit_fold(writer, lane, loads(signature, coordinates), "")
    else:
        offsets = {
            access.name: offset(access, f"{access.name}_base", {signature.lane: "start"})
            for access in fold.accesses
        }
        steps = {access.name: "LANES" if fold.is_contiguous(access) else "0" for access in fold.accesses}
        accumulators = f"lane_{terms.combiner.lane[0].name}"
        writer.line(fold.call(f"(last - start) // {count}", AHEAD, offsets, steps, accumulators))
    if fold is not None and isinstance(terms.combiner, Extremum):
        # Meeting a term twice changes no extremum, so the last lanes may overlap those before them.
        at = {signature.lane: f"(last - {count})"}
        offsets = {access.name: offset(access, f"{access.name}_base", at) for access in fold.accesses}
        writer.line(fold.call("1", "0", offsets, steps, accumulators))
        writer.line("stop = last")
    else:
        writer.line(f"stop = start + (last - start) // {count} * {count}")
    writer.line(f"half = {count // 2}")
    with writer.block("while half > 0:"):
        with writer.block("for k in range(half):"):
            other = [f"lane_{slot.name}[k + half]" for slot in terms.combiner.lane]
            writer.lines(*terms.combiner.merge(lane, other))
        writer.line("half = half // 2")
    writer.line("run_start, start = start, stop")


def _emit_search(
    writer: SourceWriter,
    signature: KernelSignature,
    terms: Terms,
    total: Sequence[str],
    fold: VectorFold | None,
) -> None:
    """Find the first element of the run that equals its extremum, unless it cannot win."""
    assert isinstance(terms.combiner, ArgumentExtremum)
    behind = "<" if terms.combiner.largest else ">"
    (access,) = signature.inputs
    writer.line("peak = lane_best[0]")
    with writer.block(f"if not peak {behind} {total[0]}:"):
        if fold is not None:
            begin = offset(access, f"{access.name}_base", {signature.lane: "run_start"})
            elements = f"at_element({access.name}, {begin})"
            writer.line(f"at = run_start + find_first({elements}, stop - run_start, peak)")
        else:
            (element,) = loads(signature, {signature.lane: "at"})
            matches = f"{element} == peak"
            if terms.combiner.stored.startswith("float"):
                matches = f"({matches}) | (({element} != {element}) & (peak != peak))"
            writer.line("at = run_start")
            with writer.block(f"while not ({matches}):"):
                writer.line("at += 1")
        writer.lines(*terms.combiner.merge(total, ("peak", ordinal(signature, "at"))))
