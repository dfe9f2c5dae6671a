"""Name a kernel by everything that its object code depends on, and nothing else."""

import functools
import hashlib
import importlib.metadata
import json
from collections.abc import Mapping


@functools.cache
def toolchain() -> dict[str, str]:
    """Return the versions of the libraries that generate object code."""
    return {name: importlib.metadata.version(name) for name in ("numba", "llvmlite")}


def key_entries(signature: Mapping[str, object], target: str, generator: int) -> dict[str, object]:
    """Return the named entries of a kernel's key.

    Args:
        signature: JSON-ready description of the canonical nest.
        target: name of the instruction-set level.
        generator: number of the code generator's version.
    """
    return {"signature": dict(signature), "target": target, "generator": generator, **toolchain()}


def kernel_key(entries: Mapping[str, object]) -> str:
    """Return the SHA-256 of the entries as canonical JSON, in hexadecimal."""
    text = json.dumps(entries, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()
