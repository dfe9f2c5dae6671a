"""What the pipeline does to a command, pass by pass, as `swc explain` shows it."""

import pytest

from operand_support import contraction_plan, operand, rearrangement_plan, reduction_plan
from swc.ir import ReductionKind, format_nest
from swc.passes import trace


def shown(plan) -> str:
    """Return the lowered nest, then each pass that changed it with what it left."""
    texts = [("lowering", format_nest(plan.nest))]
    for name, nest in trace(plan.nest):
        text = format_nest(nest)
        if text != texts[-1][1]:
            texts.append((name, text))
    return "\n".join(f"{name}:\n{text}" for name, text in texts)


REDUCTION = """\
lowering:
for i0 in 2:  # a
  for i1 in 3:  # c
    for i2 in 4 reduced:  # d
      for i3 in 5 reduced:  # b
        out[i0 + 2*i1] max= a[60*i0 + 20*i1 + 5*i2 + i3]
coalesce_axes:
for i0 in 2:  # a
  for i1 in 3:  # c
    for i2 in 20 reduced:  # d b
      out[i0 + 2*i1] max= a[60*i0 + 20*i1 + i2]"""

CONTRACTION = """\
lowering:
for i0 in 2:  # b
  for i1 in 3:  # i
    for i2 in 4 reduced:  # k
      for i3 in 5:  # j
        out[i0 + 2*i1 + 6*i3] sum= a[12*i0 + 4*i1 + i2] * b[20*i0 + i2 + 4*i3] in Float32
order_axes:
for i0 in 2:  # b
  for i1 in 3:  # i
    for i2 in 5:  # j
      for i3 in 4 reduced:  # k
        out[i0 + 2*i1 + 6*i2] sum= a[12*i0 + 4*i1 + i3] * b[20*i0 + 4*i2 + i3] in Float32
order_operands:
for i0 in 2:  # b
  for i1 in 3:  # i
    for i2 in 5:  # j
      for i3 in 4 reduced:  # k
        out[i0 + 2*i1 + 6*i2] sum= a[20*i0 + 4*i2 + i3] * b[12*i0 + 4*i1 + i3] in Float32
order_axes:
for i0 in 2:  # b
  for i1 in 5:  # j
    for i2 in 3:  # i
      for i3 in 4 reduced:  # k
        out[i0 + 6*i1 + 2*i2] sum= a[20*i0 + 4*i1 + i3] * b[12*i0 + 4*i2 + i3] in Float32"""

COPY = """\
lowering:
for i0 in 4:  # c
  for i1 in 1:  # 1
    for i2 in 3:  # b
      for i3 in 2:  # a
        out[6*i0 + 6*i1 + 2*i2 + i3] = a[i0 + 4*i2 + 12*i3]
drop_unit_axes:
for i0 in 4:  # c
  for i1 in 3:  # b
    for i2 in 2:  # a
      out[6*i0 + 2*i1 + i2] = a[i0 + 4*i1 + 12*i2]
pair_transposed_axes:
for i0 in 3:  # b
  for i1 in 4:  # c
    for i2 in 2:  # a
      out[2*i0 + 6*i1 + i2] = a[4*i0 + i1 + 12*i2]"""


@pytest.mark.parametrize(
    ("plan", "text"),
    [
        (reduction_plan("a (c d) b -> a c", operand([2, [3, 4], 5]), ReductionKind.MAX), REDUCTION),
        (contraction_plan("b i k, b j k -> b i j", operand([2, 3, 4]), operand([2, 5, 4])), CONTRACTION),
        (rearrangement_plan("a b c -> c 1 b a", operand([2, 3, 4])), COPY),
    ],
    ids=["reduction", "contraction", "copy"],
)
def test_pipeline_rewrites_a_command_step_by_step(plan, text):
    assert shown(plan) == text
