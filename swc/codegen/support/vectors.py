"""What every piece of LLVM vector code needs: whole-vector loads, and a scalar in every lane."""

from typing import Any

from llvmlite import ir


def load_vector(builder: Any, address: Any, vector: Any) -> Any:
    """Load a vector from an address with the alignment of one element."""
    value = builder.load(builder.bitcast(address, vector.as_pointer()), typ=vector)
    value.align = element_bytes(vector.element)
    return value


def spread(builder: Any, scalar: Any, vector: Any) -> Any:
    """Copy a scalar into every lane."""
    empty = ir.Constant(vector, ir.Undefined)
    first = builder.insert_element(empty, scalar, ir.IntType(32)(0))
    zeros = ir.Constant(ir.VectorType(ir.IntType(32), vector.count), [0] * vector.count)
    return builder.shuffle_vector(first, empty, zeros)


def element_bytes(scalar: Any) -> int:
    """Return the size of an IR scalar in bytes."""
    if isinstance(scalar, ir.IntType):
        return int(scalar.width) // 8
    return 4 if isinstance(scalar, ir.FloatType) else 8
