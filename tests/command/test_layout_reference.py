"""Requirement: a layout reference parses into a selection tree and infix symbol ids."""

import pytest
from command_support import LEAF, leaves

from swc.command import LayoutReference, Token, lex, parse_layout_ref
from swc.command.structure import MAXIMUM_DEPTH
from swc.errors import CommandError
from swc.layout.tree import Tree

FAULTS = [
    ("", "Layout reference must not be empty", None),
    ("(", "Layout reference must not be empty", None),
    ("a ((", "Layout reference must not be empty", None),
    ("()", "Empty parenthesized group at offset 1", 1),
    ("a (\t )", "Empty parenthesized group at offset 5", 5),
    ("(()", "Empty parenthesized group at offset 2", 2),
    ("(a ()", "Empty parenthesized group at offset 4", 4),
    (")", "Unmatched right parenthesis at offset 0", 0),
    ("(a))", "Unmatched right parenthesis at offset 3", 3),
    ("(a", "Unclosed left parenthesis at offset 0", 0),
    ("((a", "Unclosed left parenthesis at offset 1", 1),
    ("(a (b)", "Unclosed left parenthesis at offset 0", 0),
    ("(a (b) (c", "Unclosed left parenthesis at offset 7", 7),
    ("(a (b) 1", "Unclosed left parenthesis at offset 0", 0),
    ("a, b", "Commas are not valid in layout references at offset 1", 1),
    (",", "Commas are not valid in layout references at offset 0", 0),
    ("(, )", "Commas are not valid in layout references at offset 1", 1),
    ("a -> b", "Arrows are not valid in layout references at offset 2", 2),
    ("->", "Arrows are not valid in layout references at offset 0", 0),
    ("a (b (a))", "Duplicate dimension symbol 'a' at offset 6", 6),
]


def test_assign_source_ids_in_infix_order() -> None:
    reference = parse_layout_ref(lex("a (b c)"))
    assert reference.tree == Tree(LEAF, Tree(LEAF, LEAF))
    assert reference.symbol_ids == (("a", 0), ("b", 1), ("c", 2))


def test_keep_an_input_singleton_anonymous() -> None:
    reference = parse_layout_ref(lex("1 a"))
    assert reference.tree == leaves(2)
    assert reference.symbol_ids == (("a", 1),)


def test_reject_a_repeated_symbol() -> None:
    with pytest.raises(CommandError) as caught:
        parse_layout_ref(lex("a a"))
    assert str(caught.value) == "Duplicate dimension symbol 'a' at offset 2"


def test_reject_an_empty_group() -> None:
    with pytest.raises(CommandError) as caught:
        parse_layout_ref(lex("a ()"))
    assert str(caught.value) == "Empty parenthesized group at offset 3"


@pytest.mark.parametrize(("reference", "message", "offset"), FAULTS)
def test_every_fault_of_a_reference(reference: str, message: str, offset: int | None) -> None:
    with pytest.raises(CommandError) as caught:
        parse_layout_ref(lex(reference))
    error = caught.value
    assert (str(error), error.offset, error.command) == (message, offset, None)
    assert (error.__cause__, error.__context__) == (None, None)


def test_repeated_singletons_are_distinct_leaves() -> None:
    reference = parse_layout_ref(lex("1 (1 (b 1) 1) d"))
    assert reference.tree == Tree(LEAF, Tree(LEAF, Tree(LEAF, LEAF), LEAF), LEAF)
    assert reference.symbol_ids == (("b", 2), ("d", 5))


def test_names_differing_in_case_are_different_symbols() -> None:
    assert parse_layout_ref(lex("a A")).symbol_ids == (("a", 0), ("A", 1))


@pytest.mark.parametrize("tokens", [5, None, 1.5, object()])
def test_tokens_must_be_iterable(tokens: object) -> None:
    with pytest.raises(TypeError):
        parse_layout_ref(tokens)


@pytest.mark.parametrize(
    "tokens",
    [["a"], "a", [("symbol", "a", 0, 1)], [None], [Token("arrow", "->", 0, 2), 5], [*lex("a a"), "b"]],
)
def test_every_element_must_be_a_token(tokens: object) -> None:
    with pytest.raises(TypeError) as caught:
        parse_layout_ref(tokens)
    assert str(caught.value) == "layout reference tokens must be Token objects"


def test_a_token_of_no_known_kind_is_refused() -> None:
    with pytest.raises(CommandError) as caught:
        parse_layout_ref([Token("dot", ".", 4, 5)])
    assert str(caught.value) == "Unknown token kind 'dot' at offset 4"


@pytest.mark.parametrize("collect", [list, tuple, iter, lambda tokens: (token for token in tokens)])
def test_any_iterable_of_tokens_will_do(collect: object) -> None:
    assert parse_layout_ref(collect(lex("a 1"))) == LayoutReference(tree=leaves(2), symbol_ids=(("a", 0),))


def test_a_slice_of_a_command_keeps_its_offsets() -> None:
    with pytest.raises(CommandError) as caught:
        parse_layout_ref(lex("a -> b b")[2:])
    assert str(caught.value) == "Duplicate dimension symbol 'b' at offset 7"


@pytest.mark.parametrize("name", ["tree", "symbol_ids"])
def test_a_reference_is_immutable(name: str) -> None:
    reference = parse_layout_ref(lex("a"))
    with pytest.raises(AttributeError):
        setattr(reference, name, None)


def test_references_are_parsed_anew_each_time() -> None:
    tokens = lex("a (b 1)")
    first, second = parse_layout_ref(tokens), parse_layout_ref(tokens)
    assert first is not second
    assert (first, hash(first)) == (second, hash(second))
    assert first != parse_layout_ref(lex("(a b) 1"))


def test_a_deep_reference_parses_compares_and_hashes() -> None:
    def parse_deep() -> LayoutReference:
        return parse_layout_ref(lex("(" * MAXIMUM_DEPTH + "a" + ")" * MAXIMUM_DEPTH))

    first, second = parse_deep(), parse_deep()
    assert hash(first) == hash(second)
    assert first == second
    depth, tree = 0, first.tree
    while isinstance(tree, Tree):
        (tree,), depth = tree, depth + 1
    assert (tree, depth) == (LEAF, MAXIMUM_DEPTH + 1)


def test_groups_beyond_the_depth_limit_are_refused() -> None:
    depth = MAXIMUM_DEPTH + 1
    with pytest.raises(CommandError) as caught:
        parse_layout_ref(lex("a " + "(" * depth + "b" + ")" * depth))
    offset = MAXIMUM_DEPTH + 2
    assert str(caught.value) == f"Layout reference nests more than {MAXIMUM_DEPTH} groups at offset {offset}"
    assert caught.value.offset == offset


def test_many_groups_beside_each_other_are_not_deep() -> None:
    count = MAXIMUM_DEPTH + 1
    assert len(parse_layout_ref(lex("(1) " * count)).tree) == count
