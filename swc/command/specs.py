"""The compiled command specifications: what a command means before any size is known."""

from dataclasses import dataclass

from swc.command.references import SymbolIds
from swc.command.values import FlatValue
from swc.layout.tree import Tree


@dataclass(frozen=True, slots=True, eq=False)
class RearrangeSpec(FlatValue):
    """A compiled rearrange command.

    Args:
        selection: selection tree of the input reference.
        output: output tree over the source ids of the input reference.
        symbol_ids: each input symbol with its source id.
    """

    selection: Tree
    output: Tree
    symbol_ids: SymbolIds


@dataclass(frozen=True, slots=True, eq=False)
class ReduceSpec(FlatValue):
    """A compiled reduce command.

    Args:
        selection: selection tree of the input reference.
        output: the kept structure.
        reduced: the reduced structure: every source id that `output` lacks, ascending.
        rearrange_output: `Tree(output, reduced)`.
        symbol_ids: each input symbol with its source id.
    """

    selection: Tree
    output: Tree
    reduced: Tree
    rearrange_output: Tree
    symbol_ids: SymbolIds


@dataclass(frozen=True, slots=True, eq=False)
class EinsumSpec(FlatValue):
    """A compiled contraction command.

    Args:
        lhs_selection: selection tree of the left reference.
        rhs_selection: selection tree of the right reference.
        lhs_rearrange_output: output tree that prepares the left operand for the compiled lowering.
        rhs_rearrange_output: output tree that prepares the right operand for the compiled lowering.
        matmul_output_selection: selection tree of the lowering's result.
        output: output tree over the leaves of `matmul_output_selection`.
        lhs_symbol_ids: each left symbol with its source id.
        rhs_symbol_ids: each right symbol with its source id.
        common_symbols: shared symbols in left order.
        union_symbols: left symbols, then those of the right that the left lacks.
        contraction_symbols: shared symbols that the output drops, in left order.
        batch_symbols: shared symbols that the output keeps, in left order.
        lhs_union_output: output tree that gives the left operand one mode per union symbol.
        rhs_union_output: output tree that gives the right operand one mode per union symbol.
        union_selection: one leaf per union symbol.
        general_output: output tree over union positions.
    """

    lhs_selection: Tree
    rhs_selection: Tree
    lhs_rearrange_output: Tree
    rhs_rearrange_output: Tree
    matmul_output_selection: Tree
    output: Tree
    lhs_symbol_ids: SymbolIds
    rhs_symbol_ids: SymbolIds
    common_symbols: tuple[str, ...]
    union_symbols: tuple[str, ...]
    contraction_symbols: tuple[str, ...]
    batch_symbols: tuple[str, ...]
    lhs_union_output: Tree
    rhs_union_output: Tree
    union_selection: Tree
    general_output: Tree
