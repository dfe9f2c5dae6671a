"""Lower a reduce command on one operand to a loop nest."""

from swc.command import ReduceSpec
from swc.dtypes import DType
from swc.ir.nodes import AxisRole, Load, LoopNest, Reduction, ReductionKind
from swc.layout import Layout
from swc.lowering import texts
from swc.lowering.digits import walk_of
from swc.lowering.plan import NestBuilder, Plan, extract_leaves, leaf_labels, place_result
from swc.lowering.policy import reduction_dtypes
from swc.operand import OperandType, ResultOrder

_EXTREMA = (ReductionKind.MAX, ReductionKind.MIN)
_LARGEST_ORDINAL = (1 << 31) - 1


def plan_reduction(
    spec: ReduceSpec,
    kind: ReductionKind,
    operand: OperandType,
    *,
    accumulator: DType | None = None,
    order: ResultOrder = ResultOrder.CANONICAL,
) -> Plan:
    """Bind a reduce command.

    The operand is seen as two modes, the kept structure and the reduced one; ordinals of the reduced
    structure count its leaves in ascending source order, the lowest fastest.

    Raises:
        ValueError: when the layout does not match the input reference.
        NotImplementedError, TypeError: when dtype or accumulator are not supported.
        OverflowError: when an arg reduction's fibre has more ordinals than Int32 holds.
    """
    names = symbol_names(spec.selection.size, spec.symbol_ids)
    leaves = extract_leaves("tensor", operand.layout, spec.selection)
    dtypes = reduction_dtypes(kind, operand.dtype, accumulator)
    intermediate = Layout.rearrange(operand.layout, spec.rearrange_output, spec.selection)
    kept, reduced = intermediate[0], intermediate[1]
    if kind.is_argument and reduced.size > _LARGEST_ORDINAL:
        raise OverflowError(texts.FIBER_EXTENT)
    result = place_result(kept.shape, order)
    builder = NestBuilder(operands=1)
    labels = leaf_labels(spec.output, names, leaves)
    for label, extent, stride, out in zip(
        labels, kept.leaf_extents, kept.leaf_strides, result.leaf_strides, strict=True
    ):
        builder.add(AxisRole.PARALLEL, extent, (stride, out), origin=label)
    ordinal = 1
    labels = leaf_labels(spec.reduced, names, leaves)
    for label, extent, stride in zip(labels, reduced.leaf_extents, reduced.leaf_strides, strict=True):
        builder.add(AxisRole.REDUCED, extent, (stride, 0), origin=label, ordinal=ordinal)
        ordinal *= extent
    source, output = builder.accesses((operand.dtype, dtypes.result))
    nest = LoopNest(
        axes=tuple(builder.axes),
        inputs=(source,),
        output=output,
        value=Load(0),
        reduction=Reduction(
            kind=kind,
            accumulator=dtypes.accumulator,
            ordinal_strides=tuple(builder.ordinal) if kind.is_argument else (),
            fibre=walk_of(reduced) if operand.dtype.is_floating and kind in _EXTREMA else (),
        ),
    )
    return Plan(nest, (operand,), OperandType(result, dtypes.result))


def symbol_names(count: int, symbol_ids: tuple[tuple[str, int], ...]) -> list[str]:
    """Return the symbol of each source id, `1` for the anonymous ones."""
    names = ["1"] * count
    for symbol, position in symbol_ids:
        names[position] = symbol
    return names
