"""Where a reduction stands: the counters over kept and reduced coordinates, and the text of its loads."""

from collections.abc import Sequence

from swc.codegen.combine import Slot
from swc.codegen.kernel import element, extent_name, moves, offset, stride_name
from swc.codegen.odometer import Digit, emit_decode
from swc.codegen.signature import AccessSignature, KernelSignature
from swc.codegen.writer import SourceWriter
from swc.ir.nodes import AxisRole

RUN = 1024  # terms along a fibre that are folded before they are absorbed into its total
TILE = 1024  # neighbouring outputs of a column task
TILE_RUN = 16  # rows folded into a tile before they are absorbed


def by_rows(signature: KernelSignature) -> bool:
    """Whether the innermost loop runs along a reduced axis."""
    return signature.roles[signature.lane] is AxisRole.REDUCED


def run_axis(signature: KernelSignature) -> int:
    """Return the reduced axis that runs are cut from: the innermost reduced one."""
    return max(axis for axis, role in enumerate(signature.roles) if role is AxisRole.REDUCED)


def group_digits(signature: KernelSignature, *, with_inputs: bool) -> list[Digit]:
    """Digits of the kept coordinates that a task stands at; tiles of the innermost one last."""
    accesses = (signature.output, *signature.inputs) if with_inputs else (signature.output,)
    digits = []
    for axis in _outer(signature, AxisRole.PARALLEL):
        steps = tuple((f"{a.name}_at", stride_name(a, axis)) for a in accesses if moves(a, axis))
        digits.append(Digit(f"i{axis}", extent_name(axis), steps))
    if not by_rows(signature):
        digits.append(Digit("tile", "tiles", (("first", str(TILE)),)))
    return digits


def unit_digits(signature: KernelSignature) -> list[Digit]:
    """Digits of the reduced coordinates that a unit stands at; pieces of the run axis last."""
    digits = []
    for axis in _outer(signature, AxisRole.REDUCED):
        steps = [(f"{a.name}_in", stride_name(a, axis)) for a in signature.inputs if moves(a, axis)]
        if has_ordinal(signature):
            steps.append(("ordinal_in", f"ordinal_s{axis}"))
        digits.append(Digit(f"i{axis}", extent_name(axis), tuple(steps)))
    size = RUN if by_rows(signature) else TILE_RUN
    digits.append(Digit("piece", "pieces", (("begin", str(size)),)))
    return digits


def emit_unit_range(writer: SourceWriter, digits: Sequence[Digit]) -> None:
    """Set the units of the current segment, and the counter at the first of them."""
    writer.line("unit_lo = segment * units // segments")
    writer.line("unit_hi = (segment + 1) * units // segments")
    emit_decode(writer, digits, "unit_lo")


def emit_bases(writer: SourceWriter, signature: KernelSignature) -> None:
    """Set where each input stands for the current task and unit."""
    for access in signature.inputs:
        parts = [f"{access.name}_at"] if is_based(access, signature) else []
        if any(moves(access, axis) for axis in _outer(signature, AxisRole.REDUCED)):
            parts.append(f"{access.name}_in")
        writer.line(f"{access.name}_base = {' + '.join(parts) or '0'}")


def is_based(access: AccessSignature, signature: KernelSignature) -> bool:
    """Whether the access moves along the kept coordinates that a task stands at."""
    return any(moves(access, axis) for axis in _outer(signature, AxisRole.PARALLEL))


def fibre_start(signature: KernelSignature) -> str:
    """Return the text of a pointer to the first element of the current output's fibre."""
    (access,) = signature.inputs
    base = f"{access.name}_at" if is_based(access, signature) else ""
    lane = signature.lane
    coordinates = {} if by_rows(signature) else {lane: f"(first + i{lane})"}
    return f"at_element({access.name}, {offset(access, base, coordinates)})"


def loads(signature: KernelSignature, coordinates: dict[int, str]) -> list[str]:
    """Return the text of each input's element at coordinates of the inner axes."""
    return [element(access, f"{access.name}_base", coordinates) for access in signature.inputs]


def has_ordinal(signature: KernelSignature) -> bool:
    """Whether the result is a position."""
    return signature.kind is not None and signature.kind.is_argument


def ordinal(signature: KernelSignature, along_run: str) -> str:
    """Return the text of the ordinal at a coordinate of the run axis."""
    if not has_ordinal(signature):
        return ""
    outer = "ordinal_in + " if list(_outer(signature, AxisRole.REDUCED)) else ""
    return f"{outer}{along_run} * ordinal_s{run_axis(signature)}"


def emit_slots(writer: SourceWriter, prefix: str, slots: Sequence[Slot], count: int | str) -> None:
    """Write accumulators on the stack, `count` of each."""
    for slot in slots:
        writer.line(f"{prefix}_{slot.name} = {slot.stored}_stack({count})")


def emit_starts(writer: SourceWriter, prefix: str, slots: Sequence[Slot]) -> None:
    """Set scalar accumulators to their start values."""
    for slot in slots:
        writer.line(f"{prefix}_{slot.name} = {slot.start}")


def emit_start_elements(writer: SourceWriter, names: Sequence[str], slots: Sequence[Slot]) -> None:
    """Set elements of accumulator arrays to their start values."""
    for name, slot in zip(names, slots, strict=True):
        writer.line(f"{name} = {slot.start}")


def _outer(signature: KernelSignature, role: AxisRole) -> Sequence[int]:
    """Return the axes of a role that no inner loop runs along."""
    inner = {signature.lane, run_axis(signature)}
    return [axis for axis, mine in enumerate(signature.roles) if mine is role and axis not in inner]
