"""Requirements: symbol classification, the two-mode matmul lowering and the union-aligned lowering."""

import dataclasses

import pytest
from command_support import LEAF, ids, leaves

from swc.command import EinsumSpec, parse_einsum
from swc.errors import CommandError
from swc.layout.tree import Node, Tree

FIELDS = [field.name for field in dataclasses.fields(EinsumSpec)]


def test_select_an_existing_hierarchical_mode() -> None:
    spec = parse_einsum("a (b k), c k -> a b c")
    assert spec.lhs_selection == Tree(LEAF, leaves(2))
    assert spec.lhs_symbol_ids == (("a", 0), ("b", 1), ("k", 2))


def test_classify_batch_and_contraction_symbols() -> None:
    spec = parse_einsum("b i k, b j k -> b i j")
    assert spec.union_symbols == ("b", "i", "k", "j")
    assert spec.batch_symbols == ("b",)
    assert spec.contraction_symbols == ("k",)


def test_populate_the_union_fields_without_a_batch_symbol() -> None:
    spec = parse_einsum("a b, c b -> a c")
    assert spec.batch_symbols == ()
    assert spec.lhs_union_output == Tree(Node.id(0), Node.id(1), LEAF)
    assert spec.rhs_union_output == Tree(LEAF, Node.id(1), Node.id(0))
    assert spec.union_selection == leaves(3)


def test_reject_an_omitted_free_symbol() -> None:
    with pytest.raises(CommandError) as caught:
        parse_einsum("a b, c b -> a b")
    assert str(caught.value) == "Einsum output must include every non-shared input symbol: c"


def test_reject_a_contraction_with_no_shared_symbol() -> None:
    with pytest.raises(CommandError) as caught:
        parse_einsum("a, b -> a b")
    assert str(caught.value) == "Contraction command must include at least one shared dimension"


def test_compile_a_matrix_contraction() -> None:
    spec = parse_einsum("a b, c b -> a c")
    assert spec.lhs_rearrange_output == spec.rhs_rearrange_output == Tree(ids(0), ids(1))
    assert spec.matmul_output_selection == Tree(leaves(1), leaves(1))
    assert spec.output == ids(0, 1)


def test_reorder_right_shared_modes_to_left_order() -> None:
    spec = parse_einsum("a b c, d c b -> a d")
    assert spec.lhs_rearrange_output == Tree(ids(0), ids(1, 2))
    assert spec.rhs_rearrange_output == Tree(ids(0), ids(2, 1))


def test_number_output_ids_past_an_inserted_singleton() -> None:
    spec = parse_einsum("b, c b -> c")
    assert spec.matmul_output_selection == Tree(leaves(1), leaves(1))
    assert spec.output == ids(1)


def test_compile_a_contraction_with_a_one_sided_singleton() -> None:
    spec = parse_einsum("b, b -> 1")
    assert spec.lhs_rearrange_output == spec.rhs_rearrange_output == Tree(leaves(1), ids(0))
    assert spec.output == leaves(1)


def test_compile_a_batched_contraction() -> None:
    spec = parse_einsum("b i k, b j k -> b i j")
    assert spec.lhs_union_output == Tree(Node.id(0), Node.id(1), Node.id(2), LEAF)
    assert spec.rhs_union_output == Tree(Node.id(0), LEAF, Node.id(2), Node.id(1))
    assert spec.general_output == ids(0, 1, 3)


@pytest.mark.parametrize("command", ["b i k, b j k -> b i j", "b i, b j -> b i j", "a b, b a -> (a 1)"])
def test_a_batch_symbol_selects_the_union_lowering(command: str) -> None:
    spec = parse_einsum(command)
    assert spec.lhs_rearrange_output == spec.lhs_union_output
    assert spec.rhs_rearrange_output == spec.rhs_union_output
    assert spec.matmul_output_selection == spec.union_selection
    assert spec.output == spec.general_output


@pytest.mark.parametrize(
    ("command", "output"),
    [
        ("a b, b -> a", ids(0)),
        ("b, b c d -> d c", ids(2, 1)),
        ("x y b, b z -> (z 1) (y x)", Tree(Tree(Node.id(2), LEAF), ids(1, 0))),
    ],
)
def test_output_ids_number_left_free_symbols_then_right(command: str, output: Tree) -> None:
    assert parse_einsum(command).output == output


def test_an_anonymous_leaf_takes_a_source_id_and_no_mode() -> None:
    spec = parse_einsum("1 b, b (1 c) -> c")
    assert spec.lhs_symbol_ids == (("b", 1),)
    assert spec.rhs_symbol_ids == (("b", 0), ("c", 2))
    assert spec.lhs_rearrange_output == Tree(leaves(1), ids(1))
    assert spec.rhs_rearrange_output == Tree(ids(2), ids(0))
    assert spec.union_symbols == ("b", "c")


@pytest.mark.parametrize(
    ("command", "symbols", "offset"),
    [("z b, a b -> 1", "a, z", 0), ("a b, c b d -> a", "c, d", 5), ("k A b, k a b -> k", "A, a", 2)],
)
def test_omitted_free_symbols_are_sorted_and_the_first_is_shown(
    command: str, symbols: str, offset: int
) -> None:
    with pytest.raises(CommandError) as caught:
        parse_einsum(command)
    assert str(caught.value) == f"Einsum output must include every non-shared input symbol: {symbols}"
    assert caught.value.offset == offset


def test_many_omitted_free_symbols_are_found_in_linear_time() -> None:
    count = 20_000
    shared = " ".join(f"k{number}" for number in range(count))
    free = [f"f{number}" for number in range(count)]
    with pytest.raises(CommandError) as caught:
        parse_einsum(f"{shared} {' '.join(free)}, {shared} -> 1")
    listed = ", ".join(sorted(free))
    assert str(caught.value) == f"Einsum output must include every non-shared input symbol: {listed}"


def test_the_specification_has_the_documented_fields() -> None:
    assert sorted(FIELDS) == [
        "batch_symbols",
        "common_symbols",
        "contraction_symbols",
        "general_output",
        "lhs_rearrange_output",
        "lhs_selection",
        "lhs_symbol_ids",
        "lhs_union_output",
        "matmul_output_selection",
        "output",
        "rhs_rearrange_output",
        "rhs_selection",
        "rhs_symbol_ids",
        "rhs_union_output",
        "union_selection",
        "union_symbols",
    ]


@pytest.mark.parametrize("name", FIELDS)
def test_an_einsum_specification_is_immutable(name: str) -> None:
    spec = parse_einsum("a b, c b -> a c")
    before = getattr(spec, name)
    with pytest.raises(AttributeError):
        setattr(spec, name, None)
    assert getattr(spec, name) is before
