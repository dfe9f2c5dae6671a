"""Indices beyond 2**31: kernels reach far elements of memory that is mostly never touched."""

import mmap
from dataclasses import replace

import numpy as np
import pytest

import swc.compile as compiler
from operand_support import contraction_plan, operand, rearrangement_plan, reduction_plan
from swc.dtypes import DType
from swc.ir import ReductionKind
from swc.layout import Layout, Shape, Stride
from swc.lowering.plan import Plan
from swc.operand import OperandType

FAR = 2**31 + 11  # elements; no product or sum of it with a small number fits 32 bits
BYTES = 40 << 30
MAP_NORESERVE = 0x4000  # Linux: addresses without a promise of memory


@pytest.fixture
def region():
    """A region of addresses that reads as zeros; only pages that are written take memory."""
    try:
        memory = mmap.mmap(-1, BYTES, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | MAP_NORESERVE)
    except OSError as error:
        pytest.skip(f"this machine grants no sparse memory: {error}")
    yield np.frombuffer(memory, np.uint8)
    memory.madvise(mmap.MADV_DONTNEED)


def address(array):
    return array.ctypes.data


def test_far_rows_are_copied_to_far_places(region):
    source = region.view(np.float32)
    target = np.empty(6, np.float32)
    for row in range(3):
        source[row * FAR : row * FAR + 2] = row + 1, -row - 1
    plan = rearrangement_plan("a b -> b a", operand([3, 2], [FAR, 1]))
    compiler.compile_plan(plan, "far").executable.launch(address(target), address(source))
    assert target.tolist() == [1, 2, 3, -1, -2, -3]


def test_far_bools_are_reduced(region):
    source = region.view(np.bool_)
    source[[FAR, 5 * FAR + 3]] = True
    layout = Layout(Shape([7, 2, 2]), Stride([FAR, 3, 1]))
    plan = reduction_plan("a b c -> b c", OperandType(layout, DType.Bool))
    result = np.empty(4, np.int64)
    compiler.compile_plan(plan, "far").executable.launch(address(result), address(source))
    assert result.tolist() == [1, 1, 0, 0]


@pytest.mark.parametrize("command", ["a b -> a", "a b -> b"])
def test_far_rows_and_columns_are_reduced(region, command):
    source = region.view(np.float32)
    for row in range(4):
        source[row * FAR : row * FAR + 3] = row, 10, 100
    plan = reduction_plan(command, operand([4, 3], [FAR, 1]), ReductionKind.SUM)
    result = np.empty(plan.result.layout.cosize, np.float32)
    compiler.compile_plan(plan, "far").executable.launch(address(result), address(source))
    assert result.tolist() == ([110, 111, 112, 113] if command.endswith("a") else [6, 40, 400])


def test_far_operands_are_contracted(region):
    source = region.view(np.float32)
    for row in range(3):
        source[row * FAR : row * FAR + 2] = row + 1, 2
    lhs = operand([3, 2], [FAR, 1])
    plan = contraction_plan("a k, b k -> a b", lhs, lhs)
    result = np.empty(9, np.float32)
    compiler.compile_plan(plan, "far").executable.launch(address(result), address(source), address(source))
    wanted = [[(i + 1) * (j + 1) + 4 for i in range(3)] for j in range(3)]
    assert result.reshape(3, 3).tolist() == wanted


@pytest.mark.parametrize(
    "plan",
    [
        reduction_plan("a b -> a", operand([3, 5])),
        reduction_plan("b a -> a", operand([5, 3])),
        contraction_plan("k, k a -> a", operand([5]), operand([5, 3])),
        contraction_plan("c k, a k -> c a", operand([2, 5]), operand([3, 5])),
    ],
    ids=["rows", "columns", "product", "contraction"],
)
def test_results_are_written_far_away(region, plan):
    """The output's first kept axis steps far; what it holds is what a compact output would."""
    buffers = [np.arange(1, item.layout.cosize + 1, dtype=np.float32) for item in plan.operands]
    near = np.empty(plan.result.layout.cosize, np.float32)
    pointers = [address(buffer) for buffer in buffers]
    compiler.compile_plan(plan, "near").executable.launch(address(near), *pointers)
    scale = FAR if plan.result.layout.cosize < 4 else FAR // 2
    output = replace(plan.nest.output, strides=tuple(stride * scale for stride in plan.nest.output.strides))
    layout = plan.result.layout
    spread = Layout(
        Shape(list(layout.leaf_extents)), Stride([stride * scale for stride in layout.leaf_strides])
    )
    far = Plan(replace(plan.nest, output=output), plan.operands, OperandType(spread, DType.Float32))
    target = region.view(np.float32)
    compiler.compile_plan(far, "far").executable.launch(address(target), *pointers)
    assert [target[place * scale] for place in range(near.size)] == near.tolist()
    assert [target[place * scale + 1] for place in range(near.size)] == [0] * near.size


def test_first_nan_of_a_far_fibre(region):
    source = region.view(np.float32)
    source[3 * FAR] = np.nan
    source.view(np.uint32)[2 * FAR + 1] = 0x7FC0_0055
    plan = reduction_plan("a b -> 1", operand([4, 2], [FAR, 1]), ReductionKind.MAX)
    result = np.empty(1, np.float32)
    compiler.compile_plan(plan, "far").executable.launch(address(result), address(source))
    assert result.view(np.uint32)[0] == 0x7FC0_0000
    position = np.empty(1, np.int32)
    plan = reduction_plan("a b -> 1", operand([4, 2], [FAR, 1]), ReductionKind.ARGMIN)
    compiler.compile_plan(plan, "far").executable.launch(address(position), address(source))
    assert position[0] == 3
