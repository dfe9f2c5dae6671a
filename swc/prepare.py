"""Compile a command before any array exists: operands are described by shapes and dtypes alone.

Every operand is a C-contiguous array with one axis a leaf. Where no shape is given, extents are
distinct primes, so that no two axes step alike by accident and the kernel is the general one.
"""

import itertools
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from swc.codegen.module import GENERATOR
from swc.codegen.signature import KernelSignature, sign
from swc.codegen.target import Target, host_target
from swc.command import parse_einsum, parse_rearrange, parse_reduce
from swc.command_kernel import REDUCTIONS, nest_flat_layout, resolve_kind
from swc.compile import fetch_kernel, fetch_pool
from swc.dtypes import DType
from swc.layout import Shape, row_major_layout
from swc.lowering.contraction import plan_contraction
from swc.lowering.copy import plan_rearrangement
from swc.lowering.plan import Plan
from swc.lowering.reduction import plan_reduction
from swc.meaning import Meaning, explain_meaning
from swc.operand import OperandType, ResultOrder
from swc.passes import canonicalise
from swc.settings import read_settings
from swc.store import Store, kernel_key
from swc.store.key import key_entries

Extents = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Prepared:
    """A command bound to described operands.

    Attributes:
        command: its text.
        kind: `rearrange`, `einsum`, `reduce_sum`, ..., `argmin`.
        meaning: what its text says.
        shapes: extents of each operand, one a leaf.
        plan: the loop nest and the place of the result.
    """

    command: str
    kind: str
    meaning: Meaning
    shapes: tuple[Extents, ...]
    plan: Plan


@dataclass(frozen=True, slots=True)
class Outcome:
    """What compiling ahead did.

    Attributes:
        kind: the kind of the command.
        key: the kernel's name in the store.
        was_stored: whether it was there before.
        seconds: time taken.
    """

    kind: str
    key: str
    was_stored: bool
    seconds: float


def prepare(
    command: str,
    kind: str | None = None,
    *,
    shapes: Sequence[Extents | None] = (),
    dtypes: Sequence[DType] = (),
) -> Prepared:
    """Bind a command to operands that are described rather than given.

    Args:
        command: command text.
        kind: its kind; None infers it.
        shapes: extents of each operand, one a leaf; None, or a missing one, takes the defaults.
        dtypes: dtype of each operand; one for all, Float32 when empty.

    Raises:
        ValueError: when the command does not compile, a shape does not fit, or there are more shapes or
            dtypes than operands.
        TypeError, NotImplementedError, OverflowError: when lowering refuses the operands.
    """
    resolved = resolve_kind(command, kind)
    meaning = explain_meaning(command, None if kind is None else resolved)
    wanted = len(meaning.operands)
    if len(dtypes) > wanted or any(shape is not None for shape in shapes[wanted:]):
        raise ValueError(f"'{command}' has {wanted} operand(s): too many shapes or dtypes are given")
    every = _complete_shapes(meaning, shapes)
    chosen = tuple(dtypes) or (DType.Float32,)
    chosen = chosen * wanted if len(chosen) == 1 else chosen
    operands = [
        OperandType(
            nest_flat_layout(row_major_layout(Shape(list(shape))), operand.selection, operand.name), dtype
        )
        for operand, shape, dtype in zip(meaning.operands, every, chosen, strict=True)
    ]
    return Prepared(command, resolved, meaning, every, plan_command(command, resolved, operands))


def plan_command(command: str, kind: str, operands: Sequence[OperandType]) -> Plan:
    """Bind a command to operands, the result in C order.

    Raises:
        ValueError, TypeError, NotImplementedError, OverflowError: when lowering refuses them.
    """
    order = ResultOrder.ROW_MAJOR
    if kind == "einsum":
        lhs, rhs = operands
        return plan_contraction(parse_einsum(command), command, lhs, rhs, order=order)
    (operand,) = operands
    if kind == "rearrange":
        return plan_rearrangement(parse_rearrange(command), operand, order=order)
    return plan_reduction(parse_reduce(command), REDUCTIONS[kind], operand, order=order)


def key_of(signature: KernelSignature, target: Target) -> str:
    """Return the name under which the store keeps a kernel."""
    return kernel_key(key_entries(signature.describe(), target.name, GENERATOR))


def compile_ahead(prepared: Prepared) -> Outcome:
    """Put a prepared command's kernel, and the thread pool that large calls use, into the store.

    Raises:
        OSError: when the kernel was compiled but could not be kept.
    """
    begin = time.perf_counter()
    target = host_target()
    signature = sign(canonicalise(prepared.plan.nest))
    key = key_of(signature, target)
    store = Store(read_settings().cache_dir)
    was_stored = store.load(key) is not None
    fetch_kernel(signature, target, prepared.command)
    fetch_pool(target)
    if not was_stored and store.load(key) is None:
        raise OSError(f"the kernel was compiled, but {store.folder} does not keep it")
    return Outcome(prepared.kind, key, was_stored, time.perf_counter() - begin)


def _complete_shapes(meaning: Meaning, shapes: Sequence[Extents | None]) -> tuple[Extents, ...]:
    """Fill in the shapes that are not given; shared symbols take the extents that are."""
    given = [*shapes, *itertools.repeat(None, len(meaning.operands) - len(shapes))]
    known: dict[str, int] = {}
    for operand, shape in zip(meaning.operands, given, strict=False):
        if shape is not None and len(shape) == len(operand.leaves):
            known |= {symbol: extent for symbol, extent in zip(operand.leaves, shape, strict=True) if symbol}
    extents = _primes()
    complete = []
    for operand, shape in zip(meaning.operands, given, strict=False):
        filled = []
        for symbol, must_be_one in zip(operand.leaves, operand.must_be_one, strict=True):
            if must_be_one:
                filled.append(1)
            elif symbol is None:
                filled.append(next(extents))
            else:
                if symbol not in known:
                    known[symbol] = next(extents)
                filled.append(known[symbol])
        complete.append(tuple(filled) if shape is None else shape)
    return tuple(complete)


def _primes() -> Iterator[int]:
    found: list[int] = []
    for candidate in itertools.count(2):
        if all(candidate % prime for prime in found):
            found.append(candidate)
            yield candidate
