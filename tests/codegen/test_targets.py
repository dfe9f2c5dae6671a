"""Kernels for lower instruction-set levels run here too, and compute the same."""

import numpy as np
import pytest

from operand_support import contraction_plan, operand, reduction_plan
from swc.codegen.module import emit_module, phases_of, schedule_nest
from swc.codegen.native import compile_object
from swc.codegen.signature import sign
from swc.codegen.target import TARGETS, host_target
from swc.dtypes import DType
from swc.ir import ReductionKind
from swc.launch import link
from swc.launch.threads import phase_at, scratch_address
from swc.passes import canonicalise
from swc.store import StoredKernel

I64 = DType.Int64
PLANS = {
    "sum": reduction_plan("a b -> a", operand([5, 2100])),
    "largest": reduction_plan("a b -> b", operand([20, 300]), ReductionKind.MAX),
    "exact": contraction_plan("a k, k -> a", operand([3, 130], dtype=I64), operand([130], dtype=I64)),
    "contraction": contraction_plan("a k, b k -> a b", operand([33, 300]), operand([50, 300])),
}


def run(plan, target):
    """Emit, compile, link and run a plan for a target, outside the store."""
    nest = canonicalise(plan.nest)
    signature = sign(nest)
    phases = phases_of(signature)
    source = emit_module(signature, target)
    linked = link(StoredKernel("0" * 64, source, compile_object(source, target, phases), phases))
    schedule = schedule_nest(signature, nest, target, 1)
    rng = np.random.default_rng(4)
    buffers = [rng.integers(-5, 6, item.layout.cosize).astype(item.dtype.numpy) for item in plan.operands]
    output = np.zeros(plan.result.layout.cosize, plan.result.dtype.numpy)
    partials = np.zeros(schedule.partial_bytes, np.uint8)
    addresses = [output.ctypes.data, *[buffers[access.operand].ctypes.data for access in nest.inputs]]
    if len(phases) > 1:
        addresses.append(partials.ctypes.data)
    words = np.array([*addresses, *schedule.values], np.int64).tobytes()
    tasks = (schedule.tasks, schedule.finish_tasks)
    for address, count in zip(linked.addresses, tasks, strict=False):
        assert phase_at(address)(0, count, words, scratch_address(schedule.scratch_bytes)) == 0
    return output, buffers


def expected(name, buffers):
    match name:
        case "sum":
            return buffers[0].reshape(5, 2100).sum(1)
        case "largest":
            return buffers[0].reshape(20, 300).max(0)
        case "exact":
            return buffers[0].reshape(3, 130) @ buffers[1]
        case _:
            product = buffers[0].reshape(33, 300) @ buffers[1].reshape(50, 300).T
            return product.ravel(order="F")


@pytest.mark.skipif(not host_target().name.startswith("x86-64"), reason="objects for x86-64 only run there")
@pytest.mark.parametrize(
    ("name", "target"),
    [*((name, "x86-64-v2") for name in PLANS), ("contraction", "x86-64"), ("contraction", "x86-64-v3")],
)
def test_kernel_for_a_level_computes_what_numpy_does(name, target):
    if target > host_target().name:
        pytest.skip(f"this CPU has no {target}")
    output, buffers = run(PLANS[name], TARGETS[target])
    np.testing.assert_array_equal(output, expected(name, buffers))


@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)
@pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)
def test_source_is_emitted_for_every_target(plan, target):
    source = emit_module(sign(canonicalise(plan.nest)), target)
    compile(source, "<emitted>", "exec")
    assert source.splitlines()[0].endswith(f" for {target.name}.")


@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)
def test_register_block_fits_the_registers(target):
    registers = 32 if target.vector_bytes == 64 or target.name == "aarch64" else 16
    rows, vectors = target.tile_rows, target.tile_vectors
    assert rows * vectors + vectors + 1 <= registers


def test_host_runs_its_own_target():
    assert TARGETS[host_target().name] is host_target()
