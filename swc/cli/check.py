"""`swc check`."""

import click

from swc.cli.options import TextCommand, command_argument, kind_option
from swc.meaning import explain_meaning


@click.command(cls=TextCommand)
@command_argument
@kind_option
def check(command: str, kind: str | None) -> None:
    """Check the text of COMMAND and say what it means; no array is needed.

    A faulty command is shown with a caret under the fault, and the exit code is 1.

    \b
    Examples:
      swc check "b i k, b j k -> b i j"
      swc check "a (c d) b -> a c"
      swc check "a 1 -> a" --kind reduce_max
    """
    meaning = explain_meaning(command, kind)
    click.echo(f"ok: {kind or meaning.kind}: {meaning.summary}")
    for note in meaning.notes:
        click.echo(f"note: {note}")
