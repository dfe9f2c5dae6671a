"""Measure kernels against NumPy: `python benchmarks/run.py [WORD...]` runs the cases that hold a word.

Every figure is peer time / our time, medians of alternating rounds in one process; losses are printed
like wins. Run it on an idle machine.
"""

import math
import os
import platform
import sys

import numpy as np
from cases import CASES, Case
from measure import Comparison, compare

import swc
from swc.command import parse_einsum, parse_reduce
from swc.launch.threads import thread_limit
from swc.layout.tree import NodeId

_NUMPY_REDUCTIONS = {
    "reduce_sum": np.sum,
    "reduce_prod": np.prod,
    "reduce_max": np.max,
    "reduce_min": np.min,
    "argmax": np.argmax,
    "argmin": np.argmin,
}


def operands_of(case: Case) -> list[np.ndarray]:
    """Return reproducible operands, one axis a symbol."""
    random = np.random.default_rng(0)
    references = case.command.split("->")[0].split(",")
    shapes = [[case.sizes[symbol] for symbol in reference.split()] for reference in references]
    if case.dtype.startswith("int"):
        return [random.integers(-50, 50, shape, dtype=case.dtype) for shape in shapes]
    return [random.random(shape, dtype=case.dtype) - 0.5 for shape in shapes]


def numpy_call(case: Case, operands: list[np.ndarray]) -> object:
    """Return a call of NumPy that does the same work."""
    if case.kind == "einsum":
        parse_einsum(case.command)
        left, right = case.command.replace(" ", "").replace("1", "").split("->")
        return lambda: np.einsum(f"{left}->{right}", *operands, optimize=True)
    spec = parse_reduce(case.command)
    symbols = case.command.split("->")[0].split()
    kept = [symbols[marker.id] for marker in spec.output if isinstance(marker, NodeId)]
    axes = tuple(axis for axis, symbol in enumerate(symbols) if symbol not in kept)
    function = _NUMPY_REDUCTIONS[case.kind]
    (array,) = operands
    if not case.kind.startswith("arg"):
        return lambda: function(array, axis=axes)
    if len(axes) == 1:
        return lambda: function(array, axis=axes[0])
    rest = [axis for axis in range(array.ndim) if axis not in axes]
    shape = [array.shape[axis] for axis in rest]
    return lambda: function(array.transpose(*rest, *axes).reshape(*shape, -1), axis=-1)


def measure(case: Case) -> Comparison:
    """Compare our kernel with NumPy on one case, after checking that they agree."""
    operands = operands_of(case)
    kernel = swc.kernel(case.command, kind=case.kind)
    peer = numpy_call(case, operands)
    if not case.kind.startswith("arg"):
        ours, theirs = kernel(*operands), peer()
        np.testing.assert_allclose(ours.reshape(np.shape(theirs)), theirs, rtol=1e-3, atol=1e-2)
    sizes = " ".join(f"{symbol}={extent}" for symbol, extent in case.sizes.items())
    name = f"{case.kind} {case.command}  {sizes}  {case.dtype}"
    return compare(name, {"swc": lambda: kernel(*operands), "numpy": peer})


def main(words: list[str]) -> None:
    """Print a line a case, then the geometric mean and the worst case of each family."""
    print(
        f"{platform.processor() or platform.machine()}, {thread_limit()} threads, Python "
        f"{platform.python_version()}, NumPy {np.__version__}, OpenBLAS core "
        f"{os.environ.get('OPENBLAS_CORETYPE', 'chosen by itself')}"
    )
    results: dict[str, list[Comparison]] = {}
    for case in CASES:
        text = f"{case.family} {case.kind} {case.command} {case.dtype}"
        if all(word in text for word in words):
            result = measure(case)
            results.setdefault(case.family, []).append(result)
            ours, theirs = result.seconds["swc"], result.seconds[result.peer]
            print(
                f"{result.ratio:7.2f} ({result.low:.2f}-{result.high:.2f})  "
                f"{ours * 1e6:10.1f} us against {theirs * 1e6:10.1f} us  {result.name}",
                flush=True,
            )
    for family, rows in results.items():
        mean = math.exp(sum(math.log(row.ratio) for row in rows) / len(rows))
        worst = min(rows, key=lambda row: row.ratio)
        print(f"{family}: geometric mean {mean:.2f}, worst {worst.ratio:.2f} ({worst.name})")


if __name__ == "__main__":
    main(sys.argv[1:])
