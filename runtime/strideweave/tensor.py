"""The tensor: a layout over a carrier."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from strideweave import texts
from strideweave.carrier import Carrier
from strideweave.export import CPU_DEVICE, dlpack_capsule, leaf_array, merged_array
from strideweave.scalars import Scalar
from strideweave.slicing import has_slice
from swc.dtypes import DType
from swc.layout import Layout
from swc.operand import OperandType


@dataclass(frozen=True, slots=True, kw_only=True)
class Operators:
    """What the operators of a tensor forward to. The public operations stand above tensors, hence this table.

    Args:
        slice_view: selects a view from a key that holds a slice.
        matmul: the operator `@`.
        run_command: what a compiled command does with tensors: kind, command, operands, accumulator.
    """

    slice_view: Callable[["Tensor", object], "Tensor"]
    matmul: Callable[["Tensor", "Tensor"], "Tensor"]
    run_command: Callable[[str, str, Sequence[object], DType | None], "Tensor"]


class Tensor:
    """Elements of a carrier, found through a layout: coordinate `q` is slot `offset + layout(q)`.

    Construction shares the carrier, and reads and writes nothing.

    Args:
        carrier: the buffer.
        offset: slot of the first element.
        layout: placement of the elements, in slots from `offset`.

    Raises:
        TypeError: when an argument has the wrong kind.
        ValueError: when `offset` is negative, or the layout reaches past the end of the carrier.
    """

    __slots__ = ("__weakref__", "_carrier", "_layout", "_offset", "_operand_type")

    _operators: ClassVar[Operators]
    _carrier: Carrier
    _offset: int
    _layout: Layout
    _operand_type: OperandType | None

    # An ndarray on the left must not take a tensor apart element by element.
    __array_ufunc__ = None
    # Not iterable: reading by ordinal would otherwise make Python walk the elements and then fail.
    __iter__ = None

    def __init__(self, carrier: Carrier, offset: int, layout: Layout) -> None:
        if not isinstance(carrier, Carrier):
            raise TypeError(texts.TENSOR_CARRIER)
        if not isinstance(layout, Layout):
            raise TypeError(texts.TENSOR_LAYOUT)
        if isinstance(offset, bool) or not isinstance(offset, int):
            raise TypeError(texts.TENSOR_OFFSET_KIND)
        if offset < 0:
            raise ValueError(texts.TENSOR_OFFSET_RANGE.format(offset=offset))
        if offset + layout.cosize > carrier.size():
            text = texts.TENSOR_STORAGE.format(offset=offset, cosize=layout.cosize, size=carrier.size())
            raise ValueError(text)
        self._carrier = carrier
        self._offset = offset
        self._layout = layout
        self._operand_type = None

    @property
    def carrier(self) -> Carrier:
        """The buffer, shared with every tensor that views it."""
        return self._carrier

    @property
    def offset(self) -> int:
        """Slot of the first element."""
        return self._offset

    @property
    def layout(self) -> Layout:
        """Placement of the elements."""
        return self._layout

    @property
    def version(self) -> int:
        """Version of the carrier."""
        return self._carrier.version

    @property
    def address(self) -> int:
        """Address of the first element in bytes.

        Raises:
            RuntimeError: when the carrier is released.
        """
        carrier = self._carrier
        return carrier.address + self._offset * carrier.dtype().itemsize

    @property
    def operand_type(self) -> OperandType:
        """What the compiler knows of this tensor: its layout and its dtype."""
        if self._operand_type is None:
            self._operand_type = OperandType(self._layout, self._carrier.dtype())
        return self._operand_type

    def dtype(self) -> DType:
        """Return the type of the elements."""
        return self._carrier.dtype()

    def size(self) -> int:
        """Return the number of logical coordinates."""
        return self._layout.size

    def is_mutable(self) -> bool:
        """Return whether elements may be written."""
        return self._carrier.is_mutable()

    def carrier_type(self) -> type[Carrier]:
        """Return the class of the carrier."""
        return type(self._carrier)

    def is_differentiable(self) -> bool:
        """Return whether gradients exist for this dtype."""
        return self._carrier.dtype().is_floating

    def __getitem__(self, key: object) -> "Scalar | Tensor":
        if has_slice(key):
            return self._operators.slice_view(self, key)
        return self._carrier.get_value(self._slot(key))

    def __setitem__(self, key: object, value: object) -> None:
        if has_slice(key):
            raise TypeError(texts.SLICE_WRITE)
        self._carrier.set_value(self._slot(key), value)

    @classmethod
    def __swc_command__(
        cls, kind: str, command: str, operands: Sequence[object], accumulator: DType | None
    ) -> "Tensor":
        """Run a command that `swc.kernel` compiled, as the public operation of its kind."""
        return cls._operators.run_command(kind, command, operands, accumulator)

    def __matmul__(self, other: "Tensor") -> "Tensor":
        return self._operators.matmul(self, other)

    def numpy(self, *, merge: bool = False) -> npt.NDArray[np.generic]:
        """Return the elements as a NumPy array.

        The array shares memory with the tensor, and is read-only when the carrier is immutable. Writes
        through it do not advance the version.

        Args:
            merge: give one axis a top-level mode instead of one a leaf. The leaves of a mode merge in C
                order (the last leaf runs fastest). The result still shares memory when one stride describes
                each merged axis, and is otherwise one fresh, writable copy.

        Raises:
            RuntimeError: when the carrier is released.
        """
        export = merged_array if merge else leaf_array
        return export(self._carrier, self._offset, self._layout)

    def __array__(
        self, dtype: npt.DTypeLike | None = None, copy: bool | None = None
    ) -> npt.NDArray[np.generic]:
        """Answer `numpy.asarray`: one axis a leaf, without a copy unless `dtype` or `copy` asks for one."""
        elements = self.numpy()
        if dtype is None or np.dtype(dtype) == elements.dtype:
            return elements.copy() if copy else elements
        if copy is False:
            raise ValueError(f"a conversion from {elements.dtype} to {np.dtype(dtype)} needs a copy")
        return elements.astype(dtype)

    def __dlpack_device__(self) -> tuple[int, int]:
        """Return the DLPack device: the CPU."""
        return CPU_DEVICE

    def __dlpack__(
        self,
        stream: object = None,
        *,
        max_version: object = None,
        dl_device: object = None,
        copy: object = None,
    ) -> object:
        """Return a DLPack capsule that aliases the elements, one axis a leaf.

        Args:
            stream: ignored.
            max_version: None or a pair; major 1 and above asks for the versioned form.
            dl_device: None or `(1, 0)`.
            copy: must be falsy.

        Raises:
            BufferError: for a copy, a released carrier, another device or a Bool tensor.
            TypeError: when a pair is neither a tuple nor a list.
            ValueError: when a pair has another length, or a negative version.
        """
        return dlpack_capsule(
            self._carrier, self._offset, self._layout, max_version=max_version, dl_device=dl_device, copy=copy
        )

    def __repr__(self) -> str:
        kind = f"dtype={self.dtype().name}, layout={self._layout!r}"
        if self._carrier.is_released():
            return f"Tensor(released, {kind})"
        elements = np.array2string(self.numpy(), separator=", ", prefix="Tensor(")
        return f"Tensor({elements}, {kind})"

    def __reduce__(self) -> tuple[object, ...]:
        """Copy and pickle through the constructor; a released carrier holds nothing to check against."""
        return tensor_over, (self._carrier, self._offset, self._layout)

    def _slot(self, key: object) -> int:
        _check_key(key)
        return self._offset + self._layout.index(key)


def tensor_over(carrier: Carrier, offset: int, layout: Layout) -> Tensor:
    """Return a tensor of parts that are known to fit, without checking them again."""
    tensor = Tensor.__new__(Tensor)
    tensor._carrier = carrier
    tensor._offset = offset
    tensor._layout = layout
    tensor._operand_type = None
    return tensor


def result_tensor(carrier: Carrier, operand_type: OperandType) -> Tensor:
    """Return a tensor over the whole of a fresh carrier, of the type that a kernel announced for it."""
    tensor = Tensor.__new__(Tensor)
    tensor._carrier = carrier
    tensor._offset = 0
    tensor._layout = operand_type.layout
    tensor._operand_type = operand_type
    return tensor


def install_operators(operators: Operators) -> None:
    """Tell tensors what their operators do; called once, by the module of the public operations."""
    Tensor._operators = operators


def _check_key(key: object) -> None:
    if isinstance(key, (tuple, list)):
        for entry in key:
            _check_key(entry)
    elif isinstance(key, bool) or not isinstance(key, int):
        raise TypeError(texts.KEY_KIND)
