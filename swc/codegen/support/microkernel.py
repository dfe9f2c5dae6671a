"""The register-blocked inner product of two packed panels, written as LLVM vector code."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from swc.codegen.support.vectors import element_bytes, load_vector, spread


def make_multiply_panels(element: Any, rows: int, vectors: int, lanes: int, fused: bool) -> Any:
    """Make `f(depth, left, right, tile)`: tile[r, c] = sum over k of left[k, r] * right[k, c].

    `left` holds `rows` values a step, `right` and `tile` `vectors * lanes`; the sums stay in
    `rows * vectors` vector registers until the end. `fused` says whether the target fuses a
    multiplication and an addition into one instruction.
    """
    pointer = types.CPointer(element)

    @intrinsic
    def multiply_panels(context: Any, depth: Any, left: Any, right: Any, tile: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            scalar = context.get_data_type(element)
            emit_panel_product(builder, arguments, scalar, (rows, vectors, lanes), fused)
            return context.get_dummy_value()

        return types.void(types.int64, pointer, pointer, pointer), generate

    return multiply_panels


def emit_panel_product(
    builder: Any, arguments: Any, scalar: Any, shape: tuple[int, int, int], fused: bool
) -> None:
    """Emit the loop over depth and the stores of the tile."""
    depth, left, right, tile = arguments
    rows, vectors, lanes = shape
    vector = ir.VectorType(scalar, lanes)
    index = ir.IntType(64)
    before = builder.block
    loop, done = builder.append_basic_block("panel.loop"), builder.append_basic_block("panel.done")
    zero = ir.Constant(vector, [0.0] * lanes)
    builder.cbranch(builder.icmp_signed(">", depth, index(0)), loop, done)

    builder.position_at_end(loop)
    step = builder.phi(index)
    sums = [builder.phi(vector) for _ in range(rows * vectors)]
    row = builder.gep(left, [builder.mul(step, index(rows))])
    column = builder.gep(right, [builder.mul(step, index(vectors * lanes))])
    loaded = [load_vector(builder, builder.gep(column, [index(v * lanes)]), vector) for v in range(vectors)]
    updated = []
    for r in range(rows):
        factor = spread(builder, builder.load(builder.gep(row, [index(r)])), vector)
        for v in range(vectors):
            updated.append(multiply_add(builder, factor, loaded[v], sums[r * vectors + v], fused))
    following = builder.add(step, index(1))
    step.add_incoming(index(0), before)
    step.add_incoming(following, loop)
    for phi, value in zip(sums, updated, strict=True):
        phi.add_incoming(zero, before)
        phi.add_incoming(value, loop)
    builder.cbranch(builder.icmp_signed("<", following, depth), loop, done)

    builder.position_at_end(done)
    for position, value in enumerate(updated):
        final = builder.phi(vector)
        final.add_incoming(zero, before)
        final.add_incoming(value, loop)
        updated[position] = final
    for position, value in enumerate(updated):
        target = builder.gep(tile, [index(position * lanes)])
        stored = builder.store(value, builder.bitcast(target, vector.as_pointer()))
        stored.align = element_bytes(scalar)


def multiply_add(builder: Any, left: Any, right: Any, addend: Any, fused: bool) -> Any:
    """Return left * right + addend, in one rounding where the target has the instruction."""
    if not fused:
        return builder.fadd(builder.fmul(left, right), addend)
    vector = addend.type
    suffix = f"v{vector.count}f{8 * element_bytes(vector.element)}"
    declared = ir.FunctionType(vector, [vector] * 3)
    function = cgutils.get_or_insert_function(builder.module, declared, f"llvm.fma.{suffix}")
    return builder.call(function, [left, right, addend])
