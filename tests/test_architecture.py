"""The imports of the packages follow the layer table, and modules stay small."""

import ast
import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = (ROOT / "swc", ROOT / "runtime" / "strideweave")
HEAVY = ("numba", "llvmlite", "lark", "rich")
MODULE_LINES = 400
FUNCTION_LINES = 60


@dataclass(frozen=True)
class Module:
    """A module of ours, parsed."""

    name: str
    path: Path
    text: str

    @property
    def tree(self) -> ast.Module:
        return ast.parse(self.text)


def modules() -> dict[str, Module]:
    found = {}
    for folder in FOLDERS:
        for path in sorted(folder.rglob("*.py")):
            parts = path.relative_to(folder.parent).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            found[name] = Module(name, path, path.read_text(encoding="utf-8"))
    return found


MODULES = modules()


def imported(statement: ast.stmt) -> Iterator[str]:
    """Yield the modules that an import statement names; for ours, the most specific ones."""
    if isinstance(statement, ast.Import):
        yield from (alias.name for alias in statement.names)
    elif isinstance(statement, ast.ImportFrom):
        for alias in statement.names:
            inner = f"{statement.module}.{alias.name}"
            yield inner if inner in MODULES else statement.module or ""


@functools.cache
def own_imports(module: Module) -> frozenset[str]:
    statements = (node for node in ast.walk(module.tree) if isinstance(node, ast.stmt))
    names = {name for statement in statements for name in imported(statement)}
    return frozenset(name for name in names if name in MODULES)


def layer_of(name: str) -> str:
    """Return the row of the table that a module belongs to: its top-level package or module."""
    return ".".join(name.split(".")[:2])


def table() -> dict[str, int]:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+) \| `([\w.]+)` \|", text, re.MULTILINE)
    levels = {name: int(level) for level, name in rows}
    assert len(levels) == len(rows), "a module has two rows"
    return levels


def functions(module: Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(module.tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def test_the_walk_finds_the_packages() -> None:
    assert {"swc", "swc.cli.main", "swc.passes.pipeline", "strideweave.tensor"} <= set(MODULES)
    assert "swc.compile" in own_imports(MODULES["swc.command_kernel"])


def test_the_layer_table_has_one_row_for_each_layer() -> None:
    assert set(table()) == {layer_of(name) for name in MODULES}


@pytest.mark.parametrize("name", MODULES)
def test_a_module_imports_from_lower_levels_or_its_own_package(name: str) -> None:
    levels = table()
    layer = layer_of(name)
    upward = [
        f"{name} (level {levels[layer]}) imports {other} (level {levels[layer_of(other)]})"
        for other in sorted(own_imports(MODULES[name]))
        if layer_of(other) != layer and levels[layer_of(other)] >= levels[layer]
    ]
    assert upward == []


def test_no_modules_import_each_other_in_a_ring() -> None:
    TopologicalSorter({name: own_imports(module) for name, module in MODULES.items()}).prepare()


def test_the_compiler_never_imports_the_runtime() -> None:
    reaching = [
        name
        for name, module in MODULES.items()
        if layer_of(name).startswith("swc")
        and any(other.split(".")[0] == "strideweave" for other in own_imports(module))
    ]
    assert reaching == []


def test_the_runtime_never_imports_the_command_line() -> None:
    for name, module in MODULES.items():
        if name.startswith("strideweave"):
            assert not any(layer_of(other) == "swc.cli" for other in own_imports(module)), name


@pytest.mark.parametrize("name", MODULES)
def test_imports_are_absolute_and_without_a_star(name: str) -> None:
    for node in ast.walk(MODULES[name].tree):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"relative import in line {node.lineno}"
            assert all(alias.name != "*" for alias in node.names), f"star import in line {node.lineno}"


@functools.cache
def is_heavy(name: str) -> bool:
    """Whether importing a module brings in a heavy dependency."""
    if name.split(".")[0] in HEAVY:
        return True
    module = MODULES.get(name)
    if module is None:
        return False
    return any(is_heavy(other) for statement in module.tree.body for other in imported(statement))


@pytest.mark.parametrize("name", MODULES)
def test_imports_inside_functions_only_keep_heavy_modules_lazy(name: str) -> None:
    module = MODULES[name]
    for function in functions(module):
        for node in ast.walk(function):
            if isinstance(node, ast.Import | ast.ImportFrom):
                light = [other for other in imported(node) if not is_heavy(other)]
                assert light == [], f"line {node.lineno}"


@pytest.mark.parametrize(
    "name", ["swc", "strideweave", "swc.cli.main", "swc.codegen.native", "swc.launch.linker"]
)
def test_heavy_modules_are_not_imported_at_the_top(name: str) -> None:
    assert not is_heavy(name)


@pytest.mark.parametrize("name", MODULES)
def test_modules_and_functions_stay_small(name: str) -> None:
    module = MODULES[name]
    assert module.text.count("\n") <= MODULE_LINES
    for function in functions(module):
        length = (function.end_lineno or 0) - function.lineno + 1
        assert length <= FUNCTION_LINES, f"{function.name} has {length} lines"


@pytest.mark.parametrize("name", [name for name, module in MODULES.items() if module.path.stem == "__init__"])
def test_package_modules_hold_no_logic(name: str) -> None:
    for statement in MODULES[name].tree.body:
        is_names = isinstance(statement, ast.Assign) and [ast.unparse(t) for t in statement.targets] == [
            "__all__"
        ]
        assert is_names or isinstance(statement, ast.Expr | ast.Import | ast.ImportFrom)
