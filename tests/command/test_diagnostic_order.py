"""Which diagnostic wins when a command deserves several.

Type, then lexing of the whole text, then arrows, then commas, then references from left to right (and within
one reference its tokens from left to right), then what concerns the command as a whole. A contraction checks
that its inputs share a symbol before it reads its output.
"""

import pytest

from swc.command import lex, parse_einsum, parse_layout_ref, parse_rearrange, parse_reduce
from swc.errors import CommandError


def message(function: object, argument: object) -> str:
    with pytest.raises(CommandError) as caught:
        function(argument)
    return str(caught.value)


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("2 é", "Invalid dimension symbol at offset 0"),
        ("é 2", "Layout command must contain only ASCII characters at offset 0"),
        ("-é", "Expected '->' arrow token at offset 0"),
        ("1aé", "Invalid singleton token at offset 0"),
        ("> 11", "Unexpected '>' at offset 0"),
    ],
)
def test_the_leftmost_lexing_fault_wins(command: str, expected: str) -> None:
    assert message(lex, command) == expected


@pytest.mark.parametrize("function", [parse_rearrange, parse_reduce, parse_einsum])
@pytest.mark.parametrize("front", ["a ) ", "-> -> ", ", , -> ", "a a -> ", "a -> () ", ""])
def test_lexing_the_whole_text_precedes_everything_else(function: object, front: str) -> None:
    assert message(function, f"{front}2") == f"Invalid dimension symbol at offset {len(front)}"


@pytest.mark.parametrize(
    ("function", "name"), [(parse_rearrange, "Rearrange"), (parse_reduce, "Reduce"), (parse_einsum, "Einsum")]
)
@pytest.mark.parametrize("command", ["a a ) ,", "( , ,"])
def test_a_missing_arrow_precedes_commas_and_references(function: object, name: str, command: str) -> None:
    assert message(function, command) == f"{name} command must contain one '->' arrow"
    assert message(function, f"{command} -> ->") == f"{name} command must contain only one '->' arrow"


@pytest.mark.parametrize("inputs", ["a a )", "", "(", "()"])
def test_commas_precede_references(inputs: str) -> None:
    assert message(parse_einsum, f"{inputs} -> z") == "Contraction command must contain one comma before '->'"
    expected = "Contraction command must contain only one comma before '->'"
    assert message(parse_einsum, f"{inputs}, , -> z") == expected


@pytest.mark.parametrize(
    ("reference", "expected"),
    [
        ("a a )", "Duplicate dimension symbol 'a' at offset 2"),
        ("a ) a a", "Unmatched right parenthesis at offset 2"),
        ("a a, b", "Duplicate dimension symbol 'a' at offset 2"),
        ("a, a", "Commas are not valid in layout references at offset 1"),
        ("a a -> b", "Duplicate dimension symbol 'a' at offset 2"),
        ("a (b a", "Duplicate dimension symbol 'a' at offset 5"),
        ("( () a a", "Empty parenthesized group at offset 3"),
        ("(a -> ,", "Arrows are not valid in layout references at offset 3"),
        ("((a) ,", "Commas are not valid in layout references at offset 5"),
        ("((", "Layout reference must not be empty"),
    ],
)
def test_the_leftmost_fault_of_a_reference_wins(reference: str, expected: str) -> None:
    assert message(parse_layout_ref, lex(reference)) == expected


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        ("z z", "Unknown dimension symbol 'z' at offset 7"),
        ("a a z", "Duplicate output dimension symbol 'a' at offset 9"),
        ("z )", "Unknown dimension symbol 'z' at offset 7"),
        (") z", "Unmatched right parenthesis at offset 7"),
        ("a a , b", "Duplicate output dimension symbol 'a' at offset 9"),
        ("(a , z", "Commas are not valid in layout references at offset 10"),
        ("(a z", "Unknown dimension symbol 'z' at offset 10"),
    ],
)
@pytest.mark.parametrize("function", [parse_rearrange, parse_reduce])
def test_the_leftmost_fault_of_an_output_wins(function: object, output: str, expected: str) -> None:
    assert message(function, f"a b -> {output}") == expected


@pytest.mark.parametrize("function", [parse_rearrange, parse_reduce])
@pytest.mark.parametrize("output", ["z", "", "(", "a, b"])
def test_the_input_precedes_the_output(function: object, output: str) -> None:
    assert message(function, f"a a -> {output}") == "Duplicate dimension symbol 'a' at offset 2"
    assert message(function, f"-> {output}") == "Layout reference must not be empty"


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("a a, b b -> ()", "Duplicate dimension symbol 'a' at offset 2"),
        ("a, b b -> ()", "Duplicate dimension symbol 'b' at offset 5"),
        ("a, -> ()", "Layout reference must not be empty"),
        ("a (, b) -> a", "Layout reference must not be empty"),
        ("(a, b) -> a b", "Unclosed left parenthesis at offset 0"),
    ],
)
def test_the_left_input_precedes_the_right_and_both_the_output(command: str, expected: str) -> None:
    assert message(parse_einsum, command) == expected


@pytest.mark.parametrize("output", ["", "z", "a a", "a (", "a, b", "a b"])
def test_sharing_nothing_precedes_every_fault_of_the_output(output: str) -> None:
    expected = "Contraction command must include at least one shared dimension"
    assert message(parse_einsum, f"a, b -> {output}") == expected


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        ("z", "Unknown dimension symbol 'z' at offset 12"),
        ("a a", "Duplicate output dimension symbol 'a' at offset 14"),
        ("a, c", "Commas are not valid in layout references at offset 13"),
        ("", "Layout reference must not be empty"),
        ("a", "Einsum output must include every non-shared input symbol: c"),
    ],
)
def test_faults_of_the_output_precede_omitted_free_symbols(output: str, expected: str) -> None:
    assert message(parse_einsum, f"a b, c b -> {output}") == expected


def test_faults_of_the_output_precede_omitting_nothing() -> None:
    assert message(parse_reduce, "a b -> a b a") == "Duplicate output dimension symbol 'a' at offset 11"
    assert message(parse_reduce, "a b -> a b (") == "Layout reference must not be empty"


def test_the_type_of_every_token_precedes_the_faults_of_the_reference() -> None:
    with pytest.raises(TypeError):
        parse_layout_ref([*lex("a a )"), "b"])
