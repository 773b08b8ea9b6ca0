"""The line mode for a guest: with a prompt and an echo on a terminal, bare in a pipe.

The line editor is pure: it takes characters, and gives characters to show and complete lines. It handles Backspace,
Enter, Ctrl-C, Ctrl-D, Ctrl-U and Ctrl-W, and no other key: it is for terminals that can do no more than go back a cell.
"""

from __future__ import annotations

import textwrap
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import trio
from prompt_toolkit.utils import get_cwidth

from coinche.client.line.loop import PROMPT
from coinche.client.model.text_entry import TextEntry

from .config import Bounds
from .connection import Visit

LONGEST = 500
BELL = "\a"
ENTER = frozenset("\r\n")
ERASE = frozenset("\b\x7f")
INTERRUPT, END, KILL, KILL_WORD, ESCAPE = "\x03", "\x04", "\x15", "\x17", "\x1b"


@dataclass(slots=True)
class Typing:
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
        lines = textwrap.wrap(sentence, max(columns - 1, 1), break_long_words=False, break_on_hyphens=False) or [""]
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

    def __init__(self, visit: Visit, bounds: Bounds) -> None:
        self._visit = visit
        self._bounds = bounds
        self._typing = Typing(PROMPT)
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
        """What is typed next; "" where nobody seems to be there."""
        if self._terminal:
            return await self._visit.read()
        with trio.move_on_after(self._bounds.idle):
            return await self._visit.read()
        return ""
