"""The card that is meant for one's next turn, chosen while others play: intents, as `intents` has them.

Knows the hand, and nothing of what will be legal: that is seen when the turn comes (`reducing`, `reflexes`).
"""

from __future__ import annotations

from dataclasses import replace

from coinche.client.model.hand_order import laid_out
from coinche.client.model.state import ClientState
from coinche.client.model.table import AtTable
from coinche.engine.cards import Card
from coinche.engine.view import Phase

from .navigation import Done, Intent, showing


def may_prepare(table: AtTable) -> bool:
    """Whether a card can be meant for later: in the play, while nothing is asked."""
    if table.seat is None or table.closed or table.answered or table.request is not None or table.accord.paused:
        return False
    return table.view.phase is Phase.PLAYING and bool(table.view.hand)


def mean(state: ClientState, card: Card) -> Done:
    """That card, or none where it was meant already."""
    return showing(state, meant=None if state.ui.meant is card else card, card=None)


def mean_at(index: int) -> Intent:
    """The card at that place of the hand as it is laid out."""

    def intent(state: ClientState) -> Done:
        cards = laid_out(state.table, state.ui) if state.table else ()
        return mean(state, cards[index]) if index < len(cards) else Done(state)

    return intent


def move(by: int) -> Intent:
    """The cursor to the next card that way: nobody knows yet which will be legal."""

    def intent(state: ClientState) -> Done:
        cards = laid_out(state.table, state.ui) if state.table else ()
        if not cards:
            return Done(state)
        here = state.ui.card or state.ui.meant
        at = cards.index(here) + by if here in cards else 0 if by > 0 else -1
        return showing(state, card=cards[at % len(cards)])

    return intent


def mean_selected(state: ClientState) -> Done:
    """The card under the cursor."""
    return Done(state) if state.ui.card is None else mean(state, state.ui.card)


def drop(state: ClientState) -> Done:
    """None after all."""
    return showing(state, meant=None, card=None)


def still_meant(state: ClientState) -> ClientState:
    """The same, without a card meant or marked that is no longer in the hand, or of a deal that is over."""
    ui, table = state.ui, state.table
    held = table.view.hand if table is not None and table.view.phase is Phase.PLAYING else ()
    kept = tuple(card if card in held else None for card in (ui.meant, ui.card))
    if kept == (ui.meant, ui.card):
        return state
    return replace(state, ui=replace(ui, meant=kept[0], card=kept[1]))
