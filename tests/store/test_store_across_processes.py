"""Kernels on disk serve every process: a second one compiles nothing, racing ones do no harm."""

import json
from pathlib import Path

import pytest

from process_support import run_python, start_python

FEW_COMMANDS = """
import numpy as np, swc
rows = np.arange(12, dtype="float32").reshape(3, 4)
assert swc.kernel("a b -> a")(rows).tolist() == rows.sum(1).tolist()
assert swc.kernel("a b -> b a")(rows).tolist() == rows.T.tolist()
"""

MORE_COMMANDS = """
assert swc.kernel("a k, b k -> a b")(rows, rows).tolist() == (rows @ rows.T).tolist()
large = np.ones((400, 400), "float32")
assert (swc.kernel("a k, b k -> a b")(large, large) == 400).all()
"""
COMMANDS = FEW_COMMANDS + MORE_COMMANDS

NO_COMPILER = """
import sys
import swc.compile
def refuse(*arguments):
    raise AssertionError("something was compiled")
swc.compile.compile_object = refuse
"""

ALL_QUIET = '\nprint("numba" in sys.modules, "lark" in sys.modules)\n'


@pytest.fixture(scope="module")
def warm(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("warm") / "store"
    run_python(COMMANDS, SWC_CACHE_DIR=str(folder), SWC_NUM_THREADS="2")
    return folder


def test_second_process_compiles_nothing_and_never_imports_numba(warm):
    seen = run_python(NO_COMPILER + COMMANDS + ALL_QUIET, SWC_CACHE_DIR=str(warm), SWC_NUM_THREADS="2")
    assert seen.split()[0] == "False"


def test_store_may_move(warm, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    for path in warm.iterdir():
        (elsewhere / path.name).write_bytes(path.read_bytes())
    run_python(NO_COMPILER + COMMANDS, SWC_CACHE_DIR=str(elsewhere), SWC_NUM_THREADS="2")


def test_store_keeps_what_each_kernel_was_made_from(warm):
    descriptions = [json.loads(path.read_text()) for path in sorted(warm.glob("*.json"))]
    commands = {description["command"] for description in descriptions}
    assert {"a b -> a", "a k, b k -> a b", "a b -> b a"} <= commands
    assert all(description["made_from"]["target"] for description in descriptions)
    assert str(warm) not in json.dumps(descriptions)


def test_processes_may_race_for_one_empty_store(tmp_path):
    folder = tmp_path / "store"
    racers = [start_python(FEW_COMMANDS, SWC_CACHE_DIR=str(folder), SWC_NUM_THREADS="2") for _ in range(2)]
    for racer in racers:
        _, errors = racer.communicate(timeout=300)
        assert racer.returncode == 0, errors
    run_python(NO_COMPILER + FEW_COMMANDS, SWC_CACHE_DIR=str(folder), SWC_NUM_THREADS="2")
    assert not list(folder.glob("*.damaged"))
    assert not list(folder.glob(".*"))


def test_damaged_kernel_is_rebuilt_with_one_warning(warm, tmp_path):
    folder = tmp_path / "store"
    folder.mkdir()
    for path in warm.iterdir():
        content = path.read_bytes()
        (folder / path.name).write_bytes(content[: len(content) // 2] if path.suffix == ".o" else content)
    program = """
import warnings, numpy as np, swc
from swc.store import StoreWarning
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    rows = np.arange(12, dtype="float32").reshape(3, 4)
    assert swc.kernel("a b -> a")(rows).tolist() == rows.sum(1).tolist()
print([item.category is StoreWarning for item in caught])
"""
    assert run_python(program, SWC_CACHE_DIR=str(folder)).strip() == "[True]"


def test_folder_that_cannot_be_written_gives_one_warning_and_right_results(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("")
    program = """
import warnings
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    exec(commands)
print(len(caught), caught[0].category.__name__)
"""
    seen = run_python(f"commands = {FEW_COMMANDS!r}\n{program}", SWC_CACHE_DIR=str(blocked / "store"))
    assert seen.strip() == "1 StoreWarning"
