"""Compile contraction commands."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from swc.command.memo import SpecMemo
from swc.command.references import parse_input, parse_output
from swc.command.separators import TwoInputCommand, split_two_inputs
from swc.command.specs import EinsumSpec
from swc.command.texts import FREE_OMITTED, NOTHING_SHARED, command_error
from swc.errors import CommandError
from swc.layout.tree import Node, Tree
from swc.roles import Role, classify


@dataclass(frozen=True, slots=True)
class _Lowering:
    """How the operands are rearranged, and how the result of the contraction is read."""

    lhs_output: Tree
    rhs_output: Tree
    selection: Tree
    output: Tree


def parse_einsum(command: str) -> EinsumSpec:
    """Compile a contraction command, `lhs, rhs -> output`.

    Args:
        command: command text.

    Returns:
        The specification; the identical object whenever the text is equal.

    Raises:
        TypeError: COMMAND_TYPE, when `command` is not a str.
        CommandError: when it does not compile; failures are not remembered.

    Examples:
        >>> parse_einsum("b i k, b j k -> b i j").contraction_symbols
        ('k',)
    """
    return _MEMO.get(command)


def _compile(command: str) -> EinsumSpec:
    parts = split_two_inputs(command, "Einsum")
    lhs, rhs = parse_input(parts.lhs), parse_input(parts.rhs)
    lhs_ids, rhs_ids = dict(lhs.symbol_ids), dict(rhs.symbol_ids)
    common = tuple(symbol for symbol in lhs_ids if symbol in rhs_ids)
    if not common:
        raise command_error(NOTHING_SHARED, command=command)
    union = tuple({**lhs_ids, **rhs_ids})
    general_output = parse_output(parts.output, _number(union))
    kept = frozenset(parts.output.symbols)
    roles = {symbol: classify(symbol in lhs_ids, symbol in rhs_ids, symbol in kept) for symbol in union}
    if Role.SUMMED in roles.values():
        raise _omitted_error(parts, command, frozenset(_with_role(roles, union, Role.SUMMED)))
    union_lowering = _Lowering(
        lhs_output=_union_output(union, lhs_ids),
        rhs_output=_union_output(union, rhs_ids),
        selection=_leaves(len(union)),
        output=general_output,
    )
    batch = _with_role(roles, common, Role.BATCH)
    lowering = union_lowering if batch else _lower_to_matmul(parts, roles, lhs_ids, rhs_ids)
    return EinsumSpec(
        lhs_selection=lhs.tree,
        rhs_selection=rhs.tree,
        lhs_rearrange_output=lowering.lhs_output,
        rhs_rearrange_output=lowering.rhs_output,
        matmul_output_selection=lowering.selection,
        output=lowering.output,
        lhs_symbol_ids=lhs.symbol_ids,
        rhs_symbol_ids=rhs.symbol_ids,
        common_symbols=common,
        union_symbols=union,
        contraction_symbols=_with_role(roles, common, Role.CONTRACT),
        batch_symbols=batch,
        lhs_union_output=union_lowering.lhs_output,
        rhs_union_output=union_lowering.rhs_output,
        union_selection=union_lowering.selection,
        general_output=general_output,
    )


def _lower_to_matmul(
    parts: TwoInputCommand, roles: Mapping[str, Role], lhs_ids: Mapping[str, int], rhs_ids: Mapping[str, int]
) -> _Lowering:
    """Lower a contraction without batch symbols to two modes an operand, free and shared.

    An operand without free symbols still presents one inserted mode, which takes one id of the result.
    """
    shared = [symbol for symbol in lhs_ids if symbol in rhs_ids]
    left_free = _with_role(roles, lhs_ids, Role.FREE_LEFT)
    right_free = _with_role(roles, rhs_ids, Role.FREE_RIGHT)
    left_modes, right_modes = max(len(left_free), 1), max(len(right_free), 1)
    result_ids = {**_number(left_free), **_number(right_free, start=left_modes)}
    return _Lowering(
        lhs_output=Tree(_place(left_free, lhs_ids) or Tree(Node.Leaf), _place(shared, lhs_ids)),
        rhs_output=Tree(_place(right_free, rhs_ids) or Tree(Node.Leaf), _place(shared, rhs_ids)),
        selection=Tree(_leaves(left_modes), _leaves(right_modes)),
        output=parse_output(parts.output, result_ids),
    )


def _omitted_error(parts: TwoInputCommand, command: str, omitted: frozenset[str]) -> CommandError:
    tokens = [*parts.lhs.tokens, *parts.rhs.tokens]
    first = next(token for token in tokens if token.value in omitted)
    return command_error(
        FREE_OMITTED, command=command, offset=first.start, symbols=", ".join(sorted(omitted))
    )


def _with_role(roles: Mapping[str, Role], symbols: Iterable[str], role: Role) -> tuple[str, ...]:
    return tuple(symbol for symbol in symbols if roles[symbol] is role)


def _number(symbols: Iterable[str], start: int = 0) -> dict[str, int]:
    return {symbol: position for position, symbol in enumerate(symbols, start)}


def _place(symbols: Iterable[str], ids: Mapping[str, int]) -> Tree:
    return Tree(*(Node.id(ids[symbol]) for symbol in symbols))


def _union_output(union: Iterable[str], ids: Mapping[str, int]) -> Tree:
    return Tree(*(Node.id(ids[symbol]) if symbol in ids else Node.Leaf for symbol in union))


def _leaves(count: int) -> Tree:
    return Tree(*(Node.Leaf for _ in range(count)))


_MEMO: Final = SpecMemo(_compile)
