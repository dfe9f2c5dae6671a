"""Lower contraction commands, and the two-mode product, to loop nests."""

from swc.command import EinsumSpec
from swc.dtypes import DType
from swc.errors import CommandError, with_notes
from swc.layout import Layout, Node, Shape, Stride, Tree, canonical_layout
from swc.layout.tree import NodeId
from swc.lowering import texts
from swc.lowering.digits import Walk, merge_digits, walk_of
from swc.lowering.plan import Plan, check_omitted, extract_leaves, place_result
from swc.lowering.policy import product_dtypes
from swc.lowering.product import Dimension, plan_product
from swc.operand import OperandType, ResultOrder
from swc.roles import Role

Leaves = dict[str, Layout]  # symbol -> the sublayout that an operand gives it


def plan_contraction(
    spec: EinsumSpec,
    command: str,
    lhs: OperandType,
    rhs: OperandType,
    *,
    order: ResultOrder = ResultOrder.CANONICAL,
) -> Plan:
    """Bind a contraction command.

    Raises:
        ValueError: when a layout does not match its reference, a shared symbol has two sizes, or an
            anonymous leaf has a size above one; checked in this order.
        NotImplementedError: for Bool operands.
    """
    left, right = _leaves(spec, lhs.layout, rhs.layout)
    _check_shared(spec, command, left, right)
    _check_anonymous(spec, lhs.layout, rhs.layout)
    dtypes = product_dtypes("einsum", lhs.dtype, rhs.dtype)
    kept = {symbol: _kept_structure(left.get(symbol), right.get(symbol)) for symbol in spec.union_symbols}
    result = _result_layout(spec, kept, order)
    placed = _placed(spec, kept, result)

    def describe(lhs_layout: Layout, rhs_layout: Layout) -> list[Dimension]:
        left, right = _leaves(spec, lhs_layout, rhs_layout)
        return [
            Dimension(
                label=symbol,
                role=_role(spec, symbol, left),
                lhs=_walk(left.get(symbol)),
                rhs=_walk(right.get(symbol)),
                output=placed.get(symbol),
            )
            for symbol in spec.union_symbols
        ]

    return plan_product(lhs, rhs, result, dtypes, describe)


def plan_matmul(lhs: OperandType, rhs: OperandType, *, accumulator: DType | None = None) -> Plan:
    """Bind `y[i, j] = sum over k of lhs[i, k] * rhs[j, k]` for two-mode operands.

    Raises:
        ValueError: when an operand does not have two modes, or the inner sizes differ.
        NotImplementedError, TypeError: when the dtypes or the accumulator are not supported.
    """
    for name, operand in (("lhs", lhs), ("rhs", rhs)):
        if len(operand.layout) != 2:
            raise ValueError(texts.TWO_MODES.format(name=name))
    inner = lhs.layout[1].size, rhs.layout[1].size
    if inner[0] != inner[1]:
        raise with_notes(ValueError(texts.INNER_SIZE), f"inner mode: {inner[0]} in lhs, {inner[1]} in rhs")
    dtypes = product_dtypes("matmul", lhs.dtype, rhs.dtype, accumulator)
    result = canonical_layout(Layout.make_layout(lhs.layout[0], rhs.layout[0]).shape)
    row_leaves = len(lhs.layout[0].leaf_extents)

    def describe(lhs_layout: Layout, rhs_layout: Layout) -> list[Dimension]:
        rows, columns = _leaf_range(result, 0, row_leaves), _leaf_range(result, row_leaves, None)
        return [
            Dimension("rows", Role.FREE_LEFT, walk_of(lhs_layout[0]), None, rows),
            Dimension("columns", Role.FREE_RIGHT, None, walk_of(rhs_layout[0]), columns),
            Dimension("inner", Role.CONTRACT, walk_of(lhs_layout[1]), walk_of(rhs_layout[1]), None),
        ]

    return plan_product(lhs, rhs, result, dtypes, describe)


def _leaves(spec: EinsumSpec, lhs: Layout, rhs: Layout) -> tuple[Leaves, Leaves]:
    left = extract_leaves("lhs", lhs, spec.lhs_selection)
    right = extract_leaves("rhs", rhs, spec.rhs_selection)
    return (
        {symbol: left[position] for symbol, position in spec.lhs_symbol_ids},
        {symbol: right[position] for symbol, position in spec.rhs_symbol_ids},
    )


def _check_shared(spec: EinsumSpec, command: str, left: Leaves, right: Leaves) -> None:
    for symbol in spec.common_symbols:
        if left[symbol].size != right[symbol].size:
            raise with_notes(
                CommandError(texts.SHARED_SIZE.format(symbol=symbol), command=command),
                f"shared dimension '{symbol}': {left[symbol].size} in lhs, {right[symbol].size} in rhs",
            )


def _check_anonymous(spec: EinsumSpec, lhs: Layout, rhs: Layout) -> None:
    sides = (
        ("lhs", lhs, spec.lhs_selection, spec.lhs_symbol_ids),
        ("rhs", rhs, spec.rhs_selection, spec.rhs_symbol_ids),
    )
    for name, layout, selection, symbol_ids in sides:
        named = (position for _, position in symbol_ids)
        check_omitted(name, extract_leaves(name, layout, selection), named)


def _role(spec: EinsumSpec, symbol: str, left: Leaves) -> Role:
    if symbol in spec.batch_symbols:
        return Role.BATCH
    if symbol in spec.contraction_symbols:
        return Role.CONTRACT
    return Role.FREE_LEFT if symbol in left else Role.FREE_RIGHT


def _walk(layout: Layout | None) -> Walk | None:
    return None if layout is None else walk_of(layout)


def _kept_structure(left: Layout | None, right: Layout | None) -> Layout:
    """Return the sublayout whose structure a symbol has in the result: the finer one, the left if equal."""
    candidates = [layout for layout in (left, right) if layout is not None]
    return max(candidates, key=lambda layout: len(layout.leaf_extents))


def _result_layout(spec: EinsumSpec, kept: Leaves, order: ResultOrder) -> Layout:
    """Return where the result lies, as the documented lowering places it."""
    if order is ResultOrder.ROW_MAJOR or (spec.batch_symbols and spec.contraction_symbols):
        return place_result(_output_shape(spec, kept), order)
    if spec.batch_symbols:
        union = canonical_layout(Layout.make_layout(*kept.values()).shape)
        return Layout.rearrange(union, spec.general_output, spec.union_selection)
    modes = []
    for symbol_ids in (spec.lhs_symbol_ids, spec.rhs_symbol_ids):
        free = [kept[symbol] for symbol, _ in symbol_ids if symbol not in spec.common_symbols]
        modes.append(Layout.make_layout(*free) if free else Layout(Shape(1), Stride(0)))
    product = canonical_layout(Layout.make_layout(*modes).shape)
    return Layout.rearrange(product, spec.output, spec.matmul_output_selection)


def _output_shape(spec: EinsumSpec, kept: Leaves) -> Shape:
    """Return the shape of the output structure over the kept sublayouts."""
    union = Layout.make_layout(*kept.values())
    contracted = [
        Node.id(position) for position, symbol in enumerate(kept) if symbol in spec.contraction_symbols
    ]
    if not contracted:
        return Layout.rearrange(union, spec.general_output, spec.union_selection).shape
    wanted = Tree(spec.general_output, Tree(*contracted))
    return Layout.rearrange(union, wanted, spec.union_selection)[0].shape


def _placed(spec: EinsumSpec, kept: Leaves, result: Layout) -> dict[str, Walk]:
    """Return how the result steps along each kept symbol."""
    symbols = list(kept)
    placed: dict[str, Walk] = {}
    position = 0
    for marker in spec.general_output.walk():
        if isinstance(marker, NodeId):
            symbol = symbols[marker.id]
            end = position + len(kept[symbol].leaf_extents)
            placed[symbol] = _leaf_range(result, position, end)
            position = end
        elif marker is Node.Leaf:
            position += 1
    return placed


def _leaf_range(layout: Layout, begin: int, end: int | None) -> Walk:
    leaves = zip(layout.leaf_extents[begin:end], layout.leaf_strides[begin:end], strict=True)
    return merge_digits(leaves)
