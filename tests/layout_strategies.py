"""Hypothesis strategies for nested shapes and layouts."""

from hypothesis import strategies as st

from swc.layout import Layout, Shape, Stride, canonical_layout
from swc.layout.nested import fold


@st.composite
def shapes(
    draw: st.DrawFn,
    *,
    min_leaves: int = 0,
    max_leaves: int = 4,
    max_extent: int = 4,
    single_nests: bool = False,
) -> Shape:
    """Draw a shape.

    Args:
        draw: supplied by hypothesis.
        min_leaves: least number of leaves.
        max_leaves: largest number of leaves.
        max_extent: largest extent.
        single_nests: whether a nested mode may hold a single mode, such as `[[3], 2]`.
    """
    extents = st.integers(1, max_extent)
    nests: list[object] = draw(st.lists(extents, min_size=min_leaves, max_size=max_leaves))
    least = 1 if single_nests else 2
    for _ in range(draw(st.integers(0, 2))):
        if len(nests) < least:
            break
        start = draw(st.integers(0, len(nests) - least))
        stop = draw(st.integers(start + least, len(nests)))
        nests = [*nests[:start], nests[start:stop], *nests[stop:]]
    return Shape(nests)


@st.composite
def layouts(
    draw: st.DrawFn,
    *,
    min_leaves: int = 0,
    max_leaves: int = 4,
    max_extent: int = 4,
    max_stride: int = 12,
    single_nests: bool = False,
) -> Layout:
    """Draw a layout, half of them compact in some order of the leaves, half with any strides.

    Args:
        draw: supplied by hypothesis.
        min_leaves: least number of leaves.
        max_leaves: largest number of leaves.
        max_extent: largest extent.
        max_stride: largest stride of a layout that is not compact.
        single_nests: whether a nested mode may hold a single mode, such as `[[3], 2]`.
    """
    sizes = {"min_leaves": min_leaves, "max_leaves": max_leaves, "max_extent": max_extent}
    shape = draw(shapes(single_nests=single_nests, **sizes))
    if draw(st.booleans()):
        return draw(compact_layouts(shape))
    count = len(shape.leaves)
    strides = draw(st.lists(st.integers(0, max_stride), min_size=count, max_size=count))
    return Layout(shape, Stride(fold(shape.top_level, iter(strides))))


@st.composite
def compact_layouts(draw: st.DrawFn, shape: Shape) -> Layout:
    """Draw a layout of `shape` that hits each of `[0, size)` once, its leaves ordered in any way."""
    order = draw(st.permutations(range(len(shape.leaves))))
    ordered = canonical_layout(Shape([shape.leaves[leaf] for leaf in order])).leaf_strides
    strides = dict(zip(order, ordered, strict=True))
    return Layout(shape, Stride(fold(shape.top_level, (strides[leaf] for leaf in range(len(order))))))
