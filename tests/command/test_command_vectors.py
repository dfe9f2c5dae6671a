"""Every entry of the vector file that lexes or parses a command."""

import json
from pathlib import Path

import pytest
from command_support import plain

from swc.command import lex, parse_einsum, parse_layout_ref, parse_rearrange, parse_reduce

PARSERS = {"parse_rearrange": parse_rearrange, "parse_reduce": parse_reduce, "parse_einsum": parse_einsum}
ERRORS = {"ValueError": ValueError, "TypeError": TypeError}
ENTRIES = [
    entry
    for entry in json.loads((Path(__file__).parent.parent / "vectors.json").read_text(encoding="utf-8"))
    if entry["area"].split(".")[0] == "command"
    and entry["when"]["op"] in {"lex", "parse_layout_ref", *PARSERS}
]


def run(entry: dict) -> object:
    given, operation = entry["given"], entry["when"]["op"]
    if operation == "lex":
        return lex(given["command"])
    if operation == "parse_layout_ref":
        return parse_layout_ref(lex(given["reference"]) if "reference" in given else given["tokens"])
    return PARSERS[operation](given["command"])


def test_the_vector_file_covers_the_command_language() -> None:
    assert {entry["when"]["op"] for entry in ENTRIES} == {"lex", "parse_layout_ref", *PARSERS}


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: ascii(entry["given"]))
def test_command_vector(entry: dict) -> None:
    expected = entry["expect"]
    if "error" in expected:
        with pytest.raises(ERRORS[expected["error"]]) as caught:
            run(entry)
        assert str(caught.value) == expected.get("message", str(caught.value))
    elif "tokens" in expected:
        assert plain(run(entry)) == expected["tokens"]
    else:
        spec = plain(run(entry))
        assert {name: spec[name] for name in expected["spec"]} == expected["spec"]
