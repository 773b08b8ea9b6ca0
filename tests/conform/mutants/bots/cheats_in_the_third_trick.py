"""A bot that revokes in the third trick, where it can."""

from __future__ import annotations

from typing import Any

from .sound_bot import Map, SoundBot, play


class Cheat(SoundBot):
    """Broken."""

    def choose(self, request: Map) -> Any:
        """A card that may not be played, if there is one."""
        if request["kind"] != "play" or len(request["view"]["tricks"]) != 2:
            return request["default"]
        return next((card for card in request["view"]["hand"] if card not in request["legal"]), request["default"])


if __name__ == "__main__":
    play(Cheat)
