"""Requirements: the lexer emits ASCII tokens carrying source offsets; tokens are immutable value records."""

import copy
import pickle
import subprocess
import sys
from typing import get_args

import pytest

from swc.command import Token, TokenKind, lex, parse_einsum, parse_rearrange, parse_reduce
from swc.errors import CommandError

FAULTS = [
    ("é", "Layout command must contain only ASCII characters at offset 0", 0),
    ("1é", "Layout command must contain only ASCII characters at offset 1", 1),
    ("a\u0661", "Layout command must contain only ASCII characters at offset 1", 1),
    ("a\u00a0b", "Layout command must contain only ASCII characters at offset 1", 1),
    ("a\u2028b", "Layout command must contain only ASCII characters at offset 1", 1),
    ("\x80", "Layout command must contain only ASCII characters at offset 0", 0),
    ("\ud800", "Layout command must contain only ASCII characters at offset 0", 0),
    ("a \U0001f600", "Layout command must contain only ASCII characters at offset 2", 2),
    ("-é", "Expected '->' arrow token at offset 0", 0),
    ("a -", "Expected '->' arrow token at offset 2", 2),
    ("-->", "Expected '->' arrow token at offset 0", 0),
    ("->>", "Unexpected '>' at offset 2", 2),
    ("11", "Invalid singleton token at offset 0", 0),
    ("1_", "Invalid singleton token at offset 0", 0),
    ("1Z", "Invalid singleton token at offset 0", 0),
    ("1_é", "Invalid singleton token at offset 0", 0),
    ("0", "Invalid dimension symbol at offset 0", 0),
    ("(9a", "Invalid dimension symbol at offset 1", 1),
    ("_a", "Unexpected character at offset 0", 0),
    ("a.b", "Unexpected character at offset 1", 1),
    ("\x00", "Unexpected character at offset 0", 0),
    ("a\x1cb", "Unexpected character at offset 1", 1),
    ("a\x85", "Layout command must contain only ASCII characters at offset 1", 1),
    ("a\x7f", "Unexpected character at offset 1", 1),
    ("\n\n a {", "Unexpected character at offset 5", 5),
]


def kinds(command: str) -> list[str]:
    return [token.kind for token in lex(command)]


def test_tokenize_a_grouped_command() -> None:
    assert kinds("a (b c) -> c a") == [
        "symbol",
        "left_paren",
        "symbol",
        "symbol",
        "right_paren",
        "arrow",
        "symbol",
        "symbol",
    ]


def test_report_the_offset_of_a_trailing_non_ascii_character() -> None:
    with pytest.raises(CommandError) as caught:
        lex("aé")
    assert str(caught.value) == "Layout command must contain only ASCII characters at offset 1"


def test_reject_a_digit_that_is_not_a_standalone_singleton() -> None:
    with pytest.raises(CommandError) as caught:
        lex("11")
    assert str(caught.value) == "Invalid singleton token at offset 0"


def test_reject_a_numeric_extent() -> None:
    with pytest.raises(CommandError) as caught:
        lex("2")
    assert str(caught.value) == "Invalid dimension symbol at offset 0"


@pytest.mark.parametrize("function", [lex, parse_rearrange, parse_reduce, parse_einsum])
@pytest.mark.parametrize("command", [7, None, b"a -> a", ["a -> a"], bytearray(b"a"), object()])
def test_reject_a_non_string_command(function: object, command: object) -> None:
    with pytest.raises(TypeError) as caught:
        function(command)
    assert str(caught.value) == "command must be a str"


@pytest.mark.parametrize(("command", "message", "offset"), FAULTS)
def test_every_fault_names_its_offset(command: str, message: str, offset: int) -> None:
    with pytest.raises(CommandError) as caught:
        lex(command)
    assert (str(caught.value), caught.value.offset, caught.value.command) == (message, offset, command)


@pytest.mark.parametrize("character", [chr(code) for code in range(128)])
def test_every_ascii_character_alone(character: str) -> None:
    tokens = {"(": "left_paren", ")": "right_paren", ",": "comma", "1": "one"}
    if character in " \t\n\r\f\v":
        assert lex(character) == []
    elif character in tokens or ("a" <= character.lower() <= "z"):
        assert lex(character) == [Token(tokens.get(character, "symbol"), character, 0, 1)]
    else:
        with pytest.raises(CommandError):
            lex(character)


@pytest.mark.parametrize("space", [" ", "\t", "\n", "\r", "\f", "\v", " \t\n\r\f\v"])
def test_whitespace_separates_tokens_and_makes_none(space: str) -> None:
    width = len(space)
    assert lex(f"{space}a{space}1") == [
        Token("symbol", "a", width, width + 1),
        Token("one", "1", 2 * width + 1, 2 * width + 2),
    ]


def test_tokens_carry_text_and_offsets() -> None:
    command = "\n batch_1 (x1,1)->\tQ"
    tokens = lex(command)
    assert [token.kind for token in tokens] == [
        "symbol",
        "left_paren",
        "symbol",
        "comma",
        "one",
        "right_paren",
        "arrow",
        "symbol",
    ]
    assert all(command[token.start : token.end] == token.value for token in tokens)


def test_an_empty_command_has_no_token() -> None:
    assert lex("") == []


def test_each_call_returns_a_new_list() -> None:
    first = lex("a")
    first.clear()
    assert lex("a") == [Token("symbol", "a", 0, 1)]


def test_a_str_subclass_is_read_as_its_text() -> None:
    class Odd(str):
        def __str__(self) -> str:
            return "b"

        def __getitem__(self, key: object) -> str:
            return "("

    (token,) = lex(Odd("a"))
    assert token == Token("symbol", "a", 0, 1)
    assert type(token.value) is str


def test_a_long_command_lexes() -> None:
    count = 100_000
    assert len(lex("a " * count)) == count


def test_the_error_shows_a_caret() -> None:
    with pytest.raises(CommandError) as caught:
        lex("a\n+ b")
    assert caught.value.__notes__ == ["  a + b\n    ^"]


def test_token_kind_is_the_six_strings() -> None:
    assert get_args(TokenKind) == ("left_paren", "right_paren", "arrow", "comma", "one", "symbol")


@pytest.mark.parametrize("name", ["kind", "value", "start", "end", "extra"])
def test_refuse_to_mutate_a_token(name: str) -> None:
    (token,) = lex("a")
    with pytest.raises(AttributeError):
        setattr(token, name, "one")
    with pytest.raises(AttributeError):
        delattr(token, name)
    assert token == Token("symbol", "a", 0, 1)
    assert {attribute for attribute in dir(token) if not attribute.startswith("_")} == {
        "kind",
        "value",
        "start",
        "end",
    }
    assert not hasattr(token, "__dict__")


def test_tokens_compare_and_hash_by_their_fields() -> None:
    token = Token("symbol", "a", 0, 1)
    assert token == Token("symbol", "a", 0, 1)
    assert hash(token) == hash(Token("symbol", "a", 0, 1))
    others = [
        Token("one", "a", 0, 1),
        Token("symbol", "b", 0, 1),
        Token("symbol", "a", 1, 1),
        Token("symbol", "a", 0, 2),
        ("symbol", "a", 0, 1),
    ]
    assert [other for other in others if other == token] == []


def test_tokens_copy_and_pickle() -> None:
    token = Token("symbol", "a", 0, 1)
    assert [copy.copy(token), copy.deepcopy(token), pickle.loads(pickle.dumps(token))] == [token] * 3


def test_importing_the_command_package_does_not_import_lark() -> None:
    program = "import sys, swc.command; sys.exit('lark' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
