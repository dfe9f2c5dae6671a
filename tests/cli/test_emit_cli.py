"""`swc emit`: modules that run by themselves, for arrays of any extents."""

import ast
import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from cli_support import swc

from swc.dtypes import DType
from swc.emit import emit


def load(source: str, folder: Path) -> ModuleType:
    """Import a generated module."""
    path = folder / "generated.py"
    path.write_text(source, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("generated", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


ALONE = [
    ("a (b 1) -> b a", ("--kind", "rearrange")),
    ("a b, c b -> a c", ("--dtype", "float32,float64")),
    ("a b c -> c a", ("--kind", "argmax", "--dtype", "int32")),
]


@pytest.mark.parametrize(("command", "options"), ALONE, ids=["rearrange", "einsum", "argmax"])
def test_a_module_runs_alone_and_checks_itself(
    command: str, options: tuple[str, ...], tmp_path: Path
) -> None:
    path = tmp_path / "module.py"
    result = swc("emit", command, "-o", str(path), *options)
    assert (result.exit_code, result.output) == (0, f"wrote {path}\n")
    done = subprocess.run(
        [sys.executable, "-I", str(path)],
        cwd="/",
        env={"PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith(": equal to NumPy's\n")
    imported = {
        alias.name if isinstance(node, ast.Import) else node.module
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    assert {name.split(".")[0] for name in imported} <= {
        "numpy",
        "numba",
        "llvmlite",
        "typing",
        "collections",
    }


def test_a_module_serves_other_extents_than_those_it_was_made_with(tmp_path: Path) -> None:
    module = load(emit("a b c, b d c -> b d a"), tmp_path)
    random = np.random.default_rng(0)
    for a, b, c, d in [(1, 1, 1, 1), (3, 2, 5, 1), (1, 4, 1, 7), (33, 3, 300, 17), (2, 9, 70, 130)]:
        left = random.integers(-4, 5, (a, b, c)).astype(np.float32)
        right = random.integers(-4, 5, (b, d, c)).astype(np.float32)
        np.testing.assert_array_equal(module.run(left, right), np.einsum("abc,bdc->bda", left, right))


def test_a_reduction_serves_long_and_short_fibres(tmp_path: Path) -> None:
    module = load(emit("a b c -> b", "reduce_max", dtypes=[DType.Float32]), tmp_path)
    random = np.random.default_rng(0)
    for shape in [(1, 1, 1), (1, 5, 1), (3, 1, 400), (200, 2, 300), (2, 150, 3)]:
        array = random.standard_normal(shape).astype(np.float32)
        np.testing.assert_array_equal(module.run(array), array.max((0, 2)))
        array[-1, 0, -1] = np.nan
        assert np.isnan(module.run(array)[0])


def test_positions_count_the_first_reduced_axis_fastest(tmp_path: Path) -> None:
    module = load(emit("a 1 b -> a", "argmin"), tmp_path)
    array = np.random.default_rng(0).integers(0, 50, (3, 7, 40)).astype(np.float32)
    np.testing.assert_array_equal(module.run(array), array.transpose(0, 2, 1).reshape(3, -1).argmin(1))


def test_an_integer_total_out_of_range_is_an_overflow(tmp_path: Path) -> None:
    module = load(emit("a b -> a", dtypes=[DType.Int32]), tmp_path)
    with pytest.raises(OverflowError, match=r"^the result leaves the range of its integer dtype$"):
        module.run(np.full((2, 2), 2**31 - 1, np.int32))


def test_arrays_are_checked_and_brought_into_order(tmp_path: Path) -> None:
    module = load(emit("a b 1 -> (b a)", "rearrange"), tmp_path)
    array = np.arange(6, dtype=np.float32).reshape(2, 3, 1)
    expected = array[:, :, 0].T
    np.testing.assert_array_equal(module.run(np.asfortranarray(array)), expected)
    np.testing.assert_array_equal(module.run(array[::-1])[:, ::-1], expected)
    np.testing.assert_array_equal(module.run(array.astype(">f4")), expected)
    with pytest.raises(TypeError, match=r"^this kernel was made for float32 arrays, not float64$"):
        module.run(array.astype(np.float64))
    with pytest.raises(ValueError, match=r"^an array has no element$"):
        module.run(np.zeros((2, 0, 1), np.float32))
    with pytest.raises(ValueError, match=r"^array 0 has 2 axes, but needs 3$"):
        module.run(array[:, :, 0])
    with pytest.raises(ValueError, match=r"^axis 2 of array 0 has extent 2, but needs 1$"):
        module.run(np.zeros((2, 3, 2), np.float32))


def test_shared_extents_must_agree(tmp_path: Path) -> None:
    module = load(emit("a b, b -> a"), tmp_path)
    with pytest.raises(ValueError, match=r"^axis 0 of array 1 has extent 4, but needs 3$"):
        module.run(np.ones((2, 3), np.float32), np.ones(4, np.float32))


HOSTILE = ["lambda np, out np -> lambda out", "kernel run, None run -> kernel None", "x0 x1, x1 x0 -> x1 x0"]


@pytest.mark.parametrize("command", HOSTILE)
def test_symbols_appear_in_comments_only(command: str) -> None:
    plain = emit("p q, r q -> p r") if "->" in command and "x0" not in command else emit("p q, q p -> q p")
    hostile = emit(command)
    assert hostile != plain
    assert ast.dump(ast.parse(hostile)) == ast.dump(ast.parse(plain))


def test_a_newline_in_a_command_cannot_leave_its_comment() -> None:
    source = emit("a\nb\r->\x0bb a")
    assert source.split("\n")[1] == "# Command: a b -> b a (rearrange)"
    compile(source, "source", "exec")


def test_standard_output_takes_the_module() -> None:
    result = swc("emit", "a b -> b a", "-o", "-")
    assert result.exit_code == 0
    assert result.stdout == emit("a b -> b a")


def test_given_shapes_are_those_of_the_self_check() -> None:
    source = emit("a b -> b a", shapes=[(4, 1)])
    assert "    shapes = ((4, 1),)\n" in source


def test_a_bad_command_writes_nothing(tmp_path: Path) -> None:
    result = swc("emit", "a b -> c", "-o", str(tmp_path / "module.py"))
    assert result.exit_code == 1
    assert result.stderr.startswith("error: Unknown dimension symbol 'c' at offset 7\n")
    assert list(tmp_path.iterdir()) == []


def test_an_output_option_is_needed() -> None:
    assert swc("emit", "a b -> b a").exit_code == 2
