"""What a command says about its symbols, in words: for front doors that talk to people.

Everything here is told from the text alone, before any array is seen.
"""

from dataclasses import dataclass

from swc.command import (
    EinsumSpec,
    RearrangeSpec,
    ReduceSpec,
    infer_kind,
    parse_einsum,
    parse_rearrange,
    parse_reduce,
)
from swc.layout.tree import Node, NodeId, Tree
from swc.roles import Role, classify

Spec = RearrangeSpec | ReduceSpec | EinsumSpec

_ROLE_WORDS = {
    Role.BATCH: "batch",
    Role.CONTRACT: "contracted",
    Role.FREE_LEFT: "free left",
    Role.FREE_RIGHT: "free right",
}


@dataclass(frozen=True, slots=True)
class Operand:
    """One input reference.

    Attributes:
        name: `array`, or `lhs` and `rhs` where there are two.
        selection: its selection tree.
        leaves: the symbol of each leaf in reading order; None for a `1`.
        must_be_one: for each leaf, whether only extent one is accepted.
    """

    name: str
    selection: Tree
    leaves: tuple[str | None, ...]
    must_be_one: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Meaning:
    """A command that compiles, and what it does.

    Attributes:
        kind: `rearrange`, `einsum`, or `reduce`.
        spec: its specification.
        operands: its input references.
        summary: its symbols by what happens to them, one line.
        notes: what a person should know before bringing arrays.
    """

    kind: str
    spec: Spec
    operands: tuple[Operand, ...]
    summary: str
    notes: tuple[str, ...]


def explain_meaning(command: str, kind: str | None = None) -> Meaning:
    """Compile a command's text and say what it means.

    Args:
        command: command text.
        kind: `rearrange`, `einsum`, or any reduction; None infers it.

    Raises:
        CommandError: when it does not compile, or no kind is given and it fits two.
        TypeError: when `command` is not a str.
    """
    family = infer_kind(command).value if kind is None else kind
    if family == "einsum":
        return _einsum_meaning(parse_einsum(command))
    if family == "rearrange":
        return _rearrange_meaning(parse_rearrange(command))
    return _reduce_meaning(parse_reduce(command), inferred=kind is None)


def _einsum_meaning(spec: EinsumSpec) -> Meaning:
    sides = (
        ("lhs", spec.lhs_selection, dict(spec.lhs_symbol_ids)),
        ("rhs", spec.rhs_selection, dict(spec.rhs_symbol_ids)),
    )
    operands = tuple(_operand(name, tree, ids, kept=ids) for name, tree, ids in sides)
    left, right = (ids for _, _, ids in sides)
    contracted = set(spec.contraction_symbols)
    parts = []
    for role, word in _ROLE_WORDS.items():
        members = [
            symbol
            for symbol in spec.union_symbols
            if classify(symbol in left, symbol in right, symbol not in contracted) is role
        ]
        if members:
            parts.append(f"{word} {' '.join(members)}")
    return Meaning("einsum", spec, operands, "; ".join(parts), (*_unit_notes(operands), *_groups(operands)))


def _rearrange_meaning(spec: RearrangeSpec) -> Meaning:
    placed = {marker.id for marker in spec.output.walk() if isinstance(marker, NodeId)}
    kept = {symbol: leaf for symbol, leaf in spec.symbol_ids if leaf in placed}
    operand = _operand("array", spec.selection, dict(spec.symbol_ids), kept=kept)
    inserted = sum(marker is Node.Leaf for marker in spec.output.walk())
    omitted = [symbol for symbol, _ in spec.symbol_ids if symbol not in kept]
    parts = [f"places {' '.join(kept)}"] if kept else []
    parts += [f"drops {' '.join(omitted)}"] if omitted else []
    parts += [f"inserts {inserted} of extent one"] if inserted else []
    notes = [f"'{symbol}' is omitted, so its extent must be one" for symbol in omitted]
    return Meaning(
        "rearrange",
        spec,
        (operand,),
        "; ".join(parts),
        (*notes, *_unit_notes((operand,)), *_groups((operand,))),
    )


def _reduce_meaning(spec: ReduceSpec, *, inferred: bool) -> Meaning:
    ids = dict(spec.symbol_ids)
    operand = _operand("array", spec.selection, ids, kept=None)
    reduced = {marker.id for marker in spec.reduced.walk() if isinstance(marker, NodeId)}
    kept = [symbol for symbol, leaf in ids.items() if leaf not in reduced]
    gone = [symbol or "1" for leaf, symbol in enumerate(operand.leaves) if leaf in reduced]
    parts = [f"kept {' '.join(kept)}"] if kept else []
    parts.append(f"reduced {' '.join(gone)}")
    notes = []
    if None in operand.leaves:
        notes.append("a 1 in the input is reduced whatever its extent: it asserts nothing")
    if inferred:
        notes.append("read as a reduction; as a rearrange it would drop leaves that must have extent one")
    return Meaning("reduce", spec, (operand,), "; ".join(parts), (*notes, *_groups((operand,))))


def _operand(name: str, selection: Tree, ids: dict[str, int], kept: dict[str, int] | None) -> Operand:
    """Describe a reference; leaves outside `kept` must be one, None requires it of no leaf."""
    leaves: list[str | None] = [None] * selection.size
    for symbol, leaf in ids.items():
        leaves[leaf] = symbol
    free = range(selection.size) if kept is None else kept.values()
    return Operand(name, selection, tuple(leaves), tuple(leaf not in free for leaf in range(selection.size)))


def _unit_notes(operands: tuple[Operand, ...]) -> list[str]:
    return [
        f"a 1 in the reference of {operand.name} must meet extent one"
        for operand in operands
        if None in operand.leaves
    ]


def _groups(operands: tuple[Operand, ...]) -> list[str]:
    return [
        f"{operand.name} has groups: a NumPy array has one axis a leaf ({_names(operand.leaves)}), "
        f"a tensor has the modes {_grouped(operand)}"
        for operand in operands
        if any(isinstance(item, Tree) for item in operand.selection)
    ]


def _names(leaves: tuple[str | None, ...]) -> str:
    return " ".join(leaf or "1" for leaf in leaves)


def _grouped(operand: Operand) -> str:
    names = iter(operand.leaves)

    def text(tree: Tree) -> str:
        return " ".join(f"({text(item)})" if isinstance(item, Tree) else next(names) or "1" for item in tree)

    return text(operand.selection)
