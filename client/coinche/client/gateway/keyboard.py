"""A guest's keyboard as prompt-toolkit sees it: keys out of characters that are handed to it, with no pipe between.

A pipe would block everybody as soon as one guest had filled his. Refuses to know where the characters come from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from itertools import count

from prompt_toolkit.input import Input
from prompt_toolkit.input.vt100_parser import Vt100Parser
from prompt_toolkit.key_binding import KeyPress

_numbers = count(1)


class Keyboard(Input):
    """Feed it; whoever is attached reads the keys at once, and what he raises comes back to who fed it."""

    def __init__(self) -> None:
        self._number = next(_numbers)
        self._pressed: list[KeyPress] = []
        self._parser = Vt100Parser(self._pressed.append)
        self._ready: Callable[[], None] | None = None

    def feed(self, text: str) -> None:
        """Those characters were typed."""
        self._parser.feed(text)
        if self._ready is not None:
            self._ready()

    def read_keys(self) -> list[KeyPress]:
        pressed = self._pressed.copy()
        self._pressed.clear()
        return pressed

    def flush_keys(self) -> list[KeyPress]:
        self._parser.flush()
        return self.read_keys()

    @contextmanager
    def _attached(self, ready: Callable[[], None] | None) -> Iterator[None]:
        before, self._ready = self._ready, ready
        try:
            yield
        finally:
            self._ready = before

    def attach(self, input_ready_callback: Callable[[], None]) -> AbstractContextManager[None]:
        return self._attached(input_ready_callback)

    def detach(self) -> AbstractContextManager[None]:
        return self._attached(None)

    def raw_mode(self) -> AbstractContextManager[None]:
        return nullcontext()

    def cooked_mode(self) -> AbstractContextManager[None]:
        return nullcontext()

    @property
    def closed(self) -> bool:
        return False

    def fileno(self) -> int:
        raise NotImplementedError

    def typeahead_hash(self) -> str:
        return f"guest-{self._number}"
