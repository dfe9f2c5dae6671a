"""Requirement: a reduce command lowers omitted dimensions into a second mode."""

import pytest
from command_support import ids, leaves

from swc.command import parse_reduce
from swc.errors import CommandError
from swc.layout.tree import Tree


def test_compile_a_hierarchical_reduce_command() -> None:
    spec = parse_reduce("a (c d) b -> a c")
    assert spec.output == ids(0, 1)
    assert spec.reduced == ids(2, 3)
    assert spec.rearrange_output == Tree(ids(0, 1), ids(2, 3))


def test_reject_a_reduce_command_that_omits_nothing() -> None:
    with pytest.raises(CommandError) as caught:
        parse_reduce("a b -> a b")
    assert str(caught.value) == "Reduce command must omit at least one dimension"


@pytest.mark.parametrize(
    ("command", "output", "reduced"),
    [
        ("a 1 -> a", ids(0), ids(1)),
        ("1 1 -> 1", leaves(1), ids(0, 1)),
        ("c (b a) -> b", ids(1), ids(0, 2)),
        ("a b c -> (c a)", Tree(ids(2, 0)), ids(1)),
        ("1 (a (1 b)) c -> c", ids(4), ids(0, 1, 2, 3)),
    ],
)
def test_reduced_structure_is_every_absent_source_id_ascending(
    command: str, output: Tree, reduced: Tree
) -> None:
    spec = parse_reduce(command)
    assert (spec.output, spec.reduced, spec.rearrange_output) == (output, reduced, Tree(output, reduced))


@pytest.mark.parametrize("command", ["a -> a", "a b -> (b a)", "a b -> a b 1", "(a) -> 1 a"])
def test_a_command_that_keeps_every_leaf_is_refused(command: str) -> None:
    with pytest.raises(CommandError) as caught:
        parse_reduce(command)
    assert str(caught.value) == "Reduce command must omit at least one dimension"
    assert (caught.value.command, caught.value.offset) == (command, None)


@pytest.mark.parametrize("name", ["selection", "output", "reduced", "rearrange_output", "symbol_ids"])
def test_a_reduce_specification_is_immutable(name: str) -> None:
    spec = parse_reduce("a b -> a")
    with pytest.raises(AttributeError):
        setattr(spec, name, None)
    assert (spec.selection, spec.symbol_ids) == (leaves(2), (("a", 0), ("b", 1)))
