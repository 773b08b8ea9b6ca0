"""A bot that says everything twice, to be sure."""

from __future__ import annotations

from .sound_bot import Map, SoundBot, play


class Stutterer(SoundBot):
    """Broken."""

    def act(self, request: Map) -> None:
        """The answer, and again."""
        super().act(request)
        super().act(request)


if __name__ == "__main__":
    play(Stutterer)
