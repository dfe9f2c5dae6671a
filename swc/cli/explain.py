"""`swc explain`."""

import click

from swc.cli.options import DTypes, TextCommand, command_argument, kind_option, shape_options
from swc.dtypes import DType
from swc.explain import STAGES, explain


@click.command("explain", cls=TextCommand)
@command_argument
@kind_option
@shape_options
@click.option(
    "--dtype", "dtypes", type=DTypes(), default=(), help="float32 (default), or float32,float64 for lhs,rhs."
)
@click.option("--stage", type=click.Choice(STAGES), help="Print this part alone.")
@click.option("--full", is_flag=True, help="Print the whole kernel module, support code included.")
def explain_command(
    command: str,
    kind: str | None,
    lhs: tuple[int, ...] | None,
    rhs: tuple[int, ...] | None,
    dtypes: tuple[DType, ...],
    stage: str | None,
    full: bool,
) -> None:
    """Show what becomes of COMMAND: tokens, trees, loop nest, passes, kernel source.

    Operands are C-ordered arrays, one axis a leaf; without shapes, extents are distinct primes.

    \b
    Examples:
      swc explain "b i k, b j k -> b i j"
      swc explain "a (c d) b -> a c" --lhs 2x3x4x5 --dtype float64 --stage passes
      swc explain "a 1 b -> a" --kind reduce --stage spec
    """
    click.echo(explain(command, kind, shapes=(lhs, rhs), dtypes=dtypes, stage=stage, full=full))
