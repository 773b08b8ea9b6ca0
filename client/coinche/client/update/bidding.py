"""Bidding: intents for calls, in turn and out of turn, and for the bid pad. Pure.

The request lists the legal calls; the engine decides who may coinche out of turn.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from coinche.client.model import bid_pad
from coinche.client.model.notices import FarBid, News, Refused
from coinche.client.model.state import ClientState
from coinche.client.model.table import AtTable
from coinche.client.model.ui import Pad, Ui
from coinche.engine.actions import Coinche, MakeBid, Pass, Surcoinche
from coinche.engine.auction import Auction, calls, refusal
from coinche.engine.bids import Bid, BidKind
from coinche.engine.cards import Denomination
from coinche.engine.rules import CoincheWhen
from coinche.engine.view import Phase
from coinche.protocol.messages import Act, Request, RequestKind

from .card_play import act, not_now
from .navigation import Done, Intent, sending, showing


def call(action: Pass | Coinche | Surcoinche) -> Intent:
    """Make a call: in turn at the player's turn, otherwise out of turn where the rules allow it."""
    if isinstance(action, Pass):
        return _pass
    return lambda state: act(state, action) if _is_on_turn(state) else _double(state, action)


def _is_on_turn(state: ClientState) -> bool:
    return state.table is not None and state.table.asked is not None


def _pass(state: ClientState) -> Done:
    return act(state, Pass()) if _is_on_turn(state) or not may_decline(state) else decline(state)


def may_decline(state: ClientState) -> bool:
    """True when the table waits for this player to coinche out of turn or to decline."""
    table = state.table
    return table is not None and table.reaction is not None and not table.agreements.paused


def decline(state: ClientState) -> Done:
    """Decline to coinche out of turn, so that the table stops waiting; the other players do not see it."""
    table = state.table
    if table is None or table.reaction is None:
        return Done(state)
    number = table.reaction.request
    done = sending(state, Act(table=table.table, request=number, action=str(Pass())))
    declined = replace(table, reaction=None, declined=number)
    return replace(done, state=replace(done.state, table=declined)) if done.send else done


def out_of_turn(table: AtTable) -> Coinche | Surcoinche | None:
    """The call that this player may make out of turn; None if there is none."""
    view = table.view
    if table.rules is None or table.seat is None or table.asked is not None or table.answered or table.reacted:
        return None
    if table.agreements.paused:
        return None
    if view.phase is not Phase.BIDDING or view.turn is table.seat:
        return None
    said = calls(Auction(view.auction, view.contract, view.turn), table.seat, table.rules.auction)
    return next((word for word in said if isinstance(word, Coinche | Surcoinche)), None)


def why_not(state: ClientState, action: Coinche | Surcoinche) -> ClientState:
    """The state with a notice that names the rule against this call.

    The state is unchanged if the call is legal, or if the player takes part in no auction.
    """
    table = state.table
    if table is None or table.rules is None or table.seat is None or table.view.phase is not Phase.BIDDING:
        return state
    if table.agreements.paused:
        return not_now(state).state
    auction, rules = Auction(table.view.auction, table.view.contract, table.seat), table.rules.auction
    if action not in calls(auction, table.seat, rules):
        return replace(state, notice=Refused(refusal(auction, table.seat, action, rules)))
    waits = table.view.turn is not table.seat and rules.coinche_when is CoincheWhen.IN_TURN
    return replace(state, notice=News.COINCHE_IN_TURN) if waits else state


def _double(state: ClientState, action: Coinche | Surcoinche) -> Done:
    """Coinche out of turn: the call applies to the bid seen last and to no other."""
    table = state.table
    if table is None or out_of_turn(table) != action:
        told = why_not(state, action)
        return not_now(state) if told is state else Done(told)
    if table.reaction is not None:
        message = Act(table=table.table, request=table.reaction.request, action=str(action))
    else:
        message = Act(table=table.table, after=table.n, action=str(action))
    done = sending(state, message)
    if not done.send:
        return done
    return replace(done, state=replace(done.state, table=replace(table, reaction=None, reacted=True)))


def twice(key: str, intent: Intent) -> Intent:
    """An intent that acts when its key is pressed for the second time in a row."""
    return lambda state: intent(state) if state.ui.once == key else first(key)(state)


def first(key: str) -> Intent:
    """Record that the key was pressed once."""
    return lambda state: showing(state, once=key)


def first_of_capot(state: ClientState) -> Done:
    """Type the first letter of capot, which is also that of coinche; tell why a coinche is illegal now."""
    return first("c")(why_not(state, Coinche()))


def on_pad(move: Callable[[Request, Ui], Pad]) -> Intent:
    """Change the bid on the pad."""

    def intent(state: ClientState) -> Done:
        asked = state.table.asked if state.table else None
        if asked is None or asked.kind is not RequestKind.BID:
            return Done(state)
        return showing(state, pad=move(asked, state.ui))

    return intent


def raise_by(steps: int) -> Intent:
    """Raise or lower the level."""
    return on_pad(lambda request, ui: bid_pad.raised(request, ui.pad, steps))


def turn_by(steps: int) -> Intent:
    """Select another denomination."""
    return on_pad(lambda request, ui: bid_pad.turned(request, ui.pad, steps))


def bid_at(level: str) -> Intent:
    """Select this level."""
    return on_pad(lambda request, ui: bid_pad.at_level(request, ui.pad, level))


def bid_in(denomination: Denomination) -> Intent:
    """Select this denomination."""
    return on_pad(lambda request, ui: bid_pad.in_denomination(request, ui.pad, denomination))


def type_on_pad(character: str) -> Intent:
    """Type a digit or a letter: of a word, or of a suit after digits. Another letter brings those of the suits."""
    typed = on_pad(lambda request, ui: bid_pad.typed(request, ui.pad, character, ui.language))

    def intent(state: ClientState) -> Done:
        asked, ui = state.table.asked if state.table else None, state.ui
        if asked is None or bid_pad.is_understood(asked, ui.pad, character, ui.language):
            return typed(state)
        return Done(replace(state, notice=News.NO_SUCH_SUIT))

    return intent


def type_second(first: str, second: str) -> Intent:
    """Type the second letter of a word whose first letter means something else by itself."""
    return on_pad(lambda request, ui: bid_pad.typed(request, replace(ui.pad, typed=first), second, ui.language))


def untype(state: ClientState) -> Done:
    """Reset the pad."""
    return on_pad(lambda request, ui: bid_pad.untyped(request, ui.pad))(state)


def erase(state: ClientState) -> Done:
    """Erase the last character."""
    return on_pad(lambda request, ui: bid_pad.erased(request, ui.pad))(state)


def bid(state: ClientState) -> Done:
    """Make the bid on the pad, once it is touched; the server names the rule against an illegal one, which is reset."""
    if not state.ui.pad.touched:
        return showing(state, pad=replace(state.ui.pad, touched=True))
    made, asked = bid_pad.bid_of(state.ui.pad), state.table.asked if state.table else None
    if made is None:
        return Done(replace(untype(state).state, notice=News.NO_CHOICE))
    if asked is not None and not bid_pad.is_on_offer(asked, state.ui.pad):
        return act(untype(state).state, MakeBid(made))
    if is_far(state, made) and state.ui.once != ENTER_KEY:
        return Done(replace(showing(state, once=ENTER_KEY).state, notice=FarBid(made)))
    return act(state, MakeBid(made))


ENTER_KEY = "enter"
FAR = 100
"""Points above the lowest bid beyond which a bid may be a slip and needs confirmation."""


def is_far(state: ClientState, made: Bid) -> bool:
    """Test whether the bid is so high that it needs confirmation."""
    request = state.table.asked if state.table is not None else None
    lowest = request.bids.get(made.denomination) if request is not None else None
    return made.kind is BidKind.NUMBER and lowest is not None and made.value - lowest > FAR
