"""Conditions of the rows of the keymap for cuts, calls and cards: predicates of the state. Pure."""

from __future__ import annotations

from collections.abc import Callable

from coinche.client.model.bid_pad import denominations, letter, words
from coinche.client.model.state import ClientState
from coinche.client.update import table_requests, timing_and_premove
from coinche.client.update.bidding import may_decline, out_of_turn
from coinche.engine.actions import Coinche, Pass, Surcoinche
from coinche.engine.cards import Denomination
from coinche.protocol.messages import Request, RequestKind

When = Callable[[ClientState], bool]


def request(state: ClientState) -> Request | None:
    """The open request to this player."""
    return state.table.asked if state.table else None


def asked(kind: RequestKind) -> When:
    """A condition: the open request is of this kind."""
    return lambda state: (found := request(state)) is not None and found.kind is kind


cutting, bidding, playing = asked(RequestKind.CUT), asked(RequestKind.BID), asked(RequestKind.PLAY)


def typing_cut(state: ClientState) -> bool:
    """True while the player is typing a number of cards."""
    return cutting(state) and bool(state.ui.cut_cursor.typed)


def has_hand(state: ClientState) -> bool:
    return state.table is not None and bool(state.table.view.hand)


def typing(state: ClientState) -> bool:
    """True while the player is typing a bid."""
    return bidding(state) and bool(state.ui.pad.typed)


def can_say(word: str) -> When:
    """A condition: the call is legal in turn, and no bid is being typed."""
    return lambda state: (found := request(state)) is not None and word in found.legal and not typing(state)


def can_double(word: Coinche | Surcoinche) -> When:
    """A condition: the call is legal now, in turn or out of turn."""
    in_turn = can_say(str(word))
    return lambda state: in_turn(state) or (state.table is not None and out_of_turn(state.table) == word)


can_coinche, can_surcoinche = can_double(Coinche()), can_double(Surcoinche())


def can_decline(state: ClientState) -> bool:
    """True while a coinche out of turn is on offer."""
    return may_decline(state) and request(state) is None


def can_bid(state: ClientState) -> bool:
    """True at the player's turn, if any bid is legal."""
    found = request(state)
    return found is not None and bidding(state) and bool(denominations(found) or state.ui.pad.typed)


def is_advised_to(call: Pass | Coinche | Surcoinche) -> When:
    """A condition: Enter makes the call, since the hint says it and no bid has been prepared."""

    def condition(state: ClientState) -> bool:
        found, table = request(state), state.table
        if found is None or table is None or state.ui.pad.touched:
            return False
        return table.hinted == call and str(call) in found.legal

    return condition


def can_prepare_bid(state: ClientState) -> bool:
    """True if Enter only takes up the bid that is proposed."""
    calls = (Pass(), Coinche(), Surcoinche())
    return can_bid(state) and not state.ui.pad.touched and not any(is_advised_to(call)(state) for call in calls)


def has_prepared_bid(state: ClientState) -> bool:
    """True if Enter makes the bid on the pad."""
    return can_bid(state) and state.ui.pad.touched


def holds(count: int) -> When:
    """A condition: the player holds this number of cards."""
    return lambda state: state.table is not None and len(state.table.view.hand) == count


def can_bid_word(word: str) -> When:
    """A condition: capot, or générale, may be bid."""

    def when(state: ClientState) -> bool:
        found = request(state)
        return found is not None and bidding(state) and any(word in words(found, d) for d in denominations(found))

    return when


can_bid_capot, can_bid_generale = can_bid_word("capot"), can_bid_word("generale")


def began_capot(state: ClientState) -> bool:
    """True right after the first letter of capot, which is also that of coinche."""
    return state.ui.once == "c" and can_bid_capot(state)


def can_prepare(state: ClientState) -> bool:
    """True when the player can choose a premove."""
    return state.table is not None and state.lesson is None and timing_and_premove.may_premove(state.table)


def can_prepare_one_of(count: int) -> When:
    """A condition: the player can choose a premove out of this number of cards."""
    return lambda state: can_prepare(state) and holds(count)(state)


def can_prepare_selected(state: ClientState) -> bool:
    """True when the player can take the card under the cursor as premove."""
    return can_prepare(state) and state.ui.card is not None


def has_prepared(state: ClientState) -> bool:
    """True when a premove is chosen and no overlay is open."""
    return state.table is not None and state.ui.premove is not None and state.ui.overlay is None


def can_be_advised(state: ClientState) -> bool:
    """True when a request is open and a hint is fair."""
    return request(state) is not None and state.table is not None and table_requests.may_advise(state.table)


def may_ask_while_typing(state: ClientState) -> bool:
    """True while a bid is being typed, where `h` is no letter of a suit in the player's language."""
    return typing(state) and letter(Denomination.HEARTS, state.ui.language) != "h"


def can_speak(state: ClientState) -> bool:
    """True when the player can announce something with a card."""
    found = request(state)
    return found is not None and bool(found.declarations or found.offers)


def can_claim(state: ClientState) -> bool:
    """True when the player takes all remaining tricks and there is more than one."""
    table = state.table if state.lesson is None else None
    return table is not None and playing(state) and len(table.view.hand) > 1 and table_requests.may_claim(table)
