"""The pure index algebra: shapes, strides, trees and layouts. No storage, no dtype."""

from swc.layout import (
    Layout,
    Node,
    Shape,
    Stride,
    Tiler,
    Tree,
    canonical_layout,
    column_major,
    row_major,
)

__all__ = [
    "Layout",
    "Node",
    "Shape",
    "Stride",
    "Tiler",
    "Tree",
    "canonical_layout",
    "column_major",
    "row_major",
]
