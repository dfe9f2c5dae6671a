"""`swc run`: files in, a file out."""

import os
import stat
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from cli_support import swc

ARRAY = np.arange(6, dtype=np.float32).reshape(2, 3)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty folder that holds `x.npy`."""
    monkeypatch.chdir(tmp_path)
    np.save("x.npy", ARRAY)
    return tmp_path


RUNS = [
    ("auto", "a b -> b a", ARRAY.T),
    ("auto", "a b -> b", ARRAY.sum(0)),
    ("rearrange", "a b -> b 1 a", ARRAY.T[:, None, :]),
    ("reduce", "a b -> a", ARRAY.sum(1)),
    ("reduce_sum", "a 1 -> a", ARRAY.sum(1)),
    ("reduce_prod", "a b -> a", ARRAY.prod(1)),
    ("reduce_max", "a b -> b", ARRAY.max(0)),
    ("reduce_min", "a b -> 1", ARRAY.min().reshape(1)),
    ("argmax", "a b -> a", ARRAY.argmax(1).astype(np.int32)),
    ("argmin", "a b -> b", ARRAY.argmin(0).astype(np.int32)),
]


@pytest.mark.parametrize(("kind", "command", "expected"), RUNS)
def test_every_kind_runs(kind: str, command: str, expected: npt.NDArray[np.generic]) -> None:
    result = swc("run", kind, command, "x.npy", "-o", "y.npy")
    assert result.exit_code == 0, result.stderr
    assert result.output == f"y.npy: shape {expected.shape}, {expected.dtype}\n"
    written = np.load("y.npy")
    assert written.dtype == expected.dtype
    np.testing.assert_array_equal(written, expected)


@pytest.mark.parametrize("kind", ["einsum", "auto"])
def test_a_contraction_takes_two_files(kind: str) -> None:
    np.save("w.npy", ARRAY + 1)
    assert swc("run", kind, "a k, b k -> a b", "x.npy", "w.npy", "-o", "y.npy").exit_code == 0
    np.testing.assert_array_equal(np.load("y.npy"), ARRAY @ (ARRAY + 1).T)


def test_the_output_may_be_the_input(folder: Path) -> None:
    assert swc("run", "auto", "a b -> b a", "x.npy", "-o", "x.npy").exit_code == 0
    np.testing.assert_array_equal(np.load("x.npy"), ARRAY.T)
    assert os.listdir(folder) == ["x.npy"]


def test_a_link_is_written_through(folder: Path) -> None:
    Path("real.npy").write_bytes(b"")
    Path("link.npy").symlink_to("real.npy")
    assert swc("run", "auto", "a b -> b a", "x.npy", "-o", "link.npy").exit_code == 0
    assert Path("link.npy").is_symlink()
    np.testing.assert_array_equal(np.load("real.npy"), ARRAY.T)


def test_a_new_file_has_the_usual_permissions() -> None:
    usual = Path("usual")
    usual.write_text("")
    swc("run", "auto", "a b -> b a", "x.npy", "-o", "y.npy")
    assert stat.S_IMODE(Path("y.npy").stat().st_mode) == stat.S_IMODE(usual.stat().st_mode)


def test_an_existing_file_keeps_its_permissions() -> None:
    Path("y.npy").write_text("")
    Path("y.npy").chmod(0o640)
    swc("run", "auto", "a b -> b a", "x.npy", "-o", "y.npy")
    assert stat.S_IMODE(Path("y.npy").stat().st_mode) == 0o640


def refused(*arguments: str) -> str:
    """Run what must fail with code 1; check that nothing was written."""
    before = sorted(os.listdir())
    result = swc("run", *arguments)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert sorted(os.listdir()) == before
    return result.stderr


def test_the_command_is_checked_before_any_file() -> None:
    assert refused("auto", "a b -> c", "nowhere.npy", "-o", "y.npy") == (
        "error: Unknown dimension symbol 'c' at offset 7\n  a b -> c\n         ^\n"
    )


def test_a_missing_file_is_named() -> None:
    assert refused("auto", "a b -> b a", "nowhere.npy", "-o", "y.npy") == (
        "error: nowhere.npy: No such file or directory\n"
    )


def test_a_folder_is_no_array() -> None:
    assert refused("auto", "a b -> b a", ".", "-o", "y.npy") == "error: .: Is a directory\n"


@pytest.mark.parametrize(
    "content", [b"", b"\x93NUM", b"1, 2, 3\n", b"PK\x03\x04" + b"\0" * 40, b"\x80\x04K\x01."]
)
def test_what_is_no_npy_file_is_refused(content: bytes) -> None:
    Path("bad.npy").write_bytes(content)
    assert refused("auto", "a b -> b a", "bad.npy", "-o", "y.npy") == "error: bad.npy is not a .npy file\n"


@pytest.mark.parametrize("cut", [9, 40, 127, 130])
def test_a_cut_off_file_is_refused(cut: int) -> None:
    Path("bad.npy").write_bytes(Path("x.npy").read_bytes()[:cut])
    text = refused("auto", "a b -> b a", "bad.npy", "-o", "y.npy")
    assert text.startswith("error: cannot read bad.npy (.npy version 1): ")


def test_a_file_that_promises_more_than_memory_is_refused() -> None:
    header = Path("x.npy").read_bytes().replace(b"(2, 3)", b"(9" + b"9" * 17 + b",)")
    Path("bad.npy").write_bytes(header)
    assert refused("auto", "a b -> b a", "bad.npy", "-o", "y.npy").startswith("error: cannot read bad.npy ")


def test_objects_are_never_unpickled() -> None:
    np.save("bad.npy", np.array([{}, []], dtype=object), allow_pickle=True)
    assert refused("auto", "a -> a 1", "bad.npy", "-o", "y.npy") == (
        "error: cannot read bad.npy (.npy version 1): "
        "Object arrays cannot be loaded when allow_pickle=False\n"
    )


@pytest.mark.parametrize("dtype", ["float16", "complex64", "U3", "i4,f4"])
def test_other_dtypes_are_refused(dtype: str) -> None:
    np.save("bad.npy", np.zeros((2, 3), dtype))
    text = refused("auto", "a b -> b a", "bad.npy", "-o", "y.npy")
    assert "; the supported dtypes are float32, float64, int32, int64 and bool\n" in text


def test_an_array_without_elements_is_refused() -> None:
    np.save("bad.npy", np.zeros((2, 0), np.float32))
    assert refused("auto", "a b -> b a", "bad.npy", "-o", "y.npy") == (
        "error: Dimension shape must not be less than 1\n"
    )


def test_a_wrong_number_of_files_is_told() -> None:
    assert refused("auto", "a b -> b a", "x.npy", "x.npy", "-o", "y.npy") == (
        "error: 'a b -> b a' takes 1 array(s), 2 given\n"
    )
    assert refused("einsum", "a b, c b -> a c", "x.npy", "-o", "y.npy") == (
        "error: 'a b, c b -> a c' takes 2 array(s), 1 given\n"
    )


def test_sizes_that_disagree_are_named() -> None:
    np.save("w.npy", np.ones((3, 4), np.float32))
    text = refused("einsum", "a k, b k -> a b", "x.npy", "w.npy", "-o", "y.npy")
    assert text.startswith("error: Einsum shared dimension 'k' has mismatched logical size\n")
    assert "shared dimension 'k': 3 in lhs, 4 in rhs\n" in text


def test_a_total_that_overflows_writes_nothing() -> None:
    np.save("big.npy", np.full((2, 2), 2**31 - 1, np.int32))
    assert refused("reduce", "a b -> a", "big.npy", "-o", "y.npy") == "error: result is out of int32 range\n"


def test_an_output_in_a_missing_folder_is_refused() -> None:
    assert "No such file or directory" in refused("auto", "a b -> b a", "x.npy", "-o", "nowhere/y.npy")


def test_an_output_that_is_no_file_is_refused(folder: Path) -> None:
    assert (
        refused("auto", "a b -> b a", "x.npy", "-o", str(folder))
        == f"error: {folder} is not a regular file\n"
    )
    os.mkfifo("pipe")
    assert refused("auto", "a b -> b a", "x.npy", "-o", "pipe") == "error: pipe is not a regular file\n"


def test_a_copy_is_told() -> None:
    np.save("swapped.npy", ARRAY.astype(">f4"))
    result = swc("run", "auto", "a b -> b a", "swapped.npy", "-o", "y.npy")
    assert result.exit_code == 0
    assert result.stderr == (
        "warning: swc.kernel copied the array: its byte order is not the machine's (>f4)\n"
    )
    np.testing.assert_array_equal(np.load("y.npy"), ARRAY.T)


@pytest.mark.parametrize(
    "arguments",
    [("auto", "a -> a"), ("average", "a -> a", "x.npy", "-o", "y.npy"), ("auto", "a -> a", "x.npy")],
    ids=["no file", "unknown kind", "no output"],
)
def test_arguments_that_make_no_sense_are_usage_errors(arguments: tuple[str, ...]) -> None:
    assert swc("run", *arguments).exit_code == 2
