"""Keys at home, where no server is."""

from __future__ import annotations

from coinche.client import fields, home, intents, moments
from coinche.client.line_mode.typed import Typed
from coinche.client.phrases import Phrase
from coinche.client.ui import Overlay

from .key import ENTER, LEFT_RIGHT_KEYS, SIDEWAYS, UP_DOWN, UP_DOWN_KEYS, line, one, several

HOME = (
    several(UP_DOWN_KEYS, (home.move(-1), home.move(1)), UP_DOWN, Phrase.KEY_ROW, moments.at_home),
    one("enter", home.choose, Phrase.KEY_CHOOSE_ROW, moments.at_home, shown=ENTER),
    one("n", fields.open_field(Overlay.NAME), Phrase.KEY_NAME, moments.at_home, word=Typed.NAME),
    one("f5", home.search, Phrase.KEY_SEARCH, moments.at_home, shown="F5", word=Typed.SEARCH),
    one("q", intents.leave_program, Phrase.KEY_QUIT, moments.at_home, word=Typed.QUIT),
    several(
        LEFT_RIGHT_KEYS,
        (home.other_bots(-1), home.other_bots(1)),
        SIDEWAYS,
        Phrase.KEY_BOTS_LEVEL,
        moments.on_playing_alone,
    ),
)

ADDRESS = line(home.go_to_written, Phrase.KEY_GO, moments.writing_address)

NAME = line(home.call_oneself, Phrase.KEY_KEEP, moments.writing_name)
