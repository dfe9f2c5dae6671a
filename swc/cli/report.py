"""Messages on standard error."""

from typing import TextIO

import click


def print_error(error: BaseException) -> None:
    """Print an error's text and its notes, such as the command with a caret."""
    click.echo(f"{click.style('error', fg='red', bold=True)}: {_text(error)}", err=True)
    for note in getattr(error, "__notes__", ()):
        click.echo(note, err=True)


def print_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """Print a warning without the place that raised it; the signature is that of `warnings.showwarning`."""
    click.echo(f"{click.style('warning', fg='yellow', bold=True)}: {message}", err=True)


def _text(error: BaseException) -> str:
    if isinstance(error, MemoryError):
        return str(error) or "not enough memory"
    if isinstance(error, OSError) and error.strerror and error.filename is not None:
        return f"{click.format_filename(error.filename)}: {error.strerror}"
    return str(error)
