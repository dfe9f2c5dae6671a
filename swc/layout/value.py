"""The layout as a value: construction, queries and indexing. The algebra is added by `swc.layout.layout`."""

from collections.abc import Iterator
from operator import mul
from typing import NoReturn, Self

from swc.layout import texts
from swc.layout.coordinates import encode_coordinate, index_of_ordinal
from swc.layout.injective import is_injective
from swc.layout.modes import Modes, recipe
from swc.layout.nested import is_congruent
from swc.layout.shape import Shape
from swc.layout.stride import Stride
from swc.layout.tree import Node


class LayoutValue:
    """A shape and a stride of the same nesting: the map from coordinates to indices.

    Args:
        shape: extents, in elements.
        stride: strides, in elements per step.

    Raises:
        ValueError: when an argument has the wrong kind, or the nestings differ.
    """

    __slots__ = ("__weakref__", "_cosize", "_hash", "_injective", "shape", "stride")

    shape: Shape
    stride: Stride
    _cosize: int
    _hash: int
    _injective: bool

    def __init__(self, shape: Shape, stride: Stride) -> None:
        if not isinstance(shape, Shape):
            raise ValueError(texts.SHAPE_KIND)
        if not isinstance(stride, Stride):
            raise ValueError(texts.STRIDE_KIND)
        if not is_congruent(shape.top_level, stride.top_level):
            raise ValueError(texts.STRUCTURE)
        object.__setattr__(self, "shape", shape)
        object.__setattr__(self, "stride", stride)

    @classmethod
    def of_modes(cls, modes: Modes) -> Self:
        """Wrap modes that are known to be valid, without looking at them."""
        layout = cls.__new__(cls)
        object.__setattr__(layout, "shape", Shape.of_nests(modes.shape))
        object.__setattr__(layout, "stride", Stride.of_nests(modes.stride))
        return layout

    @property
    def modes(self) -> Modes:
        """The bare nests of shape and stride."""
        return Modes(self.shape.top_level, self.stride.top_level)

    @property
    def leaf_extents(self) -> tuple[int, ...]:
        """Extents of all leaves, depth first."""
        return self.shape.leaves

    @property
    def leaf_strides(self) -> tuple[int, ...]:
        """Strides of all leaves, depth first, in elements per step."""
        return self.stride.leaves

    @property
    def is_leaf(self) -> bool:
        """Whether this counts as a leaf: at most one mode, and no nesting."""
        return self.shape.is_int

    @property
    def size(self) -> int:
        """Number of coordinates."""
        return self.shape.size

    @property
    def cosize(self) -> int:
        """Largest index plus one, in elements; gaps count."""
        try:
            return self._cosize
        except AttributeError:
            extents, strides = self.shape.leaves, self.stride.leaves
            object.__setattr__(self, "_cosize", 1 + sum(map(mul, extents, strides)) - sum(strides))
            return self._cosize

    @property
    def codomain_size(self) -> int:
        """Another name of `cosize`."""
        return self.cosize

    @property
    def profile(self) -> list[Node]:
        """The markers of the nesting in a fresh list; extents and strides play no part."""
        return recipe(self.shape.top_level)

    @property
    def is_injective(self) -> bool:
        """Whether no two coordinates share an index."""
        try:
            return self._injective
        except AttributeError:
            object.__setattr__(self, "_injective", is_injective(self.shape.leaves, self.stride.leaves))
            return self._injective

    def index(self, key: object) -> int:
        """Return the index of a coordinate, in elements: the sum of leaf coordinate times leaf stride.

        Args:
            key: an ordinal, or a tuple or list with one entry per mode; an entry is the ordinal of its mode,
                or a tuple or list again.

        Raises:
            TypeError: when the key or an entry is neither an int nor a tuple or list.
            ValueError: when the key is not in the domain.
        """
        ordinal = encode_coordinate(
            self.shape.top_level, key, domain_text=texts.KEY_DOMAIN, hierarchy_text=texts.KEY_DOMAIN
        )
        return index_of_ordinal(self.shape.leaves, self.stride.leaves, ordinal)

    @staticmethod
    def get_index(layout: "LayoutValue", key: object) -> int:
        """Return `layout.index(key)`.

        Raises:
            TypeError: as `index`.
            ValueError: as `index`, and when `layout` is no Layout.
        """
        if not isinstance(layout, LayoutValue):
            raise ValueError(texts.LAYOUT_KIND)
        return layout.index(key)

    def __call__(self, key: object) -> int:
        """Return `self.index(key)`."""
        return self.index(key)

    def __len__(self) -> int:
        return len(self.shape.top_level)

    def __iter__(self) -> Iterator[Self]:
        return (self.of_modes(self.modes.mode(position)) for position in range(len(self)))

    def __getitem__(self, key: int | slice) -> Self:
        """Return one top-level mode, or those of a slice.

        Raises:
            IndexError: when an int is out of range.
        """
        if isinstance(key, slice):
            return self.of_modes(Modes(self.shape.top_level[key], self.stride.top_level[key]))
        return self.of_modes(self.modes.mode(key))

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, LayoutValue):
            return NotImplemented
        return self.shape == other.shape and self.stride == other.stride

    def __hash__(self) -> int:
        try:
            return self._hash
        except AttributeError:
            object.__setattr__(self, "_hash", hash((self.shape, self.stride)))
            return self._hash

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(texts.LAYOUT_IMMUTABLE)

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(texts.LAYOUT_IMMUTABLE)

    def __reduce__(self) -> tuple[object, ...]:
        """Copy and pickle through the constructor."""
        return type(self), (self.shape, self.stride)

    def __repr__(self) -> str:
        return str(self.modes)
