"""NumPy arrays from anywhere: which of them a layout can describe, and what is refused or copied."""

import functools
import warnings
from typing import Final

import numpy as np
import numpy.typing as npt

from swc.dtypes import ALL_DTYPES, DType, dtype_of_numpy
from swc.layout import Layout, Shape, Stride

Array = npt.NDArray[np.generic]

ARRAY_PLACEMENTS: Final = 4096  # kept, most recently used

_PLAIN_ARRAYS: Final = (np.ndarray, np.matrix, np.memmap)
_SUPPORTED: Final = [dtype.numpy.name for dtype in ALL_DTYPES]

_EMPTY: Final = "Dimension shape must not be less than 1"
_KIND: Final = (
    "{taker} needs a numpy.ndarray, got {kind}; use numpy.asarray or strideweave.friendly.tensor first"
)
_MASKED: Final = "{taker} refuses a masked array, because its mask would be lost; fill it first"
_SUBCLASS: Final = (
    "{taker} refuses the ndarray subclass {kind}, because what it adds to the elements would be lost; "
    "pass array.view(numpy.ndarray) if the elements are all that matters"
)
_DTYPE: Final = "{taker} cannot store dtype {dtype}; the supported dtypes are {supported}"


class CopyWarning(UserWarning):
    """An array had to be copied, because no layout describes its memory."""


def checked_dtype(array: object, taker: str) -> DType:
    """Return the dtype of an array whose elements can be used.

    Args:
        array: what was given for an array.
        taker: the function that it was given to, named in errors.

    Raises:
        TypeError: when it is no NumPy array, an array class that means more than its elements, or of
            a dtype without a counterpart.
        ValueError: when it has no element.
    """
    if not isinstance(array, np.ndarray):
        raise TypeError(_KIND.format(taker=taker, kind=type(array).__name__))
    if isinstance(array, np.ma.MaskedArray):
        raise TypeError(_MASKED.format(taker=taker))
    if type(array) not in _PLAIN_ARRAYS:
        raise TypeError(_SUBCLASS.format(taker=taker, kind=type(array).__name__))
    dtype = dtype_of_numpy(array.dtype)
    if dtype is None:
        supported = f"{', '.join(_SUPPORTED[:-1])} and {_SUPPORTED[-1]}"
        raise TypeError(_DTYPE.format(taker=taker, dtype=array.dtype, supported=supported))
    if array.size == 0:
        raise ValueError(_EMPTY)
    return dtype


def describe(array: Array) -> Layout | str:
    """Return the flat layout of an array, one mode an axis, or why no layout describes its memory."""
    if not array.dtype.isnative:
        return f"its byte order is not the machine's ({array.dtype.str})"
    placement = _placement(array.shape, array.strides, array.itemsize)
    if isinstance(placement, Layout) and not array.flags.aligned:
        return "its elements are not aligned in memory"
    return placement


def compact_copy(array: Array, dtype: DType) -> Array:
    """Return a fresh array in C order and native byte order."""
    return np.array(array, dtype=dtype.numpy, order="C", copy=True)


def warn_of_copy(message: str, *, stacklevel: int) -> None:
    """Tell the caller `stacklevel` frames up, this one not counted, that an array was copied."""
    warnings.warn(message, CopyWarning, stacklevel=stacklevel + 1)


@functools.lru_cache(maxsize=ARRAY_PLACEMENTS)
def _placement(extents: tuple[int, ...], byte_strides: tuple[int, ...], itemsize: int) -> Layout | str:
    """Return the layout of an array's geometry, or why no layout describes it.

    The same layout object for the same geometry also makes later look-ups by layout quick.
    """
    strides: list[int] = []
    for axis, (extent, stride) in enumerate(zip(extents, byte_strides, strict=True)):
        is_whole = stride >= 0 and stride % itemsize == 0
        if not is_whole and extent > 1:
            if stride < 0:
                return f"axis {axis} has a negative stride ({stride} bytes)"
            return f"the stride of axis {axis} ({stride} bytes) is no multiple of the item size"
        strides.append(stride // itemsize if is_whole else 0)
    return Layout(Shape(extents), Stride(strides))
