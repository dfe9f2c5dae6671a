"""Run kernels on NumPy memory, watched: inputs must not change, and nothing beside the output either."""

from collections.abc import Sequence

import numpy as np

import swc.compile as compiler
from swc.command import parse_einsum, parse_reduce
from swc.dtypes import DType
from swc.ir import ReductionKind
from swc.launch import Executable
from swc.layout import Layout, Tree, extract
from swc.layout.tree import NodeId
from swc.lowering.plan import Plan
from swc.operand import OperandType

GUARD = 64  # canary bytes on both sides of an output
CANARY = 0xA5
NUMBERS = (DType.Float32, DType.Float64, DType.Int32, DType.Int64)

Array = np.ndarray


def fill(layout: Layout, dtype: DType, rng: np.random.Generator, *, low: int = -4, high: int = 5) -> Array:
    """Return a flat buffer for a layout, of small whole numbers, so that sums are exact in any order."""
    values = (
        rng.integers(0, 2, layout.cosize) if dtype is DType.Bool else rng.integers(low, high, layout.cosize)
    )
    return values.astype(dtype.numpy)


def leaf_view(buffer: Array, layout: Layout) -> Array:
    """Return the buffer as an array of one axis a leaf."""
    steps = [stride * buffer.itemsize for stride in layout.leaf_strides]
    return np.lib.stride_tricks.as_strided(buffer, layout.leaf_extents, steps)


def launch(executable: Executable, *buffers: Array) -> Array:
    """Run an executable on flat buffers; return the result with one axis a leaf."""
    layout, numpy_dtype = executable.result.layout, executable.result.dtype.numpy
    memory = np.full(2 * GUARD + layout.cosize * numpy_dtype.itemsize, CANARY, np.uint8)
    output = memory[GUARD : len(memory) - GUARD].view(numpy_dtype)
    before = [buffer.tobytes() for buffer in buffers]
    executable.launch(output.ctypes.data, *[buffer.ctypes.data for buffer in buffers])
    assert [buffer.tobytes() for buffer in buffers] == before
    untouched = np.ones(layout.cosize, bool)
    leaf_view(untouched, layout)[...] = False
    assert (memory[:GUARD] == CANARY).all()
    assert (memory[-GUARD:] == CANARY).all()
    assert (output[untouched].view(np.uint8) == CANARY).all()
    return leaf_view(output, layout)


def launch_plan(plan: Plan, *buffers: Array) -> Array:
    """Compile and run a plan."""
    return launch(compiler.compile_plan(plan, "test").executable, *buffers)


def merged(view: Array, sizes: Sequence[int]) -> Array:
    """Merge neighbouring axes, the first one fastest, into axes of the given sizes."""
    return view.reshape(tuple(sizes), order="F")


def symbol_array(buffer: Array, layout: Layout, selection: Tree) -> Array:
    """Return an operand with one axis an extracted sublayout, in source order, indexed by its ordinals."""
    leaves = extract(layout, selection)
    return merged(leaf_view(buffer, layout), [leaf.size for leaf in leaves])


def output_ids(tree: Tree) -> list[int]:
    """Return the ids of an output tree, depth first."""
    return [marker.id for marker in tree.walk() if isinstance(marker, NodeId)]


def reduction_view(command: str, buffer: Array, layout: Layout) -> Array:
    """Return an operand with one axis a kept symbol, then one for the ordinals of the reduced structure."""
    spec = parse_reduce(command)
    array = symbol_array(buffer, layout, spec.selection)
    kept, reduced = output_ids(spec.output), output_ids(spec.reduced)
    sizes = [array.shape[place] for place in kept]
    return merged(array.transpose([*kept, *reduced]), [*sizes, -1])


def reduce(
    command: str,
    kind: ReductionKind,
    layout: Layout,
    dtype: DType,
    buffer: Array,
    accumulator: DType | None = None,
) -> Array:
    """Run a reduce command; return the result with one axis a kept symbol."""
    executable = compiler.reduction(command, kind, OperandType(layout, dtype), accumulator=accumulator)
    return _by_symbol(launch(executable, buffer), reduction_view(command, buffer, layout).shape[:-1])


def contract(
    command: str, layouts: Sequence[Layout], dtypes: Sequence[DType], buffers: Sequence[Array]
) -> Array:
    """Run a contraction command; return the result with one axis a kept symbol, in output order."""
    lhs, rhs = (OperandType(layout, dtype) for layout, dtype in zip(layouts, dtypes, strict=True))
    executable = compiler.contraction(command, lhs, rhs)
    letters, arrays = contraction_views(command, layouts, buffers)
    sizes = {
        letter: size
        for side, array in zip(letters[:2], arrays, strict=True)
        for letter, size in zip(side, array.shape, strict=True)
    }
    return _by_symbol(launch(executable, *buffers), [sizes[letter] for letter in letters[2]])


def contraction_views(
    command: str, layouts: Sequence[Layout], buffers: Sequence[Array]
) -> tuple[list[list[int]], list[Array]]:
    """Return subscripts for `numpy.einsum` (both operands, then the result), and the operands."""
    spec = parse_einsum(command)
    number = {symbol: place for place, symbol in enumerate(spec.union_symbols)}
    subscripts, arrays = [], []
    sides = ((spec.lhs_selection, spec.lhs_symbol_ids), (spec.rhs_selection, spec.rhs_symbol_ids))
    for (selection, symbol_ids), layout, buffer in zip(sides, layouts, buffers, strict=True):
        array = symbol_array(buffer, layout, selection)
        named = sorted((place, number[symbol]) for symbol, place in symbol_ids)
        kept = [place for place, _ in named]
        arrays.append(array.reshape([array.shape[place] for place in kept]))
        subscripts.append([symbol for _, symbol in named])
    return [*subscripts, output_ids(spec.general_output)], arrays


def contract_with_numpy(command: str, layouts: Sequence[Layout], buffers: Sequence[Array]) -> Array:
    """Return what a contraction command means, by NumPy."""
    (left, right, output), arrays = contraction_views(command, layouts, buffers)
    return np.einsum(arrays[0], left, arrays[1], right, output)


def _by_symbol(view: Array, sizes: Sequence[int]) -> Array:
    return merged(view, sizes) if view.size > 1 else view.reshape([1] * len(sizes))
