"""Scalar operations that Python has no word for."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic


def ieee_extremum(name: str) -> Any:
    """Make a two-argument IEEE 754-2019 `maximum` or `minimum`: NaN wins, and -0.0 < +0.0."""

    @intrinsic
    def extremum(context: Any, left: Any, right: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            kind = arguments[0].type
            suffix = "f32" if isinstance(kind, ir.FloatType) else "f64"
            declared = ir.FunctionType(kind, [kind, kind])
            function = cgutils.get_or_insert_function(builder.module, declared, f"llvm.{name}.{suffix}")
            return builder.call(function, arguments)

        return left(left, right), generate

    return extremum


maximum, minimum = ieee_extremum("maximum"), ieee_extremum("minimum")


@intrinsic
def multiply_high(context: Any, left: Any, right: Any) -> Any:
    """Return the upper 64 bits of the signed 128-bit product of two int64 values."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        wide = ir.IntType(128)
        product = builder.mul(builder.sext(arguments[0], wide), builder.sext(arguments[1], wide))
        return builder.trunc(builder.ashr(product, ir.Constant(wide, 64)), ir.IntType(64))

    return types.int64(types.int64, types.int64), generate


@intrinsic
def multiply_high_unsigned(context: Any, left: Any, right: Any) -> Any:
    """Return the upper 64 bits of the product of two int64 values read as unsigned."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        wide = ir.IntType(128)
        product = builder.mul(builder.zext(arguments[0], wide), builder.zext(arguments[1], wide))
        return builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), ir.IntType(64))

    return types.int64(types.int64, types.int64), generate
