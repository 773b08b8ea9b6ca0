"""The full screen and the line mode of a guest, beside those of the others.

In line mode a terminal gets a prompt and an echo; a pipe gets neither.
"""

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
"""Maximum length of a pasted text; no line that people write is as long."""
PASTE_END = "\x1b[201~"


class Keyboard(Input):
    """A keyboard for prompt-toolkit, fed with the guest's input. The attached reader reads the keys at once, and its
    errors are raised in `feed`."""

    def __init__(self) -> None:
        self._number = next(_numbers)
        self._pressed: list[KeyPress] = []
        self._parser = Vt100Parser(self._pressed.append)
        self._ready: Callable[[], None] | None = None

    def feed(self, text: str) -> None:
        """Take in typed characters."""
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
    """Shorten a pasted text to its beginning and its last characters, which may be the beginning of the end mark."""
    if len(pasted) <= LONGEST_PASTE:
        return pasted
    return pasted[: LONGEST_PASTE - len(PASTE_END)] + pasted[-len(PASTE_END) :]


class GuestOutput:
    """The file that prompt-toolkit writes to; all output goes to the guest."""

    encoding = "utf-8"

    def __init__(self, visit: SshSession) -> None:
        self._visit = visit

    def write(self, text: str) -> None:
        """Send the text to the guest."""
        self._visit.write(text)

    def flush(self) -> None:
        """Do nothing: `write` sends at once."""

    def isatty(self) -> bool:
        """Return True: the terminal is at the other end."""
        return True

    def fileno(self) -> int:
        """Raise UnsupportedOperation: no file of this machine is behind it."""
        raise io.UnsupportedOperation


async def on_screen(store: ClientStore, visit: SshSession, bounds: Bounds) -> None:
    """Run the screen until the person leaves; the terminal is restored in any case."""
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
    """Run the application beside others: it handles neither the machine's signals nor the errors of other guests."""
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
    """Return the redraw interval; a large window is drawn less often, so that the others have their turn."""
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
    """True after Ctrl-C, or Ctrl-D on an empty line."""
    whole: list[str] = field(default_factory=list)
    """Lines that have been typed, oldest first."""
    _sequence: str = ""
    """The characters received so far of a key that sends more than one."""
    _returned: bool = False

    def feed(self, text: str) -> str:
        """Take in typed characters; return the characters to show."""
        return "".join(map(self._typed, text))

    def above(self, sentence: str, columns: int) -> str:
        """Return the characters that show a sentence above the prompt."""
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
        """Keep `left` of the line; return the characters that erase the rest cell by cell."""
        erased, self.line = self.line[len(left.text) :], left.text
        return "\b \b" * get_cwidth(erased)

    def _enter(self) -> str:
        self.whole.append(self.line)
        self.line = ""
        return "\r\n" + self.prompt

    def _skip(self, sign: str) -> str:
        """Skip an escape sequence: `[` or `O` and everything up to a letter, or one character."""
        self._sequence += sign
        introduced = len(self._sequence) > 1 and self._sequence[1] in "[O"
        goes_on = self._sequence in (ESCAPE, ESCAPE + "[", ESCAPE + "O") or (introduced and not "@" <= sign <= "~")
        if not goes_on or len(self._sequence) > LONGEST:
            self._sequence = ""
        return ""


class SshLines:
    """Lines written to the guest, and lines that the guest types."""

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
        """Iterate over the typed lines until the guest ends the input."""
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
        """Take in text from a pipe; nothing is echoed."""
        *whole, rest = (self._typing.line + text).split("\n")
        self._typing.whole += [line.rstrip("\r")[:LONGEST] for line in whole]
        self._typing.line = rest[:LONGEST]
        return ""

    async def _heard(self) -> str:
        """Wait for the next text typed; return "" after a long silence in a pipe."""
        if self._terminal:
            return await self._visit.read()
        with trio.move_on_after(self._bounds.idle):
            return await self._visit.read()
        return ""
