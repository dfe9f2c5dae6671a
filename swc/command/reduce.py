"""Compile reduce commands."""

from typing import Final

from swc.command.memo import SpecMemo
from swc.command.references import parse_input, parse_output
from swc.command.separators import split_one_input
from swc.command.specs import ReduceSpec
from swc.command.texts import NOTHING_OMITTED, command_error
from swc.layout.tree import Node, Tree


def parse_reduce(command: str) -> ReduceSpec:
    """Compile a reduce command, `input -> kept`.

    A `1` in the input is a leaf of any size that the output cannot name, so it is always reduced.

    Args:
        command: command text.

    Returns:
        The specification; the identical object whenever the text is equal.

    Raises:
        TypeError: COMMAND_TYPE, when `command` is not a str.
        CommandError: when it does not compile, or omits nothing; failures are not remembered.

    Examples:
        >>> len(parse_reduce("a 1 b -> a").reduced)
        2
    """
    return _MEMO.get(command)


def _compile(command: str) -> ReduceSpec:
    parts = split_one_input(command, "Reduce")
    source = parse_input(parts.source)
    ids = dict(source.symbol_ids)
    output = parse_output(parts.output, ids)
    kept = {ids[symbol] for symbol in parts.output.symbols}
    source_ids = range(parts.source.leaf_count)
    reduced = Tree(*(Node.id(source_id) for source_id in source_ids if source_id not in kept))
    if not reduced:
        raise command_error(NOTHING_OMITTED, command=command)
    return ReduceSpec(
        selection=source.tree,
        output=output,
        reduced=reduced,
        rearrange_output=Tree(output, reduced),
        symbol_ids=source.symbol_ids,
    )


_MEMO: Final = SpecMemo(_compile)
