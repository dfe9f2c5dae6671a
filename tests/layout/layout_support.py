"""Helpers of the layout tests: layouts from plain data, and what a layout does at every index."""

from itertools import product

from swc.layout import Layout, Shape, Stride


def lay(shape: list, stride: list) -> Layout:
    """Return `Layout(Shape(shape), Stride(stride))`."""
    return Layout(Shape(shape), Stride(stride))


# Flat, nested, compact in either order, with gaps, with repeats, overlapping, of size one and of rank 0.
SAMPLES = [
    lay([], []),
    lay([1], [0]),
    lay([5], [1]),
    lay([4], [3]),
    lay([3], [0]),
    lay([2, 3], [1, 2]),
    lay([2, 3], [3, 1]),
    lay([2, 3], [1, 4]),
    lay([3, 2], [2, 3]),
    lay([2, 2], [1, 1]),
    lay([4, 2], [0, 1]),
    lay([6, 2], [8, 2]),
    lay([4, 2, 3], [2, 1, 8]),
    lay([1, 2, 1, 3], [7, 1, 11, 2]),
    lay([2, [3, 4]], [1, [2, 6]]),
    lay([2, [3, 4]], [1, [10, 100]]),
    lay([[2, 2], 3], [[1, 6], 2]),
    lay([[2, [2, 3]], 2], [[12, [2, 4]], 1]),
    lay([2, [1, 3]], [1, [5, 2]]),
    lay([[2, 3]], [[3, 1]]),
    lay([12], [1]),
    lay([3, 2, 2], [4, 2, 1]),
]
INJECTIVE_SAMPLES = [layout for layout in SAMPLES if len({*map(layout, range(layout.size))}) == layout.size]


def indices(layout: Layout) -> list[int]:
    """Return the index at every ordinal, by walking all coordinates leaf by leaf, the first fastest."""
    ranges = [range(extent) for extent in reversed(layout.leaf_extents)]
    strides = tuple(reversed(layout.leaf_strides))
    return [sum(map(int.__mul__, coordinate, strides)) for coordinate in product(*ranges)]
