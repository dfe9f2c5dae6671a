"""The machine that code is generated for: an instruction-set level, not a host model."""

import functools
import platform
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Target:
    """One level of an architecture, and what the generator needs to know of it.

    Attributes:
        name: `x86-64-v2`, `x86-64-v3`, `x86-64-v4`, `aarch64`, ...: part of every store key.
        cpu: the name that LLVM knows it by.
        vector_bytes: bytes in one vector register.
        fused: whether a fused multiply-add is one instruction.
        tile_rows: rows of the contraction's register block (`MR`).
        tile_vectors: vectors across the register block; it is `tile_vectors * lanes` columns wide.
    """

    name: str
    cpu: str
    vector_bytes: int
    fused: bool
    tile_rows: int
    tile_vectors: int


# Register blocks leave room for one row of the right panel and a broadcast element:
# rows * vectors + vectors + 1 registers, of 16 below AVX-512 on x86-64 and of 32 elsewhere.
TARGETS: Final = {
    target.name: target
    for target in (
        Target("x86-64", "x86-64", 16, False, 4, 2),
        Target("x86-64-v2", "x86-64-v2", 16, False, 4, 2),
        Target("x86-64-v3", "x86-64-v3", 32, True, 6, 2),
        Target("x86-64-v4", "x86-64-v4", 64, True, 8, 3),
        Target("aarch64", "generic", 16, True, 8, 3),
    )
}

# Features that each x86-64 level adds, as LLVM names them, best level first.
_X86_LEVELS: Final = (
    ("x86-64-v4", ("avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl", "avx2", "fma", "bmi2")),
    ("x86-64-v3", ("avx2", "fma", "bmi", "bmi2", "f16c", "lzcnt", "movbe")),
    ("x86-64-v2", ("cx16", "popcnt", "sse3", "sse4.1", "sse4.2", "ssse3")),
)


@functools.cache
def host_target() -> Target:
    """Return the best target that this CPU runs."""
    if platform.machine().lower() in ("aarch64", "arm64"):
        return TARGETS["aarch64"]
    import llvmlite.binding as llvm

    features = llvm.get_host_cpu_features()
    for name, needed in _X86_LEVELS:
        if all(features.get(feature, False) for feature in needed):
            return TARGETS[name]
    return TARGETS["x86-64"]
