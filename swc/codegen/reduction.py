"""Emit reduction kernels: sums, products, extrema and their positions, over any axes.

Two shapes, by where the innermost loop lies. *Rows*: the innermost axis is reduced; a task folds
one output's fibre, long runs in parallel lanes. *Columns*: the innermost axis is kept; a task folds
a tile of neighbouring outputs side by side. Where outputs are few, the reduced space is cut into
segments whose totals a second phase joins in order. Runs, tiles and segments depend on extents
alone, so the order of combination, and with it every bit, is the same for any number of threads.
"""

import math
from collections.abc import Sequence

from swc.codegen.choose import Terms, choose_combiner
from swc.codegen.combine import Slot
from swc.codegen.kernel import (
    SIGNATURE,
    Schedule,
    arrange,
    element,
    emit_arguments,
    extent_name,
    moves,
    nest_parameters,
    nest_values,
    stride_name,
)
from swc.codegen.odometer import Digit, emit_advance, emit_decode
from swc.codegen.signature import AccessSignature, KernelSignature
from swc.codegen.writer import SourceWriter
from swc.ir.nodes import AxisRole, LoopNest

RUN = 1024  # terms of a fibre that are folded before they are absorbed into its total
LANES = 64  # parallel lanes of a run: the loop over them becomes vector instructions
SHORT_RUN = 16  # terms folded one after the other before they are absorbed
TILE = 128  # neighbouring outputs of a column task
TILE_RUN = 16  # rows folded into a tile before they are absorbed
BUSY_TASKS = 64  # with at least this many outputs nothing is segmented
SEGMENT_TERMS = 1 << 14  # terms of a segment at the least


def parameters(signature: KernelSignature) -> tuple[str, ...]:
    """Return the names of the run-time values, in argument order."""
    return (*nest_parameters(signature), "pieces", "units", "segments", "slots")


def schedule(signature: KernelSignature, nest: LoopNest) -> Schedule:
    """Count pieces of the innermost axis, units of the reduced space, segments and tasks."""
    kept = math.prod(axis.extent for axis in nest.axes if axis.role is AxisRole.PARALLEL)
    reduced = math.prod(axis.extent for axis in nest.axes if axis.role is AxisRole.REDUCED)
    lane = nest.axes[signature.lane].extent
    if _by_rows(signature):
        pieces = -(-lane // RUN)
        units, groups, width = reduced // lane * pieces, kept, 1
    else:
        pieces = -(-lane // TILE)
        units, groups, width = reduced, kept // lane * pieces, TILE
    segments = 1
    if groups < BUSY_TASKS:
        segments = max(1, min(units, -(-BUSY_TASKS // groups), kept * reduced // groups // SEGMENT_TERMS))
    slots = groups * segments * width
    own = {"pieces": pieces, "units": units, "segments": segments, "slots": slots}
    values = {**nest_values(signature, nest), **own}
    words = len(choose_combiner(signature).combiner.total)
    return Schedule(
        tasks=groups * segments,
        values=arrange(parameters(signature), values),
        work=kept * reduced,
        finish_tasks=groups if segments > 1 else 0,
        partial_bytes=8 * words * slots if segments > 1 else 0,
    )


def emit(writer: SourceWriter, signature: KernelSignature) -> None:
    """Write `kernel` and `finish`, the two phases of a reduction."""
    terms = choose_combiner(signature)
    with writer.block(f"def kernel{SIGNATURE}:"):
        _emit_prologue(writer, signature, terms)
        digits = _group_digits(signature, ordinals=True)
        digits.append(Digit("segment", "segments", ()))
        emit_decode(writer, digits, "lo")
        if _by_rows(signature):
            _emit_slots(writer, "lane", terms.combiner.lane, LANES)
        else:
            _emit_slots(writer, "lane", terms.combiner.lane, TILE)
            _emit_slots(writer, "total", terms.combiner.total, TILE)
        with writer.block("for task in range(lo, hi):"):
            if _by_rows(signature):
                _emit_row_task(writer, signature, terms)
            else:
                _emit_column_task(writer, signature, terms)
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
    width = 1 if _by_rows(signature) else TILE
    with writer.block(f"def finish{SIGNATURE}:"):
        _emit_prologue(writer, signature, terms)
        digits = _group_digits(signature, ordinals=False)
        emit_decode(writer, digits, "lo")
        with writer.block("for group in range(lo, hi):"):
            if width > 1:
                writer.line(f"width = min({TILE}, {extent_name(signature.lane)} - first)")
            with writer.block(f"for i{signature.lane} in range({'width' if width > 1 else '1'}):"):
                _emit_starts(writer, "total", terms.combiner.total)
                with writer.block("for segment in range(segments):"):
                    writer.line(f"slot = (group * segments + segment) * {width} + i{signature.lane}")
                    other = [f"partial_{slot.name}[slot]" for slot in terms.combiner.total]
                    writer.lines(*terms.combiner.join(total, other))
                _emit_result(writer, signature, terms, total)
            emit_advance(writer, digits)
        writer.line("return np.int32(fault != 0)")


def _emit_row_task(writer: SourceWriter, signature: KernelSignature, terms: Terms) -> None:
    """One segment of one output's fibre: runs of the innermost axis, lane by lane."""
    run = [f"run_{slot.name}" for slot in terms.combiner.lane]
    total = [f"total_{slot.name}" for slot in terms.combiner.total]
    _emit_starts(writer, "total", terms.combiner.total)
    digits = _unit_digits(signature)
    _emit_unit_range(writer, digits)
    with writer.block("for _ in range(unit_lo, unit_hi):"):
        writer.line(f"last = min(first + {RUN}, {extent_name(signature.lane)})")
        writer.line("start = first")
        _emit_bases(writer, signature)
        with writer.block(f"if last - start >= {2 * LANES}:"):
            _emit_lane_run(writer, signature, terms)
            _emit_starts(writer, "run", terms.combiner.lane)
            writer.lines(*terms.combiner.merge(run, [f"lane_{slot.name}[0]" for slot in terms.combiner.lane]))
            writer.lines(*terms.combiner.absorb(total, run))
        with writer.block(f"for begin in range(start, last, {SHORT_RUN}):"):
            _emit_starts(writer, "run", terms.combiner.lane)
            with writer.block(f"for at in range(begin, min(begin + {SHORT_RUN}, last)):"):
                terms.emit_fold(writer, run, _loads(signature, "at"), _ordinal(signature, "at"))
            writer.lines(*terms.combiner.absorb(total, run))
        emit_advance(writer, digits)
    _emit_group_result(writer, signature, terms, total, "task")


def _emit_lane_run(writer: SourceWriter, signature: KernelSignature, terms: Terms) -> None:
    """Fold whole multiples of `LANES` terms side by side, then merge the lanes as a tree."""
    lane = [f"lane_{slot.name}[k]" for slot in terms.combiner.lane]
    with writer.block(f"for k in range({LANES}):"):
        for name, slot in zip(lane, terms.combiner.lane, strict=True):
            writer.line(f"{name} = {slot.start}")
    with (
        writer.block(f"for begin in range(start, last - {LANES - 1}, {LANES}):"),
        writer.block(f"for k in range({LANES}):"),
    ):
        terms.emit_fold(writer, lane, _loads(signature, "(begin + k)"), _ordinal(signature, "(begin + k)"))
    writer.line(f"start += (last - start) // {LANES} * {LANES}")
    writer.line(f"half = {LANES // 2}")
    with writer.block("while half > 0:"):
        with writer.block("for k in range(half):"):
            other = [f"lane_{slot.name}[k + half]" for slot in terms.combiner.lane]
            writer.lines(*terms.combiner.merge(lane, other))
        writer.line("half = half // 2")


def _emit_column_task(writer: SourceWriter, signature: KernelSignature, terms: Terms) -> None:
    """One segment of a tile of outputs: reduced coordinates outside, the tile innermost."""
    lane = [f"lane_{slot.name}[k]" for slot in terms.combiner.lane]
    total = [f"total_{slot.name}[k]" for slot in terms.combiner.total]
    writer.line(f"width = min({TILE}, {extent_name(signature.lane)} - first)")
    with writer.block("for k in range(width):"):
        _emit_start_elements(writer, lane, terms.combiner.lane)
        _emit_start_elements(writer, total, terms.combiner.total)
    digits = _unit_digits(signature)
    _emit_unit_range(writer, digits)
    with writer.block(f"for begin in range(unit_lo, unit_hi, {TILE_RUN}):"):
        with writer.block(f"for _ in range(begin, min(begin + {TILE_RUN}, unit_hi)):"):
            _emit_bases(writer, signature)
            with writer.block("for k in range(width):"):
                terms.emit_fold(writer, lane, _loads(signature, "(first + k)"), _ordinal(signature, ""))
            emit_advance(writer, digits)
        with writer.block("for k in range(width):"):
            writer.lines(*terms.combiner.absorb(total, lane))
            _emit_start_elements(writer, lane, terms.combiner.lane)
    with writer.block(f"for i{signature.lane} in range(width):"):
        totals = [f"total_{slot.name}[i{signature.lane}]" for slot in terms.combiner.total]
        _emit_group_result(writer, signature, terms, totals, f"task * {TILE} + i{signature.lane}")


def _emit_group_result(
    writer: SourceWriter, signature: KernelSignature, terms: Terms, total: Sequence[str], slot: str
) -> None:
    """Write the output where the fibre is whole, the total of a segment otherwise."""
    with writer.block("if segments == 1:"):
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
    base = "out_at" if _is_based(signature.output, signature) else ""
    coordinates = {} if _by_rows(signature) else {signature.lane: f"(first + i{signature.lane})"}
    writer.line(f"{element(signature.output, base, coordinates)} = {text}")


def _group_digits(signature: KernelSignature, *, ordinals: bool) -> list[Digit]:
    """Digits of the kept coordinates that a task stands at; tiles of the innermost one last."""
    accesses = (signature.output, *signature.inputs) if ordinals else (signature.output,)
    digits = []
    for axis, role in enumerate(signature.roles):
        if role is AxisRole.PARALLEL and axis != signature.lane:
            steps = tuple((f"{a.name}_at", stride_name(a, axis)) for a in accesses if moves(a, axis))
            digits.append(Digit(f"i{axis}", extent_name(axis), steps))
    if not _by_rows(signature):
        digits.append(Digit("tile", "pieces", (("first", str(TILE)),)))
    return digits


def _unit_digits(signature: KernelSignature) -> list[Digit]:
    """Digits of the reduced coordinates that a unit stands at; runs of the innermost one last."""
    digits = []
    for axis, role in enumerate(signature.roles):
        if role is AxisRole.REDUCED and axis != signature.lane:
            steps = [(f"{a.name}_in", stride_name(a, axis)) for a in signature.inputs if moves(a, axis)]
            if _has_ordinal(signature):
                steps.append(("ordinal_in", f"ordinal_s{axis}"))
            digits.append(Digit(f"i{axis}", extent_name(axis), tuple(steps)))
    if _by_rows(signature):
        digits.append(Digit("piece", "pieces", (("first", str(RUN)),)))
    return digits


def _emit_unit_range(writer: SourceWriter, digits: Sequence[Digit]) -> None:
    writer.line("unit_lo = segment * units // segments")
    writer.line("unit_hi = (segment + 1) * units // segments")
    emit_decode(writer, digits, "unit_lo")


def _emit_bases(writer: SourceWriter, signature: KernelSignature) -> None:
    """Set where each input stands for the current task and unit."""
    for access in signature.inputs:
        parts = [f"{access.name}_at"] if _is_based(access, signature) else []
        parts += [f"{access.name}_in"] if _is_stepped(access, signature) else []
        writer.line(f"{access.name}_base = {' + '.join(parts) or '0'}")


def _is_based(access: AccessSignature, signature: KernelSignature) -> bool:
    return any(
        moves(access, axis)
        for axis, role in enumerate(signature.roles)
        if role is AxisRole.PARALLEL and axis != signature.lane
    )


def _is_stepped(access: AccessSignature, signature: KernelSignature) -> bool:
    return any(
        moves(access, axis)
        for axis, role in enumerate(signature.roles)
        if role is AxisRole.REDUCED and axis != signature.lane
    )


def _loads(signature: KernelSignature, lane: str) -> list[str]:
    return [element(access, f"{access.name}_base", {signature.lane: lane}) for access in signature.inputs]


def _has_ordinal(signature: KernelSignature) -> bool:
    return signature.kind is not None and signature.kind.is_argument


def _ordinal(signature: KernelSignature, lane: str) -> str:
    if not _has_ordinal(signature):
        return ""
    reduced = [axis for axis, role in enumerate(signature.roles) if role is AxisRole.REDUCED]
    parts = ["ordinal_in"] if any(axis != signature.lane for axis in reduced) else []
    parts += [f"{lane} * ordinal_s{signature.lane}"] if lane else []
    return " + ".join(parts) or "0"


def _by_rows(signature: KernelSignature) -> bool:
    return signature.roles[signature.lane] is AxisRole.REDUCED


def _emit_slots(writer: SourceWriter, prefix: str, slots: Sequence[Slot], count: int) -> None:
    for slot in slots:
        writer.line(f"{prefix}_{slot.name} = {slot.stored}_stack({count})")


def _emit_starts(writer: SourceWriter, prefix: str, slots: Sequence[Slot]) -> None:
    for slot in slots:
        writer.line(f"{prefix}_{slot.name} = {slot.start}")


def _emit_start_elements(writer: SourceWriter, names: Sequence[str], slots: Sequence[Slot]) -> None:
    for name, slot in zip(names, slots, strict=True):
        writer.line(f"{name} = {slot.start}")
