"""Requirement: a rearrange command compiles into a selection and output tree."""

import pytest
from command_support import LEAF, ids, leaves

from swc.command import RearrangeSpec, parse_rearrange
from swc.layout.tree import Node, Tree


def test_compile_a_grouped_rearrange_command() -> None:
    spec = parse_rearrange("a (b c) -> a c")
    assert spec.selection == Tree(LEAF, leaves(2))
    assert spec.output == ids(0, 2)
    assert spec.symbol_ids == (("a", 0), ("b", 1), ("c", 2))


def test_compile_an_omission_and_defer_its_size_condition() -> None:
    spec = parse_rearrange("1 a -> a")
    assert (spec.selection, spec.output, spec.symbol_ids) == (leaves(2), ids(1), (("a", 1),))


@pytest.mark.parametrize(
    ("command", "selection", "output"),
    [
        ("a b -> b a", leaves(2), ids(1, 0)),
        ("a -> 1", leaves(1), leaves(1)),
        ("1 -> 1", leaves(1), leaves(1)),
        ("(a) -> ((a))", Tree(leaves(1)), Tree(Tree(ids(0)))),
        ("((a b) c)d->(d a)1", Tree(Tree(leaves(2), LEAF), LEAF), Tree(ids(3, 0), LEAF)),
    ],
)
def test_selection_and_output(command: str, selection: Tree, output: Tree) -> None:
    spec = parse_rearrange(command)
    assert (spec.selection, spec.output) == (selection, output)


@pytest.mark.parametrize("name", ["selection", "output", "symbol_ids"])
def test_a_rearrange_specification_is_immutable(name: str) -> None:
    spec = parse_rearrange("a b -> b a")
    with pytest.raises(AttributeError):
        setattr(spec, name, None)
    assert spec == RearrangeSpec(selection=leaves(2), output=ids(1, 0), symbol_ids=(("a", 0), ("b", 1)))


def test_a_long_command_compiles() -> None:
    names = [f"s{number}" for number in range(10_000)]
    spec = parse_rearrange(f"{' '.join(names)} -> {' '.join(reversed(names))}")
    assert spec.output[0] == Node.id(9_999)
    assert len(spec.output) == 10_000
