"""Tensors from NumPy arrays, sharing memory wherever a layout can describe the array."""

import warnings
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from strideweave import texts
from strideweave.carrier import Buffer, adopt_array
from strideweave.tensor import Tensor, tensor_over
from swc.dtypes import DType, dtype_of_numpy
from swc.layout import Layout, Shape, Stride, row_major_layout

ARRAY_PLACEMENTS = 4096  # kept, most recently used
PLAIN_ARRAYS = (np.ndarray, np.matrix, np.memmap)


class CopyWarning(UserWarning):
    """`from_numpy` had to copy an array, so the tensor does not share its memory."""


def from_numpy(array: npt.NDArray[np.generic], *, copy: bool | None = None) -> Tensor:
    """Return a tensor of the elements of `array`, one flat mode an axis.

    Memory is shared when a layout can describe the array: any non-negative strides that are whole elements,
    stride 0 and gaps included, any number of axes including none. Writes through either side are then seen
    by the other, and a read-only array gives an immutable tensor. An array with a negative stride, another
    byte order, an unaligned start or strides that are no whole elements cannot be shared.

    Args:
        array: float32, float64, int32, int64 or bool elements. Exactly an `ndarray`, `matrix` or `memmap`.
        copy: None shares where possible, and otherwise makes one copy in C order and warns with
            `CopyWarning`; True always copies, silently; False never copies.

    Raises:
        TypeError: when `array` is not such an array, its dtype has no counterpart, or `copy` is no bool.
        ValueError: when an extent is 0, or `copy` is False and the array cannot be shared.
    """
    if copy is not None and not isinstance(copy, bool):
        raise TypeError(texts.COPY_KIND)
    return tensor_of_array(array, copy=copy, stacklevel=3)


def tensor_of_array(array: npt.NDArray[np.generic], *, copy: bool | None, stacklevel: int) -> Tensor:
    """Do the work of `from_numpy`, blaming the caller `stacklevel` frames up for a copy that it warns of."""
    dtype = _checked_dtype(array)
    if array.size == 0:
        raise ValueError(texts.ARRAY_EMPTY)
    plain = array.view(np.ndarray)
    placement = _placement(plain.shape, plain.strides, plain.itemsize)
    reason = _obstacle(plain, placement)
    if copy is False and reason is not None:
        raise ValueError(texts.COPY_REFUSED.format(reason=reason))
    if isinstance(placement, Layout) and reason is None and not copy:
        memory = _reachable_memory(plain, placement.cosize)
        return tensor_over(adopt_array(memory, dtype), 0, placement)
    if not copy:
        warnings.warn(texts.COPY_WARNING.format(reason=reason), CopyWarning, stacklevel=stacklevel)
    copied = np.array(plain, dtype=dtype.numpy, order="C", copy=True)
    return tensor_over(adopt_array(copied.reshape(-1), dtype), 0, row_major_layout(Shape(plain.shape)))


def _checked_dtype(array: object) -> DType:
    if not isinstance(array, np.ndarray):
        raise TypeError(texts.ARRAY_KIND.format(kind=type(array).__name__))
    if isinstance(array, np.ma.MaskedArray):
        raise TypeError(texts.ARRAY_MASKED)
    if type(array) not in PLAIN_ARRAYS:
        raise TypeError(texts.ARRAY_SUBCLASS.format(kind=type(array).__name__))
    dtype = dtype_of_numpy(array.dtype)
    if dtype is None:
        raise TypeError(texts.ARRAY_DTYPE.format(dtype=array.dtype))
    return dtype


def _obstacle(array: Buffer, placement: Layout | str) -> str | None:
    """Return why `array` cannot be shared, or None when it can."""
    if not array.dtype.isnative:
        return f"its byte order is not the machine's ({array.dtype.str})"
    if isinstance(placement, str):
        return placement
    return None if array.flags.aligned else "its elements are not aligned in memory"


@lru_cache(maxsize=ARRAY_PLACEMENTS)
def _placement(extents: tuple[int, ...], byte_strides: tuple[int, ...], itemsize: int) -> Layout | str:
    """Return the layout of an array, or why no layout describes it.

    The same layout object for the same array geometry also makes later look-ups by layout quick.
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


def _reachable_memory(array: Buffer, slots: int) -> Buffer:
    """Return the memory from the first element of `array` to its last, gaps included, as one flat array."""
    if array.flags.c_contiguous:
        return array.reshape(-1)
    if array.flags.f_contiguous:
        return array.T.reshape(-1)
    return np.lib.stride_tricks.as_strided(array, (slots,), (array.itemsize,))
