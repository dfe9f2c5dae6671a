"""One folder of kernels.

Every file is written under a temporary name and then renamed, so a reader sees a whole entry or
none; what is read is verified before it is trusted.

An entry is three files: `KEY-DIGEST.o` (object code), `KEY-DIGEST.py` (its source) and `KEY.json` (what it
was made from, and the digest of all the rest), written last: it makes the entry visible. Two processes
that compile one kernel get objects that differ in some bytes; the digest in the names keeps the files of
one apart from those of the other, whoever writes last.
"""

import functools
import hashlib
import json
import os
import re
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

_FORMAT = 2
_OWN_FILE = re.compile(r"[0-9a-f]{64}(-[0-9a-f]{16})?\.(json|o|py)(\.damaged)?")


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
            kernel = self._read(key, description)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except (OSError, ValueError, RecursionError) as error:
            self._set_aside(key, str(error))
            return None
        return kernel

    def _read(self, key: str, description: object) -> StoredKernel:
        """Return the kernel that a description names.

        Raises:
            ValueError: when the description or what it names is not what was written.
            OSError: when a file cannot be read.
        """
        match description:
            case {"format": format_, "key": name, "sha256": str(digest), "phases": [*phases]} if (
                format_ == _FORMAT and name == key and all(isinstance(phase, str) for phase in phases)
            ):
                stem = f"{key}-{digest[:16]}"
            case _:
                raise ValueError("it describes no entry of this name and format")
        code = self._path(stem, "o").read_bytes()
        source = self._path(stem, "py").read_text(encoding="utf-8")
        kernel = StoredKernel(key, source, code, tuple(phases))
        if _digest(kernel) != digest:
            raise ValueError("its content does not match its checksum")
        return kernel

    def entries(self) -> Iterator[dict[str, object]]:
        """Yield the description of every readable entry, ordered by key."""
        for path in sorted(self.folder.glob("*.json")):
            try:
                description = json.loads(path.read_text(encoding="utf-8"))
            except (OSError, ValueError, RecursionError):
                continue
            if isinstance(description, dict):
                yield {"key": path.stem, **description}

    def clear(self) -> int:
        """Remove every entry; return how many there were. Other files are left alone."""
        own = [path for path in sorted(self.folder.glob("*")) if _OWN_FILE.fullmatch(path.name)]
        for path in own:
            path.unlink(missing_ok=True)
        return sum(path.suffix == ".json" for path in own)

    def _path(self, stem: str, suffix: str) -> Path:
        return self.folder / f"{stem}.{suffix}"

    def _write(self, kernel: StoredKernel, details: Mapping[str, object]) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        digest = _digest(kernel)
        description = {
            **details,
            "format": _FORMAT,
            "key": kernel.key,
            "sha256": digest,
            "bytes": len(kernel.object_code),
            "phases": list(kernel.phases),
        }
        stem = f"{kernel.key}-{digest[:16]}"
        self._replace(self._path(stem, "o"), kernel.object_code)
        self._replace(self._path(stem, "py"), kernel.source.encode("utf-8"))
        text = json.dumps(description, indent=1, sort_keys=True)
        self._replace(self._path(kernel.key, "json"), text.encode("utf-8"))

    def _replace(self, path: Path, content: bytes) -> None:
        """Put a whole file in place, readable for whom the user's mask allows."""
        partial = path.with_name(f".{path.name[:16]}-{os.urandom(8).hex()}")
        handle = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            partial.replace(path)
        except BaseException:
            partial.unlink(missing_ok=True)
            raise

    def _set_aside(self, key: str, reason: str) -> None:
        _warn(f"kernel {key[:16]} in {self.folder} is set aside and rebuilt: {reason}")
        for path in self.folder.glob(f"{key}*"):
            if path.suffix != ".damaged":
                try:
                    path.replace(path.with_name(f"{path.name}.damaged"))
                except OSError:
                    continue


@functools.lru_cache(maxsize=16)
def open_store(folder: Path) -> Store:
    """Return this process's store in `folder`, which warns once when it cannot keep kernels."""
    return Store(folder)


def _digest(kernel: StoredKernel) -> str:
    """Return the checksum of everything that a kernel is."""
    facts = [kernel.key, *kernel.phases, kernel.source]
    text = json.dumps(facts, ensure_ascii=True).encode("ascii")
    return hashlib.sha256(hashlib.sha256(text).digest() + kernel.object_code).hexdigest()


def _warn(message: str) -> None:
    warnings.warn(message, StoreWarning, stacklevel=3)
