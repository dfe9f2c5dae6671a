"""Take a layout apart by a selection tree, and put the parts together by an output tree.

Trees are walked in loops: a command may nest deeper than Python recurses.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from swc.layout import texts
from swc.layout.combine import make
from swc.layout.modes import Modes
from swc.layout.nested import Nest, as_modes, is_leaf
from swc.layout.tree import Marker, Node, NodeId, Tree

SelectedMode: TypeAlias = tuple[Nest, Nest, Marker]


def extract_modes(modes: Modes, selection: Tree | None) -> list[Modes]:
    """Return the parts of `modes` that the leaves of `selection` take, in reading order.

    Args:
        modes: the layout to take apart.
        selection: a leaf marker takes its mode whole, a nested tree descends into it; None takes every leaf.

    Raises:
        ValueError: when a level has more or fewer modes than markers.
    """
    if selection is None:
        return [Modes((extent,), (stride,)) for extent, stride in modes.leaves()]
    extracted: list[Modes] = []
    open_levels = [_paired(modes, selection)]
    while open_levels:
        for shape, stride, marker in open_levels[-1]:
            mode = Modes(as_modes(shape), as_modes(stride))
            if isinstance(marker, Tree):
                open_levels.append(_paired(mode, marker))
                break
            extracted.append(mode)
        else:
            open_levels.pop()
    return extracted


def rearrange(modes: Modes, output: Tree, selection: Tree | None) -> Modes:
    """Return the extracted parts placed as `output` says.

    Args:
        modes: the layout to rearrange.
        output: `Node.id(n)` places extracted part `n`, `Node.Leaf` inserts extent 1 with stride 0, and a
            nested tree builds a nested mode, spliced in flat when it counts as a leaf.
        selection: as for `extract_modes`.

    Raises:
        ValueError: when the selection does not fit, an id is out of range or used twice, or a part of more
            than one coordinate is left out.
    """
    extracted = extract_modes(modes, selection)
    used = Counter(marker.id for marker in output.walk() if isinstance(marker, NodeId))
    _check_ids(used, len(extracted))
    if any(part.size > 1 for position, part in enumerate(extracted) if position not in used):
        raise ValueError(texts.REARRANGE_OMITTED)
    return _placed(output, extracted)


def reverse_rearrange(output: Tree, selection: Tree) -> tuple[Tree, Tree]:
    """Return the output and selection trees that undo a rearrangement.

    Args:
        output: output tree of the rearrangement.
        selection: its selection tree.

    Returns:
        The selection with each source that was placed replaced by the id of its place, and `Node.Leaf` for
        the others, whose stride is lost; and the output without ids.

    Raises:
        ValueError: when an id is out of range or used twice.
    """
    leaves = [marker for marker in output.walk() if marker not in (Node.Push, Node.Pop)]
    places = {marker.id: place for place, marker in enumerate(leaves) if isinstance(marker, NodeId)}
    _check_ids(Counter(marker.id for marker in leaves if isinstance(marker, NodeId)), selection.size)
    return _grown(_place_markers(selection, places)), _grown(output.recipe)


def permute(modes: Modes, order: Sequence[object]) -> Modes:
    """Return the top-level modes in another order; `order[j]` is the source of mode `j`.

    Raises:
        TypeError: when an entry is no int.
        ValueError: when `order` is not a permutation of the modes.
    """
    sources: list[int] = []
    for entry in order:
        if isinstance(entry, bool) or not isinstance(entry, int):
            raise TypeError(texts.PERMUTATION_KIND)
        sources.append(entry)
    if sorted(sources) != list(range(len(modes.shape))):
        raise ValueError(texts.PERMUTATION_MODES)
    return make(modes.mode(source) for source in sources)


def _paired(modes: Modes, markers: Tree) -> Iterator[SelectedMode]:
    if len(modes.shape) != len(markers):
        raise ValueError(texts.SELECTION_PROFILE)
    return zip(modes.shape, modes.stride, markers, strict=True)


def _check_ids(used: Counter[int], count: int) -> None:
    if any(source >= count for source in used):
        raise ValueError(texts.REARRANGE_ID_RANGE)
    if any(times > 1 for times in used.values()):
        raise ValueError(texts.REARRANGE_ID_DUPLICATE)


def _placed(output: Tree, extracted: Sequence[Modes]) -> Modes:
    open_nests: list[tuple[list[Nest], list[Nest]]] = [([], [])]
    for marker in output.walk():
        if marker is Node.Push:
            open_nests.append(([], []))
            continue
        if marker is Node.Pop:
            shapes, strides = open_nests.pop()
            part = Modes(tuple(shapes), tuple(strides))
        else:
            part = extracted[marker.id] if isinstance(marker, NodeId) else Modes((1,), (0,))
        shapes, strides = open_nests[-1]
        shapes.extend(part.shape if is_leaf(part.shape) else (part.shape,))
        strides.extend(part.stride if is_leaf(part.stride) else (part.stride,))
    shapes, strides = open_nests[0]
    return Modes(tuple(shapes), tuple(strides))


def _place_markers(selection: Tree, places: dict[int, int]) -> Iterator[Node | NodeId]:
    source = 0
    for marker in selection.walk():
        if marker is Node.Push or marker is Node.Pop:
            yield marker
            continue
        yield Node.id(places[source]) if source in places else Node.Leaf
        source += 1


def _grown(markers: Iterable[Node | NodeId]) -> Tree:
    """Build the tree that a walk over it yields."""
    open_trees: list[list[Marker]] = [[]]
    for marker in markers:
        if marker is Node.Push:
            open_trees.append([])
        elif marker is Node.Pop:
            nested = Tree(*open_trees.pop())
            open_trees[-1].append(nested)
        else:
            open_trees[-1].append(marker)
    return Tree(*open_trees[0])
