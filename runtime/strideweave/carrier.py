"""The carrier: one flat, typed, versioned buffer that tensors view."""

import operator
from collections.abc import Iterable
from typing import SupportsIndex

import numpy as np
import numpy.typing as npt

from strideweave import texts
from strideweave.scalars import Scalar, storable, storable_array
from swc.dtypes import DType
from swc.launch.address import data_address

Buffer = npt.NDArray[np.generic]


class Carrier:
    """A one-dimensional buffer of slots of one dtype.

    Args:
        size: number of slots.
        dtype: type of every slot.
        mutable: whether single slots may be written.
        empty: leave the contents undefined instead of zero.

    Raises:
        TypeError: when `dtype` is not a DType, or `size` is not an integer.
        ValueError: when `size` is negative.
    """

    __slots__ = ("__weakref__", "_address", "_array", "_dtype", "_mutable", "_version")

    _array: Buffer | None
    _dtype: DType
    _mutable: bool
    _version: int
    _address: int | None

    def __init__(
        self, size: int, *, dtype: DType = DType.Float32, mutable: bool = True, empty: bool = False
    ) -> None:
        check_dtype(dtype)
        if isinstance(size, bool) or not isinstance(size, int):
            raise TypeError(texts.CARRIER_SIZE_KIND)
        if size < 0:
            raise ValueError(texts.CARRIER_SIZE_RANGE)
        self._array = np.empty(size, dtype.numpy) if empty else np.zeros(size, dtype.numpy)
        self._array.flags.writeable = bool(mutable)
        self._dtype = dtype
        self._mutable = bool(mutable)
        self._version = 0
        self._address = None

    @classmethod
    def from_values(
        cls, values: Iterable[object], *, dtype: DType = DType.Float32, mutable: bool = True
    ) -> "Carrier":
        """Return a buffer holding a normalised copy of `values`.

        Raises:
            TypeError: when `dtype` is not a DType, `values` is not iterable, or a value has the wrong kind.
            OverflowError: when an integer does not fit.
        """
        check_dtype(dtype)
        array = storable_array(list(values), dtype)
        array.flags.writeable = bool(mutable)
        return adopt_array(array, dtype)

    @property
    def version(self) -> int:
        """Number of successful slot writes so far."""
        return self._version

    @property
    def address(self) -> int:
        """Address of slot 0 in bytes.

        Raises:
            RuntimeError: when the carrier is released.
        """
        if self._address is None:
            self._address = data_address(self.live_array())
        return self._address

    def size(self) -> int:
        """Return the number of slots; 0 after release."""
        return 0 if self._array is None else self._array.size

    def dtype(self) -> DType:
        """Return the type of the slots, also after release."""
        return self._dtype

    def is_mutable(self) -> bool:
        """Return whether slots may be written."""
        return self._mutable

    def is_released(self) -> bool:
        """Return whether the storage was dropped."""
        return self._array is None

    def release(self) -> None:
        """Drop the storage. Repeating it does nothing; it is not a mutation."""
        self._array = None
        self._address = None

    def get_value(self, index: SupportsIndex) -> Scalar:
        """Return the Python value of slot `index`.

        Raises:
            TypeError: when `index` is no integer.
            RuntimeError: when the carrier is released.
            IndexError: when `index` is negative or too large.
        """
        position = _position(index)
        array = self.live_array()
        if not 0 <= position < array.size:
            raise IndexError(texts.CARRIER_INDEX_RANGE)
        value: Scalar = array.item(position)
        return value

    def set_value(self, index: SupportsIndex, value: object) -> None:
        """Write slot `index` and advance the version by one.

        Raises:
            TypeError: when `index` is no integer, or the kind of `value` is not storable.
            RuntimeError: when the carrier is released or immutable.
            IndexError: when `index` is negative or too large.
            OverflowError: when an integer does not fit.
        """
        position = _position(index)
        array = self.live_array()
        if not self._mutable:
            raise RuntimeError(texts.NOT_MUTABLE)
        if not 0 <= position < array.size:
            raise IndexError(texts.CARRIER_INDEX_RANGE)
        array[position] = storable(value, self._dtype)
        self._version += 1

    def __getitem__(self, index: SupportsIndex) -> Scalar:
        return self.get_value(index)

    def __setitem__(self, index: SupportsIndex, value: object) -> None:
        self.set_value(index, value)

    def new_like(
        self, values: Iterable[object], *, mutable: bool = True, dtype: DType | None = None
    ) -> "Carrier":
        """Return an independent buffer of `values`, where None stands for the zero of the dtype.

        Args:
            values: one value a slot.
            mutable: whether the new buffer may be written.
            dtype: type of the new buffer; None takes this buffer's.
        """
        chosen = self._dtype if dtype is None else dtype
        check_dtype(chosen)
        zero = chosen.numpy.type(0).item()
        filled = (zero if value is None else value for value in values)
        return Carrier.from_values(filled, dtype=chosen, mutable=mutable)

    def allocate_like(
        self, size: int, *, mutable: bool = True, dtype: DType | None = None, empty: bool = False
    ) -> "Carrier":
        """Return an independent buffer of `size` slots; None as `dtype` takes this buffer's."""
        return Carrier(size, dtype=self._dtype if dtype is None else dtype, mutable=mutable, empty=empty)

    def dlpack_info(self) -> dict[str, int]:
        """Return the pointer (0 after release) and the device of the buffer."""
        pointer = 0 if self._array is None else self.address
        return {"pointer": pointer, "device_type": 1, "device_id": 0}

    def live_array(self) -> Buffer:
        """Return the NumPy array behind the buffer; writing it does not advance the version.

        Raises:
            RuntimeError: when the carrier is released.
        """
        if self._array is None:
            raise RuntimeError(texts.RELEASED)
        return self._array

    def __repr__(self) -> str:
        state = "released" if self._array is None else f"{self._array.size} slots"
        return f"Carrier<{self._dtype.name}, {state}, version {self._version}>"

    def __reduce__(self) -> tuple[object, ...]:
        """Copy the storage, never the address, when the carrier is copied or pickled."""
        array = None if self._array is None else self._array.copy()
        return _rebuild, (array, self._dtype, self._mutable, self._version)


def adopt_array(array: Buffer, dtype: DType) -> Carrier:
    """Return a carrier over the memory of `array`, without checks and without a copy.

    Args:
        array: one-dimensional, unit stride, aligned, native byte order, of `dtype`; a read-only array
            makes an immutable carrier.
        dtype: the type of the slots.
    """
    carrier = Carrier.__new__(Carrier)
    carrier._array = array
    carrier._dtype = dtype
    carrier._mutable = array.flags.writeable
    carrier._version = 0
    carrier._address = None
    return carrier


def allocate_result(size: int, dtype: DType, *, zero: bool) -> Carrier:
    """Return a fresh mutable carrier for a kernel to fill, without checks.

    Args:
        size: number of slots.
        dtype: type of the slots.
        zero: whether slots that the kernel does not write must read as zero.
    """
    carrier = Carrier.__new__(Carrier)
    array = np.zeros(size, dtype.numpy) if zero else np.empty(size, dtype.numpy)
    carrier._array = array
    carrier._dtype = dtype
    carrier._mutable = True
    carrier._version = 0
    carrier._address = data_address(array)
    return carrier


def check_dtype(dtype: object) -> None:
    """Refuse what is not a DType.

    Raises:
        TypeError: when `dtype` is not a DType.
    """
    if not isinstance(dtype, DType):
        raise TypeError(texts.CARRIER_DTYPE)


def _rebuild(array: Buffer | None, dtype: DType, mutable: bool, version: int) -> Carrier:
    carrier = adopt_array(np.empty(0, dtype.numpy) if array is None else array, dtype)
    carrier._array = array
    carrier._mutable = mutable
    carrier._version = version
    if array is not None:
        array.flags.writeable = mutable
    return carrier


def _position(index: SupportsIndex) -> int:
    try:
        return operator.index(index)
    except TypeError:
        raise TypeError(texts.CARRIER_INDEX_KIND) from None
