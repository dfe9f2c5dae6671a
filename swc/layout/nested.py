"""Nests of integers, and the common base of Shape and Stride.

A *nest* is an int or a tuple of nests. All algebra below Layout works on nests, so that it needs no class.
"""

from collections.abc import Iterable, Iterator, Sized
from typing import ClassVar, Final, NoReturn, Self, TypeAlias, cast

Nest: TypeAlias = "int | tuple[Nest, ...]"
Nests: TypeAlias = tuple[Nest, ...]

INT_ONLY: Final = frozenset({int})


def flatten(nests: Nests) -> tuple[int, ...]:
    """Return the ints at all depths, depth first; a flat tuple is returned as it is."""
    if tuple not in map(type, nests):
        return cast(tuple[int, ...], nests)
    leaves: list[int] = []
    for nest in nests:
        if isinstance(nest, int):
            leaves.append(nest)
        else:
            leaves.extend(flatten(nest))
    return tuple(leaves)


def fold(profile: Nests, leaves: Iterator[Nest]) -> Nests:
    """Return `profile` with its leaves replaced, in order, by what `leaves` yields."""
    return tuple(next(leaves) if isinstance(nest, int) else fold(nest, leaves) for nest in profile)


def is_congruent(lhs: Nests, rhs: Nests) -> bool:
    """Return whether two nests have the same profile."""
    kinds = [*map(type, lhs)]
    if kinds != [*map(type, rhs)]:
        return False
    return tuple not in kinds or all(map(is_congruent, map(as_modes, lhs), map(as_modes, rhs)))


def is_leaf(nests: Nests) -> bool:
    """Return whether nests count as one leaf: at most one mode, and no nesting."""
    return not nests or (len(nests) == 1 and isinstance(nests[0], int))


def as_modes(nest: Nest) -> Nests:
    """Return the modes of a nest; an int is one mode at its own level."""
    return (nest,) if isinstance(nest, int) else nest


def nesting_depth(nests: Nests) -> int:
    """Return the levels of nesting; flat and empty nests have one."""
    return 1 + max((nesting_depth(nest) for nest in nests if isinstance(nest, tuple)), default=0)


class NestedIntegers:
    """Base of Shape and Stride: immutable modes, each an int or a nested tuple of modes.

    Args:
        items: nothing for rank 0; one int or one iterable of items; or the items themselves. An item is an
            int or a nested sized iterable of items. An item of the class itself is spliced in flat when it
            counts as a leaf, and nests otherwise.

    Raises:
        ValueError: when an item is neither an int nor a sized iterable, or an int is too small.
        TypeError: when a sole argument is neither an int nor iterable.
    """

    __slots__ = ("_hash", "_leaves", "top_level")

    top_level: Nests
    _leaves: tuple[int, ...]
    _hash: int

    _least: ClassVar[int]
    _least_text: ClassVar[str]
    _item_text: ClassVar[str]
    _immutable_text: ClassVar[str]

    def __init__(self, *items: object) -> None:
        sole = items[0] if len(items) == 1 and not isinstance(items[0], int) else items
        object.__setattr__(self, "top_level", self._parse(sole))

    @classmethod
    def of_nests(cls, nests: Nests) -> Self:
        """Wrap nests that are known to be valid, without looking at them."""
        value = cls.__new__(cls)
        object.__setattr__(value, "top_level", nests)
        return value

    @property
    def leaves(self) -> tuple[int, ...]:
        """The ints at all depths, depth first."""
        try:
            return self._leaves
        except AttributeError:
            object.__setattr__(self, "_leaves", flatten(self.top_level))
            return self._leaves

    @property
    def depth(self) -> int:
        """Levels of nesting; 1 when flat or of rank 0."""
        return nesting_depth(self.top_level)

    @property
    def is_int(self) -> bool:
        """Whether this counts as a leaf: at most one mode, and no nesting."""
        return is_leaf(self.top_level)

    def __len__(self) -> int:
        return len(self.top_level)

    def __iter__(self) -> Iterator[Self]:
        return (self.of_nests(as_modes(nest)) for nest in self.top_level)

    def __getitem__(self, key: int | slice) -> Self:
        """Return one top-level mode, or those of a slice.

        Raises:
            IndexError: when an int is out of range.
        """
        return self.of_nests(as_modes(self.top_level[key]))

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, NestedIntegers) or type(other) is not type(self):
            return NotImplemented
        return self.top_level == other.top_level

    def __hash__(self) -> int:
        try:
            return self._hash
        except AttributeError:
            object.__setattr__(self, "_hash", hash(self.top_level))
            return self._hash

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(self._immutable_text)

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(self._immutable_text)

    def __reduce__(self) -> tuple[object, ...]:
        """Copy and pickle through the constructor."""
        return type(self), (self.top_level,)

    def __repr__(self) -> str:
        return f"{type(self).__name__}<{self.top_level!r}>"

    @classmethod
    def _parse(cls, items: object) -> Nests:
        if type(items) is tuple and set(map(type, items)) == INT_ONLY and min(items) >= cls._least:
            return items
        # A str yields strs for ever, and another nest of integers yields its own kind for ever.
        if isinstance(items, (str, bytes)) or (isinstance(items, NestedIntegers) and type(items) is not cls):
            raise ValueError(cls._item_text)
        parsed: list[Nest] = []
        # What is no iterable fails here, with Python's own TypeError.
        for item in cast(Iterable[object], items):
            if isinstance(item, int):
                if item < cls._least:
                    raise ValueError(cls._least_text)
                parsed.append(int(item))
            elif isinstance(item, cls):
                parsed.extend(item.top_level if item.is_int else (item.top_level,))
            elif isinstance(item, Sized) and isinstance(item, Iterable):
                parsed.append(cls._parse(item))
            else:
                raise ValueError(cls._item_text)
        return tuple(parsed)
