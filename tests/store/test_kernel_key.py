"""A kernel's key depends on what the kernel is made from, and on nothing else."""

import pytest

from operand_support import contraction_plan, operand, reduction_plan, signature_of
from process_support import run_python
from swc.dtypes import DType
from swc.store import kernel_key
from swc.store.key import key_entries, toolchain

SIGNATURE = signature_of(contraction_plan("b i k, b j k -> b i j", operand([2, 3, 4]), operand([2, 5, 4])))


def entries_of(signature=SIGNATURE, target="x86-64-v3", generator=1):
    return key_entries(signature.describe(), target, generator)


def test_key_is_a_sha256_in_hexadecimal():
    key = kernel_key(entries_of())
    assert len(key) == 64
    assert set(key) <= set("0123456789abcdef")


def test_key_does_not_depend_on_the_order_of_the_entries():
    entries = entries_of()
    assert kernel_key(dict(reversed(entries.items()))) == kernel_key(entries)


def test_entries_are_named():
    assert set(entries_of()) == {"signature", "target", "generator", "numba", "llvmlite"}
    assert set(toolchain()) == {"numba", "llvmlite"}


@pytest.mark.parametrize(
    "other",
    [
        entries_of(target="x86-64-v2"),
        entries_of(generator=2),
        {**entries_of(), "numba": "0.0"},
        entries_of(signature_of(reduction_plan("a b -> a", operand([3, 4])))),
        entries_of(signature_of(reduction_plan("a b -> a", operand([3, 4], dtype=DType.Float64)))),
    ],
    ids=["target", "generator", "toolchain", "signature", "dtype"],
)
def test_key_depends_on_every_entry(other):
    assert kernel_key(other) != kernel_key(entries_of())


PROGRAM = """
import hashlib, sys
from operand_support import contraction_plan, operand, reduction_plan, signature_of
from swc.codegen.module import emit_module
from swc.codegen.target import TARGETS
from swc.dtypes import DType
from swc.ir import ReductionKind
from swc.store import kernel_key
from swc.store.key import key_entries

plans = [
    contraction_plan("b i k, b j k -> b i j", operand([2, 3, 4]), operand([2, 5, 4])),
    contraction_plan("a k, k -> a", operand([3, 4], dtype=DType.Int64), operand([4], dtype=DType.Int32)),
    *(reduction_plan("a (c d) b -> a c", operand([2, [3, 4], 5]), kind) for kind in ReductionKind),
    *(reduction_plan("a b -> b", operand([4, 5]), kind) for kind in ReductionKind),
]
for plan in plans:
    signature = signature_of(plan)
    source = emit_module(signature, TARGETS["x86-64-v3"], ("a -> 1",))
    key = kernel_key(key_entries(signature.describe(), "x86-64-v3", 1))
    print(key, hashlib.sha256(source.encode()).hexdigest())
"""


def test_keys_and_sources_are_the_same_under_any_hash_seed():
    first, second = (run_python(PROGRAM, PYTHONHASHSEED=seed) for seed in ("1", "2"))
    assert first == second
    assert len(first.splitlines()) == 14
