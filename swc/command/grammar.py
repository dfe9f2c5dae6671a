"""The two Lark objects made from `grammar.lark`; importing this module imports Lark.

One only lexes and is run over a whole command, because a bad character anywhere outranks every other fault.
The other only parses: it is handed the tokens of one layout reference, lexed before, one at a time and no
sooner than it has accepted those in front, so that whoever hands them over may refuse one in its turn.
"""

import functools
from collections.abc import Iterator
from typing import Any

from lark import Lark, Transformer
from lark.lexer import Lexer, LexerState
from lark.lexer import Token as Terminal

from swc.layout.tree import Tree


class ReadyTerminals(Lexer):
    """Hand over terminals that exist already, in place of scanning a text for them."""

    __future_interface__ = 2

    def __init__(self, lexer_conf: object) -> None:
        """Ignore `lexer_conf`: there is nothing to scan."""

    def lex(self, lexer_state: LexerState, parser_state: object) -> Iterator[Terminal]:
        """Return the iterator that was given to `Lark.parse` as its text."""
        terminals: Iterator[Terminal] = iter(lexer_state.text)  # type: ignore[call-overload]
        return terminals


class TreeBuilder(Transformer[Terminal, Tree]):
    """Turn each finished rule into a Tree while the parser runs, so that no second walk has to recurse."""

    def reference(self, children: list[Any]) -> Tree:
        """Return the Tree of a whole reference."""
        return Tree(*map(_marker, children))

    def group(self, children: list[Any]) -> Tree:
        """Return the Tree of one group; its first and last child are the parentheses."""
        return Tree(*map(_marker, children[1:-1]))


def _marker(child: Any) -> Any:
    return child.value if isinstance(child, Terminal) else child


@functools.cache
def command_lexer() -> Lark:
    """Return the object that lexes; a parsing one would drop the terminals that no rule uses."""
    return Lark.open("grammar.lark", rel_to=__file__, start="reference", parser=None, lexer="basic")


@functools.cache
def reference_parser() -> Lark:
    """Return the object that parses iterables of terminals whose values are tree markers."""
    return Lark.open(
        "grammar.lark",
        rel_to=__file__,
        start="reference",
        parser="lalr",
        lexer=ReadyTerminals,
        transformer=TreeBuilder(),
    )
