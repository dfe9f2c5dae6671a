"""The passes in the order in which they run, and the one driver that runs them."""

from collections.abc import Callable, Iterator
from typing import Final

from swc.ir.nodes import LoopNest
from swc.ir.verifier import verify
from swc.passes.coalesce_axes import coalesce_axes
from swc.passes.drop_unit_axes import drop_unit_axes
from swc.passes.erase_copy_dtype import erase_copy_dtype
from swc.passes.order_axes import order_axes
from swc.passes.order_operands import order_operands
from swc.passes.pair_transposed_axes import pair_transposed_axes

Pass = Callable[[LoopNest], LoopNest]

PIPELINE: Final[tuple[Pass, ...]] = (
    drop_unit_axes,
    order_axes,
    coalesce_axes,
    order_operands,
    order_axes,  # once more: its ties are settled by the order of the operands
    pair_transposed_axes,
    erase_copy_dtype,
)


def trace(nest: LoopNest) -> Iterator[tuple[str, LoopNest]]:
    """Yield the name of each pass and the verified nest that it leaves, in order."""
    for transform in PIPELINE:
        nest = verify(transform(nest), after=transform.__name__)
        yield transform.__name__, nest


def canonicalise(nest: LoopNest) -> LoopNest:
    """Return the canonical form of a verified nest: what a kernel is made and shared by."""
    for _, result in trace(verify(nest)):
        nest = result
    return nest
