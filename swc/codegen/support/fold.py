"""Folding terms into lanes that stay in vector registers, written as LLVM vector code."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from swc.codegen.support.vectors import element_bytes, load_vector, spread


def make_fold_lanes(factors: Any, lane: Any, operation: str, lanes: int, vector_lanes: int) -> Any:
    """Make `f(count, ahead, first, step, [second, step,] accumulators)`.

    accumulators[k] = accumulators[k] (operation) term(i, k), for i below `count` and k below `lanes`.
    A term is the product of its factors: element `i * step + k` of a contiguous one, element
    `i * step` of one that all lanes share, converted to the type of the lanes. Memory `ahead` elements
    further on is asked for at each step.

    Args:
        factors: (element type, whether it is contiguous) of each factor, one or two of them.
        lane: element type of the accumulators.
        operation: "sum", "prod", "max" or "min".
        lanes: how many accumulators there are.
        vector_lanes: how many fit one vector register.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        shape = (lanes, min(lanes, vector_lanes))
        kinds = [(context.get_data_type(element), contiguous) for element, contiguous in factors]
        emit_fold(builder, arguments, kinds, context.get_data_type(lane), operation, shape)
        return context.get_dummy_value()

    index, target = types.int64, types.CPointer(lane)
    pointers = [types.CPointer(element) for element, _ in factors]
    if len(factors) == 1:

        @intrinsic
        def fold_one(context: Any, count: Any, ahead: Any, first: Any, step: Any, accumulators: Any) -> Any:
            return types.void(index, index, pointers[0], index, target), generate

        return fold_one

    @intrinsic
    def fold_two(
        context: Any,
        count: Any,
        ahead: Any,
        first: Any,
        step: Any,
        second: Any,
        other_step: Any,
        accumulators: Any,
    ) -> Any:
        return types.void(index, index, pointers[0], index, pointers[1], index, target), generate

    return fold_two


def emit_fold(
    builder: Any, arguments: Any, factors: Any, scalar: Any, operation: str, shape: tuple[int, int]
) -> None:
    """Emit the loop over `count`, with one register of accumulators for each vector of lanes."""
    lanes, width = shape
    count, accumulators = arguments[0], arguments[-1]
    index, vector = ir.IntType(64), ir.VectorType(scalar, width)
    places = [builder.gep(accumulators, [index(at)]) for at in range(0, lanes, width)]
    starts = [load_vector(builder, place, vector) for place in places]
    before = builder.block
    loop, done = builder.append_basic_block("fold.loop"), builder.append_basic_block("fold.done")
    builder.cbranch(builder.icmp_signed(">", count, index(0)), loop, done)

    builder.position_at_end(loop)
    step = builder.phi(index)
    held = [builder.phi(vector) for _ in places]
    bases = [
        builder.gep(arguments[2 + 2 * position], [builder.mul(step, arguments[3 + 2 * position])])
        for position in range(len(factors))
    ]
    shared = [
        None if contiguous else spread(builder, convert_lanes(builder, builder.load(base), scalar), vector)
        for base, (_, contiguous) in zip(bases, factors, strict=True)
    ]
    for base, (element, contiguous) in zip(bases, factors, strict=True):
        if contiguous:
            prefetch_lanes(builder, builder.gep(base, [arguments[1]]), lanes * element_bytes(element))
    folded = []
    for position, value in enumerate(held):
        term = None
        for base, (element, contiguous), common in zip(bases, factors, shared, strict=True):
            loaded = common
            if contiguous:
                at = builder.gep(base, [index(position * width)])
                raw = load_vector(builder, at, ir.VectorType(element, width))
                loaded = convert_lanes(builder, raw, vector)
            term = loaded if term is None else builder.fmul(term, loaded)
        folded.append(combine_lanes(builder, operation, value, term))
    following = builder.add(step, index(1))
    step.add_incoming(index(0), before)
    step.add_incoming(following, loop)
    for phi, start, value in zip(held, starts, folded, strict=True):
        phi.add_incoming(start, before)
        phi.add_incoming(value, loop)
    builder.cbranch(builder.icmp_signed("<", following, count), loop, done)

    builder.position_at_end(done)
    finals = []
    for start, value in zip(starts, folded, strict=True):
        final = builder.phi(vector)
        final.add_incoming(start, before)
        final.add_incoming(value, loop)
        finals.append(final)
    for place, final in zip(places, finals, strict=True):
        stored = builder.store(final, builder.bitcast(place, vector.as_pointer()))
        stored.align = element_bytes(scalar)


def prefetch_lanes(builder: Any, address: Any, size: int) -> None:
    """Ask for the cache lines of the next `size` bytes; memory past an array's end does no harm."""
    byte, word = ir.IntType(8).as_pointer(), ir.IntType(32)
    declared = ir.FunctionType(ir.VoidType(), [byte, word, word, word])
    function = cgutils.get_or_insert_function(builder.module, declared, "llvm.prefetch.p0")
    start = builder.bitcast(address, byte)
    for offset in range(0, size, 64):
        line = builder.gep(start, [ir.IntType(64)(offset)])
        builder.call(function, [line, word(0), word(3), word(1)])


def combine_lanes(builder: Any, operation: str, held: Any, term: Any) -> Any:
    """Combine two vectors; extrema of floats follow IEEE 754-2019, where NaN wins and -0.0 < +0.0."""
    element = held.type.element
    floating = not isinstance(element, ir.IntType)
    if operation == "sum":
        return builder.fadd(held, term) if floating else builder.add(held, term)
    if operation == "prod":
        return builder.fmul(held, term)
    if not floating:
        sign = ">" if operation == "max" else "<"
        return builder.select(builder.icmp_signed(sign, term, held), term, held)
    name = f"llvm.{operation}imum.v{held.type.count}f{8 * element_bytes(element)}"
    declared = ir.FunctionType(held.type, [held.type, held.type])
    function = cgutils.get_or_insert_function(builder.module, declared, name)
    return builder.call(function, [held, term])


def convert_lanes(builder: Any, value: Any, wanted: Any) -> Any:
    """Widen float to double, or a signed integer to a longer one; leave others as they are."""
    if value.type == wanted:
        return value
    element = getattr(value.type, "element", value.type)
    if isinstance(element, ir.IntType):
        return builder.sext(value, wanted)
    return builder.fpext(value, wanted)
