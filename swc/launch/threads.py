"""Hand the tasks of one kernel call to threads.

The calling thread runs the first chunk, workers run the others; kernels release the interpreter
lock. Each thread keeps one scratch buffer and grows it as needed. A forked child starts with no
workers and makes its own.
"""

import os
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from swc.launch.linker import Phase
from swc.settings import read_settings

_SCRATCH_ALIGNMENT = 64


class _ThreadState(threading.local):
    """Scratch memory of one thread."""

    buffer: np.ndarray[tuple[int], np.dtype[np.uint8]] | None = None


class _Workers:
    """The worker threads of this process, made when first needed."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.limit: int | None = None
        self.pool: ThreadPoolExecutor | None = None

    def executor(self) -> ThreadPoolExecutor:
        with self.lock:
            if self.pool is None:
                workers = max(1, thread_limit() - 1)
                self.pool = ThreadPoolExecutor(workers, thread_name_prefix="strideweave")
            return self.pool

    def forget(self) -> None:
        """Drop workers that a fork has left behind in the parent."""
        self.lock = threading.Lock()
        self.pool = None


_state = _ThreadState()
_workers = _Workers()
os.register_at_fork(after_in_child=_workers.forget)


def thread_limit() -> int:
    """Return the most threads that one call uses, the calling one included."""
    if _workers.limit is None:
        _workers.limit = read_settings().threads
    return _workers.limit


def run_tasks(phase: Phase, tasks: int, parts: int, arguments: bytes, scratch_bytes: int) -> bool:
    """Run tasks `0 .. tasks` of a kernel phase.

    Args:
        phase: the linked entry.
        tasks: how many tasks there are.
        parts: how many threads may share them; one runs everything in the calling thread.
        arguments: the packed argument words.
        scratch_bytes: private memory that each thread provides.

    Returns:
        Whether the kernel reported a fault.
    """
    parts = min(parts, tasks)
    if parts <= 1:
        return _run_chunk(phase, 0, tasks, arguments, scratch_bytes)
    bounds = [tasks * part // parts for part in range(parts + 1)]
    executor = _workers.executor()
    others = [
        executor.submit(_run_chunk, phase, bounds[part], bounds[part + 1], arguments, scratch_bytes)
        for part in range(1, parts)
    ]
    faults = [_run_chunk(phase, 0, bounds[1], arguments, scratch_bytes)]
    faults += [other.result() for other in others]
    return any(faults)


def _run_chunk(phase: Phase, lo: int, hi: int, arguments: bytes, scratch_bytes: int) -> bool:
    return phase(lo, hi, arguments, _scratch(scratch_bytes)) != 0


def _scratch(size: int) -> int:
    """Return the address of at least `size` bytes, at a cache line, private to this thread."""
    if size == 0:
        return 0
    buffer = _state.buffer
    if buffer is None or buffer.nbytes < size + _SCRATCH_ALIGNMENT:
        buffer = _state.buffer = np.empty(size + _SCRATCH_ALIGNMENT, np.uint8)
    return -(-buffer.ctypes.data // _SCRATCH_ALIGNMENT) * _SCRATCH_ALIGNMENT
