"""Lex: command text to tokens."""

from dataclasses import dataclass
from typing import Final, Literal, cast

from swc.command.texts import (
    BAD_CHARACTER,
    BAD_SINGLETON,
    BAD_SYMBOL,
    BROKEN_ARROW,
    COMMAND_TYPE,
    NOT_ASCII,
    STRAY_ARROW_HEAD,
    command_error,
)

TokenKind = Literal["left_paren", "right_paren", "arrow", "comma", "one", "symbol"]

# What it means that no token starts with this ASCII character, or none with it and what follows.
_FAULT_OF_CHARACTER: Final = {
    "-": BROKEN_ARROW,
    ">": STRAY_ARROW_HEAD,
    "1": BAD_SINGLETON,
    **dict.fromkeys("023456789", BAD_SYMBOL),
}


@dataclass(frozen=True)
class Token:
    """One token of a command, compared and hashed by its four fields.

    Args:
        kind: one of the six members of `TokenKind`.
        value: the exact source text.
        start: zero-based character position of the first character.
        end: one past the position of the last character.
    """

    # Written out because `dataclass(slots=True)` answers an assignment to an unknown name with TypeError.
    __slots__ = ("kind", "value", "start", "end")  # noqa: RUF023 (the order of the fields)

    kind: TokenKind
    value: str
    start: int
    end: int

    def __reduce__(self) -> tuple[object, ...]:
        """Copy and pickle through the constructor, because the fields cannot be assigned."""
        return type(self), (self.kind, self.value, self.start, self.end)


def exact_text(command: str) -> str:
    """Return `command` as a plain `str`, dropping any subclass and what it overrides.

    Raises:
        TypeError: COMMAND_TYPE, when `command` is not a str.
    """
    if type(command) is str:
        return command
    if not isinstance(command, str):
        raise TypeError(COMMAND_TYPE)
    return str.__str__(command)


def lex(command: str) -> list[Token]:
    """Return the tokens of `command` in source order.

    Whitespace (space, tab, newline, carriage return, form feed, vertical tab) separates tokens.

    Args:
        command: command text; positions count characters from zero.

    Returns:
        A new list; empty for an empty or blank command.

    Raises:
        TypeError: COMMAND_TYPE, when `command` is not a str.
        CommandError: at the first position, from left to right, where no token starts.

    Examples:
        >>> [token.kind for token in lex("a -> 1")]
        ['symbol', 'arrow', 'one']
    """
    from lark.exceptions import UnexpectedCharacters

    from swc.command.grammar import command_lexer

    text = exact_text(command)
    tokens = []
    try:
        for terminal in command_lexer().lex(text):
            start = cast(int, terminal.start_pos)
            value = str(terminal)
            tokens.append(Token(cast(TokenKind, terminal.type.lower()), value, start, start + len(value)))
    except UnexpectedCharacters as error:
        offset = error.pos_in_stream
    else:
        return tokens
    assert offset is not None
    character = text[offset]
    fault = _FAULT_OF_CHARACTER.get(character, BAD_CHARACTER) if character.isascii() else NOT_ASCII
    raise command_error(fault, command=text, offset=offset)
