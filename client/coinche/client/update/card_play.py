"""Card play: intents for playing a card, cutting the pack, and answering requests. Pure.

The request lists the legal cards.
"""

from __future__ import annotations

from dataclasses import replace

from coinche.client.model.hand_order import laid_out
from coinche.client.model.notices import News, Refused
from coinche.client.model.state import ClientState
from coinche.client.model.ui import CutCursor, Overlay
from coinche.engine.actions import CUTS, Action, PlayCard, Reason, parse_action
from coinche.engine.belote import BeloteWord
from coinche.engine.cards import Card
from coinche.engine.declarations import Declaration
from coinche.protocol.messages import Act, Claim, Request

from .navigation import Done, Intent, sending, showing


def act(state: ClientState, action: Action) -> Done:
    """Answer the request, even with an illegal action: the server names the rule."""
    table = state.table
    if table is None or table.asked is None:
        return not_now(state)
    done = sending(state, Act(table=table.table, request=table.asked.request, action=str(action)))
    if not done.send:
        return done
    return replace(done, state=replace(done.state, table=replace(table, answered=True, sent_at=None)))


def say_again(said: Act | Claim, state: ClientState) -> Done:
    """Send an answer again after a reconnect, because the server has not acknowledged it."""
    done, table = sending(state, said), state.table
    if table is not None and table.asked is not None and table.asked.request == said.request:
        table = replace(table, answered=True, sent_at=None)
    elif table is not None and table.reaction is not None and table.reaction.request == said.request:
        table = replace(table, reaction=None, reacted=True)
    return replace(done, state=replace(done.state, table=table))


def not_now(state: ClientState) -> Done:
    """Tell the player that nothing is asked of them: the table is paused, or it is another player's turn."""
    standing = state.table is not None and state.table.agreements.paused
    return Done(replace(state, notice=News.STANDING if standing else Refused(Reason.NOT_YOUR_TURN)))


def no_such_card(state: ClientState) -> Done:
    """Tell the player that no card of the hand has that number."""
    return Done(replace(state, notice=News.NO_SUCH_CARD))


def with_sayings(request: Request, card: Card, *, silent: bool) -> PlayCard:
    """The card with all its announcements, unless the player keeps silent."""
    words = request.offers.get(card, ())
    if silent:
        return PlayCard(card)
    return PlayCard(card, BeloteWord(words[0]) if words else None, to_declare(request))


def to_declare(request: Request) -> tuple[Declaration, ...]:
    """The declarations of the request's default action, which are worth most together."""
    default = parse_action(request.default)
    return default.declarations if isinstance(default, PlayCard) else ()


def play(state: ClientState, card: Card) -> Done:
    """Play a card; the past trick on display makes room for the trick it is played to."""
    table, overlay = state.table, state.ui.overlay
    ui = replace(state.ui, premove=None, overlay=None if overlay is Overlay.LAST_TRICK else overlay)
    state = replace(state, ui=ui)
    if table is None or table.asked is None:
        return act(state, PlayCard(card))
    return act(state, with_sayings(table.asked, card, silent=state.ui.silent))


def play_at(index: int) -> Intent:
    """Play the card at this position of the hand on the screen."""

    def intent(state: ClientState) -> Done:
        table = state.table
        cards = laid_out(table, state.ui) if table else ()
        return play(state, cards[index]) if index < len(cards) else no_such_card(state)

    return intent


def point_at(index: int) -> Intent:
    """Play the card at this position; with the setting `confirm`, only select it."""

    def intent(state: ClientState) -> Done:
        table = state.table
        cards = laid_out(table, state.ui) if table else ()
        asked = table.asked if table else None
        chosen = cards[index] if index < len(cards) else None
        if not state.ui.settings.confirm or asked is None or chosen not in asked.legal:
            return play_at(index)(state)
        return showing(state, card=chosen, premove=None)

    return intent


def select(by: int) -> Intent:
    """Move the cursor to the next legal card."""

    def intent(state: ClientState) -> Done:
        if state.table is None or state.table.asked is None:
            return Done(state)
        legal = [card for card in laid_out(state.table, state.ui) if card in state.table.asked.legal]
        if state.ui.card in legal:
            return showing(state, card=legal[(legal.index(state.ui.card) + by) % len(legal)])
        return showing(state, card=legal[0 if by > 0 else -1] if legal else None)

    return intent


def play_selected(state: ClientState) -> Done:
    """Play the card under the cursor, or that of the hint, or the only legal card."""
    asked = state.table.asked if state.table else None
    if state.ui.card is not None:
        return play(state, state.ui.card)
    if state.table is not None and isinstance(hinted := state.table.hinted, PlayCard):
        return play(state, hinted.card)
    if asked is not None and len(asked.legal) == 1:
        return play(state, Card(asked.legal[0]))
    return select(1)(state)


def collect(state: ClientState) -> ClientState:
    """Remove the finished trick from display."""
    table = state.table
    return state if table is None or not table.trick_shown else replace(state, table=replace(table, trick_shown=False))


def look_back(by: int) -> Intent:
    """Show the previous trick, or the next one."""

    def intent(state: ClientState) -> Done:
        last = len(state.table.view.tricks) - 1 if state.table else 0
        return showing(state, trick=min(max(state.ui.trick + by, 0), max(last, 0)))

    return intent


def move_cut(by: int) -> Intent:
    """Move the cut by a number of cards."""
    return lambda state: showing(state, cut_cursor=CutCursor(at=_within(state.ui.cut_cursor.at + by)))


def _within(at: int) -> int:
    return min(max(at, CUTS[0].at), CUTS[-1].at)


def type_cut(digit: str) -> Intent:
    """Type a digit of the number of cards."""

    def intent(state: ClientState) -> Done:
        before = state.ui.cut_cursor.typed
        text = (before + digit if len(before) < 2 else digit).lstrip("0")
        return showing(state, cut_cursor=CutCursor(at=int(text) if text else state.ui.cut_cursor.at, typed=text))

    return intent


def erase_cut(state: ClientState) -> Done:
    """Erase the last digit."""
    text = state.ui.cut_cursor.typed[:-1]
    return showing(state, cut_cursor=CutCursor(at=int(text), typed=text) if text else CutCursor())


def cut(state: ClientState) -> Done:
    """Cut at the selected position."""
    return cut_at(state, state.ui.cut_cursor.at)


def cut_at(state: ClientState, cards: int) -> Done:
    """Cut after this number of cards, if both sides keep enough."""
    found = next((action for action in CUTS if action.at == cards), None)
    return Done(replace(state, notice=News.NO_CUT)) if found is None else act(state, found)
