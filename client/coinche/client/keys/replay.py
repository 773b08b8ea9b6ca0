"""Keys of a match that is looked at again, and of the deals so far."""

from __future__ import annotations

from coinche.client import moments
from coinche.client.line_mode.typed import Typed
from coinche.client.phrases import Phrase
from coinche.client.playback import keeping, reviewing, tape, winding
from coinche.client.playback.playback_words import Playback, Step

from .key import (
    DIGITS,
    ESCAPE,
    LEFT_RIGHT_KEYS,
    PAGE_KEYS,
    PAGES,
    SIDEWAYS,
    TO_THE_END,
    UP_DOWN,
    UP_DOWN_KEYS,
    Key,
    either,
    one,
    several,
)

_PAGE = 10

REPLAY = (
    several(
        LEFT_RIGHT_KEYS,
        (winding.wind(tape.by_card(-1)), winding.wind(tape.by_card(1))),
        SIDEWAYS,
        Playback.KEY_CARD,
        moments.replaying,
        word=Step.NEXT,
    ),
    either(("escape", "q"), winding.close, ESCAPE, Playback.KEY_BACK, moments.replaying, word=Step.QUIT),
    several(
        (*UP_DOWN_KEYS, "[", "]"),
        (winding.wind(tape.by_trick(-1)), winding.wind(tape.by_trick(1))) * 2,
        UP_DOWN,
        Playback.KEY_TRICK,
        moments.replaying,
        word=Step.TRICK,
    ),
    several(
        PAGE_KEYS[:2],
        (winding.wind(tape.by_deal(-1)), winding.wind(tape.by_deal(1))),
        PAGES,
        Playback.KEY_DEAL,
        moments.replaying,
        word=Step.DEAL,
    ),
    one(" ", winding.play_or_stop, Playback.KEY_PLAY, moments.replaying, shown=Phrase.NAME_SPACE, word=Typed.PLAY),
    one("s", keeping.keep, Playback.KEY_KEEP, moments.replaying, hint=False, word=Typed.KEEP_MATCH),
    one("w", winding.wind(tape.next_eyes), Playback.KEY_EYES, moments.replaying, word=Typed.EYES),
    one("v", keeping.weigh, Playback.KEY_WEIGH, moments.replaying, hint=False, word=Typed.WEIGH),
    several(
        PAGE_KEYS[2:],
        (winding.wind(tape.to_beginning), winding.wind(tape.to_end)),
        Playback.NAME_ENDS,
        Playback.KEY_ENDS,
        moments.replaying,
        hint=False,
        word=Step.FIRST,
    ),
    several(
        DIGITS,
        tuple(winding.seek(digit) for digit in DIGITS),
        "0-9",
        Playback.KEY_NUMBER,
        moments.replaying,
    ),
    one("d", reviewing.open_history, Playback.KEY_HISTORY, moments.replaying, hint=False, word=Typed.HISTORY),
)

AT_THE_TABLE: tuple[Key, ...] = (
    one("d", reviewing.open_history, Playback.KEY_HISTORY, moments.deal_over, word=Typed.HISTORY),
    one("y", winding.open_running, Playback.KEY_REPLAY, moments.deal_over, word=Typed.REPLAY),
    one("y", winding.open_running, Playback.KEY_REPLAY, moments.at_table, hint=False, word=Typed.REPLAY),
    one("d", reviewing.open_history, Playback.KEY_HISTORY, moments.at_table, hint=False, word=Typed.HISTORY),
)

HISTORY = (
    several(
        UP_DOWN_KEYS,
        (reviewing.scroll(1), reviewing.scroll(-1)),
        UP_DOWN,
        Phrase.KEY_SCROLL,
        moments.reading_history,
    ),
    several(
        PAGE_KEYS,
        tuple(reviewing.scroll(by) for by in (_PAGE, -_PAGE, TO_THE_END, -TO_THE_END)),
        PAGES,
        Phrase.KEY_PAGE,
        moments.reading_history,
        hint=False,
    ),
    either(("escape", "d"), reviewing.open_history, ESCAPE, Phrase.KEY_CLOSE, moments.reading_history),
)
