"""Helpers of the command tests: tokens and trees as plain data, and what a call did."""

import dataclasses
import enum
from collections.abc import Callable

from swc.command import Token
from swc.command.values import FlatValue
from swc.layout.tree import Node, Tree

LEAF = Node.Leaf


def ids(*numbers: int) -> Tree:
    """Return the flat tree of these ids."""
    return Tree(*(Node.id(number) for number in numbers))


def leaves(count: int) -> Tree:
    """Return the flat tree of `count` leaves."""
    return Tree(*(Node.Leaf for _ in range(count)))


def plain(value: object) -> object:
    """Write tokens, trees and specifications as the vector file does."""
    if isinstance(value, Token):
        return [value.kind, value.value, value.start, value.end]
    if isinstance(value, FlatValue):
        return {field.name: plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    if isinstance(value, enum.Enum):
        assert value is Node.Leaf
        return "*"
    return value if isinstance(value, str | int) else value.id


def outcome(function: Callable[..., object], *arguments: object) -> tuple[str, object]:
    """Return what `function` returned, or the text of the ValueError that it raised."""
    try:
        return "value", plain(function(*arguments))
    except ValueError as error:
        return "error", str(error)
