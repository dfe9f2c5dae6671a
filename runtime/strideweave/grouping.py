"""Giving a flat array the hierarchy that a layout reference names: `view(array, "a (b c)", c=4)`."""

import operator
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import prod
from typing import Literal

import numpy as np
import numpy.typing as npt

from strideweave import texts
from strideweave.interop import tensor_of_array
from strideweave.tensor import Tensor, tensor_over
from swc.command import LayoutReference, lex, parse_layout_ref
from swc.errors import CommandError
from swc.layout import Layout, Shape, Stride, Tree
from swc.layout.nested import Nest

# How many are kept, most recently used.
PARSED_REFERENCES = 4096
GROUPED_LAYOUTS = 4096
Order = Literal["C", "F"]


@dataclass(frozen=True, slots=True)
class NamedAxis:
    """One item of a reference beside the axis that it describes.

    Args:
        position: number of the axis.
        extent: elements along the axis.
        stride: slots between neighbours.
        item: the item's tree, a leaf marker or a group.
        names: the symbol of each leaf of the item, depth first; None stands for a `1`.
        text: the item as a person writes it.
    """

    position: int
    extent: int
    stride: int
    item: object
    names: tuple[str | None, ...]
    text: str


def view(
    source: npt.NDArray[np.generic] | Tensor,
    reference: str,
    sizes: Mapping[str, int] | None = None,
    /,
    *,
    order: Order = "C",
    **named_sizes: int,
) -> Tensor:
    """Give a flat array or tensor the hierarchy of a layout reference. Splitting an axis never copies.

    `view(array, "a (b c)", c=4)` makes the second axis a mode of two leaves, the last of extent 4; the extent
    of `b` is inferred. An array goes through `from_numpy`, and warns if that must copy.

    Args:
        source: an array, or a tensor whose modes are all leaves.
        reference: one item per axis: a symbol, a `1` (the axis must have extent 1) or a group. A `1` inside a
            group makes a leaf of extent 1 and stride 0.
        sizes: sizes by symbol, for symbols that cannot be written as a keyword argument, `order` above all.
            A Python keyword also works as `view(array, "(lambda b)", **{"lambda": 2})`.
        order: `"C"` when the last leaf of a group runs fastest along the axis, as NumPy's `reshape` splits
            an axis; `"F"` when the first does.
        named_sizes: sizes by symbol. At most one symbol of each group may be left out; the size of a
            symbol that is an axis by itself is checked.

    Returns:
        A tensor over the memory of `source`.

    Raises:
        TypeError: when an argument or a size has the wrong kind, or a symbol has two sizes.
        ValueError: when the reference does not parse, does not fit the rank, or the sizes do not fit the
            extents, are missing, or name a symbol that the reference lacks.
    """
    if order not in ("C", "F"):
        raise ValueError(f"{texts.ORDER_KIND}; the size of a symbol named order goes into the sizes mapping")
    if not isinstance(reference, str):
        raise TypeError(texts.REFERENCE_KIND)
    given = _checked_sizes(sizes, named_sizes)
    parsed = _parsed(reference)
    names = {symbol for symbol, _ in parsed.symbol_ids}
    unknown = [symbol for symbol in given if symbol not in names]
    if unknown:
        raise ValueError(f"reference '{reference}' does not name {_listed(unknown)}, but a size is given")
    tensor = source if isinstance(source, Tensor) else tensor_of_array(source, copy=None, stacklevel=3)
    layout = _grouped_layout(tensor.layout, reference, tuple(given.items()), order)
    return tensor_over(tensor.carrier, tensor.offset, layout)


@lru_cache(maxsize=GROUPED_LAYOUTS)
def _grouped_layout(
    layout: Layout, reference: str, sizes: tuple[tuple[str, int], ...], order: Order
) -> Layout:
    given = dict(sizes)
    axes = list(_named_axes(layout, _parsed(reference), reference))
    shapes, strides = zip(*(_split(axis, given, order) for axis in axes), strict=True)
    return Layout(Shape(shapes), Stride(strides))


@lru_cache(maxsize=PARSED_REFERENCES)
def _parsed(reference: str) -> LayoutReference:
    try:
        return parse_layout_ref(lex(reference))
    except CommandError as error:
        # Tokens do not carry their text; with it, the traceback shows where the fault is.
        raise CommandError(str(error), command=reference, offset=error.offset) from None


def _checked_sizes(sizes: Mapping[str, int] | None, named_sizes: Mapping[str, int]) -> dict[str, int]:
    listed = dict(sizes or {})
    twice = [symbol for symbol in named_sizes if symbol in listed]
    if twice:
        raise TypeError(f"the size of {_listed(twice)} is given twice")
    checked: dict[str, int] = {}
    for symbol, size in {**listed, **named_sizes}.items():
        if isinstance(size, bool) or not hasattr(size, "__index__"):
            raise TypeError(f"the size of '{symbol}' must be an integer, not {type(size).__name__}")
        checked[symbol] = operator.index(size)
        if checked[symbol] < 1:
            raise ValueError(f"the size of '{symbol}' must be at least 1, not {size}")
    return checked


def _named_axes(layout: Layout, parsed: LayoutReference, reference: str) -> Iterator[NamedAxis]:
    tree, names = parsed.tree, {number: symbol for symbol, number in parsed.symbol_ids}
    extents = layout.shape.top_level
    if any(not isinstance(extent, int) for extent in extents):
        raise ValueError("view needs a flat tensor: every mode must be a leaf")
    if len(tree) != len(extents):
        raise ValueError(f"reference '{reference}' names {len(tree)} axes, but the array has {len(extents)}")
    leaf = 0
    leaves = zip(layout.leaf_extents, layout.leaf_strides, strict=True)
    for position, (item, (extent, stride)) in enumerate(zip(tree, leaves, strict=True)):
        count = item.size if isinstance(item, Tree) else 1
        symbols = tuple(names.get(number) for number in range(leaf, leaf + count))
        text, _ = _written(item, symbols)
        yield NamedAxis(position, extent, stride, item, symbols, text)
        leaf += count


def _split(axis: NamedAxis, given: Mapping[str, int], order: Order) -> tuple[Nest, Nest]:
    """Return the shape and the strides of the mode that replaces `axis`."""
    extents = _leaf_extents(axis, given)
    if not isinstance(axis.item, Tree):
        return axis.extent, axis.stride
    strides = [0] * len(extents)
    step = axis.stride
    walk = range(len(extents)) if order == "F" else reversed(range(len(extents)))
    for leaf in walk:
        if axis.names[leaf] is not None:
            strides[leaf] = step
            step *= extents[leaf]
    return _nested_like(axis.item, iter(extents)), _nested_like(axis.item, iter(strides))


def _leaf_extents(axis: NamedAxis, given: Mapping[str, int]) -> list[int]:
    known = [1 if name is None else given.get(name) for name in axis.names]
    missing = [
        name for name, size in zip(axis.names, known, strict=True) if size is None and name is not None
    ]
    product = prod(size for size in known if size is not None)
    where = f"axis {axis.position} has extent {axis.extent}"
    if len(missing) > 1:
        raise ValueError(
            f"{where}; at most one of {_listed(missing)} in {axis.text} may be left without a size"
        )
    stated = _stated(axis, known)
    if missing and axis.extent % product:
        raise ValueError(
            f"{where}, which {stated} does not divide, so {axis.text} has no size for '{missing[0]}'"
        )
    if not missing and product != axis.extent:
        raise ValueError(f"{where}, but {axis.text} gives it {product}: {stated}")
    return [axis.extent // product if size is None else size for size in known]


def _stated(axis: NamedAxis, known: list[int | None]) -> str:
    sizes = zip(axis.names, known, strict=True)
    return " * ".join(f"{name or ''}{'=' if name else ''}{size}" for name, size in sizes if size is not None)


def _written(item: object, symbols: tuple[str | None, ...]) -> tuple[str, tuple[str | None, ...]]:
    """Return `item` as text, and the symbols of what follows it."""
    if not isinstance(item, Tree):
        return symbols[0] or "1", symbols[1:]
    words = []
    for entry in item:
        word, symbols = _written(entry, symbols)
        words.append(word)
    return f"({' '.join(words)})", symbols


def _nested_like(item: object, leaves: Iterator[int]) -> Nest:
    if isinstance(item, Tree):
        return tuple(_nested_like(entry, leaves) for entry in item)
    return next(leaves)


def _listed(symbols: list[str]) -> str:
    return " and ".join(f"'{symbol}'" for symbol in symbols)
