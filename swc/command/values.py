"""What the compiled values of the command language have in common: equality and hashing."""

import dataclasses
from typing import Any

from swc.layout.tree import Node


class FlatValue:
    """Base of frozen values whose fields are trees and tuples, compared and hashed by those fields.

    Python compares and hashes nested tuples by recursion, which a deep enough command exhausts, and anew each
    time. Here the fields are written out flat once, when the value is made. Subclasses are frozen, slotted
    dataclasses with `eq=False`.
    """

    __slots__ = ("__weakref__", "_flat", "_hash")

    _flat: tuple[object, ...]
    _hash: int

    def __post_init__(self) -> None:
        """Write the fields out flat and hash them, once."""
        flat = flatten(self._field_values())
        object.__setattr__(self, "_flat", flat)
        object.__setattr__(self, "_hash", hash(flat))

    def __eq__(self, other: object) -> bool:
        """Compare type and fields."""
        if self is other:
            return True
        if type(other) is not type(self):
            return NotImplemented
        assert isinstance(other, FlatValue)
        return self._hash == other._hash and self._flat == other._flat

    def __hash__(self) -> int:
        """Return the hash of the fields."""
        return self._hash

    def __reduce__(self) -> tuple[object, ...]:
        """Copy and pickle through the constructor: fields are frozen, hashes differ by process."""
        return type(self), self._field_values()

    def _field_values(self) -> tuple[object, ...]:
        instance: Any = self
        return tuple(getattr(self, field.name) for field in dataclasses.fields(instance))


def flatten(nested: tuple[object, ...]) -> tuple[object, ...]:
    """Return the items of `nested` at every depth in order, with `Node.Push` and `Node.Pop` around each nest.

    No tree holds those two markers, so different nests are written differently.

    Args:
        nested: trees and tuples to any depth.
    """
    flat: list[object] = []
    open_nests = [iter(nested)]
    while open_nests:
        for item in open_nests[-1]:
            if isinstance(item, tuple):
                flat.append(Node.Push)
                open_nests.append(iter(item))
                break
            flat.append(item)
        else:
            flat.append(Node.Pop)
            open_nests.pop()
    return tuple(flat)
