"""What went over the wires of one check, for whoever has to find out why it failed. Refuses to judge."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

Map = dict[str, Any]

LONGEST = 600
"""Characters of a line."""
LINES = 400
"""Lines that are kept: the last ones."""
BULKY = ("rules", "view", "limits", "presets")
"""What is left out of a line where it is a map or a list."""


@dataclass(slots=True)
class Transcript:
    """Lines such as `N > {"type": "hello", …}`: who, which way (`>` from us), and what."""

    _lines: list[str] = field(default_factory=list)

    @property
    def lines(self) -> tuple[str, ...]:
        """The last lines; the first says how many are missing."""
        missing = len(self._lines) - LINES
        return (f"… {missing} lines before", *self._lines[-LINES:]) if missing > 0 else tuple(self._lines)

    def message(self, who: str, way: str, message: Map) -> None:
        """A message that was sent (`>`) or received (`<`)."""
        self._add(who, way, json.dumps(_shortened(message), ensure_ascii=False, default=repr))

    def raw(self, who: str, way: str, data: bytes) -> None:
        """Bytes that are no message."""
        self._add(who, way, f"{len(data)} bytes: {data[:80]!r}{'…' if len(data) > 80 else ''}")

    def note(self, who: str, what: str) -> None:
        """What happened to the connection."""
        self._add(who, "·", what)

    def _add(self, who: str, way: str, text: str) -> None:
        self._lines.append(f"{who} {way} {text if len(text) <= LONGEST else text[:LONGEST] + '…'}")


def _shortened(message: Map) -> Map:
    return {key: "…" if key in BULKY and isinstance(value, dict | list) else value for key, value in message.items()}
