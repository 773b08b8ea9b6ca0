"""The situation of each tip, and the tip to show. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from coinche.client.model.state import ClientState, Tips
from coinche.client.model.ui import Overlay
from coinche.client.texts.tips import Tip
from coinche.engine.view import Phase
from coinche.protocol.messages import Chatted

from . import conditions, move_conditions
from .mode import KeyMode, screen_mode
from .move_conditions import When


def _in(*modes: KeyMode | Overlay) -> When:
    """A condition: the screen is in one of these modes."""
    return lambda state: screen_mode(state) in modes


def _leads(state: ClientState) -> bool:
    """True when this player leads after a trick of theirs."""
    table = state.table
    if table is None or not table.view.tricks or screen_mode(state) is not KeyMode.PLAY:
        return False
    return table.view.tricks[-1].winner is table.seat and not (table.view.trick and table.view.trick.cards)


def _is_spoken_to(state: ClientState) -> bool:
    """True when another person has written a message, and this one can answer."""
    table = state.table
    if table is None or not isinstance(screen_mode(state), KeyMode) or not conditions.can_chat(state):
        return False
    return any(isinstance(event, Chatted) and event.seat is not table.seat for event in table.log[-3:])


def _can_coinche(state: ClientState) -> bool:
    return screen_mode(state) in (KeyMode.AUCTION, KeyMode.AUCTION_OF_OTHERS) and move_conditions.can_coinche(state)


def _chooses_a_table(state: ClientState) -> bool:
    return screen_mode(state) is KeyMode.LOBBY and not state.solo


def _can_fill(state: ClientState) -> bool:
    return screen_mode(state) is KeyMode.ROOM and conditions.gathering(state) and not state.solo


def _reads_a_deal(state: ClientState) -> bool:
    """True at the recap of a deal that is not the last."""
    table = state.table
    return table is not None and screen_mode(state) is KeyMode.RECAP and table.view.phase is Phase.DEAL_OVER


def _practises(state: ClientState) -> bool:
    """True when the person decides at a practice table."""
    return screen_mode(state) in (KeyMode.AUCTION, KeyMode.PLAY) and conditions.can_undo(state)


def _may(mode: KeyMode, when: When) -> When:
    return lambda state: screen_mode(state) is mode and when(state)


WHEN: Mapping[Tip, When] = {
    Tip.MESSAGE: _is_spoken_to,
    Tip.HOME: _may(KeyMode.HOME, lambda state: not state.lessons),
    Tip.LOBBY: _chooses_a_table,
    Tip.FORM: _in(Overlay.FORM),
    Tip.SETTINGS: _in(Overlay.SETTINGS),
    Tip.ROOM: _can_fill,
    Tip.PRACTICE: _practises,
    Tip.CUT: _in(KeyMode.CUT),
    Tip.AUCTION: _may(KeyMode.AUCTION, move_conditions.can_bid),
    Tip.COINCHE: _can_coinche,
    Tip.ADVICE: _may(KeyMode.AUCTION, move_conditions.can_be_advised),
    Tip.PLAY: _in(KeyMode.PLAY),
    Tip.AHEAD: _may(KeyMode.PLAY_OF_OTHERS, move_conditions.can_prepare),
    Tip.TRICK_WON: _leads,
    Tip.CLAIM: _may(KeyMode.PLAY, move_conditions.can_claim),
    Tip.REMATCH: _may(KeyMode.RECAP, conditions.can_rematch),
    Tip.RECAP: _reads_a_deal,
    Tip.CALL: _may(KeyMode.RECAP, conditions.can_call_in_play),
    Tip.STATISTICS: _may(KeyMode.STATISTICS, conditions.has_statistics),
    Tip.MATCHES: _may(KeyMode.MATCHES, conditions.has_matches),
    Tip.WATCHING: _may(KeyMode.PLAY_OF_OTHERS, conditions.watching),
    Tip.FIND: _in(KeyMode.HOME),
}
"""The condition under which each tip helps; the first one that was not shown yet comes up."""


READING = 3.0
"""Seconds after which a tip counts as read."""


def tipped(state: ClientState, *, acted: bool = False) -> ClientState:
    """The state with the tip that it should show; `acted` if the person did something, instead of a message or a clock.

    A tip lasts as long as its situation, since after that it would be wrong. It has been seen once the person acts, or
    has had the time to read it; else it comes again. Escape ends it, too; the next waits for another screen or turn.
    """
    tips = state.tips
    if tips is None:
        return state
    shown, mode, seen, since = tips.shown, screen_mode(state).name, tips.seen, tips.since
    if shown is not None and (acted or state.now - since >= READING):
        seen |= {shown.name}
    if not state.ui.settings.tips or state.lesson is not None:
        shown = None
    elif shown is None or not WHEN[shown](state):
        shown = _due(state, seen) if mode != tips.mode else None
        since = state.now
    now = Tips(seen, shown, mode, since if shown is not None else 0.0)
    return state if now == tips else replace(state, tips=now)


def _due(state: ClientState, seen: frozenset[str]) -> Tip | None:
    return next((tip for tip, when in WHEN.items() if tip.name not in seen and when(state)), None)
