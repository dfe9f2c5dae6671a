"""Arguments and options that several commands share."""

from collections.abc import Callable
from typing import Final, TypeVar

import click

from swc.command_kernel import KINDS
from swc.dtypes import DType, dtype_named

FunctionT = TypeVar("FunctionT", bound=Callable[..., object])

_GUARD: Final = "\ue000"  # a private-use character, which no command contains


class CommandText(click.ParamType[str]):
    """The text of a layout command."""

    name = "command"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Take away the guard that `TextCommand` has put before a leading `-`."""
        return value.removeprefix(_GUARD)


class TextCommand(click.Command):
    """A command with layout commands among its arguments: `-> a` is a faulty command, not an option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Guard the arguments that only look like options."""
        guarded = [_GUARD + arg if _looks_like_text(arg) else arg for arg in args]
        return super().parse_args(ctx, guarded)


class ShapeType(click.ParamType[tuple[int, ...]]):
    """Extents such as `2x3x4`, one a leaf."""

    name = "shape"

    def convert(
        self, value: str | tuple[int, ...], param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, ...]:
        """Return the extents; each must be a positive integer."""
        if isinstance(value, tuple):
            return value
        parts = value.split("x")
        if not all(part.isascii() and part.isdigit() and int(part) > 0 for part in parts):
            self.fail(f"'{value}' is no shape; write positive extents, one a leaf, as in 2x3x4", param, ctx)
        return tuple(map(int, parts))


class DTypes(click.ParamType[tuple[DType, ...]]):
    """One dtype for every operand, or two with a comma between them."""

    name = "dtype"

    def convert(
        self, value: str | tuple[DType, ...], param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[DType, ...]:
        """Return the dtypes."""
        if isinstance(value, tuple):
            return value
        try:
            return tuple(map(dtype_named, value.split(",")))
        except ValueError as error:
            self.fail(str(error), param, ctx)


command_argument = click.argument("command", type=CommandText())
kind_option = click.option(
    "--kind",
    type=click.Choice(["reduce", *KINDS]),
    help="What the command does. Without it a comma means einsum, an omitted symbol reduce_sum, and "
    "everything else rearrange.",
)


def shape_options(function: FunctionT) -> FunctionT:
    """Add `--lhs` and `--rhs`."""
    right = click.option("--rhs", type=ShapeType(), help="Shape of the second operand.")
    left = click.option(
        "--lhs", type=ShapeType(), help="Shape of the (first) operand, one extent a leaf: 2x3x4."
    )
    return left(right(function))


def _looks_like_text(argument: str) -> bool:
    return argument.startswith("-") and (
        argument.startswith("->") or any(character.isspace() for character in argument.partition("=")[0])
    )
