"""One folder of kernels.

Every file is written under a temporary name and then renamed, so a reader sees a whole entry or
none; what is read is verified before it is trusted.

An entry is three files named by its key: `.o` (object code), `.py` (its source, for people) and
`.json` (what it was made from and the object's checksum), written last: it makes the entry visible.
"""

import hashlib
import json
import os
import tempfile
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

_FORMAT = 1


class StoreWarning(UserWarning):
    """The kernel store could not be used as it should; results are right, only slower to come."""


@dataclass(frozen=True, slots=True)
class StoredKernel:
    """A kernel as the store hands it out.

    Attributes:
        key: its name in the store.
        source: the generated module.
        object_code: what `source` compiles to.
        phases: the entries that `object_code` defines, in the order in which they run.
    """

    key: str
    source: str
    object_code: bytes
    phases: tuple[str, ...]


class Store:
    """A folder of compiled kernels, shared by any number of processes.

    Args:
        folder: where entries lie; made when the first entry is written.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._writable = True

    def get(self, key: str, build: Callable[[], StoredKernel], details: Mapping[str, object]) -> StoredKernel:
        """Return the kernel named `key`, from disk, or built and kept.

        Args:
            key: the kernel's name.
            build: compiles the kernel; called only when no sound entry exists.
            details: JSON-ready facts that are kept beside a new entry.

        Warns:
            StoreWarning: when an entry is damaged (it is set aside), or the folder cannot be written.
        """
        found = self.load(key)
        if found is not None:
            return found
        kernel = build()
        if self._writable:
            try:
                self._write(kernel, details)
            except OSError as error:
                self._writable = False
                _warn(f"kernels are not kept: cannot write to {self.folder}: {error}")
        return kernel

    def load(self, key: str) -> StoredKernel | None:
        """Return the entry named `key` when it is there and sound; a damaged one is set aside."""
        try:
            description = json.loads(self._path(key, "json").read_text(encoding="utf-8"))
            code = self._path(key, "o").read_bytes()
            source = self._path(key, "py").read_text(encoding="utf-8")
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            self._set_aside(key, str(error))
            return None
        if not isinstance(description, dict) or description.get("format") != _FORMAT:
            self._set_aside(key, "it has another format")
            return None
        if hashlib.sha256(code).hexdigest() != description.get("sha256"):
            self._set_aside(key, "its object code does not match its checksum")
            return None
        return StoredKernel(key, source, code, tuple(description["phases"]))

    def entries(self) -> Iterator[dict[str, object]]:
        """Yield the description of every readable entry, ordered by key."""
        for path in sorted(self.folder.glob("*.json")):
            try:
                description = json.loads(path.read_text(encoding="utf-8"))
            except (OSError, ValueError):
                continue
            if isinstance(description, dict):
                yield {"key": path.stem, **description}

    def clear(self) -> int:
        """Remove every entry; return how many there were. Other files are left alone."""
        count = 0
        for path in sorted(self.folder.glob("*.json")):
            count += 1
            for suffix in ("json", "o", "py"):
                self._path(path.stem, suffix).unlink(missing_ok=True)
        return count

    def _path(self, key: str, suffix: str) -> Path:
        return self.folder / f"{key}.{suffix}"

    def _write(self, kernel: StoredKernel, details: Mapping[str, object]) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        description = {
            "format": _FORMAT,
            "sha256": hashlib.sha256(kernel.object_code).hexdigest(),
            "bytes": len(kernel.object_code),
            "phases": list(kernel.phases),
            **details,
        }
        self._replace(kernel.key, "o", kernel.object_code)
        self._replace(kernel.key, "py", kernel.source.encode("utf-8"))
        self._replace(kernel.key, "json", json.dumps(description, indent=1, sort_keys=True).encode("utf-8"))

    def _replace(self, key: str, suffix: str, content: bytes) -> None:
        handle, name = tempfile.mkstemp(prefix=f".{key[:16]}-", dir=self.folder)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            Path(name).replace(self._path(key, suffix))
        except OSError:
            Path(name).unlink(missing_ok=True)
            raise

    def _set_aside(self, key: str, reason: str) -> None:
        _warn(f"kernel {key[:16]} in {self.folder} is set aside and rebuilt: {reason}")
        for suffix in ("json", "o", "py"):
            path = self._path(key, suffix)
            try:
                path.replace(path.with_name(f"{path.name}.damaged"))
            except OSError:
                continue


def _warn(message: str) -> None:
    warnings.warn(message, StoreWarning, stacklevel=3)
