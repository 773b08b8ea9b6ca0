"""Keys of the settings."""

from __future__ import annotations

from coinche.client import choosing, intents, moments
from coinche.client.phrases import Phrase

from .key import ENTER, ESCAPE, LEFT_RIGHT_KEYS, SIDEWAYS, UP_DOWN, UP_DOWN_KEYS, either, one, several

SETTINGS = (
    several(UP_DOWN_KEYS, (choosing.move(-1), choosing.move(1)), UP_DOWN, Phrase.KEY_ROW, moments.choosing_settings),
    several(
        LEFT_RIGHT_KEYS,
        (choosing.change(-1), choosing.change(1)),
        SIDEWAYS,
        Phrase.KEY_CHANGE,
        moments.choosing_settings,
    ),
    either(("enter", " "), choosing.change(1), ENTER, Phrase.KEY_CHANGE, moments.choosing_settings),
    one("escape", intents.dismiss, Phrase.KEY_CLOSE, moments.choosing_settings, shown=ESCAPE),
)
