"""Keymap rows of the replay, of the list of past deals, and of the matches and statistics that a server keeps."""

from __future__ import annotations

from coinche.client.keys import conditions
from coinche.client.model import replay
from coinche.client.texts.replay import Playback, ReplayCommand
from coinche.client.texts.screens import Phrase
from coinche.client.texts.typed_words import Typed
from coinche.client.update import archive, playback

from .key import (
    DIGITS,
    ENTER,
    ESCAPE,
    LEFT_RIGHT_KEYS,
    PAGE_KEYS,
    PAGES,
    SIDEWAYS,
    TO_THE_END,
    UP_DOWN,
    UP_DOWN_KEYS,
    either,
    line,
    one,
    several,
)

_PAGE = 10

CLOSE_REPLAY = either(
    ("escape", "q"), playback.close, ESCAPE, Playback.KEY_BACK, conditions.replaying, word=ReplayCommand.QUIT
)

REPLAY = (
    several(
        LEFT_RIGHT_KEYS,
        (playback.wind(replay.by_card(-1)), playback.wind(replay.by_card(1))),
        SIDEWAYS,
        Playback.KEY_CARD,
        word=ReplayCommand.NEXT,
    ),
    CLOSE_REPLAY,
    several(
        (*UP_DOWN_KEYS, "[", "]"),
        (playback.wind(replay.by_trick(-1)), playback.wind(replay.by_trick(1))) * 2,
        UP_DOWN,
        Playback.KEY_TRICK,
        word=ReplayCommand.TRICK,
    ),
    several(
        PAGE_KEYS[:2],
        (playback.wind(replay.by_deal(-1)), playback.wind(replay.by_deal(1))),
        PAGES,
        Playback.KEY_DEAL,
        word=ReplayCommand.DEAL,
    ),
    one(" ", playback.play_or_stop, Playback.KEY_PLAY, shown=Phrase.NAME_SPACE, word=Typed.PLAY),
    one("s", archive.keep, Playback.KEY_KEEP, hint=False, word=Typed.KEEP_MATCH),
    one("w", playback.wind(replay.next_eyes), Playback.KEY_EYES, word=Typed.EYES),
    one("v", archive.weigh, Playback.KEY_WEIGH, hint=False, word=Typed.WEIGH),
    several(
        PAGE_KEYS[2:],
        (playback.wind(replay.to_beginning), playback.wind(replay.to_end)),
        Playback.NAME_ENDS,
        Playback.KEY_ENDS,
        hint=False,
        word=ReplayCommand.FIRST,
    ),
    several(
        DIGITS,
        tuple(playback.seek(digit) for digit in DIGITS),
        "0-9",
        Playback.KEY_NUMBER,
    ),
    one("d", playback.open_history, Playback.KEY_HISTORY, hint=False, word=Typed.HISTORY),
)

PAST_DEALS = (
    one("y", playback.open_running, Playback.KEY_REPLAY, hint=False, word=Typed.REPLAY),
    one("d", playback.open_history, Playback.KEY_HISTORY, hint=False, word=Typed.HISTORY),
)
"""During a deal these rows stay out of the hint line."""

PAST_DEALS_IN_RECAP = (
    one("d", playback.open_history, Playback.KEY_HISTORY, word=Typed.HISTORY),
    one("y", playback.open_running, Playback.KEY_REPLAY, word=Typed.REPLAY),
)

HISTORY = (
    several(
        UP_DOWN_KEYS,
        (playback.scroll(1), playback.scroll(-1)),
        UP_DOWN,
        Phrase.KEY_SCROLL,
    ),
    several(
        PAGE_KEYS,
        tuple(playback.scroll(by) for by in (_PAGE, -_PAGE, TO_THE_END, -TO_THE_END)),
        PAGES,
        Phrase.KEY_PAGE,
        hint=False,
    ),
    either(("escape", "d"), playback.open_history, ESCAPE, Phrase.KEY_CLOSE),
)


_LIST_PAGE = 10
_MOVES = tuple(archive.move(by) for by in (-_LIST_PAGE, _LIST_PAGE, -TO_THE_END, TO_THE_END))

IN_THE_LOBBY = (
    one("v", archive.open_matches, Playback.KEY_MATCHES, word=Typed.MATCHES),
    one("x", archive.open_statistics, Playback.KEY_STATISTICS, word=Typed.STATISTICS),
)

CLOSE_MATCHES = either(
    ("escape", "q"), archive.close, ESCAPE, Playback.KEY_BACK, conditions.browsing_matches, word=ReplayCommand.QUIT
)
CLOSE_STATISTICS = either(
    ("escape", "q", "x"),
    archive.close,
    ESCAPE,
    Playback.KEY_BACK,
    conditions.reading_statistics,
    word=ReplayCommand.QUIT,
)

MATCHES = (
    several(UP_DOWN_KEYS, (archive.move(-1), archive.move(1)), UP_DOWN, Phrase.KEY_ROW, conditions.has_matches),
    either(("enter", "v"), archive.choose, ENTER, Playback.KEY_REPLAY, conditions.has_matches),
    several(PAGE_KEYS, _MOVES, PAGES, Phrase.KEY_PAGE, conditions.has_matches, hint=False),
    CLOSE_MATCHES,
)

STATISTICS = (
    several(UP_DOWN_KEYS, (archive.move(-1), archive.move(1)), UP_DOWN, Phrase.KEY_SCROLL, conditions.has_statistics),
    several(PAGE_KEYS, _MOVES, PAGES, Phrase.KEY_PAGE, conditions.has_statistics, hint=False),
    CLOSE_STATISTICS,
)

RECORD = line(playback.open_written, Playback.KEY_OPEN)
