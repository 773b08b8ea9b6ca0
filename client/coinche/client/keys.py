"""The one table of keys: what each does on which screen, and what it is called.

Bindings, the hint line and the help are all read from here, so that they cannot disagree.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from coinche.engine.actions import Coinche, Pass, Surcoinche

from . import asides, intents, moments, moves, reading, tables, wishing
from .intents import Done, Intent
from .model import ClientState, Overlay
from .moments import When
from .phrases import Phrase


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


def one(
    key: str, intent: Intent, label: Phrase, when: When, *, shown: str | Phrase | None = None, hint: bool = True
) -> Key:
    """A row of one key."""
    return Key(keys=(key,), intents=(intent,), shown=shown or key, label=label, when=when, hint=hint)


def several(
    keys: tuple[str, ...],
    does: tuple[Intent, ...],
    shown: str | Phrase,
    label: Phrase,
    when: When,
    *,
    hint: bool = True,
) -> Key:
    """A row of keys that belong together."""
    return Key(keys=keys, intents=does, shown=shown, label=label, when=when, hint=hint)


def either(keys: tuple[str, ...], intent: Intent, shown: str | Phrase, label: Phrase, when: When) -> Key:
    """A row of keys that all do the same."""
    return several(keys, (intent,) * len(keys), shown, label, when)


_DIGITS = tuple("0123456789")
_LETTERS = tuple(sorted({*"pckthsdna", *"capot", *"generale"}))
"""Letters of suits, in both languages, and of words."""
_ENTER, _ESCAPE, _ERASE = Phrase.NAME_ENTER, Phrase.NAME_ESCAPE, Phrase.NAME_BACKSPACE
_SIDEWAYS, _UP_DOWN, _PAGES = Phrase.NAME_LEFT_RIGHT, Phrase.NAME_UP_DOWN, Phrase.NAME_PAGES
_LEFT_RIGHT_KEYS, _UP_DOWN_KEYS = ("left", "right"), ("up", "down")
_PAGE_KEYS = ("pageup", "pagedown", "home", "end")
_TO_THE_END = 1000
"""Lines enough to come to the end of anything."""

_OVER_EVERYTHING = (
    one("enter", intents.leave, Phrase.KEY_LEAVE, moments.leaving, shown=_ENTER),
    one("escape", intents.dismiss, Phrase.KEY_STAY, moments.leaving, shown=_ESCAPE),
    one("escape", intents.dismiss, Phrase.KEY_CLOSE, moments.overlaid, shown=_ESCAPE),
)

_RULES = (
    several(_UP_DOWN_KEYS, (reading.scroll(-1), reading.scroll(1)), _UP_DOWN, Phrase.KEY_SCROLL, moments.reading_rules),
    several(
        (*_PAGE_KEYS, " "),
        (*(reading.scroll(by) for by in (-reading.PAGE, reading.PAGE, -_TO_THE_END, _TO_THE_END, reading.PAGE)),),
        _PAGES,
        Phrase.KEY_PAGE,
        moments.reading_rules,
    ),
    one("r", intents.dismiss, Phrase.KEY_CLOSE, moments.reading_rules, hint=False),
)

_FORM = (
    several(_UP_DOWN_KEYS, (wishing.move(-1), wishing.move(1)), _UP_DOWN, Phrase.KEY_OPTION, moments.filling_form),
    several(
        _LEFT_RIGHT_KEYS, (wishing.change(-1), wishing.change(1)), _SIDEWAYS, Phrase.KEY_CHANGE, moments.filling_form
    ),
    one("enter", tables.create, Phrase.KEY_OPEN, moments.filling_form, shown=_ENTER),
    one("escape", wishing.cancel, Phrase.KEY_CANCEL, moments.filling_form, shown=_ESCAPE),
    several(
        _PAGE_KEYS,
        tuple(wishing.move(by) for by in (-reading.PAGE, reading.PAGE, -_TO_THE_END, _TO_THE_END)),
        _PAGES,
        Phrase.KEY_PAGE,
        moments.filling_form,
        hint=False,
    ),
)

_CHAT = (
    one("enter", asides.send, Phrase.KEY_SEND, moments.writing, shown=_ENTER),
    several(_UP_DOWN_KEYS, (asides.ready(-1), asides.ready(1)), _UP_DOWN, Phrase.KEY_READY, moments.writing),
    one("backspace", asides.erase, Phrase.KEY_ERASE, moments.writing, shown=_ERASE, hint=False),
    one("escape", intents.dismiss, Phrase.KEY_CANCEL, moments.writing, shown=_ESCAPE),
)

_LOBBY = (
    several(_UP_DOWN_KEYS, (tables.move_row(-1), tables.move_row(1)), _UP_DOWN, Phrase.KEY_TABLE, moments.in_lobby),
    several(
        _LEFT_RIGHT_KEYS,
        (tables.move_place(-1), tables.move_place(1)),
        _SIDEWAYS,
        Phrase.KEY_TARGET,
        moments.on_new_table,
    ),
    several(
        _LEFT_RIGHT_KEYS,
        (tables.move_place(-1), tables.move_place(1)),
        _SIDEWAYS,
        Phrase.KEY_SEAT,
        moments.on_table_row,
    ),
    one("enter", tables.enter, Phrase.KEY_OPEN, moments.on_new_table, shown=_ENTER),
    one("enter", tables.enter, Phrase.KEY_ENTER, moments.on_table_row, shown=_ENTER),
    one("n", wishing.open_form, Phrase.KEY_NEW, moments.in_lobby),
    one("w", tables.watch, Phrase.KEY_WATCH, moments.on_table_row),
    one("r", reading.open_rules, Phrase.KEY_RULES, moments.in_lobby),
)

_BETWEEN_DEALS = (
    one("b", tables.add_bots, Phrase.KEY_BOTS, moments.gathering),
    either(("enter", " "), tables.go_on, _ENTER, Phrase.KEY_GO_ON, moments.to_go_on),
    one(asides.REMATCH_KEY, asides.rematch, Phrase.KEY_REMATCH, moments.can_rematch),
)

_CUT = (
    several(
        _LEFT_RIGHT_KEYS, (moves.move_knife(-1), moves.move_knife(1)), _SIDEWAYS, Phrase.KEY_CUT_AT, moments.cutting
    ),
    several(
        _UP_DOWN_KEYS,
        (moves.move_knife(5), moves.move_knife(-5)),
        _UP_DOWN,
        Phrase.KEY_CUT_BY_FIVE,
        moments.cutting,
        hint=False,
    ),
    several(
        _DIGITS, tuple(moves.type_on_knife(digit) for digit in _DIGITS), "3-29", Phrase.KEY_CUT_NUMBER, moments.cutting
    ),
    one("enter", moves.cut, Phrase.KEY_CUT, moments.cutting, shown=_ENTER),
    one("backspace", moves.erase_on_knife, Phrase.KEY_ERASE, moments.typing_cut, shown=_ERASE),
)

_AUCTION = (
    several(
        _LETTERS,
        tuple(moves.type_on_pad(letter) for letter in _LETTERS),
        "110h",
        Phrase.KEY_TYPE,
        moments.typing,
        hint=False,
    ),
    one("escape", moves.untype, Phrase.KEY_ERASE_ALL, moments.typing, shown=_ESCAPE),
    one("a", moves.type_second("c", "a"), Phrase.KEY_CAPOT, moments.began_capot, hint=False),
    one("g", moves.type_on_pad("g"), Phrase.KEY_GENERALE, moments.can_bid_generale, hint=False),
    several(_LEFT_RIGHT_KEYS, (moves.raise_by(-1), moves.raise_by(1)), _SIDEWAYS, Phrase.KEY_VALUE, moments.can_bid),
    several(_UP_DOWN_KEYS, (moves.turn_by(-1), moves.turn_by(1)), _UP_DOWN, Phrase.KEY_SUIT, moments.can_bid),
    one("enter", moves.bid, Phrase.KEY_BID, moments.can_bid, shown=_ENTER),
    several(
        _DIGITS,
        tuple(moves.type_on_pad(digit) for digit in _DIGITS),
        "0-9",
        Phrase.KEY_TYPE,
        moments.bidding,
        hint=False,
    ),
    one("backspace", moves.erase, Phrase.KEY_ERASE, moments.typing, shown=_ERASE),
    one("p", moves.call(Pass()), Phrase.PASS, moments.can_say("pass")),
    one("c", moves.twice("c", moves.call(Coinche())), Phrase.COINCHE, moments.can_coinche),
    one("s", moves.twice("s", moves.call(Surcoinche())), Phrase.SURCOINCHE, moments.can_surcoinche),
    one("c", moves.first("c"), Phrase.KEY_CAPOT, moments.can_bid_capot, shown="ca", hint=False),
    either((" ", "p"), moves.decline, Phrase.NAME_SPACE, Phrase.KEY_DECLINE, moments.can_decline),
)

_PLAY = (
    one("a", asides.claim, Phrase.KEY_CLAIM, moments.can_claim),
    several(
        _LEFT_RIGHT_KEYS, (moves.look_back(1), moves.look_back(-1)), _SIDEWAYS, Phrase.KEY_TRICKS, moments.looking_back
    ),
    several(_DIGITS[1:9], tuple(moves.play_at(i) for i in range(8)), "1-8", Phrase.KEY_PLAY, moments.playing),
    several(_LEFT_RIGHT_KEYS, (moves.select(-1), moves.select(1)), _SIDEWAYS, Phrase.KEY_CHOOSE, moments.playing),
    one("enter", moves.play_selected, Phrase.KEY_CONFIRM, moments.playing, shown=_ENTER, hint=False),
    one("z", intents.keep_silent, Phrase.KEY_SILENT, moments.can_speak),
)

_AT_A_TABLE = (
    one("l", intents.overlay(Overlay.LAST_TRICK), Phrase.KEY_LAST, moments.has_tricks),
    one("o", intents.sort_hand, Phrase.KEY_SORT, moments.has_hand),
    one("j", intents.overlay(Overlay.LOG), Phrase.KEY_LOG, moments.at_table, hint=False),
)

_BESIDE = (
    one("t", asides.write, Phrase.KEY_CHAT, moments.can_chat),
    one(asides.PAUSE_KEY, asides.pause, Phrase.KEY_PAUSE, moments.can_pause),
)

_ANYWHERE = (
    either(("?", "f1"), intents.overlay(Overlay.HELP), "?", Phrase.KEY_HELP, moments.always),
    one("f2", intents.switch_language, Phrase.KEY_LANGUAGE, moments.always, shown="F2", hint=False),
    one("q", intents.leave, Phrase.KEY_LEAVE, moments.at_table),
    one("r", reading.open_rules, Phrase.KEY_RULES, moments.at_table),
    one("q", intents.leave_program, Phrase.KEY_QUIT, moments.in_lobby),
    one("escape", intents.dismiss, Phrase.KEY_CLOSE, moments.always, shown=_ESCAPE, hint=False),
    Key(
        keys=("c-c", "<sigint>"),
        intents=(intents.interrupt, intents.interrupt),
        shown="Ctrl-C",
        label=Phrase.KEY_INTERRUPT,
        when=moments.always,
        hint=False,
    ),
)

KEYS: tuple[Key, ...] = (
    *_OVER_EVERYTHING,
    *_RULES,
    *_FORM,
    *_CHAT,
    *_LOBBY,
    *_BETWEEN_DEALS,
    *_CUT,
    *_AUCTION,
    *_PLAY,
    *_AT_A_TABLE,
    *_ANYWHERE,
    *_BESIDE,
)

BOUND = tuple(dict.fromkeys(name for key in KEYS for name in key.keys))
"""Every key that does something somewhere."""

_OWN_PAGES: Mapping[Overlay, When] = {
    Overlay.HELP: moments.reading_help,
    Overlay.LOG: moments.reading_log,
    Overlay.LEAVE: moments.leaving,
    Overlay.RULES: moments.reading_rules,
    Overlay.FORM: moments.filling_form,
    Overlay.CHAT: moments.writing,
}
"""What hides the rest, or asks something: only its own keys count, and the ways out."""
_WAYS_OUT: Mapping[Overlay, tuple[str, ...]] = {
    Overlay.HELP: ("?", "escape", "f2", "c-c"),
    Overlay.LOG: ("j", "escape", "?", "f2", "c-c"),
    Overlay.LEAVE: ("q", "c-c"),
    Overlay.RULES: ("escape", "f2", "c-c"),
    Overlay.FORM: ("escape", "f2", "c-c"),
    Overlay.CHAT: ("f2", "c-c"),
}


def active(state: ClientState) -> tuple[Key, ...]:
    """The rows that apply now; none whose keys all mean something else by an earlier one."""
    overlay = state.ui.overlay
    if overlay not in _OWN_PAGES or overlay is None:
        return _unshadowed(key for key in KEYS if key.when(state))
    own = [key for key in KEYS if key.when is _OWN_PAGES[overlay]]
    others = (key for key in KEYS if key.keys[0] in _WAYS_OUT[overlay] and key.when(state))
    return _unshadowed((*own, *others))


def _unshadowed(rows: Iterable[Key]) -> tuple[Key, ...]:
    taken: set[str] = set()
    kept = []
    for row in rows:
        if not taken.issuperset(row.keys):
            kept.append(row)
        taken |= set(row.keys)
    return tuple(kept)


def press(state: ClientState, name: str, sign: str = "") -> Done:
    """What that key does now: the first row that has it decides; nothing where none has.

    Any key takes back what was told, and any other than the one that is to be pressed twice means that it will not be.
    Where a line is written, a key that has a `sign` writes it.
    """
    state = intents.forget(state).state
    if moments.writing(state) and sign and sign.isprintable():
        return asides.type_in(state, sign)
    for key in active(state):
        if name in key.keys:
            return _forgetting(key.intents[key.keys.index(name)](state), name)
    return _forgetting(Done(state), name)


def _forgetting(done: Done, name: str) -> Done:
    ui = done.state.ui
    if ui.once in ("", name) and not (ui.once and done.send):
        return done
    return replace(done, state=replace(done.state, ui=replace(ui, once="")))
