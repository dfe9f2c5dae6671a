"""`swc explain`: everything that happens to a command between its text and its kernel, as text."""

from collections.abc import Callable, Sequence
from typing import Final

from swc.codegen.module import emit_module
from swc.codegen.signature import KernelSignature, sign
from swc.codegen.target import host_target
from swc.command import lex
from swc.command_kernel import resolve_kind
from swc.dtypes import DType
from swc.ir import LoopNest, format_nest
from swc.layout.tree import Node, NodeId, Tree
from swc.meaning import Meaning, explain_meaning
from swc.passes import canonicalise, trace
from swc.prepare import Extents, Prepared, key_of, prepare

STAGES: Final = ("tokens", "spec", "nest", "passes", "source")

_SUPPORT_MARK: Final = "# --- support"
_KERNEL_MARK: Final = "# --- kernel"


def explain(
    command: str,
    kind: str | None = None,
    *,
    shapes: Sequence[Extents | None] = (),
    dtypes: Sequence[DType] = (),
    stage: str | None = None,
    full: bool = False,
) -> str:
    """Return what becomes of a command, stage by stage.

    Args:
        command: command text.
        kind: its kind; None infers it.
        shapes: extents of each operand, one a leaf; distinct primes where not given.
        dtypes: dtype of each operand; Float32 when empty.
        stage: one of `STAGES`, to return that part alone.
        full: whether the source keeps the support code that every kernel of its family carries.

    Raises:
        ValueError: when the command does not compile or does not fit the operands, or `stage` is unknown.
        TypeError, NotImplementedError, OverflowError: when lowering refuses the operands.

    Examples:
        >>> print(explain("a b -> b a", stage="nest"))
        array: (2, 3) Float32, C order
        result: (3, 2) Float32, C order
        for i0 in 3:  # b
          for i1 in 2:  # a
            out[2*i0 + i1] = a[i0 + 3*i1]
    """
    if stage is not None and stage not in STAGES:
        raise ValueError(f"unknown stage '{stage}'; the stages are {', '.join(STAGES)}")
    resolved = resolve_kind(command, kind)
    if stage == "tokens":
        return _tokens(command)
    if stage == "spec":
        return _spec(explain_meaning(command, None if kind is None else resolved), resolved)
    prepared = prepare(command, kind, shapes=shapes, dtypes=dtypes)
    later: dict[str, Callable[[], str]] = {
        "nest": lambda: _nest(prepared),
        "passes": lambda: _passes(prepared),
        "source": lambda: _source(prepared, full=full),
    }
    if stage is not None:
        return later[stage]()
    parts = [
        ("tokens", _tokens(command)),
        ("specification", _spec(prepared.meaning, resolved)),
        ("loop nest as planned", later["nest"]()),
        ("passes", later["passes"]()),
        ("signature and key", _signature(prepared)),
        ("kernel source", later["source"]()),
    ]
    return "\n\n".join(f"== {title}\n{text}" for title, text in parts)


def _tokens(command: str) -> str:
    return "\n".join(
        f"{token.start:>4}..{token.end:<4} {token.kind:<12} {token.value}" for token in lex(command)
    )


def _spec(meaning: Meaning, kind: str) -> str:
    lines = [f"{kind}: {meaning.summary}", *(f"note: {note}" for note in meaning.notes)]
    for name in type(meaning.spec).__dataclass_fields__:
        value = getattr(meaning.spec, name)
        lines.append(f"{name:<24} {_tree(value) if isinstance(value, Tree) else _symbols(value)}")
    return "\n".join(lines)


def _tree(tree: Tree) -> str:
    """Return a tree in reading form: ids by number, a leaf as `.`."""
    texts = []
    for item in tree:
        if isinstance(item, Tree):
            texts.append(_tree(item))
        elif isinstance(item, NodeId):
            texts.append(str(item.id))
        else:
            texts.append("." if item is Node.Leaf else str(item))
    return f"({' '.join(texts)})"


def _symbols(value: tuple[object, ...]) -> str:
    texts = [f"{entry[0]}={entry[1]}" if isinstance(entry, tuple) else str(entry) for entry in value]
    return " ".join(texts) or "none"


def _nest(prepared: Prepared) -> str:
    described = zip(prepared.meaning.operands, prepared.shapes, prepared.plan.operands, strict=True)
    lines = [f"{operand.name}: {shape} {kind.dtype.name}, C order" for operand, shape, kind in described]
    result = prepared.plan.result
    lines.append(f"result: {result.layout.leaf_extents} {result.dtype.name}, C order")
    return "\n".join([*lines, format_nest(prepared.plan.nest)])


def _passes(prepared: Prepared) -> str:
    before = prepared.plan.nest
    parts = []
    for name, nest in trace(before):
        if nest == before:
            parts.append(f"{name}: unchanged")
        else:
            parts += [f"{name}:", *_changed_dtypes(before, nest), format_nest(nest)]
        before = nest
    return "\n".join(parts)


def _changed_dtypes(before: LoopNest, after: LoopNest) -> list[str]:
    """Return a line with the dtypes of every access where a pass has changed one; nests do not show them."""
    old, new = (
        ", ".join(f"{access.name}: {access.dtype.name}" for access in (*nest.inputs, nest.output))
        for nest in (before, after)
    )
    return [] if old == new else [new]


def _canonical_signature(prepared: Prepared) -> KernelSignature:
    return sign(canonicalise(prepared.plan.nest))


def _signature(prepared: Prepared) -> str:
    signature, target = _canonical_signature(prepared), host_target()
    lines = [f"{name:<12} {value}" for name, value in signature.describe().items()]
    return "\n".join([*lines, f"{'target':<12} {target.name}", f"{'key':<12} {key_of(signature, target)}"])


def _source(prepared: Prepared, *, full: bool) -> str:
    signature, target = _canonical_signature(prepared), host_target()
    comments = (f"Command: {prepared.command}", f"Kernel {key_of(signature, target)}")
    source = emit_module(signature, target, comments).rstrip()
    if full:
        return source
    header, _, _ = source.partition(_SUPPORT_MARK)
    _, mark, kernel = source.partition(_KERNEL_MARK)
    return f"{header.rstrip()}\n\n# (support code: swc explain --full)\n\n{mark}{kernel}"
