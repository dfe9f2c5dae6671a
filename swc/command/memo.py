"""The memo tables of compiled commands."""

import os
import threading
from collections.abc import Callable
from typing import Final, Generic, TypeVar
from weakref import WeakValueDictionary

from swc.command.lexer import exact_text
from swc.command.values import FlatValue

SpecT = TypeVar("SpecT", bound=FlatValue)

# Specifications that a table keeps alive by itself; those that somebody else holds are found all the same.
KEPT_SPECS: Final = 4096


class SpecMemo(Generic[SpecT]):
    """Compile each command text once and return the identical specification ever after.

    The table is bounded, yet no caller can see a second object for one text: it lets go only of its own
    reference, and finds the specification again as long as anybody holds it.

    Args:
        compile_text: compiles an exact `str`; what it raises is not remembered.
        kept: how many specifications to keep alive.
    """

    __slots__ = ("_alive", "_compile_text", "_kept", "_lock", "_recent")

    def __init__(self, compile_text: Callable[[str], SpecT], kept: int = KEPT_SPECS) -> None:
        self._compile_text = compile_text
        self._kept = kept
        self._recent: dict[str, SpecT] = {}
        self._alive: WeakValueDictionary[str, SpecT] = WeakValueDictionary()
        self._renew_lock()
        if hasattr(os, "register_at_fork"):
            # A child forked while another thread held the lock would otherwise wait for it for ever.
            os.register_at_fork(after_in_child=self._renew_lock)

    def get(self, command: str) -> SpecT:
        """Return the specification of `command`, compiling it the first time.

        Raises:
            TypeError: when `command` is not a str.
            CommandError: when it does not compile, the same way each time.
        """
        text = exact_text(command)
        known = self._recent.get(text)
        return known if known is not None else self._find_or_compile(text)

    def _find_or_compile(self, text: str) -> SpecT:
        with self._lock:
            known = self._alive.get(text)
        # Compiled outside the lock: two threads may both compile, and the first to return wins for both.
        compiled = self._compile_text(text) if known is None else known
        with self._lock:
            spec = self._alive.setdefault(text, compiled)
            self._recent[text] = spec
            if len(self._recent) > self._kept:
                del self._recent[next(iter(self._recent))]
        return spec

    def _renew_lock(self) -> None:
        self._lock = threading.Lock()
