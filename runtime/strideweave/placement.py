"""The layouts that views need beyond the layout algebra: reshape, as_strided, inserted and removed modes."""

from collections.abc import Iterator

from strideweave import texts
from swc.layout import Layout, Shape, Stride, canonical_layout
from swc.layout.modes import Modes
from swc.layout.nested import fold


def reshaped(layout: Layout, shape: Shape) -> Layout:
    """Return the layout of `shape` that visits the indices of `layout` in the same order.

    Raises:
        ValueError: when the sizes differ, or the indices are not `0, b, 2b, ...` for one `b`.
    """
    if shape.size != layout.size:
        raise ValueError(texts.RESHAPE_SIZE)
    modes = list(coalesced_modes(layout))
    if len(modes) > 1:
        raise ValueError(texts.RESHAPE_COALESCE)
    step = modes[0][1] if modes else 1
    canonical = canonical_layout(shape)
    return Layout(shape, scaled_stride(canonical.stride, step))


def strided(layout: Layout, inner: Layout) -> Layout:
    """Return the layout that reads `layout` at the ordinals `inner` gives, with exactly the shape of `inner`.

    Raises:
        ValueError: when `inner` or the result is not injective, `inner` leaves the domain of `layout`, or
            the composition is no layout of that shape.
    """
    if not inner.is_injective:
        raise ValueError(texts.STRIDED_INJECTIVE)
    if inner.cosize > layout.size:
        raise ValueError(texts.STRIDED_DOMAIN)
    result = _composed(layout, inner)
    if result is None:
        raise ValueError(texts.STRIDED_LAYOUT)
    if not result.is_injective:
        raise ValueError(texts.STRIDED_PLACEMENT)
    return result


def coalesced_modes(layout: Layout) -> Iterator[tuple[int, int]]:
    """Yield the fewest `(extent, stride)` pairs that visit the indices of `layout` in ordinal order."""
    extent, stride = 1, 0
    for next_extent, next_stride in zip(layout.leaf_extents, layout.leaf_strides, strict=True):
        if next_extent == 1:
            continue
        if extent > 1 and next_stride == extent * stride:
            extent *= next_extent
            continue
        if extent > 1:
            yield extent, stride
        extent, stride = next_extent, next_stride
    if extent > 1:
        yield extent, stride


def scaled_stride(stride: Stride, factor: int) -> Stride:
    """Return `stride` with every leaf multiplied by `factor`."""
    return Stride.of_nests(fold(stride.top_level, (leaf * factor for leaf in stride.leaves)))


def inserted_mode(layout: Layout, position: int) -> Layout:
    """Return `layout` with a mode of extent one and stride 0 in front of top-level mode `position`."""
    shapes, strides = list(layout.shape.top_level), list(layout.stride.top_level)
    shapes.insert(position, 1)
    strides.insert(position, 0)
    return Layout.of_modes(Modes(tuple(shapes), tuple(strides)))


def removed_mode(layout: Layout, position: int) -> Layout:
    """Return `layout` without top-level mode `position`.

    Raises:
        ValueError: when that mode is not a leaf of extent one.
    """
    shapes, strides = list(layout.shape.top_level), list(layout.stride.top_level)
    if shapes[position] != 1:
        raise ValueError(texts.SQUEEZE_MODE)
    del shapes[position], strides[position]
    return Layout.of_modes(Modes(tuple(shapes), tuple(strides)))


def check_dim(dim: object, rank: int, positions: int) -> int:
    """Return `dim` counted from the front.

    Args:
        dim: a position, negative to count from the end.
        rank: number of modes, for the error text.
        positions: number of allowed positions.

    Raises:
        TypeError: when `dim` is no int.
        ValueError: when it is out of range.
    """
    if isinstance(dim, bool) or not isinstance(dim, int):
        raise TypeError(texts.DIM_KIND)
    if not -positions <= dim < positions:
        raise ValueError(texts.DIM_RANGE.format(rank=rank))
    return dim % positions


def _composed(layout: Layout, inner: Layout) -> Layout | None:
    try:
        composed = Layout.compose(layout, inner)
    except ValueError:
        composed = None
    if composed is not None and composed.shape == inner.shape:
        return composed
    extent, stride = next(coalesced_modes(layout), (1, 0))
    if inner.cosize <= extent:
        return Layout(inner.shape, scaled_stride(inner.stride, stride))
    return None
