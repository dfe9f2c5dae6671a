"""Write indented source text line by line."""

from collections.abc import Iterator
from contextlib import contextmanager


class SourceWriter:
    """Collects lines of Python; `block` indents what is written inside it."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._depth = 0

    def line(self, text: str = "") -> None:
        """Add one line at the current depth; an empty text adds a blank line."""
        self._lines.append("    " * self._depth + text if text else "")

    def lines(self, *texts: str) -> None:
        """Add several lines at the current depth."""
        for text in texts:
            self.line(text)

    @contextmanager
    def block(self, header: str) -> Iterator[None]:
        """Write `header` and indent everything written inside the context."""
        self.line(header)
        self._depth += 1
        yield
        self._depth -= 1

    def text(self) -> str:
        """Return everything written, ending in a newline."""
        return "\n".join(self._lines) + "\n"
