"""What a tensor shows to others: NumPy views of its elements, and DLPack capsules."""

from math import prod
from typing import TypeAlias, cast

import numpy as np
import numpy.typing as npt

from strideweave import texts
from strideweave.carrier import Buffer, Carrier
from swc.dtypes import DType
from swc.layout import Layout

DLPACK_DTYPES = frozenset((DType.Float32, DType.Float64, DType.Int32, DType.Int64))
CPU_DEVICE = (1, 0)
Numbers: TypeAlias = "npt.NDArray[np.float32 | np.float64 | np.int32 | np.int64]"


def leaf_array(carrier: Carrier, offset: int, layout: Layout) -> Buffer:
    """Return the elements as an array with one axis a leaf, depth first, without a copy.

    The array is read-only when the carrier is immutable. Writes through it do not advance the version.

    Raises:
        RuntimeError: when the carrier is released.
    """
    itemsize = carrier.dtype().itemsize
    strides = tuple(stride * itemsize for stride in layout.leaf_strides)
    return _strided(carrier.live_array(), offset * itemsize, layout.leaf_extents, strides)


def merged_array(carrier: Carrier, offset: int, layout: Layout) -> Buffer:
    """Return the elements with one axis a top-level mode, the last leaf of a mode running fastest.

    Shares memory where one stride can describe each merged mode, and is one fresh copy otherwise.
    """
    leaves = leaf_array(carrier, offset, layout)
    return leaves.reshape(tuple(mode.size for mode in layout.shape))


def ordinal_array(carrier: Carrier, offset: int, layout: Layout) -> Buffer:
    """Return a view whose C-order walk visits the elements by ascending ordinal.

    Leaves of extent one are dropped, so that no layout has more axes than NumPy can hold.
    """
    itemsize = carrier.dtype().itemsize
    leaves = zip(layout.leaf_extents, layout.leaf_strides, strict=True)
    walked = [(extent, stride * itemsize) for extent, stride in leaves if extent > 1]
    shape = tuple(extent for extent, _ in reversed(walked))
    strides = tuple(stride for _, stride in reversed(walked))
    return _strided(carrier.live_array(), offset * itemsize, shape, strides)


def dlpack_capsule(
    carrier: Carrier,
    offset: int,
    layout: Layout,
    *,
    max_version: object,
    dl_device: object,
    copy: object,
) -> object:
    """Return a DLPack capsule that aliases the elements, one axis a leaf.

    Args:
        carrier: the buffer.
        offset: slot of the first element.
        layout: placement of the elements.
        max_version: None or a pair; major 1 and above asks for the versioned form.
        dl_device: None or a pair that must be the CPU.
        copy: must be falsy.

    Raises:
        BufferError: for a copy, a released carrier, another device or a dtype without a DLPack code.
        TypeError: when a pair is neither a tuple nor a list.
        ValueError: when a pair has another length, or a negative version.
    """
    if copy:
        raise BufferError(texts.DLPACK_COPY)
    if carrier.is_released():
        raise BufferError(texts.DLPACK_POINTER)
    _check_device(dl_device)
    if carrier.dtype() not in DLPACK_DTYPES:
        raise BufferError(texts.DLPACK_DTYPE)
    if _checked_major(max_version) >= 1:
        return cast(Numbers, leaf_array(carrier, offset, layout)).__dlpack__(max_version=(1, 0))
    return cast(Numbers, _writable_leaf_array(carrier, offset, layout)).__dlpack__()


class _ExposedMemory:
    """Offers the buffer of a carrier as writable memory, and keeps that buffer alive.

    The legacy capsule has no read-only flag, and NumPy refuses to export a read-only array through it.
    """

    def __init__(self, array: Buffer) -> None:
        self.array = array
        self.__array_interface__ = {
            **array.__array_interface__,
            "data": (array.__array_interface__["data"][0], False),
        }


def _writable_leaf_array(carrier: Carrier, offset: int, layout: Layout) -> Buffer:
    buffer: Buffer = np.asarray(_ExposedMemory(carrier.live_array()))
    itemsize = carrier.dtype().itemsize
    strides = tuple(stride * itemsize for stride in layout.leaf_strides)
    return _strided(buffer, offset * itemsize, layout.leaf_extents, strides)


def _strided(
    buffer: Buffer, byte_offset: int, shape: tuple[int, ...], strides: tuple[int, ...]
) -> npt.NDArray[np.generic]:
    if prod(shape) == 1:
        # NumPy refuses a stride that leaves the buffer even where it is never taken.
        strides = tuple(0 for _ in strides)
    return np.ndarray(shape, buffer.dtype, buffer, byte_offset, strides)


def _check_device(dl_device: object) -> None:
    if dl_device is None:
        return
    if not isinstance(dl_device, (tuple, list)):
        raise TypeError(texts.DLPACK_DEVICE_KIND)
    if len(dl_device) != len(CPU_DEVICE):
        raise ValueError(texts.DLPACK_DEVICE_LENGTH)
    if tuple(dl_device) != CPU_DEVICE:
        raise BufferError(texts.DLPACK_DEVICE_OTHER)


def _checked_major(max_version: object) -> int:
    if max_version is None:
        return 0
    if not isinstance(max_version, (tuple, list)):
        raise TypeError(texts.DLPACK_VERSION_KIND)
    if len(max_version) != 2:
        raise ValueError(texts.DLPACK_VERSION_LENGTH)
    if max_version[0] < 0 or max_version[1] < 0:
        raise ValueError(texts.DLPACK_VERSION_RANGE)
    return int(max_version[0])
