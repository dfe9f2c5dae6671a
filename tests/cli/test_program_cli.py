"""The program as a whole: help, version, what it imports, how it ends."""

import re

import pytest
from cli_support import python, swc

import swc as package
from swc.cli.main import main

COMMANDS = [
    (),
    *((name,) for name in main.commands),
    ("cache", "list"),
    ("cache", "path"),
    ("cache", "clear"),
]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: " ".join(command) or "swc")
@pytest.mark.parametrize("option", ["--help", "-h"])
def test_help_shows_examples(command: tuple[str, ...], option: str) -> None:
    result = swc(*command, option)
    assert result.exit_code == 0
    assert re.search(r"^  Examples?:$", result.output, re.MULTILINE)


def test_the_version_is_the_packages() -> None:
    assert swc("--version").output == f"swc, version {package.__version__}\n"


def test_an_unknown_command_is_a_usage_error() -> None:
    assert swc("chek").exit_code == 2


def test_the_module_runs_as_a_program() -> None:
    done = python("-m", "swc", "check", "a b -> b a")
    assert (done.returncode, done.stdout, done.stderr) == (0, "ok: rearrange: places a b\n", "")


@pytest.mark.parametrize("arguments", [("check", "a b -> b a"), ("--help",), ("cache", "path")])
def test_light_commands_import_no_compiler(arguments: tuple[str, ...]) -> None:
    done = python("-X", "importtime", "-m", "swc", *arguments)
    imported = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert done.returncode == 0
    assert "swc.cli.main" in imported
    assert imported & {"numba", "llvmlite", "rich"} == set()


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", "a b ->"),
        ("explain", "a b -> b", "--lhs", "2x3x4"),
        ("compile", "a b -> b", "--dtype", "bool", "--kind", "reduce_prod"),
        ("run", "auto", "a b -> b a", "nowhere.npy", "-o", "out.npy"),
        ("emit", "a -> b", "-o", "-"),
    ],
    ids=lambda arguments: arguments[0],
)
def test_a_mistake_never_shows_a_traceback(arguments: tuple[str, ...]) -> None:
    done = python("-m", "swc", *arguments)
    assert done.returncode == 1
    assert done.stderr.startswith("error: ")
    assert "Traceback" not in done.stderr


def test_a_bad_setting_is_a_users_mistake() -> None:
    done = python("-m", "swc", "compile", "a b -> b a", SWC_NUM_THREADS="many")
    assert done.returncode == 1
    assert done.stderr == "error: SWC_NUM_THREADS must be a positive integer, not 'many'\n"


def test_a_closed_pipe_ends_quietly() -> None:
    script = "import subprocess, sys\n" + (
        "writer = subprocess.Popen([sys.executable, '-m', 'swc', 'explain', 'a b -> a'],"
        " stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)\n"
        "writer.stdout.close()\n"
        "assert writer.stderr.read() == ''\n"
    )
    done = python("-c", script)
    assert (done.returncode, done.stderr) == (0, "")
