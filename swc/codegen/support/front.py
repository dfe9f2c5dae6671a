"""The way from NumPy arrays to a kernel's argument words, for modules that run by themselves."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
from numba import get_num_threads

Extents = dict[int, int]
CACHE_LINE = 64


def volume(numbers: Iterable[int]) -> int:
    """Return the product of extents."""
    total = 1
    for number in numbers:
        total *= number
    return total


def checked_arrays(arrays: Sequence[Any], dtypes: Sequence[str]) -> list[Any]:
    """Return the arrays in C order; refuse other dtypes, and arrays without elements."""
    checked = []
    for array, dtype in zip(arrays, dtypes, strict=True):
        array = np.asarray(array)
        if array.dtype.newbyteorder("=") != np.dtype(dtype):
            raise TypeError(f"this kernel was made for {dtype} arrays, not {array.dtype}")
        if array.size == 0:
            raise ValueError("an array has no element")
        # A 0-d array must stay one, so that a wrong number of axes is noticed.
        checked.append(np.ascontiguousarray(array, dtype).reshape(array.shape))
    return checked


def bind_extents(shapes: Sequence[Sequence[int]], references: Sequence[Sequence[int]]) -> Extents:
    """Return the extent of each symbol; symbol -1 takes extent one only."""
    extents: Extents = {}
    for place, (shape, reference) in enumerate(zip(shapes, references, strict=True)):
        if len(shape) != len(reference):
            raise ValueError(f"array {place} has {len(shape)} axes, but needs {len(reference)}")
        for axis, (extent, symbol) in enumerate(zip(shape, reference, strict=True)):
            wanted = 1 if symbol < 0 else extents.setdefault(symbol, extent)
            if extent != wanted:
                raise ValueError(f"axis {axis} of array {place} has extent {extent}, but needs {wanted}")
    return extents


def steps_along(symbols: Sequence[int], extents: Extents) -> Extents:
    """Return what one step along each symbol adds in C order, in elements."""
    steps: Extents = {}
    step = 1
    for symbol in reversed(symbols):
        if symbol >= 0:
            steps[symbol] = step
            step *= extents[symbol]
    return steps


def walk(axes: Sequence[Sequence[int]], steps: Extents) -> list[int]:
    """Return the stride of each loop axis: that of its fastest symbol, 0 where it does not move."""
    return [steps.get(axis[-1], 0) if axis else 0 for axis in axes]


def name_values(extents: Sequence[int], walks: dict[str, list[int]]) -> dict[str, int]:
    """Return extents and strides under the names that kernels give them."""
    values = {f"n{axis}": extent for axis, extent in enumerate(extents)}
    for name, strides in walks.items():
        values |= {f"{name}_s{axis}": stride for axis, stride in enumerate(strides)}
    return values


def launch(
    phases: tuple[Callable[..., Any], Callable[..., Any] | None],
    tasks: int,
    words: Sequence[int],
    scratch_bytes: int,
    finish_tasks: int,
) -> None:
    """Run every task on Numba's threads, then the second phase.

    Raises:
        OverflowError: when a kernel reports that an integer left its range.
    """
    run_parallel, finish = phases
    parts = max(1, min(tasks, get_num_threads()))
    arguments = np.array(words, np.int64)
    scratch_bytes = -(-scratch_bytes // CACHE_LINE) * CACHE_LINE
    scratch = np.empty(parts * scratch_bytes + CACHE_LINE, np.uint8)
    aligned = -(-scratch.ctypes.data // CACHE_LINE) * CACHE_LINE
    faults = np.zeros(parts, np.int32)
    run_parallel(tasks, parts, arguments.ctypes.data, aligned, scratch_bytes, faults)
    fault = bool(faults.any())
    if finish is not None and finish_tasks:
        fault |= finish(0, finish_tasks, arguments.ctypes.data, 0) != 0
    if fault:
        raise OverflowError("the result leaves the range of its integer dtype")
