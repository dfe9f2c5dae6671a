"""Tensors from NumPy arrays, sharing memory wherever a layout can describe the array."""

import numpy as np
import numpy.typing as npt

from strideweave import texts
from strideweave.carrier import Buffer, adopt_array
from strideweave.tensor import Tensor, tensor_over
from swc.foreign import checked_dtype, compact_copy, describe, warn_of_copy
from swc.layout import Layout, Shape, row_major_layout


def from_numpy(array: npt.NDArray[np.generic], *, copy: bool | None = None) -> Tensor:
    """Return a tensor of the elements of `array`, one flat mode an axis.

    Memory is shared when a layout can describe the array: any non-negative strides that are whole elements,
    stride 0 and gaps included, any number of axes including none. Writes through either side are then seen
    by the other, and a read-only array gives an immutable tensor. An array with a negative stride, another
    byte order, an unaligned start or strides that are no whole elements cannot be shared.

    Args:
        array: float32, float64, int32, int64 or bool elements. Exactly an `ndarray`, `matrix` or `memmap`.
        copy: None shares where possible, and otherwise makes one copy in C order and warns with
            `swc.CopyWarning`; True always copies, silently; False never copies.

    Raises:
        TypeError: when `array` is not such an array, its dtype has no counterpart, or `copy` is no bool.
        ValueError: when an extent is 0, or `copy` is False and the array cannot be shared.
    """
    if copy is not None and not isinstance(copy, bool):
        raise TypeError(texts.COPY_KIND)
    return tensor_of_array(array, copy=copy, stacklevel=3)


def tensor_of_array(array: npt.NDArray[np.generic], *, copy: bool | None, stacklevel: int) -> Tensor:
    """Do the work of `from_numpy`, blaming the caller `stacklevel` frames up for a copy that it warns of."""
    dtype = checked_dtype(array, "from_numpy")
    plain = array.view(np.ndarray)
    placement = describe(plain)
    if isinstance(placement, Layout) and not copy:
        return tensor_over(adopt_array(_reachable_memory(plain, placement.cosize), dtype), 0, placement)
    if copy is False:
        raise ValueError(texts.COPY_REFUSED.format(reason=placement))
    if not copy:
        warn_of_copy(texts.COPY_WARNING.format(reason=placement), stacklevel=stacklevel)
    copied = compact_copy(plain, dtype)
    return tensor_over(adopt_array(copied.reshape(-1), dtype), 0, row_major_layout(Shape(plain.shape)))


def _reachable_memory(array: Buffer, slots: int) -> Buffer:
    """Return the memory from the first element of `array` to its last, gaps included, as one flat array."""
    if array.flags.c_contiguous:
        return array.reshape(-1)
    if array.flags.f_contiguous:
        return array.T.reshape(-1)
    return np.lib.stride_tricks.as_strided(array, (slots,), (array.itemsize,))
