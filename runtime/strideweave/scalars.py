"""Turning one Python value into what a slot of a given dtype stores.

The rules are section 2 of the dtype contract: reals round to the nearest value with ties to even and
overflow to infinity, integers must be integers and must fit, booleans must be booleans.
"""

import math
import operator
from collections.abc import Sequence
from ctypes import c_float
from numbers import Integral, Real
from typing import cast

import numpy as np
import numpy.typing as npt

from strideweave import texts
from swc.dtypes import DType

Scalar = float | int | bool


def storable(value: object, dtype: DType) -> Scalar:
    """Return the Python value that a slot of `dtype` holds after storing `value`.

    Args:
        value: any Python object.
        dtype: the slot's type.

    Returns:
        A `float` (exactly representable in `dtype`), an `int` in range, or a `bool`.

    Raises:
        TypeError: when the kind of `value` is not storable as `dtype`.
        OverflowError: when an integer does not fit.
    """
    if dtype.is_floating:
        return _storable_real(value, dtype)
    if dtype.is_integer:
        return _storable_integer(value, dtype)
    if value is True or value is False:
        return value
    raise TypeError(texts.NOT_A_BOOL)


def storable_array(values: Sequence[object], dtype: DType) -> npt.NDArray[np.generic]:
    """Return the slots of `dtype` that hold `values`, by the rules of `storable`.

    A sequence of plain floats is converted in one step; everything else value by value.
    """
    if dtype.is_floating and set(map(type, values)) == {float}:
        with np.errstate(over="ignore"):
            return np.array(values, dtype=np.float64).astype(dtype.numpy)
    normalised = [storable(value, dtype) for value in values]
    return np.array(normalised, dtype=dtype.numpy)


def _storable_real(value: object, dtype: DType) -> float:
    if type(value) is not float:
        value = _binary64(value, dtype)
    return c_float(value).value if dtype is DType.Float32 else value


def _binary64(value: object, dtype: DType) -> float:
    """Convert a real to binary64 so that a later rounding to `dtype` is the only one that counts."""
    if not isinstance(value, Real):
        raise TypeError(texts.NOT_A_REAL.format(dtype=dtype.name))
    # The number tower promises comparisons with floats, but types them only on float itself.
    real = cast(float, value)
    try:
        nearest = float(real)
    except OverflowError:
        return math.inf if real > 0 else -math.inf
    if dtype is DType.Float64 or not math.isfinite(nearest) or nearest == real:
        return nearest
    # Rounding to odd: an inexact value must not become a tie of the narrower format by accident.
    if nearest.hex().partition("p")[0][-1] in "02468ace":
        nearest = math.nextafter(nearest, math.inf if real > nearest else -math.inf)
    return nearest


def _storable_integer(value: object, dtype: DType) -> int:
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise TypeError(texts.NOT_AN_INTEGER.format(dtype=dtype.name))
    integer = operator.index(value)
    limit = 1 << (8 * dtype.itemsize - 1)
    if not -limit <= integer < limit:
        raise OverflowError(texts.OUT_OF_RANGE.format(value=integer, range=dtype.numpy.name))
    return integer
