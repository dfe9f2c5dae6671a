"""The same bits for any number of threads and any cutting of the tasks into chunks."""

import itertools

import numpy as np
import pytest

import swc.compile as compiler
from kernel_support import CANARY, fill
from operand_support import contraction_plan, operand, rearrangement_plan, reduction_plan
from process_support import run_python
from swc.codegen.module import schedule_nest
from swc.codegen.signature import sign
from swc.codegen.target import host_target
from swc.dtypes import DType
from swc.ir import ReductionKind
from swc.launch.threads import scratch_address
from swc.passes import canonicalise

PLANS = {
    "copy": rearrangement_plan("a b c -> c a b", operand([40, 50, 60])),
    "rows": reduction_plan("a b -> a", operand([100, 3000])),
    "rows in segments": reduction_plan("a b -> a", operand([2, 300_000])),
    "columns": reduction_plan("a b -> b", operand([300, 2000])),
    "columns in segments": reduction_plan("a b -> b", operand([20_000, 70])),
    "largest": reduction_plan("a b -> a", operand([2, 300_000]), ReductionKind.MAX),
    "position": reduction_plan("a b -> a", operand([2, 300_000]), ReductionKind.ARGMAX),
    "product of terms": reduction_plan("a b -> a", operand([2, 300_000]), ReductionKind.PROD),
    "matrix vector": contraction_plan("a k, k -> a", operand([200, 3000]), operand([3000])),
    "contraction": contraction_plan("a k, b k -> a b", operand([400, 600]), operand([300, 600])),
    "batched contraction": contraction_plan(
        "b i k, b j k -> i b j", operand([5, 70, 90]), operand([5, 60, 90])
    ),
}


def buffers_of(plan):
    rng = np.random.default_rng(5)
    return [rng.normal(size=item.layout.cosize).astype(item.dtype.numpy) for item in plan.operands]


def run_in_chunks(compiled, buffers, bounds, schedule=None):
    """Run the phases of a kernel as chunks between `bounds`, fractions of the task range, last one first."""
    executable = compiled.executable
    schedule = schedule or executable.schedule
    output = np.full(executable.result.layout.cosize * executable.result.dtype.itemsize, CANARY, np.uint8)
    partials = np.full(schedule.partial_bytes, CANARY, np.uint8)
    addresses = [output.ctypes.data, *[buffers[place].ctypes.data for place in executable.operands]]
    if len(executable.phases) > 1:
        addresses.append(partials.ctypes.data)
    words = np.array([*addresses, *schedule.values], np.int64).tobytes()
    for phase, tasks in zip(executable.phases, (schedule.tasks, schedule.finish_tasks), strict=False):
        cuts = sorted({0, tasks, *(int(tasks * bound) for bound in bounds)})
        for lo, hi in reversed(list(itertools.pairwise(cuts))):
            assert phase(lo, hi, words, scratch_address(schedule.scratch_bytes)) == 0
    return output.tobytes()


@pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)
def test_any_cutting_gives_the_same_bits(plan):
    compiled = compiler.compile_plan(plan, "test")
    buffers = buffers_of(plan)
    whole = run_in_chunks(compiled, buffers, ())
    assert run_in_chunks(compiled, buffers, (0.5,)) == whole
    assert run_in_chunks(compiled, buffers, (0.1, 0.33, 0.77)) == whole
    assert run_in_chunks(compiled, buffers, [step / 50 for step in range(50)]) == whole


@pytest.mark.parametrize("name", ["contraction", "batched contraction", "rows in segments"])
def test_a_schedule_for_any_number_of_threads_gives_the_same_bits(name):
    plan = PLANS[name]
    compiled = compiler.compile_plan(plan, "test")
    nest = canonicalise(plan.nest)
    buffers = buffers_of(plan)
    results = {
        run_in_chunks(compiled, buffers, (), schedule_nest(sign(nest), nest, host_target(), threads))
        for threads in (1, 2, 3, 8, 64)
    }
    assert len(results) == 1


@pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)
def test_parallel_launch_gives_the_bits_of_a_serial_one(plan):
    compiled = compiler.compile_plan(plan, "test")
    buffers = buffers_of(plan)
    serial = run_in_chunks(compiled, buffers, ())
    output = np.empty(len(serial), np.uint8)
    for _ in range(3):
        compiled.executable.launch(output.ctypes.data, *[buffer.ctypes.data for buffer in buffers])
        assert output.tobytes() == serial


PROGRAM = """
import hashlib, numpy as np, swc
rng = np.random.default_rng(9)
x = rng.normal(size=(300, 3000)).astype("float32")
digest = hashlib.sha256()
for command, arrays in [
    ("a b -> a", [x]),
    ("a b -> b", [x]),
    ("a k, k -> a", [x, x[0]]),
    ("a k, b k -> a b", [x, x]),
]:
    digest.update(swc.kernel(command)(*arrays).tobytes())
print(digest.hexdigest())
"""


def test_processes_with_one_and_with_two_threads_agree():
    assert run_python(PROGRAM, SWC_NUM_THREADS="1") == run_python(PROGRAM, SWC_NUM_THREADS="2")


def test_fault_in_any_chunk_is_reported():
    plan = reduction_plan("a b -> a", operand([500, 300], dtype=DType.Int32))
    executable = compiler.compile_plan(plan, "test").executable
    for row in (0, 250, 499):
        buffer = fill(plan.operands[0].layout, DType.Int32, np.random.default_rng(0))
        buffer[row * 300 : row * 300 + 300] = 2**31 - 1
        output = np.empty(500, np.int32)
        with pytest.raises(OverflowError, match=r"^result is out of int32 range$"):
            executable.launch(output.ctypes.data, buffer.ctypes.data)
