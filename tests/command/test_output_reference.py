"""Requirement: an output reference names selected leaves and inserts singleton modes."""

import pytest
from command_support import LEAF, ids

from swc.command import parse_einsum, parse_rearrange, parse_reduce
from swc.errors import CommandError
from swc.layout.tree import Node, Tree

FAULTS = [
    ("a ->", "Layout reference must not be empty", 4),
    ("a -> (", "Layout reference must not be empty", 6),
    ("a -> ()", "Empty parenthesized group at offset 6", 6),
    ("a -> a )", "Unmatched right parenthesis at offset 7", 7),
    ("a -> (a", "Unclosed left parenthesis at offset 5", 5),
    ("a -> , a", "Commas are not valid in layout references at offset 5", 5),
    ("a -> A", "Unknown dimension symbol 'A' at offset 5", 5),
    ("a -> (1 (b))", "Unknown dimension symbol 'b' at offset 9", 9),
    ("a -> (a (a))", "Duplicate output dimension symbol 'a' at offset 9", 9),
    ("1 -> a", "Unknown dimension symbol 'a' at offset 5", 5),
]


def test_group_and_insert_output_modes() -> None:
    assert parse_rearrange("a b c -> a (b c)").output == Tree(Node.id(0), ids(1, 2))


def test_insert_a_singleton_output_mode() -> None:
    assert parse_rearrange("a -> a 1").output == Tree(Node.id(0), LEAF)


def test_reject_an_unbound_output_symbol() -> None:
    with pytest.raises(CommandError) as caught:
        parse_rearrange("a -> b")
    assert str(caught.value) == "Unknown dimension symbol 'b' at offset 5"


def test_reject_a_repeated_output_symbol() -> None:
    with pytest.raises(CommandError) as caught:
        parse_rearrange("a b -> a a")
    assert str(caught.value) == "Duplicate output dimension symbol 'a' at offset 9"


@pytest.mark.parametrize(("command", "message", "offset"), FAULTS)
@pytest.mark.parametrize("function", [parse_rearrange, parse_reduce])
def test_every_fault_of_an_output(function: object, command: str, message: str, offset: int) -> None:
    with pytest.raises(CommandError) as caught:
        function(command)
    error = caught.value
    assert (str(error), error.offset, error.command) == (message, offset, command)


@pytest.mark.parametrize(
    ("output", "message"),
    [
        ("a d", "Unknown dimension symbol 'd' at offset 14"),
        ("a a", "Duplicate output dimension symbol 'a' at offset 14"),
        ("a (c", "Unclosed left parenthesis at offset 14"),
    ],
)
def test_a_contraction_binds_the_symbols_of_both_inputs(output: str, message: str) -> None:
    with pytest.raises(CommandError) as caught:
        parse_einsum(f"a b, b c -> {output}")
    assert str(caught.value) == message


def test_inserted_modes_stand_anywhere() -> None:
    spec = parse_rearrange("a b -> 1 (1 b) ((1)) a")
    assert spec.output == Tree(LEAF, Tree(LEAF, Node.id(1)), Tree(Tree(LEAF)), Node.id(0))
