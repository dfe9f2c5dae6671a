"""`swc compile` and `swc cache`: the store from the outside."""

import json
from pathlib import Path

import pytest
from cli_support import python, swc


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the test an empty store of its own."""
    folder = tmp_path / "kernels"
    monkeypatch.setenv("SWC_CACHE_DIR", str(folder))
    return folder


def test_compiling_ahead_spares_the_next_process_numba(tmp_path: Path) -> None:
    variables = {"SWC_CACHE_DIR": str(tmp_path / "kernels")}
    first = python("-m", "swc", "compile", "x y -> y x", **variables)
    assert first.returncode == 0, first.stderr
    assert first.stdout.startswith("compiled: rearrange 'x y -> y x' float32  ")
    job = (
        "import sys, numpy as np, swc\n"
        "result = swc.kernel('row column -> column row')(np.ones((300, 400), 'float32'))\n"
        "print(result.shape, 'numba' in sys.modules)\n"
    )
    second = python("-c", job, **variables)
    assert (second.stdout, second.stderr) == ("(400, 300) False\n", "")
    again = python("-m", "swc", "compile", "x y -> y x", **variables)
    assert again.stdout.startswith("already there: rearrange 'x y -> y x' float32  ")


@pytest.mark.usefixtures("store")
def test_each_dtype_is_compiled_for() -> None:
    result = swc("compile", "a b -> b a", "--dtype", "float32", "--dtype", "float64", "--dtype", "bool")
    assert result.exit_code == 0
    assert [line.split("  ")[0] for line in result.stdout.splitlines()] == [
        "compiled: rearrange 'a b -> b a' float32",
        "compiled: rearrange 'a b -> b a' float64",
        "compiled: rearrange 'a b -> b a' bool",
    ]


@pytest.mark.usefixtures("store")
def test_commands_that_share_a_kernel_share_a_key() -> None:
    lines = swc("compile", "a b -> b a", "row column -> column row").stdout.splitlines()
    assert [line.split(":")[0] for line in lines] == ["compiled", "already there"]
    assert lines[0].split()[-1] == lines[1].split()[-1]


@pytest.mark.usefixtures("store")
def test_one_bad_command_does_not_stop_the_others() -> None:
    result = swc("compile", "a b -> c", "a b -> b a", "a ->", "--dtype", "float64")
    assert result.exit_code == 1
    assert result.stdout.startswith("compiled: rearrange 'a b -> b a' float64  ")
    assert result.stderr == (
        "error: Unknown dimension symbol 'c' at offset 7\n  a b -> c\n         ^\n"
        "error: Layout reference must not be empty\n  a ->\n      ^\n"
    )


@pytest.mark.usefixtures("store")
def test_a_dtype_that_an_operation_lacks_is_refused() -> None:
    result = swc("compile", "a b -> a", "--kind", "reduce_prod", "--dtype", "bool")
    assert result.exit_code == 1
    assert result.stderr.startswith("error: no backend implements operations on DType.Bool; ")


def test_a_store_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = python("-m", "swc", "compile", "a b -> b a", SWC_CACHE_DIR=str(tmp_path / "file" / "kernels"))
    assert done.returncode == 1
    assert "error: the kernel was compiled, but " in done.stderr
    assert "Traceback" not in done.stderr


def test_progress_on_a_terminal_leaves_standard_output_alone(tmp_path: Path) -> None:
    script = (
        "import os, pty, subprocess, sys\n"
        "ours, theirs = pty.openpty()\n"
        "command = [sys.executable, '-m', 'swc', 'compile', 'a b -> b a', 'a b c -> c b a']\n"
        "child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs, text=True)\n"
        "os.close(theirs)\n"
        "shown = b''\n"
        "try:\n"
        "    while piece := os.read(ours, 4096):\n"
        "        shown += piece\n"
        "except OSError:\n"
        "    pass  # how a terminal ends\n"
        "print(child.stdout.read(), end='')\n"
        "print(b'Compiling' in shown, child.wait())\n"
    )
    done = python("-c", script, SWC_CACHE_DIR=str(tmp_path / "kernels"), TERM="xterm")
    assert [line.split("  ")[0] for line in done.stdout.splitlines()] == [
        "compiled: rearrange 'a b -> b a' float32",
        "compiled: rearrange 'a b c -> c b a' float32",
        "True 0",
    ]


def test_the_cache_is_listed_and_cleared(store: Path) -> None:
    swc("compile", "a b -> b a", "--dtype", "float64")
    listed = swc("cache", "list")
    assert any(line.split("\t")[1] == "a b -> b a" for line in listed.stdout.splitlines())
    entries = json.loads(swc("cache", "list", "--json").stdout)
    assert "a b -> b a" in [entry["command"] for entry in entries]
    assert all({"key", "bytes", "sha256", "made_from"} <= set(entry) for entry in entries)
    cleared = swc("cache", "clear")
    assert cleared.stdout == f"removed {len(entries)} kernels from {store}\n"
    assert json.loads(swc("cache", "list", "--json").stdout) == []
    assert swc("cache", "list").stderr == f"0 kernels in {store}\n"


def test_the_path_is_the_setting(store: Path) -> None:
    assert swc("cache", "path").stdout == f"{store}\n"
    assert not store.exists()


def test_entries_with_control_characters_are_listed_harmlessly(store: Path) -> None:
    swc("compile", "a\tb ->\nb a", "--dtype", "float64")
    assert "a b -> b a" in swc("cache", "list").stdout
