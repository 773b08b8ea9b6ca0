"""The full screen of a guest, which runs beside those of the others.

prompt-toolkit's input is fed with characters directly. A pipe between would block everybody as soon as one guest had
filled theirs.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from itertools import count
from typing import TextIO, cast

import trio
from prompt_toolkit.application import Application, create_app_session
from prompt_toolkit.input import Input
from prompt_toolkit.input.vt100_parser import Vt100Parser
from prompt_toolkit.key_binding import KeyPress
from prompt_toolkit.output.vt100 import Vt100_Output

from coinche.client.runtime.store import Person
from coinche.client.runtime.trio_bridge import run_asyncio
from coinche.client.screen.app import build, show

from .config import Bounds
from .connection import Visit

_numbers = count(1)
LONGEST_PASTE = 2_000
"""Characters of a pasted text that are kept; no line that people write is as long."""
PASTE_END = "\x1b[201~"


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
        if self._parser._in_bracketed_paste:  # the parser itself waits for the end, however long that takes
            self._parser._paste_buffer = _bounded(self._parser._paste_buffer)
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


def _bounded(pasted: str) -> str:
    """The beginning of it, and what may be the beginning of its end."""
    if len(pasted) <= LONGEST_PASTE:
        return pasted
    return pasted[: LONGEST_PASTE - len(PASTE_END)] + pasted[-len(PASTE_END) :]


class GuestOutput:
    """The file that prompt-toolkit writes to: all that is written goes to the guest."""

    encoding = "utf-8"

    def __init__(self, visit: Visit) -> None:
        self._visit = visit

    def write(self, text: str) -> None:
        """Show it."""
        self._visit.write(text)

    def flush(self) -> None:
        """It is on its way."""

    def isatty(self) -> bool:
        """It is one, at the other end."""
        return True

    def fileno(self) -> int:
        """None of this machine."""
        raise io.UnsupportedOperation


async def on_screen(person: Person, visit: Visit, bounds: Bounds) -> None:
    """Run the screen until the person wants to go; the terminal is left as it was found, whatever happens."""
    keyboard = Keyboard()
    output = Vt100_Output(
        cast(TextIO, GuestOutput(visit)), get_size=lambda: visit.size, term=visit.term, enable_cpr=False
    )
    with create_app_session(input=keyboard, output=output):
        app = build(person, keyboard=keyboard, terminal=output, erase=visit.erase)
        app.min_redraw_interval = _interval(visit, bounds)
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(_type, visit, keyboard)
                nursery.start_soon(_resize, visit, app, bounds)
                await show(person, app, run=_run_beside)
                nursery.cancel_scope.cancel()
        finally:
            app.renderer.reset()  # where the first drawing fails, prompt-toolkit leaves the terminal as it is


async def _run_beside(app: Application[None]) -> None:
    """Run it beside others: no signal of the machine is his, and no error of the others."""
    await run_asyncio(lambda: app.run_async(handle_sigint=False, set_exception_handler=False))


async def _type(visit: Visit, keyboard: Keyboard) -> None:
    while text := await visit.read():
        keyboard.feed(text)


async def _resize(visit: Visit, app: Application[None], bounds: Bounds) -> None:
    while True:
        await visit.wait_resized()
        app.min_redraw_interval = _interval(visit, bounds)
        app.invalidate()


def _interval(visit: Visit, bounds: Bounds) -> float:
    """A large window is drawn less often, lest it take the time of the others."""
    return max(bounds.redraw, bounds.redraw_cell * visit.size.columns * visit.size.rows)
