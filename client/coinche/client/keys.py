"""The one table of keys: what each does on which screen, and what it is called.

Bindings, the hint line and the help are all read from here, so that they cannot disagree.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from coinche.engine.actions import Coinche, Pass, Surcoinche
from coinche.engine.view import Phase
from coinche.protocol.messages import RequestKind

from . import intents, moves, tables
from .intents import Done, Intent
from .model import ClientState, Overlay
from .pad import denominations
from .phrases import Phrase

When = Callable[[ClientState], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """A row of the table. `keys` are prompt-toolkit's names; `shown` is what to print for them."""

    keys: tuple[str, ...]
    intents: tuple[Intent, ...]
    shown: str | Phrase
    label: Phrase
    when: When
    hint: bool = True
    """Whether it stands in the hint line too, not in the help alone."""


def _always(state: ClientState) -> bool:
    return True


def _in_lobby(state: ClientState) -> bool:
    return state.table is None


def _at_table(state: ClientState) -> bool:
    return state.table is not None


def _on_new_table(state: ClientState) -> bool:
    return state.table is None and state.ui.row == 0


def _on_table_row(state: ClientState) -> bool:
    return state.table is None and state.ui.row > 0


def _gathering(state: ClientState) -> bool:
    return state.table is not None and state.table.gathering and state.table.has_free_seats


def _asked(kind: RequestKind) -> When:
    return lambda s: s.table is not None and s.table.asked is not None and s.table.asked.kind is kind


def _has_hand(state: ClientState) -> bool:
    return state.table is not None and bool(state.table.view.hand)


def _can_say(word: str) -> When:
    return lambda s: (
        s.table is not None and s.table.asked is not None and word in s.table.asked.legal and not s.ui.pad.typed
    )


def _can_speak(state: ClientState) -> bool:
    asked = state.table.asked if state.table else None
    return asked is not None and bool(asked.declarations or asked.offers)


def _typing(state: ClientState) -> bool:
    return _bidding(state) and bool(state.ui.pad.typed)


def _can_bid(state: ClientState) -> bool:
    asked = state.table.asked if state.table else None
    return asked is not None and _bidding(state) and bool(denominations(asked) or state.ui.pad.typed)


def _recap(state: ClientState) -> bool:
    table = state.table
    return table is not None and (table.to_go_on or table.closed)


def _has_tricks(state: ClientState) -> bool:
    return state.table is not None and state.table.view.phase is Phase.PLAYING and bool(state.table.view.tricks)


def _overlaid(state: ClientState) -> bool:
    return state.ui.overlay is not None


def _leaving(state: ClientState) -> bool:
    return state.ui.overlay is Overlay.LEAVE


_bidding, _playing = _asked(RequestKind.BID), _asked(RequestKind.PLAY)
_DIGITS = tuple("0123456789")
_LETTERS = tuple("pckthsdna")

KEYS: tuple[Key, ...] = (
    # over everything
    Key(keys=("enter",), intents=(intents.leave,), shown=Phrase.NAME_ENTER, label=Phrase.KEY_LEAVE, when=_leaving),
    Key(keys=("escape",), intents=(intents.dismiss,), shown=Phrase.NAME_ESCAPE, label=Phrase.KEY_STAY, when=_leaving),
    Key(
        keys=("escape",),
        intents=(intents.dismiss,),
        shown=Phrase.NAME_ESCAPE,
        label=Phrase.KEY_CLOSE,
        when=_overlaid,
    ),
    # the lobby
    Key(
        keys=("up", "down"),
        intents=(tables.move_row(-1), tables.move_row(1)),
        shown=Phrase.NAME_UP_DOWN,
        label=Phrase.KEY_TABLE,
        when=_in_lobby,
    ),
    Key(
        keys=("left", "right"),
        intents=(tables.move_place(-1), tables.move_place(1)),
        shown=Phrase.NAME_LEFT_RIGHT,
        label=Phrase.KEY_TARGET,
        when=_on_new_table,
    ),
    Key(
        keys=("left", "right"),
        intents=(tables.move_place(-1), tables.move_place(1)),
        shown=Phrase.NAME_LEFT_RIGHT,
        label=Phrase.KEY_SEAT,
        when=_on_table_row,
    ),
    Key(keys=("enter",), intents=(tables.enter,), shown=Phrase.NAME_ENTER, label=Phrase.KEY_OPEN, when=_on_new_table),
    Key(keys=("enter",), intents=(tables.enter,), shown=Phrase.NAME_ENTER, label=Phrase.KEY_ENTER, when=_on_table_row),
    Key(keys=("n",), intents=(tables.create,), shown="n", label=Phrase.KEY_NEW, when=_in_lobby),
    Key(keys=("w",), intents=(tables.watch,), shown="w", label=Phrase.KEY_WATCH, when=_on_table_row),
    # before the match
    Key(keys=("b",), intents=(tables.add_bots,), shown="b", label=Phrase.KEY_BOTS, when=_gathering),
    # the recap
    Key(
        keys=("enter", " "),
        intents=(tables.go_on, tables.go_on),
        shown=Phrase.NAME_ENTER,
        label=Phrase.KEY_GO_ON,
        when=_recap,
    ),
    # the auction
    Key(
        keys=_LETTERS,
        intents=tuple(moves.type_on_pad(letter) for letter in _LETTERS),
        shown="110h",
        label=Phrase.KEY_TYPE,
        when=_typing,
        hint=False,
    ),
    Key(
        keys=("left", "right"),
        intents=(moves.raise_by(-1), moves.raise_by(1)),
        shown=Phrase.NAME_LEFT_RIGHT,
        label=Phrase.KEY_VALUE,
        when=_can_bid,
    ),
    Key(
        keys=("up", "down"),
        intents=(moves.turn_by(-1), moves.turn_by(1)),
        shown=Phrase.NAME_UP_DOWN,
        label=Phrase.KEY_SUIT,
        when=_can_bid,
    ),
    Key(keys=("enter",), intents=(moves.bid,), shown=Phrase.NAME_ENTER, label=Phrase.KEY_BID, when=_can_bid),
    Key(
        keys=_DIGITS,
        intents=tuple(moves.type_on_pad(digit) for digit in _DIGITS),
        shown="0-9",
        label=Phrase.KEY_TYPE,
        when=_bidding,
        hint=False,
    ),
    Key(
        keys=("backspace",),
        intents=(moves.erase,),
        shown=Phrase.NAME_BACKSPACE,
        label=Phrase.KEY_ERASE,
        when=_typing,
    ),
    Key(keys=("p",), intents=(moves.call(Pass()),), shown="p", label=Phrase.PASS, when=_can_say("pass")),
    Key(keys=("c",), intents=(moves.call(Coinche()),), shown="c", label=Phrase.COINCHE, when=_can_say("coinche")),
    Key(
        keys=("s",),
        intents=(moves.call(Surcoinche()),),
        shown="s",
        label=Phrase.SURCOINCHE,
        when=_can_say("surcoinche"),
    ),
    # the play
    Key(
        keys=_DIGITS[1:9],
        intents=tuple(moves.play_at(i) for i in range(8)),
        shown="1-8",
        label=Phrase.KEY_PLAY,
        when=_playing,
    ),
    Key(
        keys=("left", "right"),
        intents=(moves.select(-1), moves.select(1)),
        shown=Phrase.NAME_LEFT_RIGHT,
        label=Phrase.KEY_CHOOSE,
        when=_playing,
    ),
    Key(
        keys=("enter",),
        intents=(moves.play_selected,),
        shown=Phrase.NAME_ENTER,
        label=Phrase.KEY_CONFIRM,
        when=_playing,
        hint=False,
    ),
    Key(keys=("z",), intents=(intents.keep_silent,), shown="z", label=Phrase.KEY_SILENT, when=_can_speak),
    # at any table
    Key(
        keys=("l",),
        intents=(intents.overlay(Overlay.LAST_TRICK),),
        shown="l",
        label=Phrase.KEY_LAST,
        when=_has_tricks,
    ),
    Key(keys=("o",), intents=(intents.sort_hand,), shown="o", label=Phrase.KEY_SORT, when=_has_hand),
    Key(
        keys=("j",),
        intents=(intents.overlay(Overlay.LOG),),
        shown="j",
        label=Phrase.KEY_LOG,
        when=_at_table,
        hint=False,
    ),
    Key(
        keys=("?", "f1"),
        intents=(intents.overlay(Overlay.HELP), intents.overlay(Overlay.HELP)),
        shown="?",
        label=Phrase.KEY_HELP,
        when=_always,
    ),
    Key(
        keys=("f2",),
        intents=(intents.switch_language,),
        shown="F2",
        label=Phrase.KEY_LANGUAGE,
        when=_always,
        hint=False,
    ),
    Key(keys=("q",), intents=(intents.leave,), shown="q", label=Phrase.KEY_LEAVE, when=_at_table),
    Key(keys=("q",), intents=(intents.leave_program,), shown="q", label=Phrase.KEY_QUIT, when=_in_lobby),
    Key(
        keys=("escape",),
        intents=(intents.dismiss,),
        shown=Phrase.NAME_ESCAPE,
        label=Phrase.KEY_CLOSE,
        when=_always,
        hint=False,
    ),
    Key(
        keys=("c-c", "<sigint>"),
        intents=(intents.interrupt, intents.interrupt),
        shown="Ctrl-C",
        label=Phrase.KEY_INTERRUPT,
        when=_always,
        hint=False,
    ),
)

BOUND = tuple(dict.fromkeys(name for key in KEYS for name in key.keys))
"""Every key that does something somewhere."""


def active(state: ClientState) -> tuple[Key, ...]:
    """The rows that apply now. Over a question only its own, and the ways out."""
    if _leaving(state):
        own = [key for key in KEYS if key.when is _leaving]
        return (*own, *(key for key in KEYS if key.keys[0] in ("q", "c-c") and key.when(state)))
    return tuple(key for key in KEYS if key.when(state))


def press(state: ClientState, name: str) -> Done:
    """What that key does now: the first row that has it decides; nothing where none has."""
    for key in active(state):
        if name in key.keys:
            return key.intents[key.keys.index(name)](state)
    return Done(state)
