"""Every fixed text of the command language, in the order of the layout-command specification.

The last three texts are our own: they belong to cases on which the specification is silent.
"""

from typing import Final

from swc.errors import CommandError

COMMAND_TYPE: Final = "command must be a str"
TOKEN_TYPE: Final = "layout reference tokens must be Token objects"

NOT_ASCII: Final = "Layout command must contain only ASCII characters at offset {offset}"
BROKEN_ARROW: Final = "Expected '->' arrow token at offset {offset}"
STRAY_ARROW_HEAD: Final = "Unexpected '>' at offset {offset}"
BAD_SINGLETON: Final = "Invalid singleton token at offset {offset}"
BAD_SYMBOL: Final = "Invalid dimension symbol at offset {offset}"
BAD_CHARACTER: Final = "Unexpected character at offset {offset}"

EMPTY_REFERENCE: Final = "Layout reference must not be empty"
EMPTY_GROUP: Final = "Empty parenthesized group at offset {offset}"
UNMATCHED_RIGHT: Final = "Unmatched right parenthesis at offset {offset}"
UNCLOSED_LEFT: Final = "Unclosed left parenthesis at offset {offset}"
COMMA_IN_REFERENCE: Final = "Commas are not valid in layout references at offset {offset}"
ARROW_IN_REFERENCE: Final = "Arrows are not valid in layout references at offset {offset}"
DUPLICATE_SYMBOL: Final = "Duplicate dimension symbol '{symbol}' at offset {offset}"

UNKNOWN_OUTPUT: Final = "Unknown dimension symbol '{symbol}' at offset {offset}"
DUPLICATE_OUTPUT: Final = "Duplicate output dimension symbol '{symbol}' at offset {offset}"

NO_ARROW: Final = "{name} command must contain one '->' arrow"
MANY_ARROWS: Final = "{name} command must contain only one '->' arrow"
NO_COMMA: Final = "Contraction command must contain one comma before '->'"
MANY_COMMAS: Final = "Contraction command must contain only one comma before '->'"

NOTHING_OMITTED: Final = "Reduce command must omit at least one dimension"
NOTHING_SHARED: Final = "Contraction command must include at least one shared dimension"
FREE_OMITTED: Final = "Einsum output must include every non-shared input symbol: {symbols}"

TOO_DEEP: Final = "Layout reference nests more than {limit} groups at offset {offset}"
AMBIGUOUS_KIND: Final = "command compiles both as a rearrangement and as a reduction; say which"
UNKNOWN_TOKEN_KIND: Final = "Unknown token kind {kind!r} at offset {offset}"


def command_error(
    text: str, *, command: str | None, offset: int | None = None, **details: object
) -> CommandError:
    """Return the error whose message is `text` with its placeholders filled in.

    Args:
        text: one of this module's constants.
        command: the full command, or None when only tokens are known.
        offset: zero-based character position in `command`; None when no single character is at fault.
        details: values of the placeholders of `text` other than `offset`.
    """
    return CommandError(text.format(offset=offset, **details), command=command, offset=offset)
