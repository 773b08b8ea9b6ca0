"""What to do instead, where a learner presses a key that means nothing. Pure."""

from __future__ import annotations

from dataclasses import replace

from coinche.client.model.state import ClientState
from coinche.client.texts.lesson import Nudge
from coinche.protocol.messages import RequestKind


def nudged(state: ClientState) -> ClientState:
    """The same, with a hint; outside a lesson just the same."""
    if state.lesson is None or state.ui.overlay is not None:
        return state
    return replace(state, notice=_nudge(state))


def _nudge(state: ClientState) -> Nudge:
    asked = state.table.asked if state.table is not None else None
    if state.lesson is not None and state.lesson.waits:
        return Nudge.READ
    if asked is None:
        return Nudge.WAIT
    return Nudge.BID if asked.kind is RequestKind.BID else Nudge.CARD
