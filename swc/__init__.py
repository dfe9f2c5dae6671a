"""StrideWeave compiler: tensor commands to specialised, parallel Numba kernels, ahead of time."""

from swc.command_kernel import kernel
from swc.dtypes import DType
from swc.errors import CommandError, KernelError
from swc.foreign import CopyWarning
from swc.version import __version__

__all__ = ["CommandError", "CopyWarning", "DType", "KernelError", "__version__", "kernel"]
