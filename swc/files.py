"""Array files in, array files out: every way a file can be bad is one clear error."""

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import IO

import numpy as np
import numpy.typing as npt

_DEFAULT_MODE = 0o666


def read_array(path: Path) -> npt.NDArray[np.generic]:
    """Read a `.npy` file; pickled objects are never loaded.

    Raises:
        OSError: when the file cannot be opened.
        ValueError: when it is no whole `.npy` file of plain numbers.
    """
    with path.open("rb") as file:
        try:
            version = np.lib.format.read_magic(file)
        except ValueError:
            raise ValueError(f"{path} is not a .npy file") from None
        file.seek(0)
        try:
            array = np.lib.format.read_array(file, allow_pickle=False)
        except (ValueError, EOFError, OverflowError, MemoryError) as error:
            raise ValueError(f"cannot read {path} (.npy version {version[0]}): {error}") from error
    return np.asarray(array)


def write_array(path: Path, array: npt.NDArray[np.generic]) -> None:
    """Write a `.npy` file, whole or not at all; `path` may be a file that is being read.

    Raises:
        OSError: when it cannot be written.
    """
    replace_file(path, lambda file: np.lib.format.write_array(file, array, allow_pickle=False))


def write_text(path: Path, text: str) -> None:
    """Write a text file, whole or not at all.

    Raises:
        OSError: when it cannot be written.
    """
    replace_file(path, lambda file: file.write(text.encode("utf-8")))


def replace_file(path: Path, write: Callable[[IO[bytes]], object]) -> None:
    """Write beside `path` under a temporary name, then rename over it; links are followed.

    Raises:
        OSError: when `path` is no regular file, or its folder cannot be written.
    """
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        raise OSError(f"{path} is not a regular file")
    mode = target.stat().st_mode & 0o777 if target.exists() else _DEFAULT_MODE & ~_umask()
    handle, name = tempfile.mkstemp(prefix=f".{target.name[:40]}-", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            write(file)
            os.fchmod(file.fileno(), mode)
        Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _umask() -> int:
    """Return the process's file mode mask, which can only be read by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
