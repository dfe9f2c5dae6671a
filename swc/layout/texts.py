"""Every fixed text of the layout algebra, in the order of the layout contract.

Texts under "own" belong to cases on which the contract fixes only the type of the error, or is silent.
"""

from typing import Final

SHAPE_IMMUTABLE: Final = "Shape is immutable"
STRIDE_IMMUTABLE: Final = "Stride is immutable"
LAYOUT_IMMUTABLE: Final = "Layout is immutable"

EXTENT_RANGE: Final = "Dimension shape must not be less than 1"
SHAPE_ITEM: Final = "Shape contains an element that is not an integer or a iterable"
SHAPE_NOT_INTEGER: Final = "Shape can not be represented as a integer"
ORDINAL_KIND: Final = "Shape index must be an integer"
ORDINAL_DOMAIN: Final = "Index is not in domain of shape"
COORDINATE_KIND: Final = "Coordinate must be an integer, tuple, or list"
LEAF_COORDINATE_KIND: Final = "Coordinate must contain only integers, tuples, or lists"
COORDINATE_DOMAIN: Final = "Coordinate is not in domain of shape"
COORDINATE_HIERARCHY: Final = "Coordinate does not match shape hierarchy"

STRIDE_RANGE: Final = "Stride value must not be negative"
STRIDE_ITEM: Final = "Stride contains an element that is not an integer or a iterable"

TREE_ITEM: Final = (
    "Tree can only accept integers or Node.Leaf for leaf markers, and Tree objects for subtrees."
)
NODE_ID_KIND: Final = "Node leaf id must be an integer"
NODE_ID_RANGE: Final = "Node leaf id must be non-negative"

SHAPE_KIND: Final = "shape input must be a Shape object"
STRIDE_KIND: Final = "stride input must be a Stride object"
STRUCTURE: Final = "Shape and Stride do not match in Structure"
LAYOUT_KIND: Final = "layout input must be a Layout object"
KEY_DOMAIN: Final = "Key is not in domain of shape"

BROADCAST_KIND: Final = "Layout broadcast target must be a Shape"
BROADCAST_PROFILE: Final = "Layout broadcast target must have the same shape profile: {source} != {target}"
BROADCAST_EXTENT: Final = "Layout broadcast can only widen an extent-1 leaf: {source} cannot become {target}"
PREIMAGE_KIND: Final = "target_shape must be a Shape"

OUTPUT_KIND: Final = "output must be a Tree"
SELECTION_PROFILE: Final = "layout and tree profile do not match"
REARRANGE_ID_RANGE: Final = "Layout rearrange id is out of range"
REARRANGE_ID_DUPLICATE: Final = "Layout rearrange ids must not be duplicated"
REARRANGE_OMITTED: Final = "Layout rearrange ids must include every extracted layout"
PERMUTATION_KIND: Final = "Permutation dimensions must be integers"
PERMUTATION_MODES: Final = "Permutation dimensions must reorder every layout mode"

COMPOSE_OUTER: Final = "A must be a Layout"
COMPOSE_TILE: Final = "B must contain only Layout values"
COMPOSE_INNER: Final = "B must be an IndexMap, Shape, or Tiler"
COMPOSE_DOMAIN: Final = "inner codomain exceeds the outer map domain"
COMPOSE_TILES: Final = "B has more tiles than A has top-level modes"
COMPOSE_TAKE: Final = "Shape divisibility condition not met for {layout} and {extent}"
COMPOSE_SKIP: Final = "Can not choose the {stride}-th element of Layout {layout}"

COMPLEMENT_OVERLAP: Final = "{layout} overlaps with itself"
COMPLEMENT_GAP: Final = "{layout} is incongruent"
COMPLEMENT_END: Final = "{layout} is incongruent with cotarget {cotarget}"
COMPLEMENT_SPAN: Final = "{layout} is larger than cotarget {cotarget}"

EXTENTS_MISSING: Final = "at least one extent is required"
EXTENTS_RANGE: Final = "extents must be positive integers"

# Own.
SELECTION_KIND: Final = "selection must be a Tree"
COMPOSE_CARRY: Final = "no Layout is the composition: leaves of {inner} carry into each other in {layout}"
MODES_KIND: Final = "only Layouts can be combined"
COTARGET_KIND: Final = "cotarget must be an integer"
CANONICAL_KIND: Final = "shape must be a Shape"
COMPOSE_SHAPE: Final = "a Shape used as tiles must be flat"
