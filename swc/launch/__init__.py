"""Running compiled kernels: linking, threads, and the call itself."""

from swc.launch.executable import Executable
from swc.launch.linker import LinkedKernel, link

__all__ = ["Executable", "LinkedKernel", "link"]
