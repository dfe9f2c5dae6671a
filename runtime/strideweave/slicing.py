"""Slicing on layouts alone: which layout, and how far from the first element, a key of slices selects."""

from strideweave import texts
from swc.layout import Layout
from swc.layout.modes import Modes
from swc.layout.nested import Nest


def has_slice(key: object) -> bool:
    """Return whether a slice occurs anywhere in `key`."""
    if isinstance(key, slice):
        return True
    return isinstance(key, (tuple, list)) and any(has_slice(entry) for entry in key)


def sliced_layout(layout: Layout, key: object) -> tuple[int, Layout]:
    """Return the offset of the first selected element, in elements, and the layout of the selection.

    Args:
        layout: the layout to select from.
        key: one int or slice per top-level mode; anything but a tuple is one entry.

    Raises:
        TypeError: when an entry is neither an int nor a slice, or a step is no int.
        ValueError: when the number of entries, an ordinal, a step, an interval or a slice of a nested mode
            is not allowed.
    """
    entries = key if isinstance(key, tuple) else (key,)
    shapes, strides = layout.shape.top_level, layout.stride.top_level
    if len(entries) != len(shapes):
        raise ValueError(texts.VIEW_KEY_COUNT)
    offset = 0
    kept_shapes: list[Nest] = []
    kept_strides: list[Nest] = []
    for entry, shape, stride in zip(entries, shapes, strides, strict=True):
        if isinstance(entry, slice):
            start, shape, stride = _sliced_mode(entry, shape, stride)
            offset += start
            kept_shapes.append(shape)
            kept_strides.append(stride)
        else:
            offset += _mode_index(entry, shape, stride)
    return offset, Layout.of_modes(Modes(tuple(kept_shapes), tuple(kept_strides)))


def _sliced_mode(entry: slice, shape: Nest, stride: Nest) -> tuple[int, Nest, Nest]:
    step = 1 if entry.step is None else entry.step
    if isinstance(step, bool) or not isinstance(step, int):
        raise TypeError(texts.VIEW_STEP_KIND)
    if step <= 0:
        raise ValueError(texts.VIEW_STEP_RANGE)
    if isinstance(shape, tuple) or isinstance(stride, tuple):
        if entry.start is not None or entry.stop is not None or step != 1:
            raise ValueError(texts.VIEW_NESTED)
        return 0, shape, stride
    start, stop, step = entry.indices(shape)
    if stop <= start:
        raise ValueError(texts.VIEW_EMPTY)
    if (stop - start) % step:
        raise ValueError(texts.VIEW_DIVISIBLE)
    return start * stride, (stop - start) // step, stride * step


def _mode_index(entry: object, shape: Nest, stride: Nest) -> int:
    if isinstance(entry, bool) or not isinstance(entry, int):
        raise TypeError(texts.VIEW_KEY_KIND)
    mode = Layout.of_modes(Modes((shape,), (stride,)))
    if not 0 <= entry < mode.size:
        raise ValueError(texts.VIEW_KEY_DOMAIN)
    return mode.index(entry)
