"""Emit kernels without a reduction: copies, conversions, products of operands.

A task is a block of rows: all of the innermost axis, some of the axis around it.
"""

import math

from swc.codegen.kernel import (
    SIGNATURE,
    Schedule,
    arrange,
    convert,
    element,
    emit_arguments,
    emit_value,
    extent_name,
    moves,
    nest_parameters,
    nest_values,
    stride_name,
    value_dtype,
)
from swc.codegen.odometer import Digit, emit_advance, emit_decode
from swc.codegen.signature import AccessSignature, KernelSignature, StrideClass
from swc.codegen.writer import SourceWriter
from swc.ir.nodes import LoopNest

TASK_ELEMENTS = 1 << 14  # elements a task: large against the cost of handing it out
TILE = 32  # rows and columns of a transposing tile: two sets of cache lines that stay in L1


def parameters(signature: KernelSignature) -> tuple[str, ...]:
    """Return the names of the run-time values, in argument order."""
    return (*nest_parameters(signature), "block", "blocks")


def schedule(signature: KernelSignature, nest: LoopNest) -> Schedule:
    """Cut the row axis into blocks of about `TASK_ELEMENTS` elements."""
    split = _split_axis(signature)
    row_elements = math.prod(axis.extent for axis in nest.axes[split + 1 :])
    rows = nest.axes[split].extent
    block = TILE if is_transposing(signature) else max(1, TASK_ELEMENTS // row_elements)
    block = min(block, rows)
    blocks = -(-rows // block)
    values = {**nest_values(signature, nest), "block": block, "blocks": blocks}
    outer = math.prod(axis.extent for axis in nest.axes[:split])
    return Schedule(
        tasks=outer * blocks,
        values=arrange(parameters(signature), values),
        work=outer * rows * row_elements,
    )


def emit(writer: SourceWriter, signature: KernelSignature) -> None:
    """Write the kernel function of a nest without a reduction."""
    split = _split_axis(signature)
    digits = [_axis_digit(signature, axis) for axis in range(split)]
    digits.append(Digit("row_block", "blocks", (("first", "block"),)))
    with writer.block(f"def kernel{SIGNATURE}:"):
        emit_arguments(writer, signature, (), parameters(signature))
        writer.line("fault = 0")
        emit_decode(writer, digits, "lo")
        with writer.block("for _ in range(lo, hi):"):
            writer.line(f"last = min(first + block, {extent_name(split)})")
            _emit_rows(writer, signature, split)
            emit_advance(writer, digits)
        writer.line("return np.int32(fault != 0)")


def _emit_rows(writer: SourceWriter, signature: KernelSignature, split: int) -> None:
    lane = signature.lane
    if split == lane:
        with writer.block(f"for i{lane} in range(first, last):"):
            _emit_element(writer, signature, (lane,))
    elif is_transposing(signature):
        with (
            writer.block(f"for tile in range(0, {extent_name(lane)}, {TILE}):"),
            writer.block(f"for i{split} in range(first, last):"),
            writer.block(f"for i{lane} in range(tile, min(tile + {TILE}, {extent_name(lane)})):"),
        ):
            _emit_element(writer, signature, (split, lane))
    else:
        with (
            writer.block(f"for i{split} in range(first, last):"),
            writer.block(f"for i{lane} in range({extent_name(lane)}):"),
        ):
            _emit_element(writer, signature, (split, lane))


def _emit_element(writer: SourceWriter, signature: KernelSignature, axes: tuple[int, ...]) -> None:
    split = _split_axis(signature)

    def text(access: AccessSignature) -> str:
        base = f"{access.name}_at" if any(moves(access, axis) for axis in range(split)) else ""
        return element(access, base, {axis: f"i{axis}" for axis in axes})

    loads = [text(access) for access in signature.inputs]
    value = emit_value(writer, signature.value, signature, loads)
    if value_dtype(signature.value, signature) is not signature.output.dtype or value == "product":
        value = convert(value, signature.output.dtype)
    writer.line(f"{text(signature.output)} = {value}")


def _axis_digit(signature: KernelSignature, axis: int) -> Digit:
    steps = tuple(
        (f"{access.name}_at", stride_name(access, axis))
        for access in (signature.output, *signature.inputs)
        if moves(access, axis)
    )
    return Digit(f"i{axis}", extent_name(axis), steps)


def _split_axis(signature: KernelSignature) -> int:
    """Return the axis that is cut into blocks: the one around the innermost, where there is one."""
    return max(0, signature.lane - 1)


def is_transposing(signature: KernelSignature) -> bool:
    """Whether an input lies contiguous along the row axis instead of the innermost one."""
    lane = signature.lane
    return lane > 0 and any(
        access.strides[lane] is StrideClass.ANY and access.strides[lane - 1] is StrideClass.UNIT
        for access in signature.inputs
    )
