"""Emit a mixed-radix counter: decode it once at any start, then step it cheaply.

A chunk starts anywhere in its task range, so the coordinates of its first task are found by division;
from there each step is an addition, with a carry where a digit wraps.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from swc.codegen.writer import SourceWriter


@dataclass(frozen=True, slots=True)
class Digit:
    """One digit of the counter.

    Attributes:
        name: the variable that holds the coordinate.
        extent: text of its radix.
        steps: (variable, text of what one step of this digit adds to it).
    """

    name: str
    extent: str
    steps: tuple[tuple[str, str], ...]


def emit_decode(writer: SourceWriter, digits: Sequence[Digit], start: str) -> None:
    """Set every digit, slowest first in `digits`, and every stepped variable for count `start`."""
    for variable in _variables(digits):
        writer.line(f"{variable} = 0")
    if not digits:
        return
    writer.line(f"rest = {start}")
    for digit in reversed(digits[1:]):
        writer.line(f"{digit.name} = rest % {digit.extent}")
        writer.line(f"rest = rest // {digit.extent}")
    writer.line(f"{digits[0].name} = rest")
    for digit in digits:
        for variable, step in digit.steps:
            writer.line(f"{variable} += {digit.name} * {step}")


def emit_advance(writer: SourceWriter, digits: Sequence[Digit]) -> None:
    """Step the counter by one, carrying into slower digits."""
    if not digits:
        return
    digit = digits[-1]
    writer.line(f"{digit.name} += 1")
    for variable, step in digit.steps:
        writer.line(f"{variable} += {step}")
    if len(digits) > 1:
        with writer.block(f"if {digit.name} == {digit.extent}:"):
            writer.line(f"{digit.name} = 0")
            for variable, step in digit.steps:
                writer.line(f"{variable} -= {digit.extent} * {step}")
            emit_advance(writer, digits[:-1])


def _variables(digits: Sequence[Digit]) -> list[str]:
    seen: dict[str, None] = {}
    for digit in digits:
        seen.update((variable, None) for variable, _ in digit.steps)
    return list(seen)
