"""The fixed texts of the runtime's errors, in one place so that they can be laid beside the contract.

A text with a field is formatted with `str.format`; the others are raised as they stand.
"""

from typing import Final

# Storing one value (dtype contract, section 2).
NOT_A_REAL: Final = "Carrier value must be a real number for {dtype} storage"
NOT_AN_INTEGER: Final = "Carrier value must be an integer for {dtype} storage"
NOT_A_BOOL: Final = "Carrier value must be a bool for Bool storage"
OUT_OF_RANGE: Final = "Carrier value {value} is out of {range} range"

# Carrier (tensor contract, section 1).
RELEASED: Final = "Carrier is released"
NOT_MUTABLE: Final = "Carrier is not mutable"
CARRIER_INDEX_KIND: Final = "Carrier index must be an integer"
CARRIER_INDEX_RANGE: Final = "Carrier index out of range"
CARRIER_DTYPE: Final = "Carrier dtype must be a DType"
CARRIER_SIZE_KIND: Final = "Carrier size must be an integer"
CARRIER_SIZE_RANGE: Final = "Carrier size must be non-negative"

# Tensor construction, reading and writing (sections 2-4).
TENSOR_CARRIER: Final = "Tensor carrier must be a Carrier"
TENSOR_LAYOUT: Final = "Tensor layout must be a Layout"
TENSOR_OFFSET_KIND: Final = "Tensor offset must be an integer"
TENSOR_OFFSET_RANGE: Final = "Tensor offset must be non-negative, got {offset}"
TENSOR_STORAGE: Final = (
    "Tensor storage exceeds carrier size: offset {offset} plus cosize {cosize} is more than {size} slots"
)
KEY_KIND: Final = "Tensor indices must be integers or tuples/lists of integers"
SLICE_WRITE: Final = "Tensor slices cannot be assigned; write one element at a time"

# Slicing (section 6).
VIEW_KEY_COUNT: Final = "View keys must include exactly one key per top-level mode"
VIEW_KEY_KIND: Final = "View key must be an integer or slice"
VIEW_KEY_DOMAIN: Final = "View integer key is out of domain"
VIEW_STEP_KIND: Final = "View slice step must be an integer"
VIEW_STEP_RANGE: Final = "View slices require a positive step"
VIEW_EMPTY: Final = "View slices must be non-empty"
VIEW_DIVISIBLE: Final = "View slice interval must be divisible by its step"
VIEW_NESTED: Final = "Only whole slices are supported for non-leaf modes"

# Other views (sections 7-9).
SHAPE_KIND: Final = "shape must be a Shape"
STRIDE_KIND: Final = "stride must be a Stride"
TARGET_KIND: Final = "target must be a Shape"
RESHAPE_SIZE: Final = "reshape target must have the same logical size as the input layout"
RESHAPE_COALESCE: Final = "reshape requires a layout that coalesces to one logical leaf"
STRIDED_INJECTIVE: Final = "as_strided mapping must be injective"
STRIDED_DOMAIN: Final = "as_strided mapping exceeds the input logical coordinate domain"
STRIDED_LAYOUT: Final = "as_strided composition is not representable by a Layout"
STRIDED_PLACEMENT: Final = "as_strided composed placement must be injective"
REARRANGE_SELECTION: Final = "String rearrange descriptions do not accept an explicit selection"
OUTPUT_KIND: Final = "output must be a Tree"
SELECTION_KIND: Final = "selection must be a Tree or None"
BROADCAST_KIND: Final = "broadcast_dimensions must contain integers"
BROADCAST_COUNT: Final = "broadcast_dimensions must contain one position per source mode"
BROADCAST_RANGE: Final = "broadcast_dimensions contains an out-of-range position"
BROADCAST_ORDER: Final = "broadcast_dimensions must be strictly increasing"
DIM_KIND: Final = "dim must be an integer"
DIM_RANGE: Final = "dim is out of range for rank {rank}"
SQUEEZE_MODE: Final = "squeeze dim must select a top-level extent-one leaf"

# Operands (operations contract, section 2).
OPERAND_KIND: Final = "{name} must be a Tensor"
OPERAND_RELEASED: Final = "{name} carrier is released"
DESCRIPTION_KIND: Final = "description must be a str"

# Creation and extraction (section 11).
VALUES_KIND: Final = "values must be a non-empty list or tuple"
VALUES_EMPTY: Final = "values must not contain empty levels"
VALUES_RECTANGULAR: Final = "values must be rectangular across every level"
LAYOUT_KIND: Final = "layout must be a Layout"
VALUES_LENGTH: Final = "values length must equal the layout logical size"
ITEM_SIZE: Final = "item requires a tensor with exactly one element"
FLAT_MODES: Final = "tensor must be a flat tensor with integer modes"
MANY_MODES: Final = "tensor has too many modes to reduce"

# DLPack export (section 12).
DLPACK_COPY: Final = "DLPack copy exports are not supported"
DLPACK_POINTER: Final = "DLPack data pointer must be non-null"
DLPACK_DEVICE_KIND: Final = "DLPack dl_device must be a tuple or list"
DLPACK_DEVICE_LENGTH: Final = "DLPack dl_device must have two elements"
DLPACK_DEVICE_OTHER: Final = "DLPack cross-device exports are not supported for this tensor"
DLPACK_DTYPE: Final = "DLPack export supports only Float32, Float64, Int32 and Int64 tensors"
DLPACK_VERSION_KIND: Final = "DLPack max_version must be a tuple or list"
DLPACK_VERSION_LENGTH: Final = "DLPack max_version must have two elements"
DLPACK_VERSION_RANGE: Final = "DLPack max_version elements must be non-negative"

# NumPy input (not fixed by a contract).
COPY_KIND: Final = "copy must be True, False or None"
COPY_REFUSED: Final = "from_numpy cannot share this array without a copy: {reason}"
COPY_WARNING: Final = "from_numpy copied the array, which does not share memory with the tensor: {reason}"
REFERENCE_KIND: Final = "reference must be a str"
ORDER_KIND: Final = 'order must be "C" or "F"'
