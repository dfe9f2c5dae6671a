"""Parse the nesting of one layout reference with Lark; importing this module imports Lark.

What a symbol stands for, and whether it may stand where it does, is left to the caller.
"""

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias, cast

from lark.exceptions import UnexpectedToken
from lark.lexer import Token as Terminal

from swc.command.grammar import reference_parser
from swc.command.lexer import Token
from swc.command.passage import Passage
from swc.command.texts import (
    ARROW_IN_REFERENCE,
    COMMA_IN_REFERENCE,
    EMPTY_GROUP,
    EMPTY_REFERENCE,
    TOO_DEEP,
    UNCLOSED_LEFT,
    UNMATCHED_RIGHT,
    command_error,
)
from swc.errors import CommandError
from swc.layout.tree import Tree

# Groups within groups that a reference may open. Trees and shapes this deep are handled by plain
# recursion all the way to a kernel; no layout that holds elements is anywhere near it.
MAXIMUM_DEPTH: Final = 200

Bind: TypeAlias = Callable[[Token], object]


def parse_tree(passage: Passage, bind: Bind) -> Tree:
    """Parse one reference.

    Args:
        passage: tokens of the reference.
        bind: gives a symbol or `1` its tree marker, or refuses it by raising. It is called in reading order
            and not for tokens behind a fault of nesting, so the first fault in reading order is raised.

    Returns:
        The tree of the markers.

    Raises:
        CommandError: when the tokens do not nest as a layout reference does, or deeper than MAXIMUM_DEPTH.
    """
    try:
        return cast(Tree, reference_parser().parse(_terminals(passage, bind)))
    except UnexpectedToken as error:
        fault = _structure_error(passage, error)
    raise fault


def _terminals(passage: Passage, bind: Bind) -> Iterator[Terminal]:
    """Yield a terminal for each token; the parser takes one only once it has accepted those before it."""
    depth = 0
    for token in passage.tokens:
        terminal = Terminal(token.kind.upper(), "", token.start)
        if token.kind in ("symbol", "one"):
            terminal.value = bind(token)
        elif token.kind == "left_paren":
            depth += 1
            if depth > MAXIMUM_DEPTH:
                raise command_error(
                    TOO_DEEP, command=passage.command, offset=token.start, limit=MAXIMUM_DEPTH
                )
        elif token.kind == "right_paren":
            depth -= 1
        yield terminal


def _structure_error(passage: Passage, error: UnexpectedToken) -> CommandError:
    """Translate what the parser refused, and the groups it held open, into a diagnostic."""
    stack = error.state.value_stack
    open_groups = [entry for entry in stack if isinstance(entry, Terminal) and entry.type == "LEFT_PAREN"]
    is_group_empty = bool(open_groups) and stack[-1] is open_groups[-1]
    offset = error.token.start_pos
    match error.token.type:
        case "COMMA":
            text = COMMA_IN_REFERENCE
        case "ARROW":
            text = ARROW_IN_REFERENCE
        case "RIGHT_PAREN":
            text = EMPTY_GROUP if is_group_empty else UNMATCHED_RIGHT
        case _ if is_group_empty or not stack:
            text, offset = EMPTY_REFERENCE, passage.end
        case _:
            text, offset = UNCLOSED_LEFT, open_groups[-1].start_pos
    return command_error(text, command=passage.command, offset=offset)
