"""Rebuild a nest with its axes selected, reordered and renamed: shared by the passes."""

from collections.abc import Sequence
from dataclasses import replace

from swc.ir.nodes import Access, LoopNest


def select_axes(nest: LoopNest, positions: Sequence[int]) -> LoopNest:
    """Return `nest` with just the axes at `positions`, in that order, named `i0`, `i1`, ... anew.

    An axis that is left out contributes nothing to any access, so only axes of extent one may be.
    """
    axes = tuple(replace(nest.axes[position], name=f"i{rank}") for rank, position in enumerate(positions))
    reduction = nest.reduction
    if reduction is not None and reduction.ordinal_strides:
        reduction = replace(reduction, ordinal_strides=pick(reduction.ordinal_strides, positions))
    return replace(
        nest,
        axes=axes,
        inputs=tuple(_select_access(access, positions) for access in nest.inputs),
        output=_select_access(nest.output, positions),
        reduction=reduction,
    )


def pick(values: tuple[int, ...], positions: Sequence[int]) -> tuple[int, ...]:
    """Return the entries of `values` at `positions`."""
    return tuple(values[position] for position in positions)


def _select_access(access: Access, positions: Sequence[int]) -> Access:
    return replace(access, strides=pick(access.strides, positions))


def walks(nest: LoopNest) -> tuple[tuple[int, ...], ...]:
    """Return the strides of everything that moves along the axes: output, inputs, the ordinal."""
    ordinal = nest.reduction.ordinal_strides if nest.reduction is not None else ()
    every = (nest.output.strides, *(access.strides for access in nest.inputs), ordinal)
    return tuple(strides for strides in every if strides)
