"""Keys of the lobby."""

from __future__ import annotations

from coinche.client import home, intents, moments, tables
from coinche.client.lesson.texts import LessonPhrase
from coinche.client.line_mode.typed import Typed
from coinche.client.phrases import Phrase
from coinche.client.rules import reading, wishing

from .key import ENTER, ESCAPE, LEFT_RIGHT_KEYS, SIDEWAYS, UP_DOWN, UP_DOWN_KEYS, line, one, several

LOBBY = (
    several(UP_DOWN_KEYS, (tables.move_row(-1), tables.move_row(1)), UP_DOWN, Phrase.KEY_TABLE, moments.in_lobby),
    several(
        LEFT_RIGHT_KEYS,
        (tables.move_place(-1), tables.move_place(1)),
        SIDEWAYS,
        Phrase.KEY_TARGET,
        moments.on_new_table,
    ),
    several(
        LEFT_RIGHT_KEYS,
        (tables.move_place(-1), tables.move_place(1)),
        SIDEWAYS,
        Phrase.KEY_SEAT,
        moments.on_table_row,
    ),
    one("enter", tables.enter, Phrase.KEY_OPEN, moments.on_new_table, shown=ENTER),
    one("enter", tables.enter, Phrase.KEY_ENTER, moments.on_table_row, shown=ENTER),
    one("n", wishing.open_form, Phrase.KEY_NEW, moments.in_lobby, word=Typed.NEW),
    one("w", tables.watch, Phrase.KEY_WATCH, moments.on_table_row, word=Typed.WATCH),
    one("r", reading.open_rules, Phrase.KEY_RULES, moments.in_lobby, word=Typed.RULES),
    one("l", home.learn, LessonPhrase.KEY_LEARN, moments.in_lobby, hint=False, word=Typed.LEARN),
    one("k", tables.write_words, Phrase.KEY_WORDS, moments.in_lobby, hint=False, word=Typed.WORDS),
    one("escape", intents.go_home, Phrase.KEY_HOME, moments.can_go_home, shown=ESCAPE, word=Typed.HOME),
)

PASSPHRASE = line(tables.keep_words, Phrase.KEY_KEEP, moments.writing_words)
