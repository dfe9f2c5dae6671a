"""The piece of a command that holds one layout reference."""

from collections.abc import Sequence
from dataclasses import dataclass

from swc.command.lexer import Token


@dataclass(frozen=True, slots=True)
class Passage:
    """The tokens of one reference and where they stand.

    Args:
        tokens: tokens of the reference alone.
        command: the command they were lexed from, when known.
        end: position in the command at which the reference ends, when known.
    """

    tokens: Sequence[Token]
    command: str | None = None
    end: int | None = None

    @property
    def symbols(self) -> tuple[str, ...]:
        """The symbols, in the order of the reference."""
        return tuple(token.value for token in self.tokens if token.kind == "symbol")

    @property
    def leaf_count(self) -> int:
        """The number of symbols and `1`s."""
        return sum(token.kind in ("symbol", "one") for token in self.tokens)
