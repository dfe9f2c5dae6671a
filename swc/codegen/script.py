"""Write a kernel as a module that runs by itself: for NumPy arrays, with a check against NumPy.

The script computes at run time what the launcher knows from a plan, by the arithmetic of the
`support/front*.py` modules, whose text it carries. It knows symbols by number only; a user's spelling
appears in comments alone.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from swc.codegen import contraction, pointwise, reduction
from swc.codegen.choose import choose_combiner
from swc.codegen.module import emit_module, sanitise, schedule_nest, support_text
from swc.codegen.reduction_walk import by_rows, run_axis
from swc.codegen.signature import KernelSignature, sign
from swc.codegen.target import Target
from swc.codegen.unordered import finds_nan
from swc.codegen.writer import SourceWriter
from swc.dtypes import DType
from swc.ir.family import Family, free_axes
from swc.ir.nodes import AxisRole, LoopNest

Reference = tuple[int, ...]

_FRONTS: Final = {
    Family.POINTWISE: "front_pointwise",
    Family.REDUCTION: "front_reduction",
    Family.CONTRACTION: "front_contraction",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptRequest:
    """What a script is made from.

    Attributes:
        nest: canonical nest over C-ordered arrays, every symbol's extent above one: then its kernel
            fits arrays of any extents.
        axes: the symbol numbers that each axis of the nest runs over, slowest first.
        references: for each array, the symbol number of each axis; -1 where extent one is required.
        output: the same for the result.
        dtypes: dtype of each array.
        result: dtype of the result.
        kind: `rearrange`, `einsum`, `reduce_sum`, ...
        examples: shapes of the arrays that the self-check makes.
        symbols: the user's spelling of each symbol number, for comments.
        comments: lines for the header.
    """

    nest: LoopNest
    axes: tuple[Reference, ...]
    references: tuple[Reference, ...]
    output: Reference
    dtypes: tuple[DType, ...]
    result: DType
    kind: str
    examples: tuple[tuple[int, ...], ...]
    symbols: tuple[str, ...]
    comments: tuple[str, ...]

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the script's array parameters."""
        return ("lhs", "rhs") if len(self.references) == 2 else ("array",)


def emit_script(request: ScriptRequest, target: Target) -> str:
    """Return the source of a module that needs Numba, llvmlite and NumPy only.

    Its `run` takes and returns NumPy arrays of any extents; run as a program it checks itself.
    """
    signature = sign(request.nest)
    writer = SourceWriter()
    writer.lines("", "", "# --- front: NumPy arrays in, a NumPy array out")
    writer.lines(
        "from collections.abc import Callable, Iterable, Sequence", "from numba import get_num_threads"
    )
    for name in ("front", _FRONTS[signature.family]):
        writer.lines("", "", support_text(name))
    writer.lines("", "")
    _emit_tables(writer, request)
    writer.lines("", "")
    _emit_run(writer, request, signature, target)
    writer.lines("", "", "# --- check")
    for name in ("front_check", _check_module(request)):
        writer.lines(support_text(name), "", "")
    _emit_main(writer, request)
    return emit_module(signature, target, request.comments) + writer.text()


def _emit_tables(writer: SourceWriter, request: ScriptRequest) -> None:
    for number, symbol in enumerate(request.symbols):
        writer.line(f"# symbol {number}: {sanitise(symbol)}")
    inputs = tuple(access.operand for access in request.nest.inputs)
    writer.lines(
        f"REFERENCES = {request.references!r}  # symbol of each axis; -1 takes extent one only",
        f"OUTPUT = {request.output!r}",
        f"DTYPES = {_strings(dtype.numpy.name for dtype in request.dtypes)}",
        f'RESULT = "{request.result.numpy.name}"',
        f"AXES = {request.axes!r}  # symbols of each loop axis, slowest first",
        f"INPUTS = {inputs!r}  # which array each kernel input is",
    )


def _emit_run(
    writer: SourceWriter, request: ScriptRequest, signature: KernelSignature, target: Target
) -> None:
    names = [access.name for access in request.nest.inputs]
    with writer.block(f"def run({', '.join(request.parameters)}):"):
        writer.lines(
            '"""Return the result as a fresh array in C order."""',
            f"arrays = checked_arrays([{', '.join(request.parameters)}], DTYPES)",
            "symbols = bind_extents([array.shape for array in arrays], REFERENCES)",
            "result = np.empty([symbols.get(symbol, 1) for symbol in OUTPUT], RESULT)",
            "extents = [volume(symbols[symbol] for symbol in axis) for axis in AXES]",
            "out = walk(AXES, steps_along(OUTPUT, symbols))",
        )
        for position, name in enumerate(names):
            writer.line(f"{name} = walk(AXES, steps_along(REFERENCES[INPUTS[{position}]], symbols))")
        writer.line("addresses = [result.ctypes.data, *[arrays[place].ctypes.data for place in INPUTS]]")
        match signature.family:
            case Family.POINTWISE:
                _emit_pointwise_run(writer, signature, names)
            case Family.REDUCTION:
                _emit_reduction_run(writer, request, signature, names)
            case Family.CONTRACTION:
                _emit_contraction_run(writer, request.nest, signature, target)
        writer.line("return result")


def _emit_pointwise_run(writer: SourceWriter, signature: KernelSignature, names: list[str]) -> None:
    limits = f"{pointwise.TASK_ELEMENTS}, {pointwise.TILE}, {pointwise.is_transposing(signature)}"
    writer.line(f"tasks, cut = cut_pointwise(extents, {limits})")
    _emit_words(writer, pointwise.parameters(signature), names)
    writer.line("launch((run_parallel, None), tasks, words, 0, 0)")


def _emit_reduction_run(
    writer: SourceWriter, request: ScriptRequest, signature: KernelSignature, names: list[str]
) -> None:
    lane = "1" if by_rows(signature) else f"extents[{signature.lane}]"
    slot_bytes = 8 * len(choose_combiner(signature).combiner.total)
    for name, role in (("kept", AxisRole.PARALLEL), ("reduced", AxisRole.REDUCED)):
        axes = request.nest.axes_of(role)
        writer.line(f"{name} = volume(extents[axis] for axis in {axes!r})")
    walks = names
    if signature.kind is not None and signature.kind.is_argument:
        dropped = tuple(symbol for symbol in request.references[0] if symbol not in request.output)
        writer.lines(
            "if reduced > 0x7FFFFFFF:",
            '    raise OverflowError("positions leave the range of int32")',
            f"ordinal = walk(AXES, steps_along({dropped[::-1]!r}, symbols))",
        )
        walks = [*names, "ordinal"]
    writer.lines(
        f"limits = {reduction.limits(signature)!r}",
        f"run = extents[{run_axis(signature)}]",
        f"tasks, finish_tasks, cut = cut_reduction(kept, reduced, {lane}, run, limits)",
        f'partials = np.empty({slot_bytes} * cut["slots"] if finish_tasks else 0, np.uint8)',
        "addresses.append(partials.ctypes.data)",
    )
    parameters = reduction.parameters(signature)
    if finds_nan(signature):
        _emit_fibre(writer, request, len(parameters))
    _emit_words(writer, parameters, walks)
    if finds_nan(signature):
        writer.line("words += fibre")
    writer.line("launch((run_parallel, finish), tasks, words, 0, finish_tasks)")


def _emit_fibre(writer: SourceWriter, request: ScriptRequest, parameters: int) -> None:
    """Describe the fibre in its logical order: dropped symbols as the reference has them, first fastest."""
    dropped = tuple(symbol for symbol in request.references[0] if symbol not in (-1, *request.output))
    writer.lines(
        "steps = steps_along(REFERENCES[0], symbols)",
        f"fibre = [word for symbol in {dropped!r} for word in (symbols[symbol], steps[symbol])]",
        f'cut |= {{"fibre_at": len(addresses) + {parameters}, "fibre_rank": {len(dropped)}}}',
    )


def _emit_words(writer: SourceWriter, parameters: tuple[str, ...], names: list[str]) -> None:
    walks = ", ".join(f'"{name}": {name}' for name in ("out", *names))
    writer.line(f"values = name_values(extents, {{{walks}}}) | cut")
    writer.line("names = [")
    for parameter in parameters:
        writer.line(f'    "{parameter}",')
    writer.line("]")
    writer.line("words = [*addresses, *[values[name] for name in names]]")


def _emit_contraction_run(
    writer: SourceWriter, nest: LoopNest, signature: KernelSignature, target: Target
) -> None:
    rows, columns = free_axes(nest)
    depth = nest.axes_of(AxisRole.REDUCED)
    batch = tuple(axis for axis in nest.axes_of(AxisRole.PARALLEL) if axis not in (*rows, *columns))
    schedule = schedule_nest(signature, nest, target, 1)
    tables = 3 * len((*rows, *columns, *depth)) + 4 * len(batch)
    left, right = (access.name for access in nest.inputs)
    writer.lines(
        "groups = [",
        f"    ({rows!r}, [{left}, out]),",
        f"    ({columns!r}, [{right}, out]),",
        f"    ({depth!r}, [{left}, {right}]),",
        f"    ({batch!r}, [{left}, {right}, out]),",
        "]",
        f"limits = {_block_limits(signature, target)!r}",
        f"first = len(addresses) + {len(schedule.values) - tables}",
        "tasks, values = cut_contraction(extents, groups, limits, get_num_threads(), first)",
        f"launch((run_parallel, None), tasks, [*addresses, *values], {schedule.scratch_bytes}, 0)",
    )


def _block_limits(signature: KernelSignature, target: Target) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the most rows and columns of a task, each with the step that it is a multiple of."""
    compute = contraction.compute_dtype(signature)
    wide = compute is not signature.output.dtype
    rows = contraction.WIDE_ROWS if wide else contraction.BLOCK_ROWS
    columns = contraction.WIDE_COLUMNS if wide else contraction.BLOCK_COLUMNS
    lanes = target.vector_bytes // compute.itemsize
    steps = target.tile_rows, target.tile_vectors * lanes
    return (rows // steps[0] * steps[0], steps[0]), (columns // steps[1] * steps[1], steps[1])


def _emit_main(writer: SourceWriter, request: ScriptRequest) -> None:
    multiplies = request.kind == "reduce_prod"
    if _check_module(request) == "front_check_reduction":
        kind = request.kind.removeprefix("reduce_")
        expected = f'expected("{kind}", arrays[0], REFERENCES[0], OUTPUT)'
    else:
        expected = "expected(arrays, REFERENCES, OUTPUT)"
    with writer.block('if __name__ == "__main__":'):
        writer.lines(
            f"shapes = {request.examples!r}",
            f"arrays = [example_array(shape, dtype, {multiplies})"
            " for shape, dtype in zip(shapes, DTYPES, strict=True)]",
            f"print(*shapes, verdict(run(*arrays), {expected}))",
        )


def _check_module(request: ScriptRequest) -> str:
    products = request.kind in ("rearrange", "einsum")
    return "front_check_product" if products else "front_check_reduction"


def _strings(names: Iterable[str]) -> str:
    """Return the text of a tuple of strings, quoted as formatters do."""
    texts = [f'"{name}"' for name in names]
    return f"({texts[0]},)" if len(texts) == 1 else f"({', '.join(texts)})"
