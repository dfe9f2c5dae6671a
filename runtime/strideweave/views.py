"""Zero-copy views: a new layout, and sometimes a new offset, over the carrier of the source.

Every check happens before the view exists, and the version of the carrier never changes.
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise

from strideweave import texts
from strideweave.placement import check_dim, inserted_mode, removed_mode, reshaped, strided
from strideweave.slicing import sliced_layout
from strideweave.tensor import Tensor, tensor_over
from swc.command import parse_rearrange
from swc.layout import Layout, Shape, Stride, Tree

REARRANGED_LAYOUTS = 4096  # kept, most recently used


def slice_view(tensor: Tensor, key: object) -> Tensor:
    """Return the selection of a key that holds a slice; see `strideweave.slicing`.

    Raises:
        TypeError: when an entry is neither an int nor a slice, or a step is no int.
        ValueError: when the number of entries, an ordinal, a step, an interval or a slice of a nested mode
            is not allowed.
    """
    moved, layout = sliced_layout(tensor.layout, key)
    return tensor_over(tensor.carrier, tensor.offset + moved, layout)


def rearrange(tensor: Tensor, output: str | Tree, selection: Tree | None = None) -> Tensor:
    """Reorder, group, insert and drop modes without moving an element.

    Args:
        tensor: the source.
        output: a rearrange command, or the output tree over the extracted leaves.
        selection: which modes the ids of an output tree count; None means every leaf, depth first.

    Returns:
        A view of the same carrier at the same offset.

    Raises:
        TypeError: when a command comes with a selection, or an argument has the wrong kind.
        ValueError: when the command does not compile, the layout does not fit the selection, or an
            extracted mode of more than one element is left out.
    """
    if isinstance(output, str):
        if selection is not None:
            raise TypeError(texts.REARRANGE_SELECTION)
        return rearrange_by_command(tensor, output)
    _check_tensor(tensor)
    if not isinstance(output, Tree):
        raise TypeError(texts.OUTPUT_KIND)
    if selection is not None and not isinstance(selection, Tree):
        raise TypeError(texts.SELECTION_KIND)
    return _relaid(tensor, _rearranged_layout(tensor.layout, output, selection))


def rearrange_by_command(tensor: Tensor, description: str) -> Tensor:
    """Rearrange by a command, which compiles before the operand is looked at.

    Raises:
        TypeError: when `tensor` is not a Tensor.
        ValueError: when the command does not compile or does not fit the layout.
    """
    spec = parse_rearrange(description)
    _check_tensor(tensor)
    return _relaid(tensor, _rearranged_layout(tensor.layout, spec.output, spec.selection))


def permute(tensor: Tensor, *order: int | Iterable[int]) -> Tensor:
    """Reorder the top-level modes; `order[j]` is the source mode placed at `j`.

    Raises:
        TypeError: when an entry is no int.
        ValueError: when an entry is missing, repeated or out of range.
    """
    _check_tensor(tensor)
    return _relaid(tensor, Layout.permute(tensor.layout, *order))


def reshape(tensor: Tensor, shape: Shape) -> Tensor:
    """Give the elements, in ordinal order, another shape of the same size. Never copies.

    Raises:
        TypeError: when `shape` is not a Shape.
        ValueError: when the sizes differ, or the elements are not evenly spaced in ordinal order.
    """
    _check_tensor(tensor)
    if not isinstance(shape, Shape):
        raise TypeError(texts.SHAPE_KIND)
    return _relaid(tensor, reshaped(tensor.layout, shape))


def as_strided(tensor: Tensor, shape: Shape, stride: Stride) -> Tensor:
    """View the elements through a map from new coordinates to source ordinals (not to storage).

    Args:
        tensor: the source.
        shape: shape of the view.
        stride: steps in source ordinals, nested as `shape`.

    Raises:
        TypeError: when `shape` or `stride` has the wrong kind.
        ValueError: when the nestings differ, the map or the placement is not injective, the map leaves the
            source, or no layout describes the composition.
    """
    _check_tensor(tensor)
    if not isinstance(shape, Shape):
        raise TypeError(texts.SHAPE_KIND)
    if not isinstance(stride, Stride):
        raise TypeError(texts.STRIDE_KIND)
    return _relaid(tensor, strided(tensor.layout, Layout(shape, stride)))


def broadcast_to(tensor: Tensor, target: Shape) -> Tensor:
    """Widen leaves of extent one to the extents of `target`, with stride 0.

    Raises:
        TypeError: when `target` is not a Shape.
        ValueError: when the profiles differ, or another extent would change.
    """
    _check_tensor(tensor)
    if not isinstance(target, Shape):
        raise TypeError(texts.TARGET_KIND)
    return _relaid(tensor, tensor.layout.broadcast_to(target))


def broadcast_in_dim(tensor: Tensor, target: Shape, broadcast_dimensions: Iterable[int]) -> Tensor:
    """Insert the modes of `target` that the source lacks, then broadcast.

    Args:
        tensor: the source.
        target: shape of the view.
        broadcast_dimensions: for each source mode, its position in `target`, strictly increasing.

    Raises:
        TypeError: when `target` is not a Shape, or a position is no int.
        ValueError: when the positions do not fit, or the broadcast is not possible.
    """
    _check_tensor(tensor)
    if not isinstance(target, Shape):
        raise TypeError(texts.TARGET_KIND)
    layout = tensor.layout
    positions = _checked_positions(broadcast_dimensions, len(layout), len(target))
    for position in range(len(target)):
        if position not in positions:
            layout = inserted_mode(layout, position)
    return _relaid(tensor, layout.broadcast_to(target))


def unsqueeze(tensor: Tensor, dim: int) -> Tensor:
    """Insert a mode of extent one and stride 0 at `dim`, which may count from the end.

    Raises:
        TypeError: when `dim` is no int.
        ValueError: when `dim` is out of range.
    """
    _check_tensor(tensor)
    rank = len(tensor.layout)
    return _relaid(tensor, inserted_mode(tensor.layout, check_dim(dim, rank, rank + 1)))


def squeeze(tensor: Tensor, dim: int) -> Tensor:
    """Remove the top-level leaf of extent one at `dim`, which may count from the end.

    Raises:
        TypeError: when `dim` is no int.
        ValueError: when `dim` is out of range, or names another kind of mode.
    """
    _check_tensor(tensor)
    rank = len(tensor.layout)
    return _relaid(tensor, removed_mode(tensor.layout, check_dim(dim, rank, rank)))


@lru_cache(maxsize=REARRANGED_LAYOUTS)
def _rearranged_layout(layout: Layout, output: Tree, selection: Tree | None) -> Layout:
    return Layout.rearrange(layout, output, selection)


def _relaid(tensor: Tensor, layout: Layout) -> Tensor:
    return tensor_over(tensor.carrier, tensor.offset, layout)


def _check_tensor(tensor: object) -> None:
    if not isinstance(tensor, Tensor):
        raise TypeError(texts.OPERAND_KIND.format(name="tensor"))


def _checked_positions(positions: Iterable[int], modes: int, rank: int) -> list[int]:
    if not isinstance(positions, Iterable):
        raise TypeError(texts.BROADCAST_KIND)
    listed = list(positions)
    if any(isinstance(entry, bool) or not isinstance(entry, int) for entry in listed):
        raise TypeError(texts.BROADCAST_KIND)
    if len(listed) != modes:
        raise ValueError(texts.BROADCAST_COUNT)
    if any(not 0 <= entry < rank for entry in listed):
        raise ValueError(texts.BROADCAST_RANGE)
    if any(later <= earlier for earlier, later in pairwise(listed)):
        raise ValueError(texts.BROADCAST_ORDER)
    return listed
