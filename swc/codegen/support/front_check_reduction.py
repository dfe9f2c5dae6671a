"""What NumPy makes of a reduction, for modules that check themselves."""

from collections.abc import Sequence
from typing import Any

import numpy as np


def expected(kind: str, array: Any, reference: Sequence[int], output: Sequence[int]) -> Any:
    """Return NumPy's reduction over the symbols that `output` lacks.

    Positions count the reduced axes with the first one fastest, hence the reversal.
    """
    kept = [symbol for symbol in output if symbol >= 0]
    reduced = [symbol for symbol in reference if symbol not in kept]
    order = [reference.index(symbol) for symbol in (*kept, *reversed(reduced))]
    rows = array.transpose(order).reshape(*(array.shape[axis] for axis in order[: len(kept)]), -1)
    # The operations have the names of NumPy's functions.
    values = getattr(np, kind)(rows, axis=-1)
    extents = iter(np.shape(values))
    return np.reshape(values, [next(extents) if symbol >= 0 else 1 for symbol in output])
