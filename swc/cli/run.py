"""`swc run`."""

from pathlib import Path

import click

from swc.cli.options import CommandText, TextCommand
from swc.command_kernel import KINDS, CommandKernel
from swc.files import read_array, write_array


@click.command(cls=TextCommand)
@click.argument("kind", type=click.Choice(["auto", "reduce", *KINDS]))
@click.argument("command", type=CommandText())
@click.argument("inputs", metavar="IN.npy...", type=click.Path(path_type=Path), nargs=-1, required=True)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), required=True, help="File for the result (.npy)."
)
def run(kind: str, command: str, inputs: tuple[Path, ...], output: Path) -> None:
    """Run COMMAND on arrays in .npy files; einsum takes two, everything else one.

    Arrays have one axis a leaf of their reference, in reading order. The output is written whole or not
    at all, and may be one of the inputs. KIND auto infers the kind from the command.

    \b
    Examples:
      swc run einsum "b i k, b j k -> b i j" q.npy k.npy -o scores.npy
      swc run reduce_max "row column -> row" image.npy -o brightest.npy
      swc run auto "a b -> b a" x.npy -o x.npy
    """
    kernel = CommandKernel(command, kind=None if kind == "auto" else kind)
    result = kernel(*[read_array(path) for path in inputs])
    write_array(output, result)
    click.echo(f"{click.format_filename(output)}: shape {result.shape}, {result.dtype}")
