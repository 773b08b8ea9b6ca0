"""Keymap rows of the replay, of the list of past deals, and of the matches and statistics that a server keeps."""

from __future__ import annotations

from dataclasses import replace

from coinche.client.keys import conditions
from coinche.client.model import replay_moves
from coinche.client.texts.line_mode import Typed
from coinche.client.texts.practice import PracticeText
from coinche.client.texts.replay import Playback, ReplayCommand
from coinche.client.texts.screens import Phrase
from coinche.client.texts.statistics import PlayerText
from coinche.client.update import archive, practice, replay, replay_analysis, statistics

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
    ("escape", "q"), replay.close, ESCAPE, Playback.KEY_BACK, conditions.replaying, word=ReplayCommand.QUIT
)

_ANALYSIS = (
    one("f", replay_analysis.next_costly, Playback.KEY_COSTLY, hint=False, word=Typed.COSTLY),
    one("h", replay_analysis.consult, Playback.KEY_CONSULT, hint=False, word=Typed.ADVICE),
    one(practice.RETRY_KEY, replay_analysis.retry, PracticeText.KEY_RETRY, hint=False, word=Typed.RETRY),
    one("v", replay_analysis.weigh, Playback.KEY_WEIGH, hint=False, word=Typed.WEIGH),
)
_KEEP = one("s", replay_analysis.keep, Playback.KEY_KEEP, hint=False, word=Typed.KEEP_MATCH)
"""These need a match that is over; in a running one, a row of its own says so."""

REPLAY = (
    several(
        LEFT_RIGHT_KEYS,
        (replay.wind(replay_moves.by_card(-1)), replay.wind(replay_moves.by_card(1))),
        SIDEWAYS,
        Playback.KEY_CARD,
        word=ReplayCommand.NEXT,
    ),
    several(
        (*UP_DOWN_KEYS, "[", "]"),
        (replay.wind(replay_moves.by_trick(-1)), replay.wind(replay_moves.by_trick(1))) * 2,
        UP_DOWN,
        Playback.KEY_TRICK,
        word=ReplayCommand.TRICK,
    ),
    several(
        ("p", "n"),
        (replay.wind(replay_moves.by_decision(-1)), replay.wind(replay_moves.by_decision(1))),
        "p n",
        Playback.KEY_DECISION,
        hint=False,
        word=ReplayCommand.DECISION,
    ),
    *(replace(row, when=conditions.replays_whole_match) for row in _ANALYSIS),
    CLOSE_REPLAY,
    several(
        PAGE_KEYS[:2],
        (replay.wind(replay_moves.by_deal(-1)), replay.wind(replay_moves.by_deal(1))),
        PAGES,
        Playback.KEY_DEAL,
        word=ReplayCommand.DEAL,
    ),
    one("w", replay.wind(replay_moves.next_eyes), Playback.KEY_EYES, word=Typed.EYES),
    one(" ", replay.play_or_stop, Playback.KEY_PLAY, shown=Phrase.NAME_SPACE, word=Typed.PLAY),
    one("d", replay.open_history, Playback.KEY_HISTORY, word=Typed.HISTORY),
    replace(_KEEP, when=conditions.replays_whole_match),
    several(
        PAGE_KEYS[2:],
        (replay.wind(replay_moves.to_beginning), replay.wind(replay_moves.to_end)),
        Playback.NAME_ENDS,
        Playback.KEY_ENDS,
        hint=False,
        word=ReplayCommand.FIRST,
    ),
    several(
        DIGITS,
        tuple(replay.seek(digit) for digit in DIGITS),
        "0-9",
        Playback.KEY_NUMBER,
        hint=False,
    ),
    several(
        tuple(key for row in (*_ANALYSIS, _KEEP) for key in row.keys),
        tuple(intent for row in (*_ANALYSIS, _KEEP) for intent in row.intents),
        " ".join(key for row in (*_ANALYSIS, _KEEP) for key in row.keys),
        Playback.KEY_AT_THE_END,
        hint=False,
    ),
)
"""The screen explains the keys of the analysis itself, so they stay out of the hint line."""

PAST_DEALS = (
    one("y", replay.open_running, Playback.KEY_REPLAY, conditions.not_learning, hint=False, word=Typed.REPLAY),
    one("d", replay.open_history, Playback.KEY_HISTORY, conditions.not_learning, hint=False, word=Typed.HISTORY),
)
"""During a deal these rows stay out of the hint line."""

PAST_DEALS_IN_RECAP = (
    one("y", replay.open_running, Playback.KEY_REPLAY, conditions.not_learning, word=Typed.REPLAY),
    one("f", replay_analysis.open_costly, Playback.KEY_COSTLY, conditions.match_is_over, word=Typed.COSTLY),
    one("d", replay.open_history, Playback.KEY_HISTORY, conditions.not_learning, word=Typed.HISTORY),
)

HISTORY = (
    several(
        UP_DOWN_KEYS,
        (replay.scroll(1), replay.scroll(-1)),
        UP_DOWN,
        Phrase.KEY_SCROLL,
    ),
    several(
        PAGE_KEYS,
        tuple(replay.scroll(by) for by in (_PAGE, -_PAGE, TO_THE_END, -TO_THE_END)),
        PAGES,
        Phrase.KEY_PAGE,
        hint=False,
    ),
    either(("escape", "d"), replay.open_history, ESCAPE, Phrase.KEY_CLOSE),
)


_LIST_PAGE = 10
_SCROLLS = tuple(statistics.scroll(by) for by in (-_LIST_PAGE, _LIST_PAGE, -TO_THE_END, TO_THE_END))
_MOVES = tuple(archive.move(by) for by in (-_LIST_PAGE, _LIST_PAGE, -TO_THE_END, TO_THE_END))

IN_THE_LOBBY = (
    one("v", archive.open_matches, Playback.KEY_MATCHES, word=Typed.MATCHES),
    one("x", statistics.open_statistics, Playback.KEY_STATISTICS, word=Typed.STATISTICS),
)

CLOSE_MATCHES = either(
    ("escape", "q"), archive.close, ESCAPE, Playback.KEY_BACK, conditions.browsing_matches, word=ReplayCommand.QUIT
)
CLOSE_STATISTICS = either(
    ("escape", "q"),
    archive.close,
    ESCAPE,
    Playback.KEY_BACK,
    conditions.reading_statistics,
    word=ReplayCommand.QUIT,
)

CLOSE_PLAYER = either(
    ("escape", "q"),
    statistics.close_player,
    ESCAPE,
    Playback.KEY_BACK,
    conditions.reading_player,
    word=ReplayCommand.QUIT,
)

TO_STATISTICS = one("x", statistics.open_statistics, Playback.KEY_STATISTICS, word=Typed.STATISTICS)
TO_MATCHES = one("v", archive.open_matches, Playback.KEY_MATCHES, word=Typed.MATCHES)
MATCHES = (
    several(UP_DOWN_KEYS, (archive.move(-1), archive.move(1)), UP_DOWN, Phrase.KEY_ROW, conditions.has_matches),
    one("enter", archive.choose, Playback.KEY_LOOK, conditions.has_matches, shown=ENTER),
    CLOSE_MATCHES,
    TO_STATISTICS,
    several(PAGE_KEYS, _MOVES, PAGES, Phrase.KEY_PAGE, conditions.has_matches, hint=False),
)

STATISTICS = (
    several(UP_DOWN_KEYS, (archive.move(-1), archive.move(1)), UP_DOWN, Phrase.KEY_ROW, conditions.has_statistics),
    one("enter", statistics.choose, PlayerText.KEY_PLAYER, conditions.has_statistics, shown=ENTER),
    several(
        (*LEFT_RIGHT_KEYS, "s"),
        (statistics.sort(-1), statistics.sort(1), statistics.sort(1)),
        SIDEWAYS,
        PlayerText.KEY_SORT,
        conditions.has_statistics,
        word=Typed.SORT,
    ),
    one("p", statistics.compare, PlayerText.KEY_PAR, conditions.has_own_statistics, hint=False, word=Typed.PAR),
    CLOSE_STATISTICS,
    TO_MATCHES,
    several(PAGE_KEYS, _MOVES, PAGES, Phrase.KEY_PAGE, conditions.has_statistics, hint=False),
)

PLAYER = (
    several(UP_DOWN_KEYS, (statistics.scroll(-1), statistics.scroll(1)), UP_DOWN, Phrase.KEY_SCROLL),
    one("p", statistics.compare, PlayerText.KEY_PAR, conditions.can_compare, word=Typed.PAR),
    several(PAGE_KEYS, _SCROLLS, PAGES, Phrase.KEY_PAGE, hint=False),
    CLOSE_PLAYER,
)

RECORD = line(replay.open_written, Playback.KEY_OPEN)
