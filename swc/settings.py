"""The one reader of `SWC_*` environment variables, into a frozen value that is passed on."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import platformdirs


@dataclass(frozen=True, slots=True)
class Settings:
    """What the environment asks for.

    Attributes:
        cache_dir: folder of the kernel store (`SWC_CACHE_DIR`; default: the platform's user cache).
        threads: the most threads one call may use (`SWC_NUM_THREADS`; default: the CPUs that this
            process may run on).
    """

    cache_dir: Path
    threads: int


def read_settings(environment: Mapping[str, str] | None = None) -> Settings:
    """Read the settings.

    Args:
        environment: variables to read; `os.environ` when omitted.

    Raises:
        ValueError: when `SWC_NUM_THREADS` is no positive integer.
    """
    variables = os.environ if environment is None else environment
    folder = variables.get("SWC_CACHE_DIR")
    cache_dir = Path(folder) if folder else Path(platformdirs.user_cache_dir("strideweave"))
    return Settings(cache_dir=cache_dir, threads=_threads(variables.get("SWC_NUM_THREADS")))


def available_cpus() -> int:
    """Return how many CPUs this process may run on: its affinity mask, capped by its cgroup's quota."""
    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    quota = _cgroup_quota()
    return max(1, min(allowed, quota) if quota else allowed)


def _threads(asked: str | None) -> int:
    if not asked:
        return available_cpus()
    if not asked.isascii() or not asked.isdigit() or int(asked) < 1:
        raise ValueError(f"SWC_NUM_THREADS must be a positive integer, not '{asked}'")
    return int(asked)


def _cgroup_quota() -> int | None:
    """Return the whole CPUs of a version-2 cgroup quota, rounded up, or None without one."""
    try:
        quota, period = Path("/sys/fs/cgroup/cpu.max").read_text(encoding="ascii").split()
    except (OSError, ValueError):
        return None
    if quota == "max":
        return None
    return -(-int(quota) // int(period))
