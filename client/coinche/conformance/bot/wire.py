"""The server's end of a bot's connection, in the encoding that the bot's first byte chooses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from trio.abc import Stream

from coinche.conformance.checks import expect
from coinche.conformance.encodings import Frames, Lines, Speech
from coinche.conformance.transcript import Map, Transcript, as_json
from coinche.conformance.wire import Pulse, Wire

LONGEST = 16_384
"""Bytes of a frame, or of a line, from a client that has signed in."""
QUIET = 0.5
"""Seconds of silence after which a bot that answers no ping counts as done."""
_ASKED = "done?"
_TONGUES: dict[bytes, type[Speech]] = {b"\x00": Frames, b"{": Lines}


class Fault(NamedTuple):
    """A value that the protocol forbids, in a sentence, and its message if that could be read."""

    sentence: str
    message: Map | None


class BotTongue:
    """The encoding of a bot. `torn` counts the reads that ended inside a message.

    Forbidden values are kept as `faults`, so that one fault fails only one check.
    """

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self.torn = 0
        self._speech: Speech | None = None

    @property
    def longest(self) -> int:
        """The length in bytes of the bot's longest message."""
        return self._speech.most if self._speech else 0

    @property
    def speaks_lines(self) -> bool:
        """Return whether the encoding is JSON."""
        return isinstance(self._speech, Lines)

    def spoken(self, message: Map) -> bytes:
        """Return the message as the bot reads it: in frames, unless it has opened with a brace."""
        return (self._speech or Frames()).spoken(message)

    def heard(self, data: bytes) -> list[Map]:
        """Return the messages that these bytes complete; raise Failed if they are not messages."""
        if self._speech is None:
            first = data[:1]
            expect(first in _TONGUES, f"it opens with the byte {as_json(first)}: neither a frame (0x00) nor JSON ({{)")
            self._speech = _TONGUES[first](LONGEST, lambda fault, message: self.faults.append(Fault(fault, message)))
        messages = self._speech.heard(data)
        self.torn += bool(self._speech.kept)
        return messages


class BotWire(Wire):
    """A wire whose other end is a bot. `dress` changes every message before it is sent."""

    def __init__(self, name: str, stream: Stream, transcript: Transcript, pulse: Pulse) -> None:
        self.speech = BotTongue()
        self.dress: Callable[[Map], Map] = lambda message: message
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
        await self._write(*(data[at : at + 1] for at in range(len(data))))

    async def said(self, *types: str) -> list[Map]:
        """Return all messages of these types, if given, until the bot answers a ping, is silent, or hangs up."""
        await self.send(type="ping", data=_ASKED)
        await self._pulse.comes(lambda: self.ended or any(map(_is_answer, self.unread)), QUIET)
        said = [message for message in self.unread if not _is_answer(message)]
        self.unread.clear()
        return [message for message in said if not types or message["type"] in types]


def _is_answer(message: Map) -> bool:
    return message["type"] == "pong" and message.get("data") == _ASKED
