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

# int32 entry(int64, ...); a kernel phase takes lo, hi, the address of its arguments, and scratch memory.
Entry = Callable[..., int]

_lock = threading.Lock()
_serial = itertools.count()


@dataclass(frozen=True, slots=True)
class LinkedKernel:
    """A kernel that can be called.

    Attributes:
        addresses: where each entry begins, in the order in which a kernel's phases run.
        code: keeps the linked code in memory for as long as the kernel lives.
    """

    addresses: tuple[int, ...]
    code: "ResourceTracker"


@functools.cache
def _jit() -> "LLJIT":
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.create_lljit_compiler()


def link(kernel: StoredKernel) -> LinkedKernel:
    """Link `kernel`, whose checksum the store has verified, and return where its entries are."""
    import llvmlite.binding as llvm

    with _lock:
        builder = llvm.JITLibraryBuilder().add_object_img(kernel.object_code).add_current_process()
        for phase in kernel.phases:
            builder.export_symbol(phase)
        # A name of its own for every link: linking one key twice must not collide.
        code = builder.link(_jit(), f"{kernel.key}-{next(_serial)}")
        return LinkedKernel(tuple(code[phase] for phase in kernel.phases), code)


def entry_at(address: int, *parameters: type[ctypes.c_int64 | ctypes.c_char_p]) -> Entry:
    """Return a callable for an entry; calling it releases the interpreter lock."""
    return ctypes.CFUNCTYPE(ctypes.c_int32, *parameters)(address)
