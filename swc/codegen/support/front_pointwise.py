"""How a pointwise kernel's work is cut, for modules that run by themselves."""

from collections.abc import Sequence


def cut_pointwise(
    extents: Sequence[int], task_elements: int, tile: int, is_transposing: bool
) -> tuple[int, dict[str, int]]:
    """Return the number of tasks, and the run-time values that the cut adds."""
    split = max(0, len(extents) - 2)
    outer, row_elements = 1, 1
    for axis, extent in enumerate(extents):
        if axis < split:
            outer *= extent
        elif axis > split:
            row_elements *= extent
    rows = extents[split]
    block = min(tile if is_transposing else max(1, task_elements // row_elements), rows)
    blocks = -(-rows // block)
    return outer * blocks, {"block": block, "blocks": blocks}
