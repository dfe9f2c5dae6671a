"""Parse: the tokens of one layout reference to its tree, as an input or as an output."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias, get_args

from swc.command.lexer import Token, TokenKind
from swc.command.passage import Passage
from swc.command.texts import (
    DUPLICATE_OUTPUT,
    DUPLICATE_SYMBOL,
    TOKEN_TYPE,
    UNKNOWN_OUTPUT,
    UNKNOWN_TOKEN_KIND,
    command_error,
)
from swc.command.values import FlatValue
from swc.errors import CommandError
from swc.layout.tree import Node, Tree

if TYPE_CHECKING:
    from swc.command.structure import Bind

SymbolIds: TypeAlias = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True, eq=False)
class LayoutReference(FlatValue):
    """A parsed input reference.

    Args:
        tree: the selection tree, one `Node.Leaf` per symbol or `1`.
        symbol_ids: each symbol with its source id, in the order of the reference.
    """

    tree: Tree
    symbol_ids: SymbolIds


def parse_layout_ref(tokens: Iterable[Token]) -> LayoutReference:
    """Parse one layout reference.

    Args:
        tokens: the tokens of exactly one reference, as `lex` returns them.

    Returns:
        The selection tree and the source id of each symbol; source ids count symbols and `1`s from the left.

    Raises:
        TypeError: when `tokens` is not iterable; TOKEN_TYPE, when an item is not a Token.
        CommandError: at the first token, from left to right, that the reference cannot hold, a group nested
            deeper than `swc.command.structure.MAXIMUM_DEPTH` included. Its `command` is None, because tokens
            do not carry their text.

    Examples:
        >>> from swc.command.lexer import lex
        >>> parse_layout_ref(lex("1 (a b)")).symbol_ids
        (('a', 1), ('b', 2))
    """
    listed = list(tokens)
    if not all(isinstance(token, Token) for token in listed):
        raise TypeError(TOKEN_TYPE)
    for token in listed:
        if token.kind not in get_args(TokenKind):
            raise command_error(UNKNOWN_TOKEN_KIND, command=None, offset=token.start, kind=token.kind)
    return parse_input(Passage(listed))


def parse_input(passage: Passage) -> LayoutReference:
    """Parse the reference of an operand.

    Raises:
        CommandError: at the first token, from left to right, that the reference cannot hold.
    """
    ids: dict[str, int] = {}
    leaves = 0

    def bind(token: Token) -> object:
        nonlocal leaves
        if token.kind == "symbol":
            if token.value in ids:
                raise _symbol_error(DUPLICATE_SYMBOL, passage, token)
            ids[token.value] = leaves
        leaves += 1
        return Node.Leaf

    tree = _parse_tree(passage, bind)
    return LayoutReference(tree=tree, symbol_ids=tuple(ids.items()))


def parse_output(passage: Passage, ids: Mapping[str, int]) -> Tree:
    """Parse the reference of a result.

    Args:
        passage: the tokens after the arrow.
        ids: the id that each symbol of the inputs stands for.

    Returns:
        The output tree: `Node.id` for a symbol, `Node.Leaf` for a `1`.

    Raises:
        CommandError: at the first token that the reference cannot hold, a symbol not in `ids` included.
    """
    placed: set[str] = set()

    def bind(token: Token) -> object:
        if token.kind == "one":
            return Node.Leaf
        if token.value not in ids:
            raise _symbol_error(UNKNOWN_OUTPUT, passage, token)
        if token.value in placed:
            raise _symbol_error(DUPLICATE_OUTPUT, passage, token)
        placed.add(token.value)
        return Node.id(ids[token.value])

    return _parse_tree(passage, bind)


def _symbol_error(text: str, passage: Passage, token: Token) -> CommandError:
    return command_error(text, command=passage.command, offset=token.start, symbol=token.value)


def _parse_tree(passage: Passage, bind: "Bind") -> Tree:
    from swc.command.structure import parse_tree

    return parse_tree(passage, bind)
