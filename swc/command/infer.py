"""Tell what kind of command a text is, for front doors that are not told."""

import enum

from swc.command.lexer import lex
from swc.command.rearrange import parse_rearrange
from swc.command.texts import AMBIGUOUS_KIND, command_error


class CommandKind(enum.Enum):
    """The three kinds of command; the value is the name of the operation."""

    REARRANGE = "rearrange"
    REDUCE = "reduce"
    EINSUM = "einsum"


def infer_kind(command: str) -> CommandKind:
    """Return the kind that `command` must be.

    A comma among the inputs makes a contraction. A command that omits a named symbol also compiles as a
    rearrangement of leaves of extent one, but is read as the reduction that it is for every other extent. A
    command that omits only `1`s gives no sign which of the two is meant.

    Args:
        command: command text.

    Returns:
        EINSUM without compiling any further; REARRANGE or REDUCE for a command that compiles as that.

    Raises:
        TypeError: COMMAND_TYPE, when `command` is not a str.
        CommandError: when it does not lex; when, having no comma among its inputs, it does not compile as a
            rearrange command; AMBIGUOUS_KIND, when it omits nothing but `1`s.

    Examples:
        >>> infer_kind("a b -> a")
        <CommandKind.REDUCE: 'reduce'>
    """
    tokens = lex(command)
    kinds = [token.kind for token in tokens]
    arrow = kinds.index("arrow") if "arrow" in kinds else len(kinds)
    if "comma" in kinds[:arrow]:
        return CommandKind.EINSUM
    symbol_ids = parse_rearrange(command).symbol_ids
    kept = {token.value for token in tokens[arrow + 1 :] if token.kind == "symbol"}
    if any(symbol not in kept for symbol, _ in symbol_ids):
        return CommandKind.REDUCE
    if "one" in kinds[:arrow]:
        raise command_error(AMBIGUOUS_KIND, command=command, offset=tokens[kinds.index("one")].start)
    return CommandKind.REARRANGE
