"""`swc cache`."""

import json
import sys

import click

from swc.settings import read_settings
from swc.store import Store


@click.group()
def cache() -> None:
    """Look at the kernel store, or empty it.

    \b
    Examples:
      swc cache list
      swc cache list --json
      swc cache path
      swc cache clear
    """


@cache.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print every fact about every kernel as JSON.")
def list_kernels(as_json: bool) -> None:
    """List the stored kernels.

    \b
    Examples:
      swc cache list
      swc cache list --json
    """
    store = Store(read_settings().cache_dir)
    entries = list(store.entries())
    if as_json:
        click.echo(json.dumps(entries, indent=1, sort_keys=True))
        return
    rows = [_row(entry) for entry in entries]
    if sys.stdout.isatty():
        _print_table(rows)
    else:
        for row in rows:
            click.echo("\t".join(row))
    click.echo(f"{len(rows)} kernels in {click.format_filename(store.folder)}", err=True)


@cache.command("path")
def print_path() -> None:
    """Print the folder of the store: SWC_CACHE_DIR, or a folder in the user's cache.

    \b
    Example:
      ls "$(swc cache path)"
    """
    click.echo(click.format_filename(read_settings().cache_dir))


@cache.command("clear")
def clear_kernels() -> None:
    """Remove every stored kernel; they are compiled anew when next needed.

    \b
    Example:
      swc cache clear
    """
    store = Store(read_settings().cache_dir)
    click.echo(f"removed {store.clear()} kernels from {click.format_filename(store.folder)}")


def _row(entry: dict[str, object]) -> tuple[str, ...]:
    """Return key, command, target, bytes and seconds, printable whatever the files hold."""
    made_from = entry.get("made_from")
    target = made_from.get("target", "") if isinstance(made_from, dict) else ""
    values = (
        str(entry["key"])[:16],
        entry.get("command", ""),
        target,
        entry.get("bytes", ""),
        entry.get("seconds", ""),
    )
    return tuple(
        "".join(character if character.isprintable() else " " for character in str(value)) for value in values
    )


def _print_table(rows: list[tuple[str, ...]]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table("key", "first compiled for", "target", "bytes", "seconds")
    for row in rows:
        table.add_row(*[Text(cell) for cell in row])
    Console().print(table)
