"""The straight line from a command to something that runs: parse, plan, canonicalise, emit, store, launch.

This module alone knows the order. Every front door calls it and adds only argument handling.
"""

import functools
import hashlib
import struct
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from swc.codegen.module import (
    GENERATOR,
    POOL_PHASES,
    emit_module,
    phases_of,
    pool_source,
    schedule_nest,
)
from swc.codegen.native import compile_object
from swc.codegen.signature import KernelSignature, sign
from swc.codegen.target import Target, host_target
from swc.command import parse_einsum, parse_rearrange, parse_reduce
from swc.dtypes import DType
from swc.ir.nodes import LoopNest, ReductionKind
from swc.launch import Executable, LinkedKernel, link
from swc.launch.executable import PARALLEL_WORK
from swc.launch.threads import has_pool, install_pool, phase_at, thread_limit
from swc.layout import Layout
from swc.lowering.contraction import plan_contraction, plan_matmul
from swc.lowering.copy import plan_copy, plan_rearrangement
from swc.lowering.plan import Plan
from swc.lowering.policy import check_accumulator
from swc.lowering.reduction import plan_reduction
from swc.operand import OperandType, ResultOrder
from swc.passes import canonicalise
from swc.settings import read_settings
from swc.store import StoredKernel, kernel_key, open_store
from swc.store.key import key_entries

PLANS = 4096  # executables kept for each kind of operation, most recently used

__all__ = [
    "CompiledPlan",
    "Executable",
    "check_accumulator",
    "compile_plan",
    "contraction",
    "copy",
    "fetch_kernel",
    "fetch_pool",
    "matmul",
    "rearrangement",
    "reduction",
]


@functools.lru_cache(maxsize=PLANS)
def reduction(
    command: str,
    kind: ReductionKind,
    operand: OperandType,
    *,
    accumulator: DType | None = None,
    order: ResultOrder = ResultOrder.CANONICAL,
) -> Executable:
    """Compile a reduce command for an operand.

    Raises:
        ValueError: when the command does not compile, or the layout does not match it.
        TypeError, NotImplementedError: when the dtype or the accumulator is not supported.
        OverflowError: when an arg reduction's fibre is too long for Int32 ordinals.
    """
    spec = parse_reduce(command)
    plan = plan_reduction(spec, kind, operand, accumulator=check_accumulator(accumulator), order=order)
    return compile_plan(plan, command).executable


@functools.lru_cache(maxsize=PLANS)
def contraction(
    command: str, lhs: OperandType, rhs: OperandType, *, order: ResultOrder = ResultOrder.CANONICAL
) -> Executable:
    """Compile a contraction command for two operands.

    Raises:
        ValueError: when the command does not compile, a layout does not match it, or sizes disagree.
        NotImplementedError: for Bool operands.
    """
    plan = plan_contraction(parse_einsum(command), command, lhs, rhs, order=order)
    return compile_plan(plan, command).executable


@functools.lru_cache(maxsize=PLANS)
def rearrangement(
    command: str, operand: OperandType, *, order: ResultOrder = ResultOrder.ROW_MAJOR
) -> Executable:
    """Compile a rearrange command that writes its result out.

    Raises:
        ValueError: when the command does not compile, or the layout does not match it.
    """
    return compile_plan(
        plan_rearrangement(parse_rearrange(command), operand, order=order), command
    ).executable


@functools.lru_cache(maxsize=PLANS)
def matmul(lhs: OperandType, rhs: OperandType, *, accumulator: DType | None = None) -> Executable:
    """Compile `y[i, j] = sum over k of lhs[i, k] * rhs[j, k]` for two-mode operands.

    Raises:
        ValueError: when an operand does not have two modes, or the inner sizes differ.
        TypeError, NotImplementedError: when the dtypes or the accumulator are not supported.
    """
    plan = plan_matmul(lhs, rhs, accumulator=check_accumulator(accumulator))
    return compile_plan(plan, "matmul").executable


@functools.lru_cache(maxsize=PLANS)
def copy(source: OperandType, target: Layout) -> Executable:
    """Compile the copy of `source` into a fresh buffer laid out as `target`.

    Raises:
        ValueError: when the shapes differ, or `target` is not injective.
    """
    return compile_plan(plan_copy(source, target), "copy").executable


@dataclass(frozen=True, slots=True)
class CompiledPlan:
    """A plan with everything that was made of it.

    Attributes:
        plan: what was asked for.
        nest: its canonical nest.
        signature: what its kernel was made from.
        kernel: the stored kernel, source included.
        executable: what runs it.
    """

    plan: Plan
    nest: LoopNest
    signature: KernelSignature
    kernel: StoredKernel
    executable: Executable


def compile_plan(plan: Plan, command: str) -> CompiledPlan:
    """Canonicalise a plan's nest, get its kernel from the store, and bind the two.

    Args:
        plan: checked by lowering; nothing can fail here but the machine.
        command: what the kernel is noted to serve.
    """
    target = host_target()
    nest = canonicalise(plan.nest)
    signature = sign(nest)
    stored, linked = _kernel(signature, target, command)
    schedule = schedule_nest(signature, nest, target, thread_limit())
    if schedule.work >= PARALLEL_WORK and thread_limit() > 1:
        _ensure_pool(target)
    partials = len(linked.addresses) - 1
    words = struct.Struct(f"{1 + len(nest.inputs) + partials + len(schedule.values)}q")
    executable = Executable(
        result=plan.result,
        kernel=linked,
        phases=tuple(phase_at(address) for address in linked.addresses),
        schedule=schedule,
        operands=tuple(access.operand for access in nest.inputs),
        words=words,
        copies=tuple((place, copy(plan.operands[place], layout)) for place, layout in plan.copies),
    )
    return CompiledPlan(plan, nest, signature, stored, executable)


class _Kernels:
    """Kernels linked in this process, by signature and target."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.linked: dict[tuple[KernelSignature, Target], tuple[StoredKernel, LinkedKernel]] = {}


_kernels = _Kernels()


def _kernel(signature: KernelSignature, target: Target, command: str) -> tuple[StoredKernel, LinkedKernel]:
    found = _kernels.linked.get((signature, target))
    if found is not None:
        return found
    with _kernels.lock:
        found = _kernels.linked.get((signature, target))
        if found is None:
            stored = fetch_kernel(signature, target, command)
            found = _kernels.linked[signature, target] = stored, link(stored)
        return found


def _ensure_pool(target: Target) -> None:
    """Give this process its thread pool, whose code is compiled once and stored like a kernel's."""
    if has_pool():
        return
    with _kernels.lock:
        if not has_pool():
            install_pool(link(fetch_pool(target)))


def fetch_pool(target: Target) -> StoredKernel:
    """Return the thread pool's code from the store, compiling it when it is not there."""
    digest = hashlib.sha256(pool_source().encode("utf-8")).hexdigest()
    entries = key_entries({"family": "pool", "source": digest}, target.name, GENERATOR)
    return _fetch(entries, pool_source, target, POOL_PHASES, "thread pool")


def fetch_kernel(signature: KernelSignature, target: Target, command: str) -> StoredKernel:
    """Return a kernel from the store, compiling it when it is not there.

    Args:
        signature: what the kernel is made from.
        target: what it runs on.
        command: what a new kernel is noted to serve.
    """
    entries = key_entries(signature.describe(), target.name, GENERATOR)

    def source() -> str:
        comments = (f"First compiled for: {command}", f"Kernel {kernel_key(entries)}")
        return emit_module(signature, target, comments)

    return _fetch(entries, source, target, phases_of(signature), command)


def _fetch(
    entries: dict[str, object],
    emit: Callable[[], str],
    target: Target,
    phases: tuple[str, ...],
    command: str,
) -> StoredKernel:
    """Return a kernel from the store, emitting and compiling its source when it is not there."""
    key = kernel_key(entries)
    details: dict[str, object] = {"made_from": entries, "command": command}

    def build() -> StoredKernel:
        begin = time.perf_counter()
        source = emit()
        code = compile_object(source, target, phases)
        details["seconds"] = round(time.perf_counter() - begin, 3)
        return StoredKernel(key, source, code, phases)

    return open_store(read_settings().cache_dir).get(key, build, details)
