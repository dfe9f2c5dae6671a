"""Loop nests for tests: written by hand, drawn at random, and run by the interpreter on numbered buffers."""

import itertools
from collections.abc import Sequence

from hypothesis import strategies as st

from swc.dtypes import DType
from swc.ir import (
    Access,
    Apply,
    Axis,
    AxisRole,
    Convert,
    Expression,
    Load,
    LoopNest,
    Reduction,
    ReductionKind,
    ScalarOperation,
    interpret,
)

PARALLEL, REDUCED = AxisRole.PARALLEL, AxisRole.REDUCED
Row = tuple[str, int, tuple[int, ...]]


def make_nest(
    rows: Sequence[Row],
    *,
    dtypes: Sequence[DType] = (DType.Int64, DType.Int64),
    value: Expression = Load(0),  # noqa: B008
    kind: ReductionKind | None = None,
    ordinals: Sequence[int] = (),
) -> LoopNest:
    """Return a nest from one row an axis: its role's first letter, its extent, and its strides.

    Args:
        rows: strides are those of the output, then of each input.
        dtypes: of the output, then of each input.
        value: element expression.
        kind: reduction, if there is one.
        ordinals: ordinal strides of an arg reduction.
    """
    roles = {"p": PARALLEL, "r": REDUCED}
    axes = tuple(
        Axis(name=f"i{rank}", role=roles[letter], extent=extent)
        for rank, (letter, extent, _) in enumerate(rows)
    )
    names = ("out", "a", "b")
    output, *inputs = (
        Access(
            name=names[place],
            dtype=dtype,
            strides=tuple(strides[place] for _, _, strides in rows),
            operand=max(0, place - 1),
        )
        for place, dtype in enumerate(dtypes)
    )
    reduction = (
        None
        if kind is None
        else Reduction(
            kind=kind, accumulator=dtypes[0], ordinal_strides=tuple(ordinals) if kind.is_argument else ()
        )
    )
    return LoopNest(axes=axes, inputs=tuple(inputs), output=output, value=value, reduction=reduction)


def product(operation: ScalarOperation = ScalarOperation.MULTIPLY) -> Expression:
    """Return the product of both operands."""
    return Apply(operation, (Load(0), Load(1)))


def converted_product(dtype: DType) -> Expression:
    """Return the product of both operands, each converted first."""
    return Apply(ScalarOperation.MULTIPLY, (Convert(dtype, Load(0)), Convert(dtype, Load(1))))


def meaning(nest: LoopNest) -> dict[int, object]:
    """Interpret a nest on buffers of small numbers that differ from one caller's operand to the other."""
    buffers = []
    for access in nest.inputs:
        reach = sum(
            stride * (axis.extent - 1) for axis, stride in zip(nest.axes, access.strides, strict=True)
        )
        values = [(index * 7 + 3 * access.operand + 2) % 11 - 5 for index in range(reach + 1)]
        buffers.append([float(value) for value in values] if access.dtype.is_floating else values)
    return dict(interpret(nest, buffers))


@st.composite
def nests(draw: st.DrawFn, *, kinds: Sequence[ReductionKind | None] | None = None) -> LoopNest:
    """Draw a small nest: copies, products, reductions; unit extents, gaps and stride 0 among its axes."""
    kind = draw(st.sampled_from(kinds if kinds is not None else (None, *ReductionKind)))
    operands = draw(st.integers(1, 2)) if kind in (None, ReductionKind.SUM) else 1
    parallel = draw(_axes(st.integers(0, 3), operands, moving=True))
    reduced = draw(_axes(st.integers(1, 3), operands, moving=False)) if kind is not None else []
    rows: list[Row] = [("p", *row) for row in parallel] + [("r", *row) for row in reduced]
    if not rows:
        rows = [("p", 1, (0,) * (1 + operands))]
    rows = draw(st.permutations(rows))
    ordinals = draw(_ordinals([extent if role == "r" else 0 for role, extent, _ in rows]))
    dtype = draw(st.sampled_from([DType.Int64, DType.Float64]))
    result = DType.Int32 if kind is not None and kind.is_argument else dtype
    value = product() if operands == 2 else Load(0)
    dtypes = [result, *[dtype] * operands]
    return make_nest(rows, dtypes=dtypes, value=value, kind=kind, ordinals=ordinals)


@st.composite
def _axes(
    draw: st.DrawFn, count: st.SearchStrategy[int], operands: int, *, moving: bool
) -> list[tuple[int, tuple[int, ...]]]:
    """Draw axes; the output steps along them like a compact array with some padding, or not at all."""
    rows = []
    stride = draw(st.integers(1, 2))
    step = 1
    for _ in range(draw(count)):
        extent = draw(st.integers(1, 4))
        compact = draw(st.booleans())
        inputs = tuple(step if compact else draw(st.integers(0, 6)) for _ in range(operands))
        rows.append((extent, (stride if moving else 0, *inputs)))
        stride *= extent + draw(st.integers(0, 1))
        step *= extent
    return rows


@st.composite
def _ordinals(draw: st.DrawFn, extents: Sequence[int]) -> list[int]:
    """Draw ordinal strides over the reduced axes (those of extent above zero), in a random order."""
    order = draw(st.permutations([place for place, extent in enumerate(extents) if extent]))
    weights = itertools.accumulate([extents[place] for place in order], lambda a, b: a * b, initial=1)
    strides = dict(zip(order, weights, strict=False))
    return [strides.get(place, 0) for place in range(len(extents))]
