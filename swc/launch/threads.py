"""Run the tasks of one kernel call, on this thread alone or with the help of workers.

Workers are Python threads that stay inside native code (`swc.codegen.support.pool`), where they wait
for jobs without holding the interpreter lock. One job runs at a time; a call that finds the workers
busy, from another Python thread say, runs by itself. A forked child starts without workers and makes
its own when it first needs them.
"""

import atexit
import ctypes
import os
import threading
from dataclasses import dataclass
from typing import Final

import numpy as np

from swc.launch.linker import Entry, LinkedKernel, entry_at
from swc.settings import read_settings

PARTS_PER_THREAD: Final = 4  # so that a thread that is held up leaves work to the others
MOST_PARTS: Final = 1 << 12
STATE_WORDS: Final = 128
CACHE_LINE: Final = 64
BUSY: Final = 2

Bytes = np.ndarray[tuple[int], np.dtype[np.uint8]]


class _ThreadState(threading.local):
    """Scratch memory of one calling thread, kept and grown as calls need it."""

    buffer: Bytes | None = None
    address: int = 0
    size: int = 0


@dataclass(frozen=True, slots=True)
class _Pool:
    """Running workers.

    Attributes:
        state: the words that callers and workers share.
        address: where they are, at a cache line.
        run: publishes a job and waits for it.
        stop: tells workers to return.
        workers: the threads.
    """

    state: Bytes
    address: int
    run: Entry
    stop: Entry
    workers: tuple[threading.Thread, ...]


class _Workers:
    """The pool of this process, made when first needed."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.limit: int | None = None
        self.code: LinkedKernel | None = None
        self.pool: _Pool | None = None

    def started(self) -> _Pool | None:
        """Return the running pool, or None when this process may use one thread only."""
        if self.pool is not None:
            return self.pool
        with self.lock:
            if self.pool is None and self.code is not None and thread_limit() > 1:
                self.pool = _start(self.code, thread_limit() - 1)
            return self.pool

    def forget(self) -> None:
        """Drop the workers, which a fork has left behind in the parent."""
        self.lock = threading.Lock()
        self.pool = None

    def finish(self) -> None:
        """Let the workers return before the interpreter takes their code away."""
        pool, self.pool, self.limit = self.pool, None, 1
        if pool is not None:
            pool.stop(pool.address)
            for worker in pool.workers:
                worker.join()


_state = _ThreadState()
_workers = _Workers()
os.register_at_fork(after_in_child=_workers.forget)
atexit.register(_workers.finish)


def thread_limit() -> int:
    """Return the most threads that one call uses, the calling one included."""
    if _workers.limit is None:
        _workers.limit = read_settings().threads
    return _workers.limit


def install_pool(code: LinkedKernel) -> None:
    """Give this process the pool's linked code; workers start at the first parallel call."""
    _workers.code = code


def has_pool() -> bool:
    """Whether the pool's code is there."""
    return _workers.code is not None


def run_parallel(phase: int, tasks: int, arguments: bytes, scratch_bytes: int) -> int:
    """Run all tasks of a kernel phase on as many threads as are free.

    Args:
        phase: address of the phase.
        tasks: how many tasks there are.
        arguments: the packed argument words.
        scratch_bytes: private memory that each thread needs.

    Returns:
        Nonzero when the kernel reported a fault.
    """
    pool = _workers.started()
    if pool is not None and tasks > 1:
        threads = len(pool.workers) + 1
        parts = min(tasks, threads * PARTS_PER_THREAD, MOST_PARTS)
        scratch = scratch_address(threads * scratch_bytes)
        fault = pool.run(pool.address, phase, tasks, parts, arguments, scratch, scratch_bytes)
        if fault != BUSY:
            return fault
    return phase_at(phase)(0, tasks, arguments, scratch_address(scratch_bytes))


def phase_at(address: int) -> Entry:
    """Return a callable for a kernel phase."""
    word = ctypes.c_int64
    return entry_at(address, word, word, ctypes.c_char_p, word)


def scratch_address(size: int) -> int:
    """Return the address of at least `size` bytes, at a cache line, private to this thread."""
    if size > _state.size:
        _state.buffer = np.empty(size + CACHE_LINE, np.uint8)
        _state.address = -(-_state.buffer.ctypes.data // CACHE_LINE) * CACHE_LINE
        _state.size = size
    return _state.address


def _start(code: LinkedKernel, count: int) -> _Pool:
    word = ctypes.c_int64
    run_address, work_address, stop_address = code.addresses
    state = np.zeros(8 * STATE_WORDS + CACHE_LINE, np.uint8)
    address = -(-state.ctypes.data // CACHE_LINE) * CACHE_LINE
    work = entry_at(work_address, word, word)
    workers = tuple(
        threading.Thread(target=work, args=(address, number), name=f"strideweave-{number}", daemon=True)
        for number in range(1, count + 1)
    )
    for worker in workers:
        worker.start()
    run = entry_at(run_address, word, word, word, word, ctypes.c_char_p, word, word)
    return _Pool(state, address, run, entry_at(stop_address, word), workers)
