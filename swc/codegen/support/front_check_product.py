"""What NumPy makes of a rearrangement or a contraction, for modules that check themselves."""

from collections.abc import Sequence
from typing import Any

import numpy as np


def expected(arrays: Sequence[Any], references: Sequence[Sequence[int]], output: Sequence[int]) -> Any:
    """Return the result of `numpy.einsum` over numbered symbols; symbol -1 is an axis of extent one."""
    operands: list[Any] = []
    for array, reference in zip(arrays, references, strict=True):
        kept = [axis for axis, symbol in enumerate(reference) if symbol >= 0]
        operands += [array.reshape([array.shape[axis] for axis in kept]), [reference[axis] for axis in kept]]
    named = np.einsum(*operands, [symbol for symbol in output if symbol >= 0])
    extents = iter(named.shape)
    return named.reshape([next(extents) if symbol >= 0 else 1 for symbol in output])
