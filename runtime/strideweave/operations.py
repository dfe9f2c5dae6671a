"""The public operations: check the kinds of the arguments, then run the kernel.

This is where a tape records: every public operation passes through here, no kernel does.
"""

from collections.abc import Callable, Sequence
from typing import Final, Literal, NoReturn, cast

from strideweave import kernels, texts
from strideweave.grouping import view
from strideweave.tensor import Operators, Tensor, install_operators
from strideweave.views import (
    as_strided,
    broadcast_in_dim,
    broadcast_to,
    permute,
    rearrange,
    reshape,
    slice_view,
    squeeze,
    unsqueeze,
)
from swc.command import parse_einsum, parse_reduce
from swc.compile import check_accumulator
from swc.dtypes import DType
from swc.ir.nodes import ReductionKind
from swc.layout import canonical_layout, row_major_layout
from swc.lowering.plan import extract_leaves

__all__ = [
    "argmax",
    "argmin",
    "as_strided",
    "broadcast_in_dim",
    "broadcast_to",
    "contiguous",
    "einsum",
    "matmul",
    "permute",
    "rearrange",
    "reduce_max",
    "reduce_min",
    "reduce_prod",
    "reduce_sum",
    "reshape",
    "squeeze",
    "unsqueeze",
    "view",
]

# What an einsum operand must have, in the order in which a missing attribute is reported.
OPERAND_INTERFACE = ("layout", "carrier", "offset", "dtype")


def reduce_sum(tensor: Tensor, description: str, *, accumulator_dtype: DType | None = None) -> Tensor:
    """Sum the leaves that a reduce command omits.

    A `1` in the input reference names a leaf of any extent, which is summed; it asserts nothing.

    Args:
        tensor: the operand; its layout must match the input reference.
        description: a reduce command such as `"a (c d) b -> a c"`.
        accumulator_dtype: Float32 or Float64 for a floating operand; None for its default. The result keeps
            the operand's dtype either way.

    Returns:
        A fresh tensor with the canonical layout of the kept structure.

    Raises:
        TypeError: when an argument has the wrong kind, or an integer sum is given an accumulator.
        ValueError: when the command does not compile or does not fit the layout.
        NotImplementedError: when the accumulator is not supported.
        OverflowError: when an integer total does not fit.
    """
    return _reduce(ReductionKind.SUM, tensor, description, accumulator_dtype)


def reduce_prod(tensor: Tensor, description: str) -> Tensor:
    """Multiply the leaves that a reduce command omits; see `reduce_sum` for arguments and errors."""
    return _reduce(ReductionKind.PROD, tensor, description)


def reduce_max(tensor: Tensor, description: str) -> Tensor:
    """Take the maximum over the leaves that a reduce command omits; NaN wins, and `+0.0` beats `-0.0`.

    See `reduce_sum` for arguments and errors.
    """
    return _reduce(ReductionKind.MAX, tensor, description)


def reduce_min(tensor: Tensor, description: str) -> Tensor:
    """Take the minimum over the leaves that a reduce command omits; NaN wins, and `-0.0` beats `+0.0`.

    See `reduce_sum` for arguments and errors.
    """
    return _reduce(ReductionKind.MIN, tensor, description)


def argmax(tensor: Tensor, description: str) -> Tensor:
    """Return the Int32 ordinal of the first maximum within the leaves that a reduce command omits.

    The ordinal counts the omitted leaves in ascending order, the first fastest. The first NaN wins.
    See `reduce_sum` for arguments and errors.
    """
    return _reduce(ReductionKind.ARGMAX, tensor, description)


def argmin(tensor: Tensor, description: str) -> Tensor:
    """Return the Int32 ordinal of the first minimum within the leaves that a reduce command omits.

    The ordinal counts the omitted leaves in ascending order, the first fastest. The first NaN wins.
    See `reduce_sum` for arguments and errors.
    """
    return _reduce(ReductionKind.ARGMIN, tensor, description)


def einsum(lhs: Tensor, rhs: Tensor, description: str) -> Tensor:
    """Contract two tensors.

    Args:
        lhs: the operand that the left reference describes.
        rhs: the operand that the right reference describes.
        description: a contraction command such as `"b i k, b j k -> b i j"`.

    Returns:
        A fresh tensor; each element is the sum, over the shared symbols that the output drops, of products.

    Raises:
        TypeError: when `description` is not a str, or a dtype is refused.
        ValueError: when the command does not compile, does not fit a layout, or shared sizes differ.
        AttributeError: when an operand is not a Tensor.
        OverflowError: when an integer result does not fit.
    """
    if not isinstance(description, str):
        raise TypeError(texts.DESCRIPTION_KIND)
    if not (isinstance(lhs, Tensor) and isinstance(rhs, Tensor)):
        _refuse_contraction(lhs, rhs, description)
    return kernels.contraction(description, lhs, rhs)


def matmul(lhs: Tensor, rhs: Tensor, *, accumulator_dtype: DType | None = None) -> Tensor:
    """Return `y[i, j] = sum over k of lhs[i, k] * rhs[j, k]` for two-mode operands.

    Args:
        lhs: layout `[N, K]`; a mode may be nested and is then walked by its ordinals.
        rhs: layout `[M, K]`.
        accumulator_dtype: Float32 or Float64 for floating operands; None for their default.

    Returns:
        A fresh canonical `[N, M]` tensor.

    Raises:
        TypeError: when an argument has the wrong kind, or an integer product is given an accumulator.
        ValueError: when an operand does not have two modes, or the inner sizes differ.
        NotImplementedError: when the accumulator is not supported.
        OverflowError: when an integer result does not fit.
    """
    if accumulator_dtype is not None:
        check_accumulator(accumulator_dtype)
    if not isinstance(lhs, Tensor):
        raise TypeError(texts.OPERAND_KIND.format(name="lhs"))
    if not isinstance(rhs, Tensor):
        raise TypeError(texts.OPERAND_KIND.format(name="rhs"))
    return kernels.matmul(lhs, rhs, accumulator=accumulator_dtype)


def contiguous(tensor: Tensor, order: Literal["C", "F"] = "C") -> Tensor:
    """Return `tensor` with its elements side by side in memory, in the same shape and nesting.

    Args:
        tensor: the source.
        order: `"C"` lets the last leaf run fastest, `"F"` the first (the canonical layout).

    Returns:
        `tensor` itself when its strides are already so (those of leaves of extent one do not matter), and
        otherwise a fresh tensor.

    Raises:
        TypeError: when `tensor` is not a Tensor.
        ValueError: when `order` is neither `"C"` nor `"F"`.
        RuntimeError: when a copy is needed and the storage is released.
    """
    if not isinstance(tensor, Tensor):
        raise TypeError(texts.OPERAND_KIND.format(name="tensor"))
    if order not in ("C", "F"):
        raise ValueError(texts.ORDER_KIND)
    layout = tensor.layout
    target = canonical_layout(layout.shape) if order == "F" else row_major_layout(layout.shape)
    pairs = zip(layout.leaf_extents, layout.leaf_strides, target.leaf_strides, strict=True)
    if all(extent == 1 or stride == wanted for extent, stride, wanted in pairs):
        return tensor
    return kernels.copy(tensor, target)


def _reduce(
    kind: ReductionKind, tensor: Tensor, description: str, accumulator: DType | None = None
) -> Tensor:
    if not isinstance(description, str):
        raise TypeError(texts.DESCRIPTION_KIND)
    if accumulator is not None or not isinstance(tensor, Tensor):
        parse_reduce(description)
        check_accumulator(accumulator)
    if not isinstance(tensor, Tensor):
        raise TypeError(texts.OPERAND_KIND.format(name="tensor"))
    return kernels.reduction(description, kind, tensor, accumulator=accumulator)


def _refuse_contraction(lhs: object, rhs: object, description: str) -> NoReturn:
    """Report the first fault of operands of which one, at least, is not a Tensor."""
    spec = parse_einsum(description)
    sides = (("lhs", lhs, spec.lhs_selection), ("rhs", rhs, spec.rhs_selection))
    for name, operand, selection in sides:
        if isinstance(operand, Tensor):
            extract_leaves(name, operand.layout, selection)
            continue
        for attribute in OPERAND_INTERFACE:
            getattr(operand, attribute)
    raise TypeError(texts.OPERAND_KIND.format(name="lhs" if not isinstance(lhs, Tensor) else "rhs"))


def _run_command(kind: str, command: str, operands: Sequence[object], accumulator: DType | None) -> Tensor:
    """Hand a compiled command to the public operation of its kind, which checks the operands."""
    if kind == "einsum":
        lhs, rhs = operands
        return einsum(cast(Tensor, lhs), cast(Tensor, rhs), command)
    (tensor,) = operands
    if kind == "rearrange":
        return rearrange(cast(Tensor, tensor), command)
    if kind == "reduce_sum":
        return reduce_sum(cast(Tensor, tensor), command, accumulator_dtype=accumulator)
    return _REDUCTIONS[kind](cast(Tensor, tensor), command)


_REDUCTIONS: Final[dict[str, Callable[[Tensor, str], Tensor]]] = {
    "reduce_prod": reduce_prod,
    "reduce_max": reduce_max,
    "reduce_min": reduce_min,
    "argmax": argmax,
    "argmin": argmin,
}

install_operators(Operators(slice_view=slice_view, matmul=matmul, run_command=_run_command))
