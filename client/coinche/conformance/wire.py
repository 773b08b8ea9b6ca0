"""One end of a connection: it sends bytes and maps, receives maps, and writes all of them to the transcript.

`Wire` is the end of a client or a server, `BotWire` that of a server to which a bot has connected: it speaks the
encoding that the bot's first byte chooses. Every wait has an end. Pings are answered, so
that a check may wait as long as it needs to.
"""

from __future__ import annotations

import ssl
from collections import deque
from collections.abc import Callable
from typing import Any, NamedTuple

import trio
from trio.abc import Stream

from .checks import Failed, Unanswered, expect
from .encodings import Frames, Lines, Speech, Tongue
from .transcript import ENDED, RECEIVED, SENT, Map, Transcript, as_json

TIME_LIMIT = 10.0
"""Seconds within which a message that is due has to come."""


class Pulse:
    """An event that is set whenever anything comes on any wire of a check."""

    def __init__(self) -> None:
        self._next = trio.Event()

    def beat(self) -> None:
        """Wake all tasks that wait for something to come."""
        self._next.set()
        self._next = trio.Event()

    async def until(self, met: Callable[[], bool], what: str, patience: float = TIME_LIMIT, who: str = "") -> None:
        """Wait until the condition is met; raise Unanswered, with that peer, if that takes too long."""
        if not await self.comes(met, patience):
            raise Unanswered(f"waited {patience:g} s in vain for {what}", who)

    async def comes(self, met: Callable[[], bool], patience: float) -> bool:
        """Wait until the condition is met; return whether it was in time."""
        with trio.move_on_after(patience):
            while not met():
                await self._next.wait()
        return met()


class Wire:
    """A connection. `pump` has to run beside it. `seen` has all messages that came, `unread` those not yet read."""

    def __init__(
        self, name: str, stream: Stream, transcript: Transcript, pulse: Pulse, tongue: Tongue | None = None
    ) -> None:
        self.name = name
        self.stream = stream
        self.tongue = tongue or Frames()
        self.seen: list[Map] = []
        self.unread: deque[Map] = deque()
        self.ended = False
        self._broken: Failed | None = None
        self._transcript = transcript
        self._pulse = pulse
        self._writing = trio.Lock()

    async def pump(self) -> None:
        """Receive messages until the connection ends or invalid bytes come."""
        try:
            while data := await self.stream.receive_some(65536):
                for message in self.tongue.heard(bytes(data)):
                    await self._take(message)
                self._pulse.beat()
        except (trio.BrokenResourceError, trio.ClosedResourceError, ssl.SSLError):
            pass
        except Failed as broken:
            self._broken = broken
        self.ended = True
        self._transcript.note(self.name, ENDED)
        self._pulse.beat()

    async def _take(self, message: Map) -> None:
        self._transcript.message(self.name, RECEIVED, message)
        self.seen.append(message)
        if message["type"] == "ping":
            await self.send(type="pong", data=message.get("data"))
        else:
            self.unread.append(message)

    # --- speaking ------------------------------------------------------------------------------------

    async def send(self, **message: Any) -> None:
        """Send a message. A closed connection is not an error here: the answer will be missing."""
        self._transcript.message(self.name, SENT, message)
        await self._write(self.tongue.spoken(message))

    async def send_together(self, *messages: Map) -> None:
        """Send messages in one write."""
        for message in messages:
            self._transcript.message(self.name, SENT, message)
        await self._write(b"".join(self.tongue.spoken(message) for message in messages))

    async def raw(self, *pieces: bytes) -> None:
        """Send bytes as they are, each piece in a write of its own; no answer to a ping comes in between."""
        for piece in pieces:
            self._transcript.raw(self.name, SENT, piece)
        await self._write(*pieces)

    async def _write(self, *pieces: bytes) -> None:
        try:
            with trio.fail_after(TIME_LIMIT):
                async with self._writing:
                    for piece in pieces:
                        await self.stream.send_all(piece)
        except (trio.BrokenResourceError, trio.ClosedResourceError, ssl.SSLError):
            self._transcript.note(self.name, "nothing more can be written")
        except trio.TooSlowError:
            raise Unanswered(f"{self.name}: nobody read what was written for {TIME_LIMIT:g} s", self.name) from None

    async def hang_up(self) -> None:
        """Close the connection without sending anything."""
        self._transcript.note(self.name, "we hang up")
        await trio.aclose_forcefully(self.stream)

    # --- listening -----------------------------------------------------------------------------------

    async def read(self, what: str = "a message", patience: float = TIME_LIMIT) -> Map:
        """Return the next message; raise Failed if none comes in time or the connection has ended."""
        await self._pulse.until(lambda: bool(self.unread) or self.ended, f"{what} ({self.name})", patience, self.name)
        if self.unread:
            return self.unread.popleft()
        raise self._broken or Unanswered(f"{self.name}: the connection ended; {what} was due", self.name)

    async def until(self, *types: str, patience: float = TIME_LIMIT, **fields: Any) -> Map:
        """Return the next message of one of these types with these fields; skip others before it."""
        what = " or ".join(types) + "".join(f" with {key} {as_json(value)}" for key, value in fields.items())
        while True:
            message = await self.read(what, patience)
            if message["type"] in types and all(message.get(key) == value for key, value in fields.items()):
                return message

    async def answer(self, number: int, *, patience: float = TIME_LIMIT) -> Map:
        """Return the message that answers the one with that `id`."""
        while True:
            message = await self.read(f"an answer with re {number}", patience)
            if message.get("re") == number:
                return message

    async def end(self, patience: float = TIME_LIMIT, *, not_before: str = "") -> list[Map]:
        """Wait for the connection to end; return the messages that had not been read.

        Failed at once where a message of the type `not_before` comes first.
        """
        wrong = f"{self.name}: {not_before} came, but the connection had to end"

        def over() -> bool:
            expect(all(message["type"] != not_before for message in self.unread), wrong)
            return self.ended

        await self._pulse.until(over, f"the connection to end ({self.name})", patience, self.name)
        if self._broken is not None:
            raise self._broken
        last = list(self.unread)
        self.unread.clear()
        return last


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
