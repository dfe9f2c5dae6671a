"""Modes: a layout as the bare pair of its nests, on which the algebra works."""

from collections.abc import Iterator
from math import prod
from typing import NamedTuple

from swc.layout.nested import Nests, as_modes, flatten, is_leaf
from swc.layout.tree import Node


class Modes(NamedTuple):
    """The modes of a layout: congruent nests of extents and of strides.

    Args:
        shape: extents, in elements.
        stride: strides, in elements per step.
    """

    shape: Nests
    stride: Nests

    @property
    def is_leaf(self) -> bool:
        """Whether this counts as a leaf: at most one mode, and no nesting."""
        return is_leaf(self.shape)

    @property
    def size(self) -> int:
        """Number of coordinates."""
        return prod(flatten(self.shape))

    @property
    def cosize(self) -> int:
        """Largest index plus one."""
        return 1 + sum((extent - 1) * stride for extent, stride in self.leaves())

    def leaves(self) -> Iterator[tuple[int, int]]:
        """Yield extent and stride of every leaf, depth first."""
        return zip(flatten(self.shape), flatten(self.stride), strict=True)

    def mode(self, position: int) -> "Modes":
        """Return the modes of one top-level mode."""
        return Modes(as_modes(self.shape[position]), as_modes(self.stride[position]))

    def __str__(self) -> str:
        """Write the layout as `repr` of a Layout does."""
        return f"Layout( Shape<{self.shape!r}>, Stride<{self.stride!r}>)"


def recipe(shape: Nests) -> list[Node]:
    """Return the markers of the profile of `shape`, in a fresh list."""
    markers: list[Node] = []
    for nest in shape:
        if isinstance(nest, int):
            markers.append(Node.Leaf)
        else:
            markers += [Node.Push, *recipe(nest), Node.Pop]
    return markers


def coalesce(modes: Modes) -> list[tuple[int, int]]:
    """Return the fewest `(extent, stride)` pairs with the same index at every ordinal; none has extent 1."""
    merged: list[tuple[int, int]] = []
    for extent, stride in modes.leaves():
        if extent == 1:
            continue
        if merged and stride == merged[-1][0] * merged[-1][1]:
            merged[-1] = (merged[-1][0] * extent, merged[-1][1])
        else:
            merged.append((extent, stride))
    return merged
