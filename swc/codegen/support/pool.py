"""A thread pool in native code: one job at a time, whose parts any thread may claim.

State is one block of int64 words, zero at first. A job is published by storing `TICKET`, which holds a
generation, the number of parts and the next part; claiming a part is one atomic addition. A part that
was claimed keeps its job alive, since the caller waits for every part, so the other words of the job
cannot change under a thread that reads them after a successful claim. A thread that comes late finds no
part left and does no harm, and the caller itself runs whatever nobody claims.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic

OPTIONS = {"error_model": "numpy", "nogil": True}

# Words of the state; those that different threads write lie on cache lines of their own.
TICKET, DONE, BUSY, STOP, FAULTS, SLEEPING, BELL = 0, 8, 16, 24, 32, 40, 48
PHASE, TASKS, PARTS, ARGUMENTS, SCRATCH, SCRATCH_BYTES = 56, 57, 58, 59, 60, 61
MUTEX, CONDITION = 64, 80  # room for the platform's objects, which zeros initialise
GENERATION, PART_BITS, PART_MASK = 1 << 32, 16, 0xFFFF
SPINS = 20000  # looks at the ticket before a worker goes to sleep: some tens of microseconds
PATIENCE = 1000  # looks at the count of finished parts before the caller offers its core


def _word(builder: Any, state: Any, index: Any) -> Any:
    pointer = builder.inttoptr(state, ir.IntType(64).as_pointer())
    return builder.gep(pointer, [index])


@intrinsic
def look(context: Any, state: Any, index: Any) -> Any:
    """Load a word atomically."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load_atomic(_word(builder, *arguments), "seq_cst", 8, typ=ir.IntType(64))

    return types.int64(types.int64, types.int64), generate


@intrinsic
def put(context: Any, state: Any, index: Any, value: Any) -> Any:
    """Store a word atomically."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        builder.store_atomic(arguments[2], _word(builder, *arguments[:2]), "seq_cst", 8)
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), generate


@intrinsic
def add(context: Any, state: Any, index: Any, value: Any) -> Any:
    """Add to a word atomically; return what it was."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.atomic_rmw("add", _word(builder, *arguments[:2]), arguments[2], "seq_cst")

    return types.int64(types.int64, types.int64, types.int64), generate


@intrinsic
def take(context: Any, state: Any, index: Any) -> Any:
    """Set a word that was zero to one; return whether it was zero."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word = ir.IntType(64)
        pair = builder.cmpxchg(_word(builder, *arguments), word(0), word(1), "seq_cst", "seq_cst")
        return builder.extract_value(pair, 1)

    return types.boolean(types.int64, types.int64), generate


@intrinsic
def call_phase(context: Any, phase: Any, lo: Any, hi: Any, arguments: Any, scratch: Any) -> Any:
    """Call a kernel phase at an address."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        word = ir.IntType(64)
        function = ir.FunctionType(ir.IntType(32), [word] * 4)
        return builder.call(builder.inttoptr(values[0], function.as_pointer()), values[1:])

    return types.int32(*[types.int64] * 5), generate


def platform_call(name: str, count: int) -> Any:
    """Make `f(state, index...)` that calls a C function with the addresses of `count` words."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = ir.IntType(8).as_pointer()
        declared = ir.FunctionType(ir.IntType(32), [pointer] * count)
        function = cgutils.get_or_insert_function(builder.module, declared, name)
        words = [_word(builder, arguments[0], index) for index in arguments[1:]]
        builder.call(function, [builder.bitcast(word, pointer) for word in words])
        return context.get_dummy_value()

    if count == 0:

        @intrinsic
        def call_none(context: Any, state: Any) -> Any:
            return types.void(types.int64), generate

        return call_none
    if count == 1:

        @intrinsic
        def call_one(context: Any, state: Any, first: Any) -> Any:
            return types.void(types.int64, types.int64), generate

        return call_one

    @intrinsic
    def call_two(context: Any, state: Any, first: Any, second: Any) -> Any:
        return types.void(types.int64, types.int64, types.int64), generate

    return call_two


lock, unlock = platform_call("pthread_mutex_lock", 1), platform_call("pthread_mutex_unlock", 1)
wait, wake_all = platform_call("pthread_cond_wait", 2), platform_call("pthread_cond_broadcast", 1)
give_way = platform_call("sched_yield", 0)


@njit(**OPTIONS)
def run_parts(state: Any, thread: Any) -> None:
    """Claim and run parts until none is left; `thread` numbers the scratch memory."""
    while True:
        ticket = add(state, TICKET, 1)
        part = ticket & PART_MASK
        parts = (ticket >> PART_BITS) & PART_MASK
        if part >= parts:
            return
        tasks = look(state, TASKS)
        fault = call_phase(
            look(state, PHASE),
            tasks * part // parts,
            tasks * (part + 1) // parts,
            look(state, ARGUMENTS),
            look(state, SCRATCH) + thread * look(state, SCRATCH_BYTES),
        )
        if fault != 0:
            put(state, FAULTS, 1)
        add(state, DONE, 1)


def pool_run(
    state: Any, phase: Any, tasks: Any, parts: Any, arguments: Any, scratch: Any, scratch_bytes: Any
) -> Any:
    """Run a job with the help of the workers; return 1 for a fault, 2 when another job is running."""
    if not take(state, BUSY):
        return np.int32(2)
    put(state, PHASE, phase)
    put(state, TASKS, tasks)
    put(state, ARGUMENTS, arguments)
    put(state, SCRATCH, scratch)
    put(state, SCRATCH_BYTES, scratch_bytes)
    put(state, FAULTS, 0)
    put(state, DONE, 0)
    generation = (look(state, TICKET) // GENERATION + 1) & 0x7FFFFFFF
    put(state, TICKET, generation * GENERATION + (parts << PART_BITS))
    if look(state, SLEEPING) != 0:
        lock(state, MUTEX)
        add(state, BELL, 1)
        wake_all(state, CONDITION)
        unlock(state, MUTEX)
    run_parts(state, 0)
    looks = 0
    while look(state, DONE) != parts:
        looks += 1
        if looks > PATIENCE:
            give_way(state)
    fault = look(state, FAULTS)
    put(state, BUSY, 0)
    return np.int32(fault)


def pool_work(state: Any, thread: Any) -> Any:
    """Help with jobs until told to stop."""
    seen = look(state, TICKET) // GENERATION
    while look(state, STOP) == 0:
        looks = 0
        while look(state, TICKET) // GENERATION == seen and looks < SPINS:
            looks += 1
        if look(state, TICKET) // GENERATION == seen:
            lock(state, MUTEX)
            add(state, SLEEPING, 1)
            bell = look(state, BELL)
            # Announced as sleeping first: a job published before that is seen here, a later one rings.
            while (
                look(state, TICKET) // GENERATION == seen
                and look(state, BELL) == bell
                and look(state, STOP) == 0
            ):
                wait(state, CONDITION, MUTEX)
            add(state, SLEEPING, -1)
            unlock(state, MUTEX)
        seen = look(state, TICKET) // GENERATION
        run_parts(state, thread)
    return np.int32(0)


def pool_stop(state: Any) -> Any:
    """Tell every worker to return."""
    put(state, STOP, 1)
    lock(state, MUTEX)
    add(state, BELL, 1)
    wake_all(state, CONDITION)
    unlock(state, MUTEX)
    return np.int32(0)
