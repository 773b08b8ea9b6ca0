"""What a person can want in the auction and the play: intents, as `intents` has them. Refuses to know the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from coinche.engine.actions import Action, Coinche, MakeBid, Pass, PlayCard, Reason, Surcoinche, parse_action
from coinche.engine.belote import BeloteWord
from coinche.engine.cards import Card
from coinche.engine.declarations import Declaration
from coinche.protocol.messages import Act, Request, RequestKind

from . import pad as bid_pad
from .hand import laid_out
from .intents import Done, Intent, sending, showing
from .model import ClientState, News, Pad, Refused, Ui


def act(state: ClientState, action: Action) -> Done:
    """Answer the request with that, legal or not: the server names the rule that is broken."""
    table = state.table
    if table is None or table.asked is None:
        return Done(replace(state, notice=Refused(Reason.NOT_YOUR_TURN)))
    done = sending(state, Act(table=table.table, request=table.asked.request, action=str(action)))
    if not done.send:
        return done
    return replace(done, state=replace(done.state, table=replace(table, answered=True)))


def call(action: Pass | Coinche | Surcoinche) -> Intent:
    """Say that word of the auction."""
    return lambda state: act(state, action)


def with_sayings(request: Request, card: Card, *, silent: bool) -> PlayCard:
    """The card, and everything that can be said with it, unless its player keeps silent."""
    words = request.offers.get(card, ())
    if silent:
        return PlayCard(card)
    return PlayCard(card, BeloteWord(words[0]) if words else None, to_declare(request))


def to_declare(request: Request) -> tuple[Declaration, ...]:
    """The declarations that are worth most together: those that the default would announce."""
    default = parse_action(request.default)
    return default.declarations if isinstance(default, PlayCard) else ()


def play(state: ClientState, card: Card) -> Done:
    """Play that card."""
    table = state.table
    if table is None or table.asked is None:
        return act(state, PlayCard(card))
    return act(state, with_sayings(table.asked, card, silent=state.ui.silent))


def play_at(index: int) -> Intent:
    """Play the card at that place of the hand as it is laid out, or select it to see."""

    def intent(state: ClientState) -> Done:
        table = state.table
        cards = laid_out(table, state.ui) if table else ()
        return play(state, cards[index]) if index < len(cards) else Done(state)

    return intent


def select(by: int) -> Intent:
    """Move to the next legal card that way."""

    def intent(state: ClientState) -> Done:
        if state.table is None or state.table.asked is None:
            return Done(state)
        legal = [card for card in laid_out(state.table, state.ui) if card in state.table.asked.legal]
        if state.ui.card in legal:
            return showing(state, card=legal[(legal.index(state.ui.card) + by) % len(legal)])
        return showing(state, card=legal[0 if by > 0 else -1] if legal else None)

    return intent


def play_selected(state: ClientState) -> Done:
    """Play the card under the cursor; with one legal card only, that one."""
    asked = state.table.asked if state.table else None
    if state.ui.card is not None:
        return play(state, state.ui.card)
    if asked is not None and len(asked.legal) == 1:
        return play(state, Card(asked.legal[0]))
    return select(1)(state)


def on_pad(move: Callable[[Request, Ui], Pad]) -> Intent:
    """Change the bid that is being made."""

    def intent(state: ClientState) -> Done:
        asked = state.table.asked if state.table else None
        if asked is None or asked.kind is not RequestKind.BID:
            return Done(state)
        return showing(state, pad=move(asked, state.ui))

    return intent


def raise_by(steps: int) -> Intent:
    """A higher or lower value."""
    return on_pad(lambda request, ui: bid_pad.raised(request, ui.pad, steps))


def turn_by(steps: int) -> Intent:
    """Another denomination."""
    return on_pad(lambda request, ui: bid_pad.turned(request, ui.pad, steps))


def type_on_pad(character: str) -> Intent:
    """A digit, or the letter of a suit after digits."""
    return on_pad(lambda request, ui: bid_pad.typed(ui.pad, character, ui.language))


def erase(state: ClientState) -> Done:
    """Take back the last digit."""
    return on_pad(lambda request, ui: bid_pad.erased(request, ui.pad))(state)


def bid(state: ClientState) -> Done:
    """Make the bid on the pad, once it was touched; where it breaks a rule, the server says which."""
    if not state.ui.pad.touched:
        return showing(state, pad=replace(state.ui.pad, touched=True))
    made = bid_pad.bid_of(state.ui.pad)
    if made is None:
        return Done(replace(state, notice=News.NO_CHOICE))
    return act(state, MakeBid(made))
