"""Find the NaN that an extremum returns: of several in a fibre, the first one in logical order.

Kernels fold a fibre in whatever order memory suits. That a NaN is among the terms shows in the total;
which one came first is looked up afterwards, so that fibres without one pay nothing.
"""

from swc.codegen.kernel import value_dtype
from swc.codegen.signature import KernelSignature
from swc.codegen.writer import SourceWriter
from swc.ir.nodes import LoopNest, ReductionKind

PARAMETERS = ("fibre_at", "fibre_rank")  # where the fibre's (extent, step) pairs lie, and how many


def finds_nan(signature: KernelSignature) -> bool:
    """Whether the kernel's result can be one of several NaN."""
    is_extremum = signature.kind in (ReductionKind.MAX, ReductionKind.MIN)
    return is_extremum and value_dtype(signature.value, signature).is_floating


def fibre_words(nest: LoopNest) -> tuple[int, ...]:
    """Return the argument words that describe the fibre, its fastest digit first."""
    assert nest.reduction is not None
    return tuple(word for digit in nest.reduction.fibre for word in digit)


def emit_first_nan(writer: SourceWriter) -> None:
    """Write the function that walks a fibre in logical order."""
    writer.lines(
        "@njit(**OPTIONS)",
        "def first_nan(word, at, rank, source, otherwise):",
        '    """Return the first NaN of the fibre that begins at `source`."""',
        "    coordinate = int64_stack(64)",
        "    for digit in range(rank):",
        "        coordinate[digit] = 0",
        "    offset = 0",
        "    while True:",
        "        value = source[offset]",
        "        if value != value:",
        "            return value",
        "        digit = 0",
        "        while digit < rank:",
        "            extent, step = word[at + 2 * digit], word[at + 2 * digit + 1]",
        "            coordinate[digit] += 1",
        "            offset += step",
        "            if coordinate[digit] < extent:",
        "                break",
        "            coordinate[digit] = 0",
        "            offset -= extent * step",
        "            digit += 1",
        "        if digit == rank:",
        "            return otherwise",
        "",
        "",
    )


def emit_replacement(writer: SourceWriter, total: str, source: str) -> None:
    """Replace a NaN `total` by the first of the fibre that begins at `source`."""
    with writer.block(f"if {total} != {total}:"):
        writer.line(f"{total} = first_nan(word, {', '.join(PARAMETERS)}, {source}, {total})")
