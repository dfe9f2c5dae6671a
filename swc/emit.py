"""`swc emit`: a command as a Numba module that runs by itself."""

from collections.abc import Iterator, Sequence
from typing import Final

from swc.codegen.script import Reference, ScriptRequest, emit_script
from swc.codegen.signature import sign
from swc.codegen.target import host_target
from swc.command import lex
from swc.dtypes import DType
from swc.passes import canonicalise
from swc.prepare import Extents, Prepared, key_of, prepare

_EXAMPLE_ELEMENTS: Final = 1 << 18  # most loop trips of a script's self-check
_LARGEST_EXAMPLE: Final = 61  # largest extent of its arrays


def emit(
    command: str,
    kind: str | None = None,
    *,
    shapes: Sequence[Extents | None] = (),
    dtypes: Sequence[DType] = (),
) -> str:
    """Return the source of a module whose `run` executes a command on C-ordered NumPy arrays.

    Args:
        command: command text.
        kind: its kind; None infers it.
        shapes: shapes of the arrays of the module's self-check; `run` itself takes any extents.
        dtypes: dtype of each array; Float32 when empty.

    Raises:
        ValueError: when the command does not compile, or a shape does not fit.
        TypeError, NotImplementedError, OverflowError: when lowering refuses the operands.
    """
    asked = prepare(command, kind, shapes=shapes, dtypes=dtypes)
    numbered, symbols = _number_symbols(command, asked.kind)
    general = prepare(numbered, asked.kind, shapes=list(_shapes_above_one(asked)), dtypes=dtypes)
    nest = canonicalise(general.plan.nest)
    references = tuple(_references(general))
    target = host_target()
    request = ScriptRequest(
        nest=nest,
        axes=tuple(tuple(_number(origin) for origin in axis.origin if origin != "1") for axis in nest.axes),
        references=references,
        output=tuple(_output(numbered)),
        dtypes=tuple(operand.dtype for operand in general.plan.operands),
        result=general.plan.result.dtype,
        kind=asked.kind,
        examples=asked.shapes if any(shapes) else _example_shapes(references),
        symbols=symbols,
        comments=(f"Command: {command} ({asked.kind})", f"Kernel {key_of(sign(nest), target)}"),
    )
    return emit_script(request, target)


def _number_symbols(command: str, kind: str) -> tuple[str, tuple[str, ...]]:
    """Return the command with symbols `x0`, `x1`, ..., and the user's spelling of each.

    A `1` in the input of a reduction is a leaf like any other, so it gets a number too.
    """
    spelled: list[str] = []
    texts = []
    is_input = True
    for token in lex(command):
        text = token.value
        is_input = is_input and token.kind != "arrow"
        if token.kind == "symbol":
            if text not in spelled:
                spelled.append(text)
            text = f"x{spelled.index(text)}"
        elif token.kind == "one" and is_input and kind not in ("rearrange", "einsum"):
            spelled.append("1")
            text = f"x{len(spelled) - 1}"
        texts.append(text)
    return " ".join(texts), tuple(spelled)


def _number(symbol: str) -> int:
    return int(symbol.removeprefix("x"))


def _shapes_above_one(prepared: Prepared) -> Iterator[Extents]:
    """Yield each operand's shape without extents of one, but for those that must be one."""
    for operand, shape in zip(prepared.meaning.operands, prepared.shapes, strict=True):
        yield tuple(
            extent if must_be_one else max(2, extent)
            for extent, must_be_one in zip(shape, operand.must_be_one, strict=True)
        )


def _references(prepared: Prepared) -> Iterator[Reference]:
    for operand in prepared.meaning.operands:
        yield tuple(
            -1 if must_be_one or symbol is None else _number(symbol)
            for symbol, must_be_one in zip(operand.leaves, operand.must_be_one, strict=True)
        )


def _output(numbered: str) -> Iterator[int]:
    tokens = lex(numbered)
    arrow = [token.kind for token in tokens].index("arrow")
    for token in tokens[arrow:]:
        if token.kind in ("symbol", "one"):
            yield -1 if token.kind == "one" else _number(token.value)


def _example_shapes(references: tuple[Reference, ...]) -> tuple[Extents, ...]:
    """Choose uneven extents, as large as the self-check stays quick with."""
    symbols = sorted({symbol for reference in references for symbol in reference if symbol >= 0})
    extents: dict[int, int] = {-1: 1}
    budget = _EXAMPLE_ELEMENTS
    for left, symbol in zip(range(len(symbols), 0, -1), symbols, strict=True):
        extents[symbol] = max(1, min(_LARGEST_EXAMPLE, int(budget ** (1 / left)) - symbol % 2))
        budget //= extents[symbol]
    return tuple(tuple(extents[symbol] for symbol in reference) for reference in references)
