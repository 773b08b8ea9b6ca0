"""Keys of the matches that a server keeps, of statistics, and of a record in a file."""

from __future__ import annotations

from coinche.client import moments
from coinche.client.line_mode.typed import Typed
from coinche.client.phrases import Phrase
from coinche.client.playback import archiving, winding
from coinche.client.playback.playback_words import Playback, Step

from .key import ENTER, ESCAPE, PAGE_KEYS, PAGES, TO_THE_END, UP_DOWN, UP_DOWN_KEYS, either, line, one, several

_PAGE = 10
_MOVES = tuple(archiving.move(by) for by in (-_PAGE, _PAGE, -TO_THE_END, TO_THE_END))

IN_THE_LOBBY = (
    one("v", archiving.open_matches, Playback.KEY_MATCHES, moments.in_lobby, word=Typed.MATCHES),
    one("x", archiving.open_statistics, Playback.KEY_STATISTICS, moments.in_lobby, word=Typed.STATISTICS),
)

MATCHES = (
    several(UP_DOWN_KEYS, (archiving.move(-1), archiving.move(1)), UP_DOWN, Phrase.KEY_ROW, moments.has_matches),
    either(("enter", "v"), archiving.choose, ENTER, Playback.KEY_REPLAY, moments.has_matches),
    several(PAGE_KEYS, _MOVES, PAGES, Phrase.KEY_PAGE, moments.has_matches, hint=False),
    either(("escape", "q"), archiving.close, ESCAPE, Playback.KEY_BACK, moments.browsing_matches, word=Step.QUIT),
)

STATISTICS = (
    several(UP_DOWN_KEYS, (archiving.move(-1), archiving.move(1)), UP_DOWN, Phrase.KEY_SCROLL, moments.has_statistics),
    several(PAGE_KEYS, _MOVES, PAGES, Phrase.KEY_PAGE, moments.has_statistics, hint=False),
    either(
        ("escape", "q", "x"), archiving.close, ESCAPE, Playback.KEY_BACK, moments.reading_statistics, word=Step.QUIT
    ),
)

RECORD = line(winding.open_written, Playback.KEY_OPEN, moments.writing_record)
