"""No kernel writes beside the elements that its output addresses."""

from dataclasses import replace

import numpy as np
import pytest

from kernel_support import fill, launch_plan
from operand_support import contraction_plan, operand, reduction_plan
from swc.dtypes import DType
from swc.ir import ReductionKind
from swc.layout import Layout, Shape, Stride
from swc.lowering.plan import Plan
from swc.operand import OperandType

F32, I32, I64 = DType.Float32, DType.Int32, DType.Int64
PLANS = {
    "rows": reduction_plan("a b -> a", operand([70, 1030])),
    "columns": reduction_plan("a b -> b", operand([40, 1030])),
    "columns in segments": reduction_plan("a b -> b", operand([9000, 70])),
    "positions": reduction_plan("a b -> b", operand([40, 520]), ReductionKind.ARGMIN),
    "extrema": reduction_plan("a b -> b", operand([40, 520]), ReductionKind.MAX),
    "integers": reduction_plan("a b -> b", operand([40, 520], dtype=I32)),
    "pointwise": contraction_plan("b i, b j -> b i j", operand([3, 40]), operand([3, 70])),
    "contraction": contraction_plan("a k, b k -> a b", operand([801, 30]), operand([35, 30])),
    "deep contraction": contraction_plan("a k, b k -> b a", operand([13, 600]), operand([35, 600])),
    "batch": contraction_plan("b i k, b j k -> i b j", operand([3, 9, 30]), operand([3, 20, 30])),
    "integer product": contraction_plan(
        "a k, b k -> a b", operand([9, 30], dtype=I64), operand([20, 30], dtype=I64)
    ),
}


def spread(plan: Plan, step: int) -> Plan:
    """Give the result `step` elements for each one that it has."""
    layout = plan.result.layout
    strides = [stride * step for stride in layout.leaf_strides]
    wider = Layout(Shape(list(layout.leaf_extents)), Stride(strides))
    output = replace(plan.nest.output, strides=tuple(stride * step for stride in plan.nest.output.strides))
    return replace(plan, nest=replace(plan.nest, output=output), result=replace(plan.result, layout=wider))


@pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)
def test_gaps_of_an_output_are_left_alone(plan):
    rng = np.random.default_rng(2)
    buffers = [fill(item.layout, item.dtype, rng) for item in plan.operands]
    compact = launch_plan(plan, *buffers)
    np.testing.assert_array_equal(launch_plan(spread(plan, 3), *buffers), compact)


def test_operand_type_is_what_the_plan_promises():
    plan = spread(PLANS["rows"], 3)
    assert plan.result == OperandType(Layout(Shape([70]), Stride([3])), F32)
