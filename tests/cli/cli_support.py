"""Running `swc` in this process and in others."""

import os
import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner, Result

from swc.cli.main import main

ROOT = Path(__file__).parents[2]


def swc(*arguments: str) -> Result:
    """Run the program in this process; an unexpected exception is raised, not swallowed."""
    result = CliRunner().invoke(main, list(arguments))
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def python(*arguments: str, cwd: Path | None = None, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run Python on this checkout in a fresh process."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "runtime")]),
        **variables,
    }
    return subprocess.run(
        [sys.executable, *arguments], cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )
