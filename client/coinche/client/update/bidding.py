"""What a person can want in the auction: words, in turn and out of it, and a bid on the pad; intents.

Knows of the rules what a request offers, and asks the engine who may coinche out of turn.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from coinche.client.model import bid_pad as bid_pad
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
    """Say that word of the auction: in turn where it is one's turn, else as far as it may be said out of turn."""
    if isinstance(action, Pass):
        return _pass
    return lambda state: act(state, action) if _is_on_turn(state) else _double(state, action)


def _is_on_turn(state: ClientState) -> bool:
    return state.table is not None and state.table.asked is not None


def _pass(state: ClientState) -> Done:
    return act(state, Pass()) if _is_on_turn(state) or not may_decline(state) else decline(state)


def may_decline(state: ClientState) -> bool:
    """Whether somebody waits for a coinche out of turn, or for its not being said."""
    table = state.table
    return table is not None and table.reaction is not None and not table.accord.paused


def decline(state: ClientState) -> Done:
    """No coinche out of turn: nobody waits for it any longer, and nobody hears of it."""
    table = state.table
    if table is None or table.reaction is None:
        return Done(state)
    number = table.reaction.request
    done = sending(state, Act(table=table.table, request=number, action=str(Pass())))
    declined = replace(table, reaction=None, declined=number)
    return replace(done, state=replace(done.state, table=declined)) if done.send else done


def out_of_turn(table: AtTable) -> Coinche | Surcoinche | None:
    """What this person may say now although it is not his turn."""
    view = table.view
    if table.rules is None or table.seat is None or table.asked is not None or table.answered or table.reacted:
        return None
    if table.accord.paused:
        return None
    if view.phase is not Phase.BIDDING or view.turn is table.seat:
        return None
    said = calls(Auction(view.auction, view.contract, view.turn), table.seat, table.rules.auction)
    return next((word for word in said if isinstance(word, Coinche | Surcoinche)), None)


def why_not(state: ClientState, action: Coinche | Surcoinche) -> ClientState:
    """The same, told by which rule that word cannot be said in this auction; just the same where it can, or where
    there is no auction of one's own.
    """
    table = state.table
    if table is None or table.rules is None or table.seat is None or table.view.phase is not Phase.BIDDING:
        return state
    if table.accord.paused:
        return not_now(state).state
    auction, rules = Auction(table.view.auction, table.view.contract, table.seat), table.rules.auction
    if action not in calls(auction, table.seat, rules):
        return replace(state, notice=Refused(refusal(auction, table.seat, action, rules)))
    waits = table.view.turn is not table.seat and rules.coinche_when is CoincheWhen.IN_TURN
    return replace(state, notice=News.COINCHE_IN_TURN) if waits else state


def _double(state: ClientState, action: Coinche | Surcoinche) -> Done:
    """Coinche without having been asked: it counts for the bid that was last seen, and for no other."""
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
    """Do it when its key is pressed for the second time in a row."""
    return lambda state: intent(state) if state.ui.once == key else first(key)(state)


def first(key: str) -> Intent:
    """The key was pressed once, and waits for what comes next."""
    return lambda state: showing(state, once=key)


def first_of_capot(state: ClientState) -> Done:
    """The first letter of capot; it is that of coinche as well, which cannot be said now."""
    return first("c")(why_not(state, Coinche()))


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


def bid_at(level: str) -> Intent:
    """That value."""
    return on_pad(lambda request, ui: bid_pad.at_level(request, ui.pad, level))


def bid_in(denomination: Denomination) -> Intent:
    """That denomination."""
    return on_pad(lambda request, ui: bid_pad.in_denomination(request, ui.pad, denomination))


def type_on_pad(character: str) -> Intent:
    """A digit, or a letter: of a word, or of a suit after digits."""
    return on_pad(lambda request, ui: bid_pad.typed(request, ui.pad, character, ui.language))


def type_second(first: str, second: str) -> Intent:
    """The second letter of a word whose first means something else by itself."""
    return on_pad(lambda request, ui: bid_pad.typed(request, replace(ui.pad, typed=first), second, ui.language))


def untype(state: ClientState) -> Done:
    """Forget what was typed."""
    return on_pad(lambda request, ui: bid_pad.untyped(request, ui.pad))(state)


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
    if is_far(state, made) and state.ui.once != ENTER_KEY:
        return Done(replace(showing(state, once=ENTER_KEY).state, notice=FarBid(made)))
    return act(state, MakeBid(made))


ENTER_KEY = "enter"
FAR = 100
"""Points above the lowest bid from which it may be a slip of the finger."""


def is_far(state: ClientState, made: Bid) -> bool:
    """Whether that is so much more than has to be said that one had better be asked."""
    request = state.table.asked if state.table is not None else None
    lowest = request.bids.get(made.denomination) if request is not None else None
    return made.kind is BidKind.NUMBER and lowest is not None and made.value - lowest > FAR
