"""Exception families of the compiler, and the helper that attaches notes.

`str(error)` is always exactly the text that a specification fixes; whatever else helps the person
(a caret line, the two sizes that disagree) travels in attributes and PEP 678 notes.
"""

from typing import TypeVar

ErrorT = TypeVar("ErrorT", bound=BaseException)


class CommandError(ValueError):
    """A layout command that does not compile, or does not fit its operands.

    Args:
        message: the exact text of the diagnostic.
        command: the full command text, when known.
        offset: zero-based character position of the fault in `command`, when the fault has one.
    """

    def __init__(self, message: str, *, command: str | None = None, offset: int | None = None) -> None:
        super().__init__(message)
        self.command = command
        self.offset = offset
        if command is not None:
            self.add_note(caret_view(command, offset))

    def __reduce__(self) -> tuple[object, ...]:
        """Keep the keyword attributes when the error crosses a process boundary."""
        notes = tuple(getattr(self, "__notes__", ()))
        return _rebuild_command_error, (type(self), str(self), self.command, self.offset, notes)


def _rebuild_command_error(
    kind: type[CommandError], message: str, command: str | None, offset: int | None, notes: tuple[str, ...]
) -> CommandError:
    error = kind(message, command=command, offset=offset)
    for note in notes:
        if note not in getattr(error, "__notes__", ()):
            error.add_note(note)
    return error


class KernelError(RuntimeError):
    """A fault of the compiler itself: a pass or a generated kernel broke its contract."""


def caret_view(command: str, offset: int | None) -> str:
    """Return `command` on one line, with a caret under `offset` on the next.

    Args:
        command: command text; control characters are shown as one blank each, so that columns agree.
        offset: zero-based character position, or None to show the command alone.
    """
    shown = "".join(character if character.isprintable() else " " for character in command)
    if offset is None:
        return f"  {shown}"
    return f"  {shown}\n  {' ' * offset}^"


def with_notes(error: ErrorT, *notes: str) -> ErrorT:
    """Attach PEP 678 notes to `error` and return it, so that it can be raised in one expression."""
    for note in notes:
        error.add_note(note)
    return error
