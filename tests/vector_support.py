"""Read the vector file: entries, the values they encode, and the errors they expect.

Dispatch on operations is left to the test module of each area.
"""

import builtins
import json
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

import pytest

from swc.layout import Layout, Node, Shape, Stride, Tree

VECTOR_FILE = Path(__file__).parent / "vectors.json"


@cache
def all_entries() -> tuple[dict, ...]:
    """Return every entry of the file."""
    return tuple(json.loads(VECTOR_FILE.read_text(encoding="utf-8")))


def entries(*areas: str) -> list[dict]:
    """Return the entries whose area, up to the first dot, is one of `areas`."""
    return [entry for entry in all_entries() if entry["area"].split(".")[0] in areas]


def entry_id(entry: dict) -> str:
    """Return a test id: the area, the operation and what is given."""
    return ascii(f"{entry['area']}-{entry['when'].get('op')}-{json.dumps(entry['given'])}")


def layout_of(code: dict) -> Layout:
    """Decode `{"shape": ..., "stride": ...}`."""
    return Layout(Shape(code["shape"]), Stride(code["stride"]))


def is_layout_code(code: object) -> bool:
    """Return whether `code` encodes a layout."""
    return isinstance(code, dict) and set(code) == {"shape", "stride"}


def layout_code(layout: Layout) -> dict:
    """Encode a layout as the file does."""
    return {"shape": as_lists(layout.shape.top_level), "stride": as_lists(layout.stride.top_level)}


def tree_of(code: list) -> Tree:
    """Decode a tree: `"*"` is a leaf, an int an id, a list a nested tree."""
    return Tree(*(_marker_of(item) for item in code))


def tree_code(tree: Tree) -> list:
    """Encode a tree as the file does."""
    return [_marker_code(marker) for marker in tree]


def key_of(code: object) -> object:
    """Decode a key: lists are tuples, `{"slice": [a, b, c]}` is a slice, wrong kinds stand for themselves."""
    if isinstance(code, list):
        return tuple(key_of(item) for item in code)
    if isinstance(code, dict):
        return slice(*code["slice"])
    return code


def recipe_code(markers: Iterable[Node]) -> list[str]:
    """Encode a profile or recipe as the file does."""
    return [marker.name for marker in markers]


def as_lists(value: object) -> object:
    """Return `value` with tuples as lists, at every depth."""
    return [as_lists(item) for item in value] if isinstance(value, tuple | list) else value


def expect_error(entry: dict, call: Callable[[], object]) -> None:
    """Run `call` and check that it raises what the entry expects, with the text that the entry fixes."""
    expected = entry["expect"]
    error_class = getattr(builtins, expected["error"])
    assert issubclass(error_class, Exception)
    with pytest.raises(error_class) as caught:
        call()
    if "message" in expected:
        assert str(caught.value) == expected["message"]
    if "contains" in expected:
        assert expected["contains"] in str(caught.value)


def _marker_of(code: object) -> object:
    if code == "*":
        return Node.Leaf
    return tree_of(code) if isinstance(code, list) else Node.id(code)


def _marker_code(marker: object) -> object:
    if isinstance(marker, Tree):
        return tree_code(marker)
    return "*" if marker is Node.Leaf else marker.id
