"""Small arrays whose results are exact in every dtype, for modules that check themselves."""

from collections.abc import Sequence
from typing import Any

import numpy as np


def example_array(shape: Sequence[int], dtype: str, multiplies: bool) -> Any:
    """Return small integers in a pattern without symmetry; mostly ones where `multiplies`."""
    count = np.arange(np.prod(shape, dtype=np.int64), dtype=np.int64)
    pattern = count * count + 3 * count
    values: Any
    if dtype == "bool":
        values = pattern % 5 < 2
    elif multiplies:
        values = np.where(count % 97 == 1, 2, np.where(pattern % 7 == 4, -1, 1))
    else:
        values = pattern % 11 - 4
    return values.astype(dtype).reshape(shape)


def verdict(result: Any, expected: Any) -> str:
    """Return one line about a result; exit with one when it is wrong."""
    if result.shape != expected.shape or not np.array_equal(result, expected):
        raise SystemExit("the kernel and NumPy disagree")
    return f"result {result.shape} {result.dtype}: equal to NumPy's"
