"""Every pass keeps what a nest means, leaves alone what it does not apply to, and the pipeline settles."""

import pytest
from hypothesis import given

from nest_support import meaning, nests
from swc.ir import LoopNest, verify
from swc.passes import PIPELINE, canonicalise, trace
from swc.passes.coalesce_axes import coalesce_axes
from swc.passes.drop_unit_axes import drop_unit_axes
from swc.passes.erase_copy_dtype import erase_copy_dtype
from swc.passes.order_axes import order_axes
from swc.passes.order_operands import order_operands
from swc.passes.pair_transposed_axes import pair_transposed_axes

PASSES = (
    drop_unit_axes,
    order_axes,
    coalesce_axes,
    order_operands,
    pair_transposed_axes,
    erase_copy_dtype,
)


@pytest.mark.parametrize("transform", PASSES)
@given(nest=nests())
def test_pass_keeps_the_meaning(transform, nest: LoopNest):
    before = verify(order_axes(nest))
    assert meaning(verify(transform(before))) == meaning(before)


@given(nest=nests())
def test_canonical_form_keeps_the_meaning(nest: LoopNest):
    assert meaning(canonicalise(nest)) == meaning(nest)


@pytest.mark.parametrize("transform", PASSES)
@given(nest=nests())
def test_pass_returns_what_it_has_settled_unchanged(transform, nest: LoopNest):
    settled = transform(order_axes(nest))
    assert transform(settled) is settled


@given(nest=nests())
def test_canonicalise_is_idempotent(nest: LoopNest):
    once = canonicalise(nest)
    assert canonicalise(once) == once


@given(nest=nests())
def test_no_axis_of_a_canonical_nest_can_go(nest: LoopNest):
    settled = canonicalise(nest)
    assert len(drop_unit_axes(settled).axes) == len(settled.axes)
    assert len(coalesce_axes(order_axes(settled)).axes) == len(settled.axes)


@given(nest=nests())
def test_trace_shows_each_pass_by_name(nest: LoopNest):
    steps = list(trace(nest))
    assert [name for name, _ in steps] == [transform.__name__ for transform in PIPELINE]
    assert steps[-1][1] == canonicalise(nest)
