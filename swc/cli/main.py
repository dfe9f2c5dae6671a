"""The `swc` program.

Exit codes: 0 when everything asked for was done, 1 when a command, a file or an array is at fault (the
message and its notes are on standard error), 2 when the arguments make no sense.
"""

import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

import click

from swc.cli.cache import cache
from swc.cli.check import check
from swc.cli.compile import compile_commands
from swc.cli.emit import emit_script
from swc.cli.explain import explain_command
from swc.cli.report import print_error, print_warning
from swc.cli.run import run
from swc.version import __version__

# What a user's text, files and arrays can raise; anything else is a fault of ours and shows its traceback.
USER_ERRORS = (ValueError, TypeError, OverflowError, NotImplementedError, MemoryError, OSError)


class Program(click.Group):
    """The group of commands; turns errors and warnings of users into messages."""

    def invoke(self, ctx: click.Context) -> object:
        """Run a command; exit with code 1, and no traceback, for a user's mistake."""
        with _plain_warnings():
            try:
                return super().invoke(ctx)
            except BrokenPipeError:
                raise
            except USER_ERRORS as error:
                print_error(error)
                sys.exit(1)


@contextmanager
def _plain_warnings() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("default", UserWarning)
        warnings.showwarning = print_warning
        yield


@click.group(cls=Program, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="swc")
def main() -> None:
    """Compile layout commands into kernels, and run them on arrays.

    \b
    Examples:
      swc check "b i k, b j k -> b i j"
      swc run einsum "b i k, b j k -> b i j" q.npy k.npy -o scores.npy
      swc explain "a (c d) b -> a c" --stage nest
      swc compile "a b -> b a" "a b -> a" --dtype float32 --dtype float64
      swc cache list
    """


for command in (check, explain_command, compile_commands, run, emit_script, cache):
    main.add_command(command)
