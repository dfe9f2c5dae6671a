"""`swc check`: what a command means, or where it is wrong."""

import pytest
from cli_support import swc

MEANINGS = [
    ("b i k, b j k -> b i j", "ok: einsum: batch b; contracted k; free left i; free right j\n"),
    ("a, a -> 1", "ok: einsum: contracted a\n"),
    ("a b -> b a", "ok: rearrange: places a b\n"),
    ("a b -> (b 1 a) 1", "ok: rearrange: places a b; inserts 2 of extent one\n"),
    (
        "a b -> a",
        "ok: reduce: kept a; reduced b\n"
        "note: read as a reduction; as a rearrange it would drop leaves that must have extent one\n",
    ),
    (
        "a 1, a -> a",
        "ok: einsum: batch a\nnote: a 1 in the reference of lhs must meet extent one\n",
    ),
    (
        "a (c 1), b c -> a b",
        "ok: einsum: contracted c; free left a; free right b\n"
        "note: a 1 in the reference of lhs must meet extent one\n"
        "note: lhs has groups: a NumPy array has one axis a leaf (a c 1), a tensor has the modes a (c 1)\n",
    ),
]

KINDS = [
    (
        "reduce_max",
        "a 1 b -> 1",
        "ok: reduce_max: reduced a 1 b\n"
        "note: a 1 in the input is reduced whatever its extent: it asserts nothing\n",
    ),
    (
        "rearrange",
        "a b 1 -> a",
        "ok: rearrange: places a; drops b\n"
        "note: 'b' is omitted, so its extent must be one\n"
        "note: a 1 in the reference of array must meet extent one\n",
    ),
]

FAULTS = [
    ("a b -> c", "error: Unknown dimension symbol 'c' at offset 7\n  a b -> c\n         ^\n"),
    ("-> a", "error: Layout reference must not be empty\n  -> a\n  ^\n"),
    ("- > a", "error: Expected '->' arrow token at offset 0\n  - > a\n  ^\n"),
    ("", "error: Rearrange command must contain one '->' arrow\n  \n"),
    (
        "a b, c d -> a c",
        "error: Contraction command must include at least one shared dimension\n  a b, c d -> a c\n",
    ),
    (
        "a 1 -> a",
        "error: command compiles both as a rearrangement and as a reduction; say which\n  a 1 -> a\n    ^\n",
    ),
]

HOSTILE = [
    ("a\tb -> \x1b[31mc", "  a b ->  [31mc", 7),
    ("a\nb\r-> \x00", "  a b ->  ", 7),
    ("a -> \u202eb", "  a ->  b", 5),
    ("a -> \ud800", "  a ->  ", 5),
    ("a -> 漢", "  a -> 漢", 5),
]


@pytest.mark.parametrize(("command", "text"), MEANINGS)
def test_a_good_command_is_put_in_words(command: str, text: str) -> None:
    result = swc("check", command)
    assert (result.exit_code, result.output) == (0, text)


@pytest.mark.parametrize(("kind", "command", "text"), KINDS)
def test_a_given_kind_is_taken_at_its_word(kind: str, command: str, text: str) -> None:
    result = swc("check", command, "--kind", kind)
    assert (result.exit_code, result.output) == (0, text)


@pytest.mark.parametrize(("command", "text"), FAULTS)
def test_a_bad_command_is_shown_with_a_caret(command: str, text: str) -> None:
    result = swc("check", command)
    assert (result.exit_code, result.stdout, result.stderr) == (1, "", text)


@pytest.mark.parametrize(("command", "shown", "column"), HOSTILE)
def test_the_caret_stands_right_under_hostile_text(command: str, shown: str, column: int) -> None:
    result = swc("check", command)
    _, line, caret = result.stderr.removesuffix("\n").split("\n")
    assert result.exit_code == 1
    assert (line, caret) == (shown, f"  {' ' * column}^")


def test_an_unknown_kind_is_a_usage_error() -> None:
    result = swc("check", "a -> a", "--kind", "average")
    assert result.exit_code == 2
    assert "'average' is not one of" in result.stderr


def test_a_missing_command_is_a_usage_error() -> None:
    assert swc("check").exit_code == 2


def test_an_unknown_option_is_a_usage_error() -> None:
    assert swc("check", "a -> a", "--kinds").exit_code == 2
