"""The keymap: the mode of a state, the rows of each mode, and the effect of a key, a click or the wheel.

A mode is derived once from the state (`mode`); a key is then looked up in `KEYMAP[mode]`, which is built at import.
Bindings, hints, help, palette and the words of the line mode are read from the same rows, so they cannot disagree.
Conditions that change within a mode belong to the row; where several rows of a mode have a key, the first active one
has it.

A click acts like a key; the wheel acts like the arrow keys where something scrolls. In the lesson, a key without a
meaning brings a hint.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from coinche.client.keys import conditions
from coinche.client.model.notices import News
from coinche.client.model.state import ClientState, Link, Screen
from coinche.client.model.ui import Overlay
from coinche.client.texts.help import HelpPage
from coinche.client.texts.lesson import Nudge
from coinche.client.texts.line_mode import HelpText, Typed
from coinche.client.texts.screens import Phrase
from coinche.client.update import bidding, card_play, navigation, rules_page, settings, text_entry, timing_and_premove
from coinche.client.update.navigation import Done, Intent
from coinche.engine.actions import Coinche, Surcoinche
from coinche.protocol.messages import RequestKind

from . import lobby, overlays, replay, table
from .key import DIGITS, ESCAPE, PASTE, Key, either, one
from .mode import HELP_PAGES, KeyMode, mode_of, page_of
from .palette import palette_keys


def nudged(state: ClientState) -> ClientState:
    """The state with a hint for the learner; unchanged outside a lesson."""
    if state.lesson is None or state.ui.overlay is not None:
        return state
    return replace(state, notice=_nudge(state))


def _nudge(state: ClientState) -> Nudge | None:
    """The hint; none while the deal plays the learner's own cards."""
    asked = state.table.asked if state.table is not None else None
    if state.lesson is not None and state.lesson.waits:
        return Nudge.READ
    if asked is None:
        is_own = state.table is not None and state.table.view.turn is state.table.seat and not state.table.answered
        return None if is_own else Nudge.WAIT
    return Nudge.BID if asked.kind is RequestKind.BID else Nudge.CARD


_HELP = either(("?", "f1"), navigation.help_on(), "?", Phrase.KEY_HELP, word=Typed.HELP)
_SETTINGS = one("f2", settings.open_settings, Phrase.KEY_SETTINGS, shown="F2", hint=False, word=Typed.SETTINGS)
_PALETTE = either((":", "f10"), text_entry.open_field(Overlay.PALETTE), ":", Phrase.KEY_PALETTE)
_LEAVE = one("q", navigation.leave, Phrase.KEY_LEAVE, conditions.at_table, word=Typed.QUIT)
_RULES = one("r", rules_page.open_rules, Phrase.KEY_RULES, word=Typed.RULES)
_CLOSE = one("escape", navigation.dismiss, Phrase.KEY_CLOSE, shown=ESCAPE, hint=False)
_TERMINAL = (
    Key(
        keys=("c-c", "<sigint>"),
        intents=(navigation.interrupt, navigation.interrupt),
        shown="Ctrl-C",
        label=Phrase.KEY_INTERRUPT,
        hint=False,
    ),
    one("c-z", navigation.suspend, Phrase.KEY_SUSPEND, shown="Ctrl-Z", hint=False),
    one("c-l", navigation.redraw, Phrase.KEY_REDRAW, shown="Ctrl-L", hint=False),
)
_ANYWHERE = (_HELP, _SETTINGS, _PALETTE)
_LAST = (_CLOSE, *_TERMINAL)
GENERAL = frozenset({*_ANYWHERE, *_LAST, _LEAVE, _RULES, lobby.QUIT, lobby.QUIT_HOME, overlays.CLOSE_OVERLAY})
"""Rows that most screens share; the help shows them last."""


def _at_table(*rows: Key, past_deals: tuple[Key, ...] = replay.PAST_DEALS, undo: Key = table.UNDO) -> tuple[Key, ...]:
    """The rows of a mode at a table: those of its phase, between those that come first and those of all phases."""
    watching_or_learning = (table.TURN_TABLE, table.STOP_LESSON)
    own = (
        overlays.CLOSE_OVERLAY,
        undo,
        *rows,
        table.STOP_RETRY,
        *watching_or_learning,
        *table.AT_A_TABLE,
        *past_deals,
    )
    return (*own, *_ANYWHERE, _LEAVE, _RULES, *_LAST, *table.BESIDE, lobby.INVITE_ONE)


def _rows_of_overlays() -> Mapping[KeyMode | Overlay, tuple[Key, ...]]:
    written = {
        Overlay.CHAT: overlays.CHAT,
        Overlay.LOBBY_CHAT: overlays.CHAT,
        Overlay.ADDRESS: lobby.ADDRESS,
        Overlay.NAME: lobby.NAME,
        Overlay.INVITE: lobby.INVITE_NAME,
        Overlay.PASSPHRASE: lobby.PASSPHRASE,
        Overlay.RECORD: replay.RECORD,
        Overlay.PALETTE: palette_keys(active, lambda: ROWS),
    }
    return {
        Overlay.LEAVE: (*overlays.LEAVE, replace(_LEAVE, hint=False), *_TERMINAL),
        Overlay.RESUME: (*overlays.RESUME, _LEAVE, _HELP, *_TERMINAL),
        Overlay.RULES: (*overlays.RULES, overlays.CLOSE_OVERLAY, _HELP, _SETTINGS, *_TERMINAL),
        Overlay.FORM: (*overlays.FORM, _HELP, _SETTINGS, *_TERMINAL),
        Overlay.HELP: (*overlays.HELP, overlays.CLOSE_OVERLAY, overlays.QUIT_HELP, _HELP, _SETTINGS, *_TERMINAL),
        Overlay.TERMS: (*overlays.TERMS, _HELP, _SETTINGS, *_TERMINAL),
        Overlay.LOG: (*overlays.LOG, overlays.CLOSE_OVERLAY, table.OPEN_LOG, _HELP, _SETTINGS, *_TERMINAL),
        Overlay.CONVENTIONS: (*overlays.CONVENTIONS, overlays.CLOSE_OVERLAY, _HELP, _SETTINGS, *_TERMINAL),
        Overlay.HISTORY: (*replay.HISTORY, _HELP, _SETTINGS, *_TERMINAL),
        Overlay.PEOPLE: (*lobby.PEOPLE, overlays.CLOSE_OVERLAY, _HELP, _SETTINGS, *_TERMINAL),
        Overlay.INVITATION: (*lobby.INVITATION, overlays.CLOSE_OVERLAY, _HELP, _SETTINGS, *_TERMINAL),
        Overlay.INVITED: (*lobby.INVITED, overlays.CLOSE_OVERLAY, _HELP, *_TERMINAL),
        Overlay.PHONE: (*lobby.PHONE_PAGE, overlays.CLOSE_OVERLAY, _HELP, _SETTINGS, *_TERMINAL),
        Overlay.SETTINGS: (*lobby.SETTINGS, _HELP, *_TERMINAL),
        Overlay.QUESTIONS: (*lobby.QUESTIONS, _HELP, _SETTINGS, *_TERMINAL),
        Overlay.RULES_FOUND: (*lobby.RULES_FOUND, _HELP, _SETTINGS, *_TERMINAL),
        Overlay.RULES_NAME: (*lobby.RULES_NAME, _SETTINGS, *_TERMINAL),
        **{overlay: (*rows, *_TERMINAL) for overlay, rows in written.items()},
    }


def _rows_of_modes() -> Mapping[KeyMode | Overlay, tuple[Key, ...]]:
    others = (table.LOOK_BACK, *table.PREMOVE, table.DROP_PREMOVE)
    between = table.BETWEEN_DEALS
    return {
        KeyMode.REPLAY: (*replay.REPLAY, *_ANYWHERE, *_LAST),
        KeyMode.MATCHES: (*replay.MATCHES, *_ANYWHERE, *_LAST),
        KeyMode.STATISTICS: (*replay.STATISTICS, *_ANYWHERE, *_LAST),
        KeyMode.PLAYER: (*replay.PLAYER, *_ANYWHERE, *_LAST),
        KeyMode.HOME: (*lobby.HOME, *_ANYWHERE, *_LAST),
        KeyMode.LOBBY: (*lobby.LOBBY, *replay.IN_THE_LOBBY, table.STOP_LESSON, *_ANYWHERE, lobby.QUIT, *_LAST),
        KeyMode.ROOM: _at_table(*lobby.ROOM, *between, past_deals=()),
        KeyMode.CUT: _at_table(*between, *table.CUT, *table.ADVICE),
        KeyMode.CUT_OF_OTHER: _at_table(*between),
        KeyMode.AUCTION: _at_table(*between, *table.AUCTION, *table.ADVICE, undo=table.UNDO_IN_AUCTION),
        KeyMode.AUCTION_OF_OTHERS: _at_table(*between, *table.AUCTION_OF_OTHERS),
        KeyMode.WATCH: _at_table(*between, *others),
        KeyMode.PLAY: _at_table(*between, *table.PLAY, table.DROP_PREMOVE),
        KeyMode.PLAY_OF_OTHERS: _at_table(*between, *others),
        KeyMode.RECAP: _at_table(table.NEXT_LESSON, *table.RETRY_OVER, *between, past_deals=replay.PAST_DEALS_IN_RECAP),
    }


def active(state: ClientState) -> tuple[Key, ...]:
    """The active rows, without those whose keys all belong to earlier rows."""
    taken: set[str] = set()
    kept = []
    for row in ROWS[mode_of(state)]:
        if taken.issuperset(row.keys) or (row.when is not None and not row.when(state)):
            continue
        kept.append(row)
        taken.update(row.keys)
    return tuple(kept)


def helped(state: ClientState) -> tuple[HelpPage, tuple[Key, ...]]:
    """The help page to show with its keys: those active below the help, or all of another screen that was asked for."""
    overlay = state.ui.behind if state.ui.overlay is Overlay.HELP else None
    below = replace(state, ui=replace(state.ui, overlay=overlay))
    page = state.ui.help or page_of(below)
    if page is page_of(below):
        return page, active(below)
    return page, ROWS[next(mode for mode, of_mode in HELP_PAGES.items() if of_mode is page)]


_TO_LOOK = frozenset({*table.AT_A_TABLE, *replay.PAST_DEALS, *replay.PAST_DEALS_IN_RECAP}) - {table.SORT_HAND}
_TO_TALK = frozenset({*table.BESIDE, lobby.INVITE_ONE})


def grouped(rows: tuple[Key, ...]) -> Mapping[HelpText, tuple[Key, ...]]:
    """The rows by what they are for, without that of the help itself; groups without rows are left out."""
    groups: dict[HelpText, tuple[Key, ...]] = dict.fromkeys(_GROUPS, ())
    for row in rows:
        if row is not _HELP:
            groups[_group_of(row)] += (row,)
    return {group: rows for group, rows in groups.items() if rows}


_GROUPS = (HelpText.KEYS_HERE, HelpText.KEYS_TO_LOOK, HelpText.KEYS_TO_TALK, HelpText.KEYS_EVERYWHERE)


def _group_of(row: Key) -> HelpText:
    if row in GENERAL:
        return HelpText.KEYS_EVERYWHERE
    if row in _TO_TALK:
        return HelpText.KEYS_TO_TALK
    return HelpText.KEYS_TO_LOOK if row in _TO_LOOK else HelpText.KEYS_HERE


def _by_key(rows: tuple[Key, ...]) -> Mapping[str, tuple[tuple[Key, Intent], ...]]:
    names = dict.fromkeys(name for row in rows for name in row.keys)
    return {name: tuple((row, row.does(name)) for row in rows if name in row.keys) for name in names}


ROWS: Mapping[KeyMode | Overlay, tuple[Key, ...]] = {**_rows_of_overlays(), **_rows_of_modes()}
"""The rows of each mode, in the order of hints and help."""
KEYMAP: Mapping[KeyMode | Overlay, Mapping[str, tuple[tuple[Key, Intent], ...]]] = {
    mode: _by_key(rows) for mode, rows in ROWS.items()
}
"""Rows by mode and key, each with its intent; mostly one row per key."""
KEYS: tuple[Key, ...] = tuple(dict.fromkeys(row for rows in ROWS.values() for row in rows))
BOUND = tuple(dict.fromkeys(name for key in KEYS for name in key.keys))
"""All keys that have a meaning in some mode."""

_BLIND = frozenset({*"12345678", "enter", " ", "left", "right"})
"""Keys that would choose or play a card hidden by a finished trick; they remove the trick instead."""


_MOVES = frozenset({*table.CUT, *table.AUCTION, *table.AUCTION_OF_OTHERS, *table.PLAY}) - {
    table.LOOK_BACK,
    *table.ADVICE,
}
"""Rows that choose and send cuts, calls and cards."""


def acts(state: ClientState, key: Key) -> bool:
    """True if the row has its meaning now: none of those that choose cards has while a finished trick covers them, and
    no move while the connection is lost.
    """
    if state.link is Link.LOST and key in _MOVES:
        return False
    covered = state.table is not None and state.table.covers_cards and state.ui.overlay is None
    return not (covered and not _BLIND.isdisjoint(key.keys))


def press(state: ClientState, name: str, sign: str = "") -> Done:
    """Press a key: the first active row that has it decides.

    Any key clears the notice and, unless it is the same key again, the confirmation that awaits a second press. In a
    text entry, a key with a `sign` inserts it. A key during a celebration ends it, and does nothing else.
    """
    if timing_and_premove.is_celebrating(state):
        return Done(timing_and_premove.without_celebration(state))
    if state.notice is not None:
        state = replace(state, notice=None)
    mode = mode_of(state)
    if sign and mode in text_entry.LONGEST and (sign.isprintable() or name == PASTE):
        return text_entry.type_in(state, sign)
    if state.table is not None and state.table.trick_shown:
        covered = state.table.covers_cards and state.ui.overlay is None
        state = card_play.collect(state)
        if covered and name in _BLIND:
            return _forgetting(Done(state), name)
    for row, intent in KEYMAP[mode].get(name, ()):
        if row.when is None or row.when(state):
            return _forgetting(intent(state), name)
    return _forgetting(Done(_answered(state, name)), name)


_FOR_MOVES = frozenset({*DIGITS, "enter", "p", "c", "s"})
"""Keys by which cuts, calls and cards are sent at the person's turn."""
_DOUBLING: Mapping[str, Coinche | Surcoinche] = {"c": Coinche(), "s": Surcoinche()}


def _answered(state: ClientState, name: str) -> ClientState:
    """The state after a key without a meaning: with a hint in the lesson, the news that nothing was sent while the
    connection is lost, or the reason why a coinche is illegal.
    """
    if state.lesson is not None or state.ui.overlay is not None or state.screen is not Screen.PLAY:
        return nudged(state)
    if state.link is Link.LOST and state.table is not None and state.table.plays and name in _FOR_MOVES:
        return replace(state, notice=News.OFFLINE)
    return bidding.why_not(state, _DOUBLING[name]) if name in _DOUBLING else state


def _forgetting(done: Done, name: str) -> Done:
    """Cancel the awaited second press, unless this was the first."""
    ui = done.state.ui
    if ui.once in ("", name) and not (ui.once and done.send):
        return done
    return replace(done, state=replace(done.state, ui=replace(ui, once="")))


_LISTS = frozenset(
    {
        Overlay.HELP,
        Overlay.TERMS,
        Overlay.LOG,
        Overlay.HISTORY,
        Overlay.RULES,
        Overlay.CONVENTIONS,
        Overlay.FORM,
        Overlay.PALETTE,
        Overlay.SETTINGS,
        Overlay.PEOPLE,
        Overlay.INVITATION,
        Overlay.INVITED,
        Overlay.LAST_TRICK,
    }
)
"""Overlays of a table that scroll, or that have a cursor."""


def pressing(*names: str) -> Intent:
    """An intent that presses these keys in order."""

    def intent(state: ClientState) -> Done:
        done = Done(state)
        for name in names:
            more = press(done.state, name)
            done = replace(more, send=done.send + more.send)
        return done

    return intent


def clicked(intent: Intent) -> Intent:
    """The intent as a click: like a key it clears the notice and an awaited second press."""

    def act(state: ClientState) -> Done:
        before = navigation.forget(state).state
        done = intent(before)
        once = done.state.ui.once
        if not once or once != before.ui.once:
            return done
        return replace(done, state=replace(done.state, ui=replace(done.state.ui, once="")))

    return act


def in_sight(intent: Intent) -> Intent:
    """The intent of something drawn at the table; it does nothing while an overlay has the keys."""
    return lambda state: Done(state) if state.ui.overlay not in (None, Overlay.LAST_TRICK) else intent(state)


def wheel(state: ClientState, up: bool) -> Done:
    """Scroll by one step; without effect at the table itself, where the arrow keys choose a card."""
    if conditions.at_table(state) and state.ui.overlay not in _LISTS:
        return Done(state)
    if state.ui.overlay is Overlay.LAST_TRICK:
        return press(state, "left" if up else "right") if conditions.looking_back(state) else Done(state)
    return press(state, "up" if up else "down")
