"""The layout command language on tensors: compile a command's text, or compile and execute it."""

from strideweave import operations, texts, views
from strideweave.tensor import Tensor
from swc.command import (
    EinsumSpec,
    LayoutReference,
    RearrangeSpec,
    ReduceSpec,
    Token,
    TokenKind,
    lex,
    parse_einsum,
    parse_layout_ref,
    parse_rearrange,
    parse_reduce,
)
from swc.dtypes import DType

__all__ = [
    "EinsumSpec",
    "LayoutReference",
    "RearrangeSpec",
    "ReduceSpec",
    "Token",
    "TokenKind",
    "einsum",
    "lex",
    "parse_einsum",
    "parse_layout_ref",
    "parse_rearrange",
    "parse_reduce",
    "rearrange",
    "reduce",
]


def rearrange(tensor: Tensor, description: str) -> Tensor:
    """Reorder, group, insert and drop modes by a rearrange command, without copying.

    Args:
        tensor: the operand that the input reference describes.
        description: a command such as `"a (b c) -> (c a) 1 b"`.

    Returns:
        A view of the same carrier at the same offset.

    Raises:
        TypeError: when `description` is not a str, or `tensor` is not a Tensor.
        ValueError: when the command does not compile, does not fit the layout, or leaves out a leaf of more
            than one element. A bad command is reported before a bad operand.
    """
    if not isinstance(description, str):
        raise TypeError(texts.DESCRIPTION_KIND)
    return views.rearrange_by_command(tensor, description)


def reduce(tensor: Tensor, description: str, *, accumulator_dtype: DType | None = None) -> Tensor:
    """Sum the leaves that a reduce command omits; see `strideweave.reduce_sum`.

    A `1` in the input reference names a leaf of any extent, which is summed; it asserts nothing.
    """
    return operations.reduce_sum(tensor, description, accumulator_dtype=accumulator_dtype)


def einsum(lhs: Tensor, rhs: Tensor, description: str) -> Tensor:
    """Contract two tensors by a contraction command; see `strideweave.einsum`."""
    return operations.einsum(lhs, rhs, description)
