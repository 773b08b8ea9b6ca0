"""What went over the wires of one check, for whoever has to find out why it failed. Refuses to judge."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from .json_text import as_json

Map = dict[str, Any]

LONGEST = 600
"""Characters of a line."""
LINES = 400
"""Lines that are kept: the last ones."""
BULKY = ("rules", "view", "limits", "presets")
"""What is left out of a line where it is a map or a list."""
SENT, RECEIVED, NOTED = ">", "<", "·"
ENDED = "the connection has ended"


@dataclass(frozen=True, slots=True)
class _Line:
    who: str
    way: str
    text: str
    message: Map | None = None

    def __str__(self) -> str:
        return f"{self.who} {self.way} {self.text if len(self.text) <= LONGEST else self.text[:LONGEST] + '…'}"


@dataclass(slots=True)
class Transcript:
    """Lines such as `N > {"type": "hello", …}`: who, which way (`>` from us), and what."""

    _lines: list[_Line] = field(default_factory=list)
    _marked: int | None = None

    @property
    def lines(self) -> tuple[str, ...]:
        """The last lines; the first says how many are missing."""
        before = [f"… {self._missing} lines before"] if self._missing else []
        return (*before, *map(str, self._lines[-LINES:]))

    @property
    def marked(self) -> int | None:
        """Which of `lines` is the message that failed the check; None where it is none of them."""
        if self._marked is None or self._marked < self._missing:
            return None
        return self._marked - self._missing + bool(self._missing)

    @property
    def _missing(self) -> int:
        return max(0, len(self._lines) - LINES)

    # --- writing -------------------------------------------------------------------------------------

    def message(self, who: str, way: str, message: Map) -> None:
        """A message that was sent (`>`) or received (`<`)."""
        self._lines.append(_Line(who, way, as_json(_shortened(message)), message))

    def raw(self, who: str, way: str, data: bytes) -> None:
        """Bytes that are no message."""
        self._lines.append(_Line(who, way, f"{len(data)} bytes: {as_json(data[:80])}{'…' if len(data) > 80 else ''}"))

    def note(self, who: str, what: str) -> None:
        """What happened to the connection, or to the program; whole, whatever its length."""
        self._lines.append(_Line(who, NOTED, what))

    # --- reading -------------------------------------------------------------------------------------

    def mark(self, message: Map | None) -> None:
        """That message failed the check; without one the last that was received did, an answer to a ping if need be."""
        received = [(at, line.message) for at, line in enumerate(self._lines) if line.way == RECEIVED]
        wanted = [at for at, found in received if message is not None and found is message]
        said = [at for at, found in received if found is not None and found["type"] != "pong"]
        self._marked = next(reversed(wanted or said or [at for at, _ in received]), None)

    def mark_unanswered(self, who: str = "") -> None:
        """What was sent last failed the check, as nothing came of it; to that peer, if one is named."""
        sent = [at for at, line in enumerate(self._lines) if line.way == SENT and who in ("", line.who)]
        self._marked = next(reversed(sent), None)

    def unanswered(self, who: str) -> list[str]:
        """The types of what that peer was sent since it last said anything and before it hung up."""
        types: list[str] = []
        for line in self._until_its_end(who):
            if line.way == RECEIVED:
                types = []
            elif line.way == SENT:
                types.append("bytes that are no message" if line.message is None else str(line.message["type"]))
        return types

    def _until_its_end(self, who: str) -> Iterator[_Line]:
        for line in self._lines:
            if line.who == who:
                if line.text == ENDED:
                    return
                yield line


def _shortened(message: Map) -> Map:
    return {key: "…" if key in BULKY and isinstance(value, dict | list) else value for key, value in message.items()}
