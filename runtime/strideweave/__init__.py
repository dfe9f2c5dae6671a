"""Tensors with hierarchical layouts, and the operations on them that compiled kernels run."""

from strideweave import einops, friendly
from strideweave.carrier import Carrier
from strideweave.interop import from_numpy
from strideweave.layout import Layout, Node, Shape, Stride, Tiler, Tree
from strideweave.operations import (
    argmax,
    argmin,
    as_strided,
    broadcast_in_dim,
    broadcast_to,
    contiguous,
    einsum,
    matmul,
    permute,
    rearrange,
    reduce_max,
    reduce_min,
    reduce_prod,
    reduce_sum,
    reshape,
    squeeze,
    unsqueeze,
    view,
)
from strideweave.tensor import Tensor
from swc.dtypes import DType
from swc.foreign import CopyWarning

__all__ = [
    "Carrier",
    "CopyWarning",
    "DType",
    "Layout",
    "Node",
    "Shape",
    "Stride",
    "Tensor",
    "Tiler",
    "Tree",
    "argmax",
    "argmin",
    "as_strided",
    "broadcast_in_dim",
    "broadcast_to",
    "contiguous",
    "einops",
    "einsum",
    "friendly",
    "from_numpy",
    "matmul",
    "permute",
    "rearrange",
    "reduce_max",
    "reduce_min",
    "reduce_prod",
    "reduce_sum",
    "reshape",
    "squeeze",
    "unsqueeze",
    "view",
]
