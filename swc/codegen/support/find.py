"""Finding the first of equal elements, written as LLVM vector code."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from swc.codegen.support.vectors import load_vector, spread


def make_find_first(element: Any, width: int) -> Any:
    """Make `f(elements, count, value) -> index` for at least `width` elements, one of which matches.

    A NaN matches any NaN. `width` elements fit one vector register.
    """

    @intrinsic
    def find_first(context: Any, elements: Any, count: Any, value: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return emit_find_first(builder, arguments, ir.VectorType(arguments[2].type, width))

        return types.int64(types.CPointer(element), types.int64, element), generate

    return find_first


def emit_find_first(builder: Any, arguments: Any, vector: Any) -> Any:
    """Emit the loop over whole vectors, then one look at the last ones, which may overlap."""
    elements, count, value = arguments
    index, width = ir.IntType(64), vector.count
    wanted = spread(builder, value, vector)
    last = builder.sub(count, index(width))
    before = builder.block
    loop, following, done = (builder.append_basic_block(f"find.{name}") for name in ("loop", "next", "done"))
    builder.branch(loop)

    builder.position_at_end(loop)
    at = builder.phi(index)
    at.add_incoming(index(0), before)
    mask = matching_lanes(builder, builder.gep(elements, [at]), wanted)
    finished = builder.or_(
        builder.icmp_unsigned("!=", mask, mask.type(0)), builder.icmp_signed(">=", at, last)
    )
    builder.cbranch(finished, done, following)

    builder.position_at_end(following)
    further = builder.add(at, index(width))
    limited = builder.select(builder.icmp_signed(">", further, last), last, further)
    at.add_incoming(limited, following)
    builder.branch(loop)

    builder.position_at_end(done)
    lane = builder.cttz(mask, ir.IntType(1)(0))
    return builder.add(at, builder.zext(lane, index) if lane.type.width < 64 else lane)


def matching_lanes(builder: Any, address: Any, wanted: Any) -> Any:
    """Return a bit for each of a vector's elements that matches."""
    vector = wanted.type
    value = load_vector(builder, address, vector)
    if isinstance(vector.element, ir.IntType):
        matches = builder.icmp_signed("==", value, wanted)
    else:
        unordered = builder.and_(
            builder.fcmp_unordered("uno", value, value), builder.fcmp_unordered("uno", wanted, wanted)
        )
        matches = builder.or_(builder.fcmp_ordered("==", value, wanted), unordered)
    return builder.bitcast(matches, ir.IntType(vector.count))
