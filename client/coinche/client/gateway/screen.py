"""A full screen at the other end of a guest's line, beside those of the others.

Knows prompt-toolkit's Application and the terminal that it draws on. Refuses to know what is drawn.
"""

from __future__ import annotations

import io
from typing import TextIO, cast

import trio
from prompt_toolkit.application import Application, create_app_session
from prompt_toolkit.output.vt100 import Vt100_Output

from coinche.client.person import Person
from coinche.client.terminal.app import build, show
from coinche.client.terminal.bridge import run_asyncio

from .bounds import Bounds
from .keyboard import Keyboard
from .visit import Visit


class Sheet:
    """What prompt-toolkit takes for a file: all that is written goes to the guest."""

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
    """Until the person wants to go; the terminal is left as it was found, whatever happens."""
    keyboard = Keyboard()
    output = Vt100_Output(cast(TextIO, Sheet(visit)), get_size=lambda: visit.size, term=visit.term, enable_cpr=False)
    with create_app_session(input=keyboard, output=output):
        app = build(person, keyboard=keyboard, terminal=output)
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
