"""The command language: text to tokens, references and compiled specifications, all of them free of sizes."""

from swc.command.einsum import parse_einsum
from swc.command.infer import CommandKind, infer_kind
from swc.command.lexer import Token, TokenKind, lex
from swc.command.rearrange import parse_rearrange
from swc.command.reduce import parse_reduce
from swc.command.references import LayoutReference, parse_layout_ref
from swc.command.specs import EinsumSpec, RearrangeSpec, ReduceSpec

__all__ = [
    "CommandKind",
    "EinsumSpec",
    "LayoutReference",
    "RearrangeSpec",
    "ReduceSpec",
    "Token",
    "TokenKind",
    "infer_kind",
    "lex",
    "parse_einsum",
    "parse_layout_ref",
    "parse_rearrange",
    "parse_reduce",
]
