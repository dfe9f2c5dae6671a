"""The index algebra: shapes, strides, layouts, and the trees that take them apart and put them together."""

from swc.layout.builders import canonical_layout, column_major, row_major, row_major_layout
from swc.layout.layout import Layout, Tiler, extract
from swc.layout.shape import Shape
from swc.layout.stride import Stride
from swc.layout.tree import Node, Tree

__all__ = [
    "Layout",
    "Node",
    "Shape",
    "Stride",
    "Tiler",
    "Tree",
    "canonical_layout",
    "column_major",
    "extract",
    "row_major",
    "row_major_layout",
]
