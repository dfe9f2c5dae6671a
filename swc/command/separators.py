"""Find the separators of a command and cut it into its references."""

from collections.abc import Sequence
from dataclasses import dataclass

from swc.command.lexer import Token, lex
from swc.command.passage import Passage
from swc.command.texts import MANY_ARROWS, MANY_COMMAS, NO_ARROW, NO_COMMA, command_error


@dataclass(frozen=True, slots=True)
class OneInputCommand:
    """The two references of `input -> output`."""

    source: Passage
    output: Passage


@dataclass(frozen=True, slots=True)
class TwoInputCommand:
    """The three references of `lhs, rhs -> output`."""

    lhs: Passage
    rhs: Passage
    output: Passage


def split_one_input(command: str, name: str) -> OneInputCommand:
    """Lex `command` and cut it at its arrow.

    Args:
        command: command text.
        name: the kind of command, as its diagnostics spell it.

    Raises:
        CommandError: when it does not lex, or has not exactly one arrow.
    """
    tokens = lex(command)
    arrow = _find_arrow(tokens, command, name)
    return OneInputCommand(
        source=Passage(tokens[:arrow], command, tokens[arrow].start),
        output=Passage(tokens[arrow + 1 :], command, len(command)),
    )


def split_two_inputs(command: str, name: str) -> TwoInputCommand:
    """Lex `command` and cut it at its arrow and at the comma before it.

    Args:
        command: command text.
        name: the kind of command, as its diagnostics on arrows spell it.

    Raises:
        CommandError: when it does not lex, has not exactly one arrow, or not exactly one comma before that.
    """
    tokens = lex(command)
    arrow = _find_arrow(tokens, command, name)
    commas = [index for index, token in enumerate(tokens[:arrow]) if token.kind == "comma"]
    if not commas:
        raise command_error(NO_COMMA, command=command)
    if len(commas) > 1:
        raise command_error(MANY_COMMAS, command=command, offset=tokens[commas[1]].start)
    comma = commas[0]
    return TwoInputCommand(
        lhs=Passage(tokens[:comma], command, tokens[comma].start),
        rhs=Passage(tokens[comma + 1 : arrow], command, tokens[arrow].start),
        output=Passage(tokens[arrow + 1 :], command, len(command)),
    )


def _find_arrow(tokens: Sequence[Token], command: str, name: str) -> int:
    arrows = [index for index, token in enumerate(tokens) if token.kind == "arrow"]
    if not arrows:
        raise command_error(NO_ARROW, command=command, name=name)
    if len(arrows) > 1:
        raise command_error(MANY_ARROWS, command=command, offset=tokens[arrows[1]].start, name=name)
    return arrows[0]
