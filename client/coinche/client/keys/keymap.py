"""The one table of keys: what each does on which screen, and what it is called.

Bindings, the hint line, the help and the palette are all read from here, so that they cannot disagree.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from coinche.client.keys import conditions
from coinche.client.model.state import ClientState, Screen
from coinche.client.model.ui import Overlay
from coinche.client.update import bidding, card_play, navigation, text_entry
from coinche.client.update.lesson import nudged
from coinche.client.update.navigation import Done
from coinche.engine.actions import Coinche, Surcoinche

from .everywhere import ANYWHERE
from .key import Key
from .lobby import ADDRESS, HOME, LOBBY, NAME, PASSPHRASE, QUESTIONS, ROOM, RULES_FOUND, RULES_NAME, SETTINGS
from .overlays import CHAT, CONVENTIONS, FORM, HELP, LOG, OVER_EVERYTHING, RULES
from .palette import palette_keys
from .replay import AT_THE_TABLE, HISTORY, IN_THE_LOBBY, MATCHES, RECORD, REPLAY, STATISTICS
from .table import AHEAD, AT_A_TABLE, AUCTION, BESIDE, BETWEEN_DEALS, CUT, LEARNING, PLAY, WATCHING

KEYS: tuple[Key, ...] = (
    *OVER_EVERYTHING,
    *RULES,
    *FORM,
    *CHAT,
    *HELP,
    *LOG,
    *CONVENTIONS,
    *ADDRESS,
    *NAME,
    *PASSPHRASE,
    *QUESTIONS,
    *RULES_FOUND,
    *RULES_NAME,
    *SETTINGS,
    *palette_keys(lambda state: active(state)),
    *RECORD,
    *HISTORY,
    *REPLAY,
    *MATCHES,
    *STATISTICS,
    *HOME,
    *LOBBY,
    *IN_THE_LOBBY,
    *ROOM,
    *BETWEEN_DEALS,
    *CUT,
    *AUCTION,
    *PLAY,
    *AHEAD,
    *WATCHING,
    *LEARNING,
    *AT_A_TABLE,
    *AT_THE_TABLE,
    *ANYWHERE,
    *BESIDE,
)

BOUND = tuple(dict.fromkeys(name for key in KEYS for name in key.keys))
"""Every key that does something somewhere."""

_WAYS_OUT: Mapping[Overlay, tuple[str, ...]] = {
    Overlay.HELP: ("?", "escape", "f2", "c-c"),
    Overlay.LOG: ("j", "escape", "?", "f2", "c-c"),
    Overlay.CONVENTIONS: ("escape", "?", "f2", "c-c"),
    Overlay.LEAVE: ("q", "c-c"),
    Overlay.RULES: ("escape", "f2", "c-c"),
    Overlay.FORM: ("escape", "f2", "c-c"),
    Overlay.CHAT: ("c-c",),
    Overlay.ADDRESS: ("c-c",),
    Overlay.NAME: ("c-c",),
    Overlay.RECORD: ("c-c",),
    Overlay.HISTORY: ("?", "f2", "c-c"),
    Overlay.PASSPHRASE: ("c-c",),
    Overlay.SETTINGS: ("c-c",),
    Overlay.PALETTE: ("c-c",),
    Overlay.QUESTIONS: ("f2", "c-c"),
    Overlay.RULES_FOUND: ("f2", "c-c"),
    Overlay.RULES_NAME: ("f2", "c-c"),
}
"""What hides the rest, or asks something: only its own keys count, and these ways out."""
_EVERYWHERE = ("c-z", "c-l")
"""What concerns the terminal, whatever is on it."""
_BLIND = frozenset({*"12345678", "enter", " ", "left", "right"})
"""What would choose or play a card without a look at those that a finished trick covers: it takes the trick away."""


_OWN_SCREENS: Mapping[Screen, tuple[Key, ...]] = {
    Screen.REPLAY: REPLAY,
    Screen.MATCHES: MATCHES,
    Screen.STATISTICS: STATISTICS,
}
"""What lies before a table, or the lobby: the keys of neither count."""


def active(state: ClientState) -> tuple[Key, ...]:
    """The rows that apply now; none whose keys all mean something else by an earlier one."""
    overlay = state.ui.overlay
    if overlay is None or overlay not in _WAYS_OUT:
        if state.screen in _OWN_SCREENS:
            return _unshadowed(key for key in (*_OWN_SCREENS[state.screen], *ANYWHERE) if key.when(state))
        return _unshadowed(key for key in KEYS if key.when(state))
    own = [key for key in KEYS if key.when is conditions.over(overlay)]
    others = (key for key in KEYS if key.keys[0] in (*_WAYS_OUT[overlay], *_EVERYWHERE) and key.when(state))
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
    state = navigation.forget(state).state
    if text_entry.is_written(state) and sign and sign.isprintable():
        return text_entry.type_in(state, sign)
    covered = state.table is not None and state.table.covers_cards
    state = card_play.collect(state)
    if covered and name in _BLIND and state.ui.overlay is None:
        return _forgetting(Done(state), name)
    for key in active(state):
        if name in key.keys:
            return _forgetting(key.intents[key.keys.index(name)](state), name)
    return _forgetting(Done(_answered(state, name)), name)


_DOUBLING: Mapping[str, Coinche | Surcoinche] = {"c": Coinche(), "s": Surcoinche()}


def _answered(state: ClientState, name: str) -> ClientState:
    """What is said to a key that means nothing now: a hint in the lesson, and why one cannot coinche."""
    if state.lesson is not None or state.ui.overlay is not None or state.screen is not Screen.PLAY:
        return nudged(state)
    return bidding.why_not(state, _DOUBLING[name]) if name in _DOUBLING else state


def _forgetting(done: Done, name: str) -> Done:
    ui = done.state.ui
    if ui.once in ("", name) and not (ui.once and done.send):
        return done
    return replace(done, state=replace(done.state, ui=replace(ui, once="")))
