"""The deals of a match so far, laid over the table: opening the list and moving through it; intents."""

from __future__ import annotations

from coinche.client.model.state import ClientState, Screen
from coinche.client.model.table import PastDeal
from coinche.client.model.ui import Overlay

from .navigation import Done, Intent, showing


def history_of(state: ClientState) -> tuple[PastDeal, ...]:
    """Those of the match on the screen."""
    if state.screen is Screen.REPLAY and state.tape is not None:
        return state.tape.deals
    return state.table.history if state.table is not None else ()


def open_history(state: ClientState) -> Done:
    """Show them, the last ones at the bottom, or in a replay the deal where it stands; or put them away."""
    if state.ui.overlay is Overlay.HISTORY:
        return showing(state, overlay=None)
    return showing(state, overlay=Overlay.HISTORY, scroll=_after_the_deal_shown(state))


def _after_the_deal_shown(state: ClientState) -> int:
    """How many of the deals listed come after that of a replay."""
    tape = state.tape if state.screen is Screen.REPLAY else None
    return 0 if tape is None else sum(past.deal > tape.reel.deal for past in tape.deals)


def scroll(by: int) -> Intent:
    """So many lines up, towards the first deal."""
    return lambda state: showing(state, scroll=min(max(0, state.ui.scroll + by), max(0, len(history_of(state)) - 1)))
