"""Let all copies of one element size share a kernel."""

from dataclasses import replace

from swc.dtypes import DType
from swc.ir.nodes import Load, LoopNest

_BY_SIZE = {4: DType.Int32, 8: DType.Int64}


def erase_copy_dtype(nest: LoopNest) -> LoopNest:
    """Treat the elements of a plain copy as integers of the same size.

    Before: out: Float32, a: Float32, out[i0] = a[3*i0]
    After:  out: Int32, a: Int32, out[i0] = a[3*i0]

    A copy moves bytes, so nothing is converted, and a NaN keeps its payload.

    Requires: a verified nest.
    Ensures: the same bytes move.
    """
    if nest.value != Load(0) or nest.reduction is not None:
        return nest
    source = nest.inputs[0].dtype
    erased = _BY_SIZE.get(source.itemsize)
    if source is not nest.output.dtype or erased is None or erased is source:
        return nest
    moved = replace(nest.inputs[0], dtype=erased)
    return replace(nest, inputs=(moved,), output=replace(nest.output, dtype=erased))
