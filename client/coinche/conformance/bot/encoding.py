"""What a bot writes, in the tongue that its first byte chooses: frames of msgpack, or lines of JSON.

Keeps what may never travel as `faults` instead of giving up, so that one fault fails one check alone.
Refuses to know which messages there are.
"""

from __future__ import annotations

from typing import NamedTuple

from coinche.conformance.checks import expect
from coinche.conformance.encodings import Frames, Lines, Speech
from coinche.conformance.transcript import Map, as_json

LONGEST = 16_384
"""Bytes of a frame, or of a line, from a client that has signed in."""
_TONGUES: dict[bytes, type[Speech]] = {b"\x00": Frames, b"{": Lines}


class Fault(NamedTuple):
    """What may not travel, in a sentence, and the message that it is in, where it could be read."""

    sentence: str
    message: Map | None


class BotTongue:
    """Hears a bot. `torn` counts the reads that ended inside a message."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self.torn = 0
        self._speech: Speech | None = None

    @property
    def longest(self) -> int:
        """The bytes of its longest message."""
        return self._speech.most if self._speech else 0

    @property
    def speaks_lines(self) -> bool:
        """Whether it is JSON."""
        return isinstance(self._speech, Lines)

    def spoken(self, message: Map) -> bytes:
        """The message as the bot reads it: in frames, unless it has opened with a brace."""
        return (self._speech or Frames()).spoken(message)

    def heard(self, data: bytes) -> list[Map]:
        """The messages that these bytes complete; Failed where they are none."""
        if self._speech is None:
            self._speech = self._recognised(data[:1])
        messages = self._speech.heard(data)
        self.torn += bool(self._speech.kept)
        return messages

    def _recognised(self, first: bytes) -> Speech:
        expect(first in _TONGUES, f"it opens with the byte {as_json(first)}: neither a frame (0x00) nor JSON ({{)")
        return _TONGUES[first](LONGEST, self._note)

    def _note(self, sentence: str, message: Map | None) -> None:
        self.faults.append(Fault(sentence, message))
