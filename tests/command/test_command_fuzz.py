"""Random and mutated commands mean the same to the compiler and to a second, naive reading of them."""

from collections.abc import Callable

import pytest
from command_support import outcome
from hypothesis import given, settings
from hypothesis import strategies as st

import naive_language as naive
from swc.command import lex, parse_einsum, parse_layout_ref, parse_rearrange, parse_reduce

modest = settings(max_examples=150, derandomize=True, deadline=None, database=None)

PIECES = ["a", "b", "c", "d", "k1", "1", "(", ")", ",", "->", " ", "\t", "_", "-", ">", "11", "2", "é", "$"]
PARSERS = [
    (parse_rearrange, naive.naive_rearrange),
    (parse_reduce, naive.naive_reduce),
    (parse_einsum, naive.naive_einsum),
]

noise = st.text(max_size=12) | st.text(alphabet="ab1(),-> \t_2é\x1c", max_size=14)
pieces = st.lists(st.sampled_from(PIECES), max_size=16).map("".join)
names = st.sampled_from(["a", "b", "c", "d", "e", "f", "k1", "1"])
nests = st.recursive(
    names, lambda inner: st.lists(inner, min_size=1, max_size=3).map(lambda items: f"({' '.join(items)})")
)
references = st.lists(nests, min_size=1, max_size=5).map(" ".join)
structure = st.lists(st.sampled_from(["a", "b", "1", "(", ")", ",", "->"]), max_size=9).map(" ".join)


@st.composite
def commands(draw: st.DrawFn) -> str:
    """Draw a command that mostly compiles, of either form."""
    symbols = draw(st.permutations(["a", "b", "c", "d", "e"]))
    inputs = [draw(st.sampled_from([symbols[:3], symbols[:4], symbols])) for _ in range(2)]
    kept = draw(st.permutations(draw(st.sampled_from([symbols, symbols[1:], symbols[2:], symbols[:2]]))))
    sides = [_group(draw, side) for side in (inputs[0], draw(st.permutations(inputs[1])), kept)]
    if draw(st.booleans()):
        return f"{sides[0]}, {sides[1]} -> {sides[2]}"
    return f"{sides[0]} -> {sides[2]}"


def _group(draw: st.DrawFn, symbols: list[str]) -> str:
    words = []
    opened = 0
    for symbol in symbols:
        if draw(st.integers(0, 4)) == 0:
            words.append("(")
            opened += 1
        words.append(symbol)
        if opened and draw(st.booleans()):
            words.append(")")
            opened -= 1
        if draw(st.integers(0, 7)) == 0:
            words.append("1")
    return " ".join(words + [")"] * opened)


@st.composite
def mutated_commands(draw: st.DrawFn) -> str:
    """Draw a command with one piece inserted, replaced or removed."""
    command = draw(commands())
    at = draw(st.integers(0, len(command)))
    removed = draw(st.integers(0, 2))
    return command[:at] + draw(st.sampled_from(["", *PIECES])) + command[at + removed :]


def naive_outcome(function: Callable[[object], object], argument: object) -> tuple[str, object]:
    try:
        found = function(argument)
    except naive.NaiveError as fault:
        return "error", str(fault)
    return "value", found


def naive_tokens(text: str) -> list[list[object]]:
    return [list(token) for token in naive.naive_lex(text)]


@modest
@given(noise | pieces | mutated_commands())
def test_lexing_agrees(text: str) -> None:
    assert outcome(lex, text) == naive_outcome(naive_tokens, text)


@modest
@given(references | structure)
def test_parsing_a_reference_agrees(text: str) -> None:
    expected = naive_outcome(naive.naive_reference, naive.naive_lex(text))
    assert outcome(parse_layout_ref, lex(text)) == expected


@pytest.mark.parametrize(("parse", "oracle"), PARSERS)
@modest
@given(commands() | mutated_commands() | pieces | st.tuples(references, references).map(" -> ".join))
def test_parsing_a_command_agrees(
    parse: Callable[[str], object], oracle: Callable[[str], object], text: str
) -> None:
    assert outcome(parse, text) == naive_outcome(oracle, text)


@pytest.mark.parametrize(("parse", "oracle"), PARSERS)
def test_the_fuzzed_commands_reach_both_outcomes(
    parse: Callable[[str], object], oracle: Callable[[str], object]
) -> None:
    seen: set[str] = set()

    @settings(max_examples=200, derandomize=True, deadline=None, database=None)
    @given(commands())
    def collect(text: str) -> None:
        seen.add(naive_outcome(oracle, text)[0])

    collect()
    assert seen == {"value", "error"}
