"""The documents tell the truth: their snippets run as shown, and the paths that they name exist."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
DOCUMENTS = [README, *sorted((ROOT / "docs").rglob("*.md"))]
NAMES = [str(path.relative_to(ROOT)) for path in DOCUMENTS]


def blocks(path: Path, language: str) -> list[str]:
    text = path.read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("path", DOCUMENTS, ids=NAMES)
def test_python_sessions_run_as_shown(path: Path) -> None:
    session = "\n".join(blocks(path, "pycon"))
    test = doctest.DocTestParser().get_doctest(session, {}, path.name, str(path), 0)
    report: list[str] = []
    results = doctest.DocTestRunner(verbose=False).run(test, out=report.append)
    assert results.failed == 0, "".join(report)


def test_the_readme_has_python_and_shell_sessions() -> None:
    assert len(blocks(README, "pycon")) == 2
    assert len(blocks(README, "console")) == 1


def test_shell_sessions_run_as_shown(tmp_path: Path) -> None:
    swc = tmp_path / "bin" / "swc"
    swc.parent.mkdir()
    swc.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m swc "$@"\n')
    swc.chmod(0o755)
    paths = [str(swc.parent), str(Path(sys.executable).parent), os.environ["PATH"]]
    environment = {
        **os.environ,
        "PATH": os.pathsep.join(paths),
        "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "runtime")]),
    }
    for step in re.split(r"^\$ ", "".join(blocks(README, "console")), flags=re.MULTILINE)[1:]:
        line, _, shown = step.partition("\n")
        done = subprocess.run(
            line, shell=True, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert done.stdout + done.stderr == shown, line


def test_the_make_targets_that_the_readme_names_exist() -> None:
    targets = set(
        re.findall(r"\bmake ([a-z]+)\b", "\n".join(re.findall(r"`(make [^`]+)`", README.read_text())))
    )
    targets |= {line.split()[1] for block in blocks(README, "sh") for line in block.splitlines()}
    defined = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert {"demo", "test", "check"} <= targets <= defined


@pytest.mark.parametrize("path", DOCUMENTS, ids=NAMES)
def test_named_paths_exist(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:[\w.-]+/)+[\w.*-]*)`", text))
    missing = [
        name
        for name in sorted(named)
        if not (list(ROOT.glob(name)) if "*" in name else (ROOT / name).exists())
    ]
    assert missing == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=NAMES)
def test_named_modules_exist(path: Path) -> None:
    for name in re.findall(r"`(swc(?:\.[a-z_]+)+)`", path.read_text(encoding="utf-8")):
        place = ROOT.joinpath(*name.split("."))
        is_public = name in ("swc.kernel",)
        assert is_public or place.is_dir() or place.with_suffix(".py").exists(), name


def test_the_readme_stays_short_and_shows_a_result_early() -> None:
    lines = README.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 150
    assert any(line.startswith("array(") for line in lines[:20])


@pytest.mark.parametrize(
    "path", sorted((ROOT / "docs" / "decisions").glob("*.md")), ids=lambda path: path.name
)
def test_decisions_have_the_four_parts_and_stay_short(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert re.findall(r"^## (.*)$", text, re.MULTILINE) == ["Context", "Decision", "Consequences", "Evidence"]
    assert text.count("\n") <= 60


def test_every_example_is_short_and_has_a_title() -> None:
    examples = sorted((ROOT / "examples").glob("*.py"))
    assert len(examples) >= 3
    for path in examples:
        text = path.read_text(encoding="utf-8")
        assert text.startswith('"""'), path.name
        assert text.count("\n") < 80, path.name
