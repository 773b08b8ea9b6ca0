"""Keys at a table, between the deals and in play, and beside the game."""

from __future__ import annotations

from coinche.client import (
    advising,
    asides,
    conventions,
    intents,
    moments,
    moves,
    newcomers,
    prepared,
    tables,
    votes,
    watching,
)
from coinche.client.in_play import InPlay
from coinche.client.lesson.texts import LessonPhrase
from coinche.client.line_mode.typed import Typed
from coinche.client.phrases import Phrase
from coinche.client.ui import Overlay

from .key import DIGITS, ENTER, ESCAPE, LEFT_RIGHT_KEYS, SIDEWAYS, either, one, several

BETWEEN_DEALS = (
    either(("enter", " "), tables.go_on, ENTER, Phrase.KEY_GO_ON, moments.to_go_on),
    one(asides.REMATCH_KEY, asides.rematch, Phrase.KEY_REMATCH, moments.can_rematch, word=Typed.REMATCH),
)

PLAY = (
    one("a", asides.claim, Phrase.KEY_CLAIM, moments.can_claim, word=Typed.CLAIM),
    several(
        LEFT_RIGHT_KEYS, (moves.look_back(1), moves.look_back(-1)), SIDEWAYS, Phrase.KEY_TRICKS, moments.looking_back
    ),
    several(DIGITS[1:9], tuple(moves.point_at(i) for i in range(8)), "1-8", Phrase.KEY_PLAY, moments.playing),
    several(LEFT_RIGHT_KEYS, (moves.select(-1), moves.select(1)), SIDEWAYS, Phrase.KEY_CHOOSE, moments.playing),
    one("enter", moves.play_selected, Phrase.KEY_CONFIRM, moments.playing, shown=ENTER, hint=False),
    one("z", intents.keep_silent, Phrase.KEY_SILENT, moments.can_speak, word=Typed.SILENT),
    one("h", advising.ask_advice, InPlay.KEY_ADVICE, moments.can_be_advised, word=Typed.ADVICE),
    one("h", advising.ask_advice, InPlay.KEY_ADVICE, moments.deciding, hint=False, word=Typed.ADVICE),
)

AHEAD = (
    several(
        DIGITS[1:9],
        tuple(prepared.mean_at(i) for i in range(8)),
        "1-8",
        InPlay.KEY_PREPARE,
        moments.can_prepare,
        word=Typed.PREPARE,
    ),
    several(
        LEFT_RIGHT_KEYS,
        (prepared.move(-1), prepared.move(1)),
        SIDEWAYS,
        Phrase.KEY_CHOOSE,
        moments.can_prepare,
        hint=False,
    ),
    one("enter", prepared.mean_selected, InPlay.KEY_PREPARE, moments.can_prepare_selected, shown=ENTER, hint=False),
    one("escape", prepared.drop, InPlay.KEY_DROP, moments.has_prepared, shown=ESCAPE, word=Typed.DROP),
)

WATCHING = (one("w", watching.turn_table, InPlay.KEY_TURN, moments.watching, word=Typed.TURN),)

LEARNING = (
    one("escape", intents.leave, LessonPhrase.KEY_STOP, moments.can_stop_learning, shown=ESCAPE, word=Typed.STOP),
)

AT_A_TABLE = (
    one("l", intents.overlay(Overlay.LAST_TRICK), Phrase.KEY_LAST, moments.has_tricks, word=Typed.LAST_TRICK),
    one("o", intents.sort_hand, Phrase.KEY_SORT, moments.has_hand, word=Typed.SORT, spare=True),
    one("j", intents.overlay(Overlay.LOG), Phrase.KEY_LOG, moments.at_table, hint=False, word=Typed.LOG),
    one(
        conventions.KEY,
        conventions.open_conventions,
        conventions.Reads.KEY,
        moments.at_table,
        hint=False,
        word=conventions.Reads.TYPED,
    ),
)

BESIDE = (
    one("t", asides.write, Phrase.KEY_CHAT, moments.can_chat, word=Typed.SAY),
    one("/", asides.write_short, InPlay.KEY_SHORT, moments.can_chat, hint=False),
    one(newcomers.KEY, newcomers.admit, newcomers.Arriving.KEY_ADMIT, moments.can_admit, word=newcomers.Arriving.TYPED),
    one(votes.KEY, votes.vote, votes.Vote.KEY_VOTE, moments.can_vote, word=votes.Vote.TYPED),
    one(asides.PAUSE_KEY, asides.pause, Phrase.KEY_PAUSE, moments.can_pause, word=Typed.PAUSE),
)
