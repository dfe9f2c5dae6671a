"""NumPy arrays from anywhere: which of them a layout can describe, and what is refused or copied."""

import warnings

import numpy as np
import numpy.typing as npt

from swc.dtypes import ALL_DTYPES, DType, dtype_of_numpy
from swc.layout import Layout, Shape, Stride

Array = npt.NDArray[np.generic]

_PLAIN_ARRAYS = (np.ndarray, np.matrix, np.memmap)
_SUPPORTED = ", ".join(dtype.numpy.name for dtype in ALL_DTYPES)


class CopyWarning(UserWarning):
    """An array had to be copied, because no layout describes its memory."""


def checked_dtype(array: object) -> DType:
    """Return the dtype of an array whose elements can be used.

    Raises:
        TypeError: when it is no NumPy array, an array class that means more than its elements, or of
            a dtype without a counterpart.
        ValueError: when it has no element.
    """
    if not isinstance(array, np.ndarray):
        raise TypeError(f"expected a NumPy array, not {type(array).__name__}")
    if isinstance(array, np.ma.MaskedArray):
        raise TypeError("a masked array is not accepted: its mask would be lost; use .filled(value) or .data")
    if type(array) not in _PLAIN_ARRAYS:
        raise TypeError(f"array class {type(array).__name__} is not accepted; pass array.view(numpy.ndarray)")
    dtype = dtype_of_numpy(array.dtype)
    if dtype is None:
        raise TypeError(f"dtype {array.dtype} is not supported; the supported dtypes are {_SUPPORTED}")
    if array.size == 0:
        raise ValueError("Dimension shape must not be less than 1")
    return dtype


def sharing_obstacle(array: Array) -> str | None:
    """Return why no layout describes the memory of `array`, or None when one does."""
    if not array.dtype.isnative:
        return f"its byte order is not the machine's ({array.dtype.str})"
    for axis, (extent, stride) in enumerate(zip(array.shape, array.strides, strict=True)):
        if extent == 1:
            continue
        if stride < 0:
            return f"axis {axis} has a negative stride ({stride} bytes)"
        if stride % array.itemsize:
            return f"the stride of axis {axis} ({stride} bytes) is no multiple of the item size"
    return None if array.flags.aligned else "its elements are not aligned in memory"


def array_layout(array: Array) -> Layout:
    """Return the flat layout of an array without an obstacle: one mode an axis, strides in elements."""
    strides = [
        0 if extent == 1 and (stride < 0 or stride % array.itemsize) else stride // array.itemsize
        for extent, stride in zip(array.shape, array.strides, strict=True)
    ]
    return Layout(Shape(list(array.shape)), Stride(strides))


def compact_copy(array: Array, dtype: DType) -> Array:
    """Return a fresh array in C order and native byte order."""
    return np.array(array, dtype=dtype.numpy, order="C", copy=True)


def warn_of_copy(reason: str, *, stacklevel: int) -> None:
    """Tell the caller `stacklevel` frames up that an array was copied, and why."""
    warnings.warn(f"the array was copied: {reason}", CopyWarning, stacklevel=stacklevel + 1)
