"""What every emitter shares: the kernel ABI, argument names, and expressions as text.

A kernel is `kernel(lo, hi, arguments, scratch) -> int32`: it runs tasks `lo` to `hi`, reads int64
words at the address `arguments`, may use `scratch` bytes that no other chunk uses meanwhile, and
returns nonzero when a checked integer left its range. The words are the output's address, the
inputs' addresses, then the named run-time values of `Schedule`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from swc.codegen.signature import AccessSignature, KernelSignature, StrideClass
from swc.codegen.writer import SourceWriter
from swc.dtypes import DType
from swc.ir.nodes import Apply, Convert, Expression, Load, LoopNest, ScalarOperation

SIGNATURE = "(lo, hi, arguments, scratch)"

# Bool is a byte that holds 0 or 1; kernels move and compare it as an unsigned byte.
STORED = {
    DType.Float32: "float32",
    DType.Float64: "float64",
    DType.Int32: "int32",
    DType.Int64: "int64",
    DType.Bool: "uint8",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Schedule:
    """How a bound nest runs on its kernel.

    Attributes:
        tasks: how many tasks there are to hand out; depends on shapes only.
        values: the int64 words that follow the addresses.
        work: element visits in all, by which serial or parallel is chosen.
        finish_tasks: tasks of the second phase, zero when there is none.
        partial_bytes: bytes of intermediate results between the phases.
        scratch_bytes: private bytes that each concurrent chunk needs.
    """

    tasks: int
    values: tuple[int, ...]
    work: int
    finish_tasks: int = 0
    partial_bytes: int = 0
    scratch_bytes: int = 0


def extent_name(axis: int) -> str:
    """Return the variable that holds an axis's trip count."""
    return f"n{axis}"


def stride_name(access: AccessSignature, axis: int) -> str:
    """Return the text of an access's stride along an axis: a literal, or a variable."""
    match access.strides[axis]:
        case StrideClass.ZERO:
            return "0"
        case StrideClass.UNIT:
            return "1"
        case StrideClass.ANY:
            return f"{access.name}_s{axis}"


def moves(access: AccessSignature, axis: int) -> bool:
    """Whether the access steps along the axis at all."""
    return access.strides[axis] is not StrideClass.ZERO


def nest_parameters(signature: KernelSignature) -> tuple[str, ...]:
    """Return the names of the run-time values that the nest itself gives: extents, then strides."""
    ranks = range(len(signature.roles))
    names = [extent_name(axis) for axis in ranks]
    for access in (signature.output, *signature.inputs):
        names += [f"{access.name}_s{axis}" for axis in ranks if access.strides[axis] is StrideClass.ANY]
    if signature.kind is not None and signature.kind.is_argument:
        names += [f"ordinal_s{axis}" for axis in ranks]
    return tuple(names)


def nest_values(signature: KernelSignature, nest: LoopNest) -> dict[str, int]:
    """Return the values of `nest_parameters` in a bound nest."""
    values = {extent_name(rank): axis.extent for rank, axis in enumerate(nest.axes)}
    for access, bound in zip((signature.output, *signature.inputs), (nest.output, *nest.inputs), strict=True):
        for axis, stride in enumerate(bound.strides):
            if access.strides[axis] is StrideClass.ANY:
                values[f"{access.name}_s{axis}"] = stride
    if nest.reduction is not None:
        values |= {f"ordinal_s{axis}": step for axis, step in enumerate(nest.reduction.ordinal_strides)}
    return values


def arrange(names: Sequence[str], values: Mapping[str, int]) -> tuple[int, ...]:
    """Return the values in the order in which the kernel reads them."""
    return tuple(values[name] for name in names)


def emit_arguments(
    writer: SourceWriter, signature: KernelSignature, addresses: Sequence[str], names: Sequence[str]
) -> None:
    """Read the argument words: typed operand pointers, further `addresses`, then the named values."""
    writer.line("word = int64_at(arguments)")
    accesses = (signature.output, *signature.inputs)
    for position, access in enumerate(accesses):
        writer.line(f"{access.name} = {STORED[access.dtype]}_at(word[{position}])")
    for position, name in enumerate([*addresses, *names], start=len(accesses)):
        writer.line(f"{name} = word[{position}]")


def element(access: AccessSignature, base: str, coordinates: Mapping[int, str]) -> str:
    """Return the text of one element: `base` plus what the given axes' coordinates add."""
    return f"{access.name}[{offset(access, base, coordinates)}]"


def offset(access: AccessSignature, base: str, coordinates: Mapping[int, str]) -> str:
    """Return the text of one element's offset: `base` plus what the given axes' coordinates add."""
    terms = [base] if base else []
    for axis, coordinate in coordinates.items():
        if access.strides[axis] is StrideClass.UNIT:
            terms.append(coordinate)
        elif access.strides[axis] is StrideClass.ANY:
            terms.append(f"{coordinate} * {stride_name(access, axis)}")
    return " + ".join(terms) or "0"


def emit_value(
    writer: SourceWriter, value: Expression, signature: KernelSignature, loads: Sequence[str]
) -> str:
    """Write what an element expression needs beforehand; return the text of its value.

    Args:
        writer: where statements go.
        value: the expression.
        signature: the kernel's signature, for dtypes.
        loads: text of each input's current element.
    """
    match value:
        case Load(operand):
            return loads[operand]
        case Convert(dtype, inner):
            return convert(emit_value(writer, inner, signature, loads), dtype)
        case Apply(operation, arguments):
            left, right = (emit_value(writer, argument, signature, loads) for argument in arguments)
            if operation is ScalarOperation.CHECKED_MULTIPLY:
                return _emit_checked_product(writer, left, right, value_dtype(value, signature))
            return f"{left} * {right}"


def convert(text: str, dtype: DType) -> str:
    """Return the text of a conversion."""
    return f"np.{STORED[dtype]}({text})"


def value_dtype(value: Expression, signature: KernelSignature) -> DType:
    """Return the dtype that an expression yields over the signature's inputs."""
    match value:
        case Load(operand):
            return signature.inputs[operand].dtype
        case Convert(dtype, _):
            return dtype
        case Apply(_, arguments):
            return value_dtype(arguments[0], signature)


def _emit_checked_product(writer: SourceWriter, left: str, right: str, dtype: DType) -> str:
    """Multiply integers; set bits of `fault` when the product leaves `dtype`."""
    writer.line(f"product = np.int64({left}) * np.int64({right})")
    if dtype is DType.Int32:
        writer.line("fault |= product ^ np.int64(np.int32(product))")
    else:
        writer.line(f"fault |= multiply_high({left}, {right}) ^ (product >> 63)")
    return "product"
