"""A bot that takes requests with those keys only that it knows."""

from __future__ import annotations

from .sound_bot import Map, SoundBot, play

_KNOWN = frozenset(
    [
        "type",
        "request",
        "table",
        "seat",
        "after",
        "kind",
        "match",
        "deal",
        "rules",
        "legal",
        "bids",
        "step",
        "max",
        "offers",
        "declarations",
        "default",
        "clock",
        "view",
    ]
)


class Strict(SoundBot):
    """Broken."""

    def on_request(self, message: Map) -> None:
        """KeyError where there are others."""
        unknown = message.keys() - _KNOWN
        if unknown:
            raise KeyError(*unknown)
        super().on_request(message)


if __name__ == "__main__":
    play(Strict)
