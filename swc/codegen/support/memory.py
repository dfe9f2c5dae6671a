"""Typed pointers for kernels that work on raw addresses.

Indexing a pointer neither checks bounds nor wraps negative indices, so loops over it vectorise.
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic


def pointer_to(element: Any) -> Any:
    """Make `f(address) -> pointer` for elements of the Numba type `element`."""

    @intrinsic
    def at(context: Any, address: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.inttoptr(arguments[0], context.get_value_type(signature.return_type))

        return types.CPointer(element)(types.int64), generate

    return at


def stack_of(element: Any) -> Any:
    """Make `f(count) -> pointer` for a fixed, literal number of elements on the stack."""

    @intrinsic(prefer_literal=True)
    def allocate(context: Any, count: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            storage = ir.ArrayType(context.get_data_type(element), signature.args[0].literal_value)
            slot = cgutils.alloca_once(builder, storage)
            return builder.bitcast(slot, context.get_value_type(signature.return_type))

        return types.CPointer(element)(count), generate

    return allocate


float32_at, float64_at = pointer_to(types.float32), pointer_to(types.float64)
int32_at, int64_at, uint8_at = pointer_to(types.int32), pointer_to(types.int64), pointer_to(types.uint8)
float32_stack, float64_stack = stack_of(types.float32), stack_of(types.float64)
int32_stack, int64_stack, uint8_stack = stack_of(types.int32), stack_of(types.int64), stack_of(types.uint8)


@intrinsic
def at_element(context: Any, pointer: Any, index: Any) -> Any:
    """Return the pointer to an element further on."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.gep(arguments[0], [arguments[1]])

    return pointer(pointer, types.int64), generate
