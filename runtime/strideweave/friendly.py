"""Making small tensors from Python values, and taking values out again."""

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Protocol

import numpy as np

from strideweave import operations, texts
from strideweave.carrier import Buffer, Carrier, adopt_array, check_dtype
from strideweave.export import ordinal_array
from strideweave.scalars import Scalar, storable, storable_array
from strideweave.tensor import Tensor, tensor_over
from swc.dtypes import DType
from swc.layout import Layout, column_major, row_major

__all__ = [
    "arange",
    "column_major",
    "full",
    "item",
    "ones",
    "rand",
    "randn",
    "row_major",
    "sum",
    "tensor",
    "to_list",
    "zeros",
]

SYMBOLS = "abcdefghijklmnopqrstuvwxyz"


class UniformGenerator(Protocol):
    """What `rand` draws from; the `random` module and `random.Random` are such."""

    def random(self) -> float:
        """Return the next number in `[0, 1)`."""


class NormalGenerator(Protocol):
    """What `randn` draws from; the `random` module and `random.Random` are such."""

    def gauss(self, mu: float, sigma: float, /) -> float:
        """Return the next normally distributed number."""


def tensor(values: Iterable[object], *, layout: Layout | None = None, dtype: DType = DType.Float32) -> Tensor:
    """Return a tensor of Python values.

    Args:
        values: nested lists or tuples, the outermost level being mode 0; or, with `layout`, any finite
            iterable in ordinal order.
        layout: placement of the elements; None takes the canonical layout of the nested lists.
        dtype: type of the elements.

    Returns:
        A tensor with a fresh carrier of `layout.cosize` slots; slots that no element uses are zero.

    Raises:
        TypeError: when an argument or a value has the wrong kind.
        ValueError: when the lists are empty or ragged, or the number of values is not the layout's size.
        OverflowError: when an integer does not fit.
    """
    check_dtype(dtype)
    if layout is None:
        extents, leaves = _flattened(values)
        array = storable_array(leaves, dtype).reshape(extents).ravel(order="F")
        return tensor_over(adopt_array(array, dtype), 0, column_major(*extents))
    if not isinstance(layout, Layout):
        raise TypeError(texts.LAYOUT_KIND)
    leaves = list(islice(values, layout.size + 1))
    if len(leaves) != layout.size:
        raise ValueError(texts.VALUES_LENGTH)
    elements = storable_array(leaves, dtype)
    carrier = Carrier(layout.cosize, dtype=dtype)
    target = ordinal_array(carrier, 0, layout)
    target[...] = elements.reshape(target.shape)
    return tensor_over(carrier, 0, layout)


def full(*extents: int, value: object, dtype: DType = DType.Float32) -> Tensor:
    """Return a column-major tensor whose elements are all `value`.

    Raises:
        ValueError: when there is no extent, or one is no positive int.
        TypeError: when `dtype` or `value` has the wrong kind.
        OverflowError: when an integer does not fit.
    """
    layout = column_major(*extents)
    check_dtype(dtype)
    array = np.full(layout.size, storable(value, dtype), dtype.numpy)
    return tensor_over(adopt_array(array, dtype), 0, layout)


def zeros(*extents: int, dtype: DType = DType.Float32) -> Tensor:
    """Return a column-major tensor of zeros; for Bool, of False. See `full` for the errors."""
    layout = column_major(*extents)
    return tensor_over(Carrier(layout.size, dtype=dtype), 0, layout)


def ones(*extents: int, dtype: DType = DType.Float32) -> Tensor:
    """Return a column-major tensor of ones; for Bool, of True. See `full` for the errors."""
    return full(*extents, value=True if dtype is DType.Bool else 1, dtype=dtype)


def arange(count: int, *, dtype: DType = DType.Float32) -> Tensor:
    """Return the one-mode tensor `0, 1, ..., count - 1`.

    Raises:
        ValueError: when `count` is no positive int.
        TypeError: when `dtype` is not a DType, or is Bool.
        OverflowError: when `count - 1` does not fit.
    """
    layout = column_major(count)
    check_dtype(dtype)
    storable(count - 1, dtype)
    array = np.arange(count, dtype=np.int64).astype(dtype.numpy)
    return tensor_over(adopt_array(array, dtype), 0, layout)


def rand(*extents: int, rng: UniformGenerator | None = None) -> Tensor:
    """Return Float32 numbers of `rng.random()`, one call per ordinal; None draws from `random`.

    Raises:
        ValueError: when there is no extent, or one is no positive int.
        AttributeError: when `rng` has no method `random`.
    """
    layout = column_major(*extents)
    draw = (random if rng is None else rng).random
    return tensor((draw() for _ in range(layout.size)), layout=layout)


def randn(*extents: int, rng: NormalGenerator | None = None) -> Tensor:
    """Return Float32 numbers of `rng.gauss(0.0, 1.0)`, one call per ordinal; None draws from `random`.

    Raises:
        ValueError: when there is no extent, or one is no positive int.
        AttributeError: when `rng` has no method `gauss`.
    """
    layout = column_major(*extents)
    draw = (random if rng is None else rng).gauss
    return tensor((draw(0.0, 1.0) for _ in range(layout.size)), layout=layout)


def sum(tensor: Tensor) -> Tensor:  # noqa: A001 (the name is the contract's)
    """Return the sum of all elements of a flat tensor as a tensor of layout `[1]:[1]`.

    Raises:
        AttributeError: when `tensor` is not a Tensor.
        ValueError: when a mode is nested, or there are no modes or more than 26.
        OverflowError: when an integer total does not fit.
    """
    modes = tensor.layout.shape.top_level
    if not modes or any(not isinstance(mode, int) for mode in modes):
        raise ValueError(texts.FLAT_MODES)
    if len(modes) > len(SYMBOLS):
        raise ValueError(texts.MANY_MODES)
    return operations.reduce_sum(tensor, f"{' '.join(SYMBOLS[: len(modes)])} -> 1")


def item(tensor: Tensor) -> Scalar:
    """Return the only element.

    Raises:
        AttributeError: when `tensor` is not a Tensor.
        ValueError: when it does not have exactly one element.
        RuntimeError: when the storage is released.
    """
    if tensor.layout.size != 1:
        raise ValueError(texts.ITEM_SIZE)
    return tensor.carrier.get_value(tensor.offset)


def to_list(tensor: Tensor) -> list[Scalar]:
    """Return the elements in ordinal order (the first leaf fastest) as a new list of Python values.

    Raises:
        AttributeError: when `tensor` is not a Tensor.
        RuntimeError: when the storage is released.
    """
    elements: Buffer = ordinal_array(tensor.carrier, tensor.offset, tensor.layout)
    values: list[Scalar] = elements.ravel().tolist()
    return values


def _flattened(values: object) -> tuple[list[int], list[object]]:
    """Return the extents of nested lists, outermost first, and their leaves in C order."""
    if not isinstance(values, (list, tuple)) or not values:
        raise ValueError(texts.VALUES_KIND)
    extents = list(_first_extents(values))
    leaves = list(_leaves(values, extents))
    return extents, leaves


def _first_extents(level: object) -> Iterator[int]:
    while isinstance(level, (list, tuple)):
        if not level:
            raise ValueError(texts.VALUES_EMPTY)
        yield len(level)
        level = level[0]


def _leaves(level: object, extents: Sequence[int]) -> Iterator[object]:
    if not isinstance(level, (list, tuple)):
        if extents:
            raise ValueError(texts.VALUES_RECTANGULAR)
        yield level
        return
    if not level:
        raise ValueError(texts.VALUES_EMPTY)
    if not extents or len(level) != extents[0]:
        raise ValueError(texts.VALUES_RECTANGULAR)
    for entry in level:
        yield from _leaves(entry, extents[1:])
