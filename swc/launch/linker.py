"""Link stored object code into this process and take the addresses of its entries."""

import ctypes
import functools
import itertools
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from swc.store.disk import StoredKernel

if TYPE_CHECKING:
    from llvmlite.binding import LLJIT, ResourceTracker

# int32 phase(int64 lo, int64 hi, const int64 *arguments, void *scratch)
Phase = Callable[[int, int, bytes, int], int]
_PROTOTYPE = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_int64, ctypes.c_int64, ctypes.c_char_p, ctypes.c_int64)

_lock = threading.Lock()
_serial = itertools.count()


@dataclass(frozen=True, slots=True)
class LinkedKernel:
    """A kernel that can be called.

    Attributes:
        phases: callables in the order in which they run; calling one releases the interpreter lock.
        code: keeps the linked code in memory for as long as the kernel lives.
    """

    phases: tuple[Phase, ...]
    code: "ResourceTracker"


@functools.cache
def _jit() -> "LLJIT":
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.create_lljit_compiler()


def link(kernel: StoredKernel) -> LinkedKernel:
    """Link `kernel`, whose checksum the store has verified, and return its callable phases."""
    import llvmlite.binding as llvm

    with _lock:
        builder = llvm.JITLibraryBuilder().add_object_img(kernel.object_code).add_current_process()
        for phase in kernel.phases:
            builder.export_symbol(phase)
        # A name of its own for every link: linking one key twice must not collide.
        code = builder.link(_jit(), f"{kernel.key}-{next(_serial)}")
        return LinkedKernel(tuple(_PROTOTYPE(code[phase]) for phase in kernel.phases), code)
