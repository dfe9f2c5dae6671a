"""The straight line from a command to something that runs: parse, plan, canonicalise, emit, store, launch.

This module alone knows the order. Every front door calls it and adds only argument handling.
"""

import functools
import struct
import threading
import time
from dataclasses import dataclass

from swc.codegen.module import GENERATOR, emit_module, schedule_nest
from swc.codegen.native import compile_object, phases_of
from swc.codegen.signature import KernelSignature, sign
from swc.codegen.target import Target, host_target
from swc.command import parse_einsum, parse_rearrange, parse_reduce
from swc.dtypes import DType
from swc.ir.nodes import LoopNest, ReductionKind
from swc.launch import Executable, LinkedKernel, link
from swc.launch.threads import thread_limit
from swc.layout import Layout
from swc.lowering.contraction import plan_contraction, plan_matmul
from swc.lowering.copy import plan_copy, plan_rearrangement
from swc.lowering.plan import Plan
from swc.lowering.policy import check_accumulator
from swc.lowering.reduction import plan_reduction
from swc.operand import OperandType, ResultOrder
from swc.passes import canonicalise
from swc.settings import read_settings
from swc.store import Store, StoredKernel, kernel_key
from swc.store.key import key_entries

PLANS = 4096  # executables kept for each kind of operation, most recently used

__all__ = [
    "CompiledPlan",
    "Executable",
    "check_accumulator",
    "compile_plan",
    "contraction",
    "copy",
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
    partials = 1 if len(linked.phases) > 1 else 0
    words = struct.Struct(f"{1 + len(nest.inputs) + partials + len(schedule.values)}q")
    executable = Executable(
        result=plan.result,
        kernel=linked,
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
            stored = _stored(signature, target, command)
            found = _kernels.linked[signature, target] = stored, link(stored)
        return found


def _stored(signature: KernelSignature, target: Target, command: str) -> StoredKernel:
    entries = key_entries(signature.describe(), target.name, GENERATOR)
    key = kernel_key(entries)

    def build() -> StoredKernel:
        begin = time.perf_counter()
        source = emit_module(signature, target, (f"First compiled for: {command}", f"Kernel {key}"))
        code = compile_object(source, target)
        details["seconds"] = round(time.perf_counter() - begin, 3)
        return StoredKernel(key, source, code, phases_of(signature))

    details: dict[str, object] = {"made_from": entries, "command": command}
    return Store(read_settings().cache_dir).get(key, build, details)
