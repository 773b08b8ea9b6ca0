"""The server's end of a bot's connection: a wire in the tongue that the bot has chosen.

Knows how to find out that a bot has nothing more to say. Refuses to know what it should say.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import trio
from trio.abc import Stream

from coinche.conformance.transcript import Map, Transcript
from coinche.conformance.wire import Pulse, Wire

from .encoding import BotTongue

QUIET = 0.5
"""Seconds of silence after which a bot that answers no ping is taken to be done."""
_ASKED = "done?"


def as_it_is(message: Map) -> Map:
    """The message, nothing changed."""
    return message


class BotWire(Wire):
    """A wire whose other end is a bot. `dress` is what becomes of every message before it is sent."""

    def __init__(self, name: str, stream: Stream, transcript: Transcript, pulse: Pulse) -> None:
        self.speech = BotTongue()
        self.dress: Callable[[Map], Map] = as_it_is
        super().__init__(name, stream, transcript, pulse, self.speech)

    async def send(self, **message: Any) -> None:
        """Send a message."""
        await super().send(**self.dress(message))

    async def send_together(self, *messages: Map) -> None:
        """Send messages in one write."""
        await super().send_together(*map(self.dress, messages))

    async def drip(self, data: bytes) -> None:
        """Send bytes one by one."""
        self._transcript.note(self.name, f"> {len(data)} bytes, one by one")
        for at in range(len(data)):
            await self._write(data[at : at + 1])

    async def said(self) -> list[Map]:
        """What it says of its own accord: all that comes until it answers a ping, is silent, or hangs up."""
        await self.send(type="ping", data=_ASKED)
        with trio.move_on_after(QUIET):
            await self._pulse.until(self._is_done, "the answer to a ping", patience=2 * QUIET)
        said = [message for message in self.unread if not _is_answer(message)]
        self.unread.clear()
        return said

    def _is_done(self) -> bool:
        return self.ended or any(map(_is_answer, self.unread))


def _is_answer(message: Map) -> bool:
    return message["type"] == "pong" and message.get("data") == _ASKED
