"""Run Python in a fresh process, as a user's program would run."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGES = os.pathsep.join([str(ROOT), str(ROOT / "runtime"), str(ROOT / "tests")])


def start_python(program: str, *arguments: str, **environment: str) -> subprocess.Popen[str]:
    """Start a program in a process of its own, with the packages and the test helpers on its path."""
    return subprocess.Popen(
        [sys.executable, "-W", "error", "-c", program, *arguments],
        env=_environment({"PYTHONPATH": PACKAGES, **environment}),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def run_python(program: str, *arguments: str, **environment: str) -> str:
    """Return what a program printed; it must end well, and a warning is an error in it."""
    process = start_python(program, *arguments, **environment)
    output, errors = process.communicate(timeout=300)
    assert process.returncode == 0, errors
    return output


def run_alone(path: Path, *, folder: Path) -> str:
    """Return what a file printed that ran with nothing of ours on the path."""
    done = subprocess.run(
        [sys.executable, "-I", str(path)],
        cwd=folder,
        env=_environment({"PYTHONPATH": ""}),
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def _environment(changes: Mapping[str, str]) -> dict[str, str]:
    return {**os.environ, **changes}
