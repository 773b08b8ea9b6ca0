"""The full screen and the line mode of a guest, beside those of the others.

In line mode a terminal gets a prompt and an echo, a pipe neither."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from itertools import count
from typing import TextIO, cast

import trio
from prompt_toolkit.application import Application, create_app_session
from prompt_toolkit.input import Input
from prompt_toolkit.input.vt100_parser import Vt100Parser
from prompt_toolkit.key_binding import KeyPress
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.utils import get_cwidth

from coinche.client.line.loop import PROMPT
from coinche.client.model.text_entry import TextEntry
from coinche.client.runtime.store import ClientStore
from coinche.client.runtime.trio_bridge import run_asyncio
from coinche.client.screen.app import build, show
from coinche.text.line_breaks import broken

from .connection import SshSession
from .limits import Bounds

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

    def __init__(self, visit: SshSession) -> None:
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


async def on_screen(store: ClientStore, visit: SshSession, bounds: Bounds) -> None:
    """Run the screen until the person wants to go; the terminal is left as it was found, whatever happens."""
    keyboard = Keyboard()
    output = Vt100_Output(
        cast(TextIO, GuestOutput(visit)), get_size=lambda: visit.size, term=visit.term, enable_cpr=False
    )
    with create_app_session(input=keyboard, output=output):
        environment = {**visit.variables, "TERM": visit.term or ""}
        app = build(store, keyboard=keyboard, terminal=output, environment=environment, erase=visit.erase)
        app.min_redraw_interval = _interval(visit, bounds)
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(_type, visit, keyboard)
                nursery.start_soon(_resize, visit, app, bounds)
                await show(store, app, run=_run_beside)
                nursery.cancel_scope.cancel()
        finally:
            app.renderer.reset()  # where the first drawing fails, prompt-toolkit leaves the terminal as it is


async def _run_beside(app: Application[None]) -> None:
    """Run it beside others: no signal of the machine is his, and no error of the others."""
    await run_asyncio(lambda: app.run_async(handle_sigint=False, set_exception_handler=False))


async def _type(visit: SshSession, keyboard: Keyboard) -> None:
    while text := await visit.read():
        keyboard.feed(text)


async def _resize(visit: SshSession, app: Application[None], bounds: Bounds) -> None:
    while True:
        await visit.wait_resized()
        app.min_redraw_interval = _interval(visit, bounds)
        app.invalidate()


def _interval(visit: SshSession, bounds: Bounds) -> float:
    """A large window is drawn less often, lest it take the time of the others."""
    return max(bounds.redraw, bounds.redraw_cell * visit.size.columns * visit.size.rows)


LONGEST = 500
BELL = "\a"
ENTER = frozenset("\r\n")
ERASE = frozenset("\b\x7f")
INTERRUPT, END, KILL, KILL_WORD, ESCAPE = "\x03", "\x04", "\x15", "\x17", "\x1b"


@dataclass(slots=True)
class LineEditor:
    """The line at the prompt."""

    prompt: str
    line: str = ""
    over: bool = False
    """Ctrl-C, or Ctrl-D on an empty line."""
    whole: list[str] = field(default_factory=list)
    """Lines that have been typed, oldest first."""
    _sequence: str = ""
    """Of a key that writes more than one character, what has come so far."""
    _returned: bool = False

    def feed(self, text: str) -> str:
        """Those characters were typed; what is to be shown."""
        return "".join(map(self._typed, text))

    def above(self, sentence: str, columns: int) -> str:
        """The characters that show a sentence above the prompt."""
        lines = broken(sentence, max(columns - 1, 1))
        shown = self.prompt + self.line
        lines[0] = lines[0].ljust(len(shown))
        return "\r" + "\r\n".join((*lines, shown))

    def _typed(self, sign: str) -> str:
        after_return, self._returned = self._returned, sign == "\r"
        if self._sequence or sign == ESCAPE:
            return self._skip(sign)
        if sign in ENTER:
            return "" if sign == "\n" and after_return else self._enter()
        if sign in ERASE:
            return self._shorten(TextEntry(self.line).erase_left())
        if sign == KILL:
            return self._shorten(TextEntry())
        if sign == KILL_WORD:
            return self._shorten(TextEntry(self.line).erase_to_blank())
        if sign == INTERRUPT or (sign == END and not self.line):
            self.over = True
            return "\r\n"
        return self._add(sign)

    def _add(self, sign: str) -> str:
        if not sign.isprintable():
            return ""
        if len(self.line) >= LONGEST:
            return BELL
        self.line += sign
        return sign

    def _shorten(self, left: TextEntry) -> str:
        """Keep that of the line; the rest is overwritten cell by cell."""
        erased, self.line = self.line[len(left.text) :], left.text
        return "\b \b" * get_cwidth(erased)

    def _enter(self) -> str:
        self.whole.append(self.line)
        self.line = ""
        return "\r\n" + self.prompt

    def _skip(self, sign: str) -> str:
        """An escape and what belongs to it: `[` or `O` and all up to a letter, or one character."""
        self._sequence += sign
        introduced = len(self._sequence) > 1 and self._sequence[1] in "[O"
        goes_on = self._sequence in (ESCAPE, ESCAPE + "[", ESCAPE + "O") or (introduced and not "@" <= sign <= "~")
        if not goes_on or len(self._sequence) > LONGEST:
            self._sequence = ""
        return ""


class SshLines:
    """Lines said to the guest, and lines that the guest types."""

    def __init__(self, visit: SshSession, bounds: Bounds) -> None:
        self._visit = visit
        self._bounds = bounds
        self._typing = LineEditor(PROMPT)
        self._terminal = visit.term is not None
        self._prompted = False

    def say(self, sentence: str) -> None:
        """Write one line above the line being typed."""
        self._prompted = True
        above = self._typing.above(sentence, self._visit.size.columns) if self._terminal else sentence + "\n"
        self._visit.write(above)

    async def typed(self) -> AsyncIterator[str]:
        """Typed lines one by one, until the guest ends the input."""
        if self._terminal and not self._prompted:
            self._visit.write(PROMPT)
        while text := await self._heard():
            shown = self._typing.feed(text) if self._terminal else self._piped(text)
            self._visit.write(shown)
            while self._typing.whole:
                yield self._typing.whole.pop(0)
            if self._typing.over:
                return
        if not self._terminal and self._typing.line:
            yield self._typing.line

    def _piped(self, text: str) -> str:
        """Nothing is echoed into a pipe."""
        *whole, rest = (self._typing.line + text).split("\n")
        self._typing.whole += [line.rstrip("\r")[:LONGEST] for line in whole]
        self._typing.line = rest[:LONGEST]
        return ""

    async def _heard(self) -> str:
        """The next text typed; "" if nobody seems to be there."""
        if self._terminal:
            return await self._visit.read()
        with trio.move_on_after(self._bounds.idle):
            return await self._visit.read()
        return ""
