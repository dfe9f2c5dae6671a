"""`swc compile`."""

import sys
from collections.abc import Iterator, Sequence

import click

from swc.cli.options import CommandText, DTypes, TextCommand, kind_option, shape_options
from swc.cli.report import print_error
from swc.dtypes import DType
from swc.prepare import compile_ahead, prepare

Job = tuple[str, tuple[DType, ...]]


@click.command("compile", cls=TextCommand)
@click.argument("commands", metavar="COMMAND...", type=CommandText(), nargs=-1, required=True)
@kind_option
@click.option(
    "--dtype",
    "dtypes",
    type=DTypes(),
    multiple=True,
    help="Compile for this dtype, float32 by default; float32,float64 for lhs,rhs. May be repeated.",
)
@shape_options
def compile_commands(
    commands: tuple[str, ...],
    kind: str | None,
    dtypes: tuple[tuple[DType, ...], ...],
    lhs: tuple[int, ...] | None,
    rhs: tuple[int, ...] | None,
) -> None:
    """Compile each COMMAND into the kernel store, so that later runs compile nothing.

    A kernel serves arrays of any extents; it is made for C-ordered arrays with one axis a leaf. Where one
    command fails the others are compiled all the same, and the exit code is 1.

    \b
    Examples:
      swc compile "b i k, b j k -> b i j"
      swc compile "a b -> b a" "a b -> a" --dtype float32 --dtype float64
      swc compile "a b c -> a" --kind argmax
    """
    jobs = [(command, chosen) for command in commands for chosen in dtypes or ((),)]
    failures = 0
    for command, chosen in _with_progress(jobs):
        try:
            outcome = compile_ahead(prepare(command, kind, shapes=(lhs, rhs), dtypes=chosen))
        except (ValueError, TypeError, NotImplementedError, OverflowError, OSError) as error:
            failures += 1
            print_error(error)
            continue
        done = "already there" if outcome.was_stored else "compiled"
        names = ",".join(dtype.numpy.name for dtype in chosen) or "float32"
        click.echo(f"{done}: {outcome.kind} '{command}' {names}  {outcome.seconds:.2f} s  {outcome.key[:16]}")
    if failures:
        sys.exit(1)


def _with_progress(jobs: Sequence[Job]) -> Iterator[Job]:
    """Yield the jobs; show a progress bar for more than one on a terminal."""
    if len(jobs) < 2 or not sys.stderr.isatty():
        yield from jobs
        return
    from rich.console import Console
    from rich.progress import Progress

    # Lines printed meanwhile pass above the bar, but must not leave a redirected standard output.
    console = Console(stderr=True)
    with Progress(console=console, transient=True, redirect_stdout=sys.stdout.isatty()) as progress:
        yield from progress.track(jobs, description="Compiling")
