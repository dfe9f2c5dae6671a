"""Scalar types, promotion and accumulation policy.

The rules are those of the dtype contract: five stored types, no silent narrowing, integer totals
that are exact and checked. Everything here is decided from types alone, never from element values.
"""

from typing import Final

import numpy as np
import numpy.typing as npt


class DType:
    """A scalar type. The five instances are singletons, compared with `is`.

    Attributes:
        name: `"Float32"`, `"Float64"`, `"Int32"`, `"Int64"` or `"Bool"`.
        numpy: the NumPy dtype with the same bytes, native byte order.
        itemsize: bytes an element.
    """

    __slots__ = ("itemsize", "name", "numpy")

    Float32: "DType"
    Float64: "DType"
    Int32: "DType"
    Int64: "DType"
    Bool: "DType"

    name: str
    numpy: np.dtype[np.generic]
    itemsize: int

    def __init__(self, name: str, numpy: npt.DTypeLike) -> None:
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "numpy", np.dtype(numpy))
        object.__setattr__(self, "itemsize", np.dtype(numpy).itemsize)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("DType is immutable")

    def __repr__(self) -> str:
        return f"DType.{self.name}"

    def __reduce__(self) -> tuple[object, ...]:
        """Unpickle to the singleton, never to a copy of it."""
        return _dtype_named, (self.name,)

    @property
    def is_floating(self) -> bool:
        """Whether the type is Float32 or Float64."""
        return self in FLOATING

    @property
    def is_integer(self) -> bool:
        """Whether the type is Int32 or Int64 (Bool is not an integer)."""
        return self in INTEGER


DType.Float32 = DType("Float32", np.float32)
DType.Float64 = DType("Float64", np.float64)
DType.Int32 = DType("Int32", np.int32)
DType.Int64 = DType("Int64", np.int64)
DType.Bool = DType("Bool", np.bool_)

FLOATING: Final = (DType.Float32, DType.Float64)
INTEGER: Final = (DType.Int32, DType.Int64)
ALL_DTYPES: Final = (*FLOATING, *INTEGER, DType.Bool)

_BY_NAME: Final = {dtype.name: dtype for dtype in ALL_DTYPES}
_BY_NUMPY: Final = {dtype.numpy: dtype for dtype in ALL_DTYPES}


def _dtype_named(name: str) -> DType:
    return _BY_NAME[name]


def dtype_named(name: str) -> DType:
    """Return the type called `name` (`"Float32"`, or the NumPy spelling `"float32"`).

    Raises:
        ValueError: when no stored type has that name.
    """
    for dtype in ALL_DTYPES:
        if name in (dtype.name, dtype.numpy.name):
            return dtype
    known = ", ".join(dtype.numpy.name for dtype in ALL_DTYPES)
    raise ValueError(f"unknown dtype '{name}'; known dtypes are {known}")


def dtype_of_numpy(numpy_dtype: np.dtype[np.generic]) -> DType | None:
    """Return the type stored as `numpy_dtype` in native byte order, or None when there is none."""
    return _BY_NUMPY.get(numpy_dtype.newbyteorder("="))
