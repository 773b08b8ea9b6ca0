"""The transcript of one check: lines for people, with values as JSON, never in Python notation.

Messages from the wire are made of `JsonMap` and `JsonArray`, which an f-string writes as JSON; any other value goes
through `as_json`. Bytes that are text are shown as text, others in hexadecimal.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Any

Map = dict[str, Any]

LONGEST = 600
"""Characters of a line."""
LINES = 400
"""The number of last lines that are kept."""
BULKY = ("rules", "view", "limits", "presets")
"""Fields that a line leaves out where they are maps or lists."""
SENT, RECEIVED, NOTED = ">", "<", "·"
ENDED = "the connection has ended"


class JsonMap(dict[str, Any]):
    """A map that came over the wire."""

    def __repr__(self) -> str:
        return as_json(self)


class JsonArray(list[Any]):
    """An array that came over the wire."""

    def __repr__(self) -> str:
        return as_json(self)


def received(value: object) -> Any:
    """Return the value with maps and arrays, at any depth, that an f-string writes as JSON."""
    if isinstance(value, dict):
        return JsonMap({key: inner if type(inner) is str else received(inner) for key, inner in value.items()})
    if isinstance(value, list):
        return JsonArray([inner if type(inner) is str else received(inner) for inner in value])
    return value


def as_json(value: object, longest: int | None = None) -> str:
    """Return the value as JSON, cut where it is longer."""
    text = _octets(bytes(value)) if isinstance(value, bytes | bytearray) else _json(value)
    return text if longest is None or len(text) <= longest else text[:longest] + "…"


def _json(value: object) -> str:
    return json.dumps(_plain(value), ensure_ascii=False)


def _plain(value: object) -> object:
    """Return the value in terms of JSON; anything that JSON lacks becomes a string."""
    match value:
        case bytes() | bytearray():
            return _octets(bytes(value))
        case str() | int() | float() | None:
            return value
        case Mapping():
            return {key if isinstance(key, str) else as_json(key): _plain(inner) for key, inner in value.items()}
        case list() | tuple():
            return [_plain(inner) for inner in value]
        case AbstractSet():
            return [_plain(inner) for inner in sorted(value, key=str)]
        case _:
            return type(value).__name__


def _octets(data: bytes) -> str:
    """Return text in quotes, other bytes as pairs of hexadecimal digits."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = ""
    if text and all(letter.isprintable() or letter in "\r\n\t" for letter in text):
        return json.dumps(text, ensure_ascii=False)
    return data.hex(" ")


@dataclass(frozen=True, slots=True)
class _Line:
    """A message, written out only where the line is shown, or another text."""

    who: str
    way: str
    said: Map | str

    @property
    def message(self) -> Map | None:
        return None if isinstance(self.said, str) else self.said

    def __str__(self) -> str:
        text = self.said if isinstance(self.said, str) else as_json(_shortened(self.said))
        return f"{self.who} {self.way} {text if len(text) <= LONGEST else text[:LONGEST] + '…'}"


@dataclass(slots=True)
class Transcript:
    """Lines such as `N > {"type": "hello", …}`: the peer, the direction (`>` from us), and the message."""

    _lines: list[_Line] = field(default_factory=list)
    _marked: int | None = None

    @property
    def lines(self) -> tuple[str, ...]:
        """Return the last lines; the first says how many are missing."""
        before = [f"… {self._missing} lines before"] if self._missing else []
        return (*before, *map(str, self._lines[-LINES:]))

    @property
    def marked(self) -> int | None:
        """Return the index in `lines` of the message that failed the check; None if it is not there."""
        if self._marked is None or self._marked < self._missing:
            return None
        return self._marked - self._missing + bool(self._missing)

    @property
    def _missing(self) -> int:
        return max(0, len(self._lines) - LINES)

    # --- writing -------------------------------------------------------------------------------------

    def message(self, who: str, way: str, message: Map) -> None:
        """Add a message that was sent (`>`) or received (`<`)."""
        self._lines.append(_Line(who, way, message))

    def raw(self, who: str, way: str, data: bytes) -> None:
        """Add bytes that are not a message."""
        self._lines.append(_Line(who, way, f"{len(data)} bytes: {as_json(data[:80])}{'…' if len(data) > 80 else ''}"))

    def note(self, who: str, what: str) -> None:
        """Add a note about the connection or the program; it is never cut."""
        self._lines.append(_Line(who, NOTED, what))

    # --- reading -------------------------------------------------------------------------------------

    def mark(self, message: Map | None) -> None:
        """Mark the message that failed the check: this one, or the last one received except pongs, or the last one."""
        received = [(at, line.message) for at, line in enumerate(self._lines) if line.way == RECEIVED]
        wanted = [at for at, found in received if message is not None and found is message]
        said = [at for at, found in received if found is not None and found["type"] != "pong"]
        self._marked = next(reversed(wanted or said or [at for at, _ in received]), None)

    def mark_unanswered(self, who: str = "") -> None:
        """Mark the last message sent, to that peer if one is named: it was never answered."""
        sent = [at for at, line in enumerate(self._lines) if line.way == SENT and who in ("", line.who)]
        self._marked = next(reversed(sent), None)

    def unanswered(self, who: str) -> list[str]:
        """Return the types of the messages sent to that peer since it last said anything and before it hung up."""
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
                if line.said == ENDED:
                    return
                yield line


def _shortened(message: Map) -> Map:
    return {key: "…" if key in BULKY and isinstance(value, dict | list) else value for key, value in message.items()}
