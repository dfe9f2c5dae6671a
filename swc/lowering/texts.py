"""Exact texts of the faults that binding a command to operands can meet, as the contracts fix them."""

from typing import Final

PROFILE_MISMATCH: Final = "layout and tree profile do not match"
OMITTED_LEAF: Final = "Layout rearrange ids must include every extracted layout"
SHARED_SIZE: Final = "Einsum shared dimension '{symbol}' has mismatched logical size"
FIBER_EXTENT: Final = "Reduction fiber extent is out of Int32 range"
TWO_MODES: Final = "{name} must have a two-mode layout"
INNER_SIZE: Final = "Matmul inner dimensions must match"

ACCUMULATOR_KIND: Final = "accumulator_dtype must be a DType or None"
ACCUMULATOR_SUPPORT: Final = "DType.{dtype} is not a supported accumulator dtype"
ACCUMULATOR_EXACT: Final = (
    "operation '{operation}' uses exact-integer accumulation for these operands "
    "and cannot use a floating accumulator_dtype"
)
ACCUMULATOR_UNUSED: Final = "operation '{operation}' does not accept accumulator_dtype"
ACCUMULATOR_NARROW: Final = "accumulator_dtype must not be narrower than the operands"
BOOL_ARITHMETIC: Final = (
    "no backend implements operations on DType.Bool; "
    "the supported simple dtypes are DType.Float32 and DType.Int32"
)
