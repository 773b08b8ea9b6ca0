"""A bot that knows no requests but those in turn."""

from __future__ import annotations

from typing import Any

from .sound_bot import Map, SoundBot, play


class Orderly(SoundBot):
    """Broken."""

    def choose(self, request: Map) -> Any:
        """KeyError where the request comes out of turn."""
        return {"bid": "pass", "play": request["default"], "cut": "cut:7"}[request["kind"]]


if __name__ == "__main__":
    play(Orderly)
