"""Compile rearrange commands."""

from typing import Final

from swc.command.memo import SpecMemo
from swc.command.references import parse_input, parse_output
from swc.command.separators import split_one_input
from swc.command.specs import RearrangeSpec


def parse_rearrange(command: str) -> RearrangeSpec:
    """Compile a rearrange command, `input -> output`.

    The output may omit any leaf; whether an omitted leaf has logical size one is known only with a layout.

    Args:
        command: command text.

    Returns:
        The specification; the identical object whenever the text is equal.

    Raises:
        TypeError: COMMAND_TYPE, when `command` is not a str.
        CommandError: when it does not compile; failures are not remembered.

    Examples:
        >>> parse_rearrange("a (b c) -> c a").symbol_ids
        (('a', 0), ('b', 1), ('c', 2))
    """
    return _MEMO.get(command)


def _compile(command: str) -> RearrangeSpec:
    parts = split_one_input(command, "Rearrange")
    source = parse_input(parts.source)
    return RearrangeSpec(
        selection=source.tree,
        output=parse_output(parts.output, dict(source.symbol_ids)),
        symbol_ids=source.symbol_ids,
    )


_MEMO: Final = SpecMemo(_compile)
