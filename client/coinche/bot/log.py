"""What a bot was asked, told and answered, as JSON lines: a seat and a message each, as it travelled.

    {"seat":"S","in":{"type":"request","request":4,…}}
    {"seat":"S","out":{"type":"act","request":4,"action":"80D"}}

Knows how a line is written and read. Refuses to know what is in it; no secret is.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TextIO

from coinche.engine.seats import Seat
from coinche.protocol.codec import to_map
from coinche.protocol.messages import Envelope, Error, FromClient, FromServer, Joined, Left, Ok, Request

_KEPT = (Joined, Left, Request, Ok, Error, Envelope)
"""What of the server's words is written down; `ready` has a secret in it."""


class Journal:
    """Writes to a file, or nowhere."""

    def __init__(self, file: TextIO | None = None) -> None:
        self._file = file

    def heard(self, seat: Seat | None, message: FromServer | Envelope) -> None:
        """The server said that."""
        if isinstance(message, _KEPT):
            self._write(seat, "in", message)

    def said(self, seat: Seat | None, message: FromClient) -> None:
        """The bot said that."""
        self._write(seat, "out", message)

    def _write(self, seat: Seat | None, way: str, message: FromClient | FromServer | Envelope) -> None:
        if self._file is not None:
            line = {"seat": seat, way: to_map(message)}
            self._file.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")
            self._file.flush()


@dataclass(frozen=True, slots=True)
class Written:
    """A line of a journal."""

    seat: str | None
    heard: dict[str, Any] | None
    said: dict[str, Any] | None


def read_journal(lines: Iterator[str]) -> Iterator[Written]:
    """The lines; ValueError with the number of the first that is none."""
    for number, line in enumerate(lines, 1):
        values = json.loads(line)
        if not isinstance(values, dict) or not isinstance(values.get("in", values.get("out")), dict):
            raise ValueError(f"line {number} is no line of a log")
        yield Written(values.get("seat"), values.get("in"), values.get("out"))
