"""The deals of a match so far, laid over the table: opening the list and moving through it; intents."""

from __future__ import annotations

from coinche.client.intents import Done, Intent, showing
from coinche.client.model import ClientState, Screen
from coinche.client.ui import Overlay

from .past_deals import PastDeal


def history_of(state: ClientState) -> tuple[PastDeal, ...]:
    """Those of the match on the screen."""
    if state.screen is Screen.REPLAY and state.tape is not None:
        return state.tape.history
    return state.table.history if state.table is not None else ()


def open_history(state: ClientState) -> Done:
    """Show them, the last ones at the bottom; or put them away."""
    return showing(state, overlay=None if state.ui.overlay is Overlay.HISTORY else Overlay.HISTORY, scroll=0)


def scroll(by: int) -> Intent:
    """So many lines up, towards the first deal."""
    return lambda state: showing(state, scroll=min(max(0, state.ui.scroll + by), max(0, len(history_of(state)) - 1)))
