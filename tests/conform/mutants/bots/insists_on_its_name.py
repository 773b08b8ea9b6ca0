"""A bot that asks for its name again and again."""

from __future__ import annotations

from .sound_bot import Map, SoundBot, play


class Vain(SoundBot):
    """Broken."""

    def on_error(self, message: Map) -> None:
        """The same once more."""
        if message["code"] == "NAME_TAKEN":
            self.hello()
        super().on_error(message)


if __name__ == "__main__":
    play(Vain)
