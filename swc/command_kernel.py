"""`swc.kernel` on a command: NumPy arrays in, a NumPy array out."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

import swc.compile as compiler
from swc.command import CommandKind, infer_kind, parse_einsum, parse_rearrange, parse_reduce
from swc.command.specs import EinsumSpec, RearrangeSpec, ReduceSpec
from swc.dtypes import DType
from swc.errors import with_notes
from swc.foreign import Array, checked_dtype, compact_copy, describe, warn_of_copy
from swc.ir.nodes import ReductionKind
from swc.launch.address import data_address
from swc.layout import Layout, Shape, Stride, Tree
from swc.lowering import texts
from swc.operand import OperandType, ResultOrder

_TAKER: Final = "swc.kernel"
_BINDINGS: Final = 1024  # array layouts that one kernel remembers

REDUCTIONS: Final = {
    "reduce_sum": ReductionKind.SUM,
    "reduce_prod": ReductionKind.PROD,
    "reduce_max": ReductionKind.MAX,
    "reduce_min": ReductionKind.MIN,
    "argmax": ReductionKind.ARGMAX,
    "argmin": ReductionKind.ARGMIN,
}
KINDS: Final = ("rearrange", "einsum", *REDUCTIONS)

_INFERRED: Final = {
    CommandKind.REARRANGE: "rearrange",
    CommandKind.EINSUM: "einsum",
    CommandKind.REDUCE: "reduce_sum",
}

Spec = RearrangeSpec | ReduceSpec | EinsumSpec


@dataclass(frozen=True, slots=True)
class _Binding:
    """An executable for arrays of one shape, stride and dtype each."""

    executable: compiler.Executable
    shape: tuple[int, ...]
    dtype: np.dtype[np.generic]
    itemsizes: tuple[int, ...]


def resolve_kind(command: str, kind: str | None = None) -> str:
    """Return the kind of a command: the given one, checked, or the one that its text implies.

    Raises:
        ValueError: when `kind` is unknown, or the text is invalid or fits two kinds.
        TypeError: when `command` is not a str.
    """
    if kind is None:
        return _INFERRED[infer_kind(command)]
    if kind == "reduce":
        return "reduce_sum"
    if kind not in KINDS:
        raise ValueError(f"unknown kind '{kind}'; the kinds are {', '.join(KINDS)}")
    return kind


def parse_kind(command: str, kind: str) -> Spec:
    """Compile a command's text as `kind`, which `resolve_kind` returned.

    Raises:
        CommandError: when it does not compile.
        TypeError: when it is not a str.
    """
    if kind == "rearrange":
        return parse_rearrange(command)
    return parse_einsum(command) if kind == "einsum" else parse_reduce(command)


def selections(spec: Spec) -> tuple[Tree, ...]:
    """Return the selection tree of each operand."""
    if isinstance(spec, EinsumSpec):
        return spec.lhs_selection, spec.rhs_selection
    return (spec.selection,)


def nest_flat_layout(layout: Layout, selection: Tree, name: str) -> Layout:
    """Give a flat layout, one mode a leaf, the nesting of a reference.

    Raises:
        ValueError: PROFILE_MISMATCH, with notes, when there are more or fewer modes than leaves.
    """
    if len(layout) != selection.size:
        raise with_notes(
            ValueError(texts.PROFILE_MISMATCH),
            f"{name} has {len(layout)} axes, the reference names {selection.size} leaves",
            "a command takes no sizes: give the array one axis a leaf, in reading order, "
            "or build the hierarchy with strideweave.view(array, 'a (b c)', c=...)",
        )
    leaves = iter(zip(layout.leaf_extents, layout.leaf_strides, strict=True))
    shape, stride = _nest(selection, leaves)
    return Layout(Shape(shape), Stride(stride))


class CommandKernel:
    """A compiled command for NumPy arrays; made by `swc.kernel`.

    An array has one axis a leaf of its reference, in reading order; so has the result, in C order.
    Operands of a class with `__swc_command__` (tensors of the runtime) are handed to that class.
    Kernels are compiled for the strides and dtypes that calls bring, and kept on disk.

    Attributes:
        command: the command's text.
        kind: `rearrange`, `einsum`, `reduce_sum`, ..., `argmin`.
    """

    def __init__(
        self, command: str, *, kind: str | None = None, accumulator_dtype: DType | None = None
    ) -> None:
        """Compile the command's text; see `swc.kernel`."""
        self.kind = resolve_kind(command, kind)
        self.spec = parse_kind(command, self.kind)
        self.command = str(command)
        if accumulator_dtype is not None and self.kind != "reduce_sum":
            raise TypeError(f"operation '{self.kind}' does not accept accumulator_dtype")
        self._accumulator = compiler.check_accumulator(accumulator_dtype)
        self._bindings: dict[tuple[object, ...], _Binding] = {}

    def __repr__(self) -> str:
        return f"swc.kernel({self.command!r}, kind={self.kind!r})"

    def __call__(self, *arrays: Array) -> Array:
        """Run the command.

        Args:
            arrays: one array per input reference, one axis a leaf.

        Returns:
            A fresh array in C order, one axis a leaf of the output reference.

        Raises:
            TypeError: for anything but plain arrays of the five dtypes, or a wrong number of them.
            ValueError: when an array does not fit its reference, or shared sizes disagree.
            NotImplementedError: for arithmetic on bool.
            OverflowError: when an integer result does not fit its dtype.

        Warns:
            CopyWarning: when an array must be copied first, since no layout describes its memory.
        """
        try:
            key = tuple([(type(array), array.shape, array.strides, array.dtype) for array in arrays])
            binding = self._bindings.get(key)
        except (AttributeError, TypeError):  # no arrays: what they are is checked, and named, below
            key, binding = (), None
        if binding is None:
            return self._call_new(key, arrays)
        addresses = [data_address(array) for array in arrays]
        for address, itemsize in zip(addresses, binding.itemsizes, strict=True):
            if address % itemsize:
                return self._call_new(key, arrays)
        result = np.empty(binding.shape, binding.dtype)
        binding.executable.launch(data_address(result), *addresses)
        return result

    def bind(self, *operands: OperandType) -> compiler.Executable:
        """Return the executable for operands whose layouts carry the references' hierarchy."""
        if self.kind == "einsum":
            lhs, rhs = operands
            return compiler.contraction(self.command, lhs, rhs, order=ResultOrder.ROW_MAJOR)
        (operand,) = operands
        if self.kind == "rearrange":
            return compiler.rearrangement(self.command, operand, order=ResultOrder.ROW_MAJOR)
        return compiler.reduction(
            self.command,
            REDUCTIONS[self.kind],
            operand,
            accumulator=self._accumulator,
            order=ResultOrder.ROW_MAJOR,
        )

    def operand_types(self, *arrays: Array) -> tuple[OperandType, ...]:
        """Return what the compiler knows of arrays that need no copy, nested as the references name them.

        Raises:
            ValueError: when an array has not one axis a leaf of its reference.
        """
        names = ("lhs", "rhs") if self.kind == "einsum" else ("array",)
        types = []
        for array, tree, name in zip(arrays, selections(self.spec), names, strict=True):
            layout = describe(array)
            assert isinstance(layout, Layout)
            types.append(OperandType(nest_flat_layout(layout, tree, name), checked_dtype(array, _TAKER)))
        return tuple(types)

    def _call_new(self, key: tuple[object, ...], arrays: tuple[Array, ...]) -> Array:
        """Check the arrays, copy those that no layout describes, bind, and run."""
        wanted = len(selections(self.spec))
        if len(arrays) != wanted:
            raise TypeError(f"'{self.command}' takes {wanted} array(s), {len(arrays)} given")
        for array in arrays:
            taken_over = getattr(type(array), "__swc_command__", None)
            if taken_over is not None:
                return taken_over(self.kind, self.command, arrays, self._accumulator)  # type: ignore[no-any-return]
        usable = [_usable(array) for array in arrays]
        executable = self.bind(*self.operand_types(*usable))
        layout = executable.result.layout
        binding = _Binding(
            executable,
            layout.leaf_extents,
            executable.result.dtype.numpy,
            tuple(array.itemsize for array in usable),
        )
        if all(mine is theirs for mine, theirs in zip(usable, arrays, strict=True)):
            if len(self._bindings) >= _BINDINGS:
                self._bindings.clear()
            self._bindings[key] = binding
        result = np.empty(binding.shape, binding.dtype)
        executable.launch(data_address(result), *[data_address(array) for array in usable])
        return result


def _usable(array: Array) -> Array:
    """Return the array, or the one documented copy of it."""
    dtype = checked_dtype(array, _TAKER)
    placement = describe(array)
    if isinstance(placement, Layout):
        return array
    warn_of_copy(f"{_TAKER} copied the array: {placement}", stacklevel=5)
    return compact_copy(array, dtype)


def kernel(
    command: str, *, kind: str | None = None, accumulator_dtype: DType | None = None
) -> Callable[..., Array]:
    """Compile a layout command into a function of NumPy arrays.

    Args:
        command: `"b i k, b j k -> b i j"`, `"a (c d) b -> a c"`, `"a b -> b a"`.
        kind: `"rearrange"`, `"einsum"`, `"reduce_sum"`, `"reduce_prod"`, `"reduce_max"`, `"reduce_min"`,
            `"argmax"` or `"argmin"`. Without it a comma means `einsum`, an omitted symbol `reduce_sum`,
            and otherwise it is a `rearrange`.
        accumulator_dtype: dtype in which `reduce_sum` adds, `DType.Float32` or `DType.Float64`.

    Returns:
        A function of one array (two for `einsum`), each with one axis a leaf of its reference.

    Raises:
        CommandError: when the command does not compile; the error shows where.
        TypeError: when an argument has the wrong kind.

    Examples:
        >>> import numpy as np
        >>> import swc
        >>> scores = swc.kernel("b i k, b j k -> b i j")
        >>> scores(np.ones((2, 3, 4), "float32"), np.ones((2, 5, 4), "float32")).shape
        (2, 3, 5)
    """
    return CommandKernel(command, kind=kind, accumulator_dtype=accumulator_dtype)


def _nest(selection: Tree, leaves: Iterator[tuple[int, int]]) -> tuple[list[object], list[object]]:
    shape: list[object] = []
    stride: list[object] = []
    for item in selection:
        if isinstance(item, Tree):
            inner_shape, inner_stride = _nest(item, leaves)
            shape.append(inner_shape)
            stride.append(inner_stride)
        else:
            extent, step = next(leaves)
            shape.append(extent)
            stride.append(step)
    return shape, stride
