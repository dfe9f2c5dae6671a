"""Lower copies: the same elements, in another layout."""

from swc.command import RearrangeSpec
from swc.ir.nodes import AxisRole, Load, LoopNest
from swc.layout import Layout
from swc.lowering.plan import NestBuilder, Plan, extract_leaves, leaf_labels, place_result
from swc.lowering.reduction import symbol_names
from swc.operand import OperandType, ResultOrder


def plan_copy(source: OperandType, target: Layout) -> Plan:
    """Bind the copy of `source` into a fresh buffer laid out as `target`.

    Raises:
        ValueError: when the shapes differ, or `target` gives two coordinates one element.
    """
    if source.layout.shape != target.shape:
        raise ValueError(
            f"copy target must have the source's shape: {source.layout.shape!r} in the source, "
            f"{target.shape!r} in the target"
        )
    if not target.is_injective:
        raise ValueError(f"copy target must not give two coordinates one element: {target!r}")
    return _plan(source, source.layout, target, labels=[""] * len(target.leaf_extents))


def plan_rearrangement(
    spec: RearrangeSpec, operand: OperandType, *, order: ResultOrder = ResultOrder.ROW_MAJOR
) -> Plan:
    """Bind a rearrange command whose result is written out rather than viewed.

    Raises:
        ValueError: when the layout does not match the input reference, or an omitted leaf has a size
            above one.
    """
    leaves = extract_leaves("tensor", operand.layout, spec.selection)
    view = Layout.rearrange(operand.layout, spec.output, spec.selection)
    names = symbol_names(spec.selection.size, spec.symbol_ids)
    labels = leaf_labels(spec.output, names, leaves)
    return _plan(operand, view, place_result(view.shape, order), labels)


def _plan(source: OperandType, view: Layout, target: Layout, labels: list[str]) -> Plan:
    builder = NestBuilder(operands=1)
    for label, extent, stride, out in zip(
        labels, view.leaf_extents, view.leaf_strides, target.leaf_strides, strict=True
    ):
        builder.add(AxisRole.PARALLEL, extent, (stride, out), origin=label)
    if not builder.axes:
        builder.add(AxisRole.PARALLEL, 1, (0, 0))
    read, written = builder.accesses((source.dtype, source.dtype))
    nest = LoopNest(axes=tuple(builder.axes), inputs=(read,), output=written, value=Load(0))
    return Plan(nest, (source,), OperandType(target, source.dtype))
