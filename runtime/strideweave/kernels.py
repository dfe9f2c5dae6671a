"""Computing operations on tensors, untracked: plan and compile, check the storage, allocate, launch.

Every function takes tensors only; the public operations check the kinds of their arguments first.
"""

import swc.compile as compiler
from strideweave import texts
from strideweave.carrier import allocate_result
from strideweave.tensor import Tensor, result_tensor
from swc.compile import Executable
from swc.dtypes import DType
from swc.ir.nodes import ReductionKind
from swc.layout import Layout


def reduction(
    description: str, kind: ReductionKind, tensor: Tensor, *, accumulator: DType | None = None
) -> Tensor:
    """Reduce `tensor` by a reduce command into a fresh canonical tensor.

    Raises:
        ValueError: when the command does not compile or does not fit the layout.
        TypeError, NotImplementedError: when the dtype or the accumulator is not supported.
        OverflowError: when an exact integer result does not fit.
        RuntimeError: when the storage is released.
    """
    executable = compiler.reduction(description, kind, tensor.operand_type, accumulator=accumulator)
    _check_live("tensor", tensor)
    return _run(executable, tensor)


def contraction(description: str, lhs: Tensor, rhs: Tensor) -> Tensor:
    """Contract two tensors by a contraction command into a fresh tensor.

    Raises:
        ValueError: when the command does not compile, does not fit a layout, or shared sizes differ.
        TypeError, NotImplementedError: when a dtype is not supported.
        OverflowError: when an exact integer result does not fit.
        RuntimeError: when storage is released.
    """
    executable = compiler.contraction(description, lhs.operand_type, rhs.operand_type)
    _check_live("lhs", lhs)
    _check_live("rhs", rhs)
    return _run(executable, lhs, rhs)


def matmul(lhs: Tensor, rhs: Tensor, *, accumulator: DType | None = None) -> Tensor:
    """Return the fresh canonical `[N, M]` product of `[N, K]` and `[M, K]` tensors.

    Raises:
        ValueError: when an operand does not have two modes, or the inner sizes differ.
        TypeError, NotImplementedError: when a dtype or the accumulator is not supported.
        OverflowError: when an exact integer result does not fit.
        RuntimeError: when storage is released.
    """
    executable = compiler.matmul(lhs.operand_type, rhs.operand_type, accumulator=accumulator)
    _check_live("lhs", lhs)
    _check_live("rhs", rhs)
    return _run(executable, lhs, rhs)


def copy(tensor: Tensor, target: Layout) -> Tensor:
    """Return a fresh tensor with the elements of `tensor`, placed by `target` (a layout of the same shape).

    Raises:
        RuntimeError: when the storage is released.
    """
    executable = compiler.copy(tensor.operand_type, target)
    _check_live("tensor", tensor)
    return _run(executable, tensor)


def _check_live(name: str, tensor: Tensor) -> None:
    if tensor.carrier.is_released():
        raise RuntimeError(texts.OPERAND_RELEASED.format(name=name))


def _run(executable: Executable, *operands: Tensor) -> Tensor:
    result = executable.result
    layout = result.layout
    slots = layout.cosize
    carrier = allocate_result(slots, result.dtype, zero=slots > layout.size)
    executable.launch(carrier.address, *[operand.address for operand in operands])
    return result_tensor(carrier, result)
