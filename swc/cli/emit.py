"""`swc emit`."""

from pathlib import Path

import click

from swc.cli.options import DTypes, TextCommand, command_argument, kind_option, shape_options
from swc.dtypes import DType
from swc.emit import emit
from swc.files import write_text


@click.command("emit", cls=TextCommand)
@command_argument
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, allow_dash=True),
    required=True,
    help="File for the module; - for standard output.",
)
@kind_option
@shape_options
@click.option(
    "--dtype", "dtypes", type=DTypes(), default=(), help="float32 (default), or float32,float64 for lhs,rhs."
)
def emit_script(
    command: str,
    output: Path,
    kind: str | None,
    lhs: tuple[int, ...] | None,
    rhs: tuple[int, ...] | None,
    dtypes: tuple[DType, ...],
) -> None:
    """Write the Numba module for COMMAND; it needs Numba and NumPy, and nothing of ours.

    Its function `run` takes C-ordered arrays of any extents, one axis a leaf. Run as a program, the module
    checks itself against NumPy; --lhs and --rhs say on which shapes.

    \b
    Examples:
      swc emit "b i k, b j k -> b i j" -o scores.py && python scores.py
      swc emit "a b -> b a" --dtype float64 --lhs 300x500 -o -
    """
    source = emit(command, kind, shapes=(lhs, rhs), dtypes=dtypes)
    if str(output) == "-":
        click.echo(source, nl=False)
        return
    write_text(output, source)
    click.echo(f"wrote {click.format_filename(output)}")
