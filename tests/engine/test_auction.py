"""Tests of the auction (F 4.1). West deals, so South speaks first, then East, North and West."""

from __future__ import annotations

import pytest

from coinche.engine.actions import IllegalAction, Reason, parse_action
from coinche.engine.bids import Bid
from coinche.engine.cards import PACK, Denomination
from coinche.engine.events import BidMade, Coinched, ContractSettled, Event, Passed, Surcoinched, ThrownIn
from coinche.engine.match import DealOver, State, apply, legal, next_deal, to_act
from coinche.engine.seats import Seat, Team
from tests.engine.house import house
from tests.engine.script import choices, dealt, hands, play

CAPOTS = ["capotS", "capotH", "capotD", "capotC"]


def after(script: str) -> State:
    return play(dealt(hands()), script)[0]


def bids(state: State) -> dict[str, int]:
    seat = to_act(state)
    assert seat is not None
    return {denomination.value: number for denomination, number in legal(state, seat).bids.items()}


def calls(state: State) -> list[str]:
    return [call for call in choices(state) if not call[0].isdigit()]


def settled(script: str) -> ContractSettled:
    _, events = play(dealt(hands()), script)
    (contract,) = (event for event in events if isinstance(event, ContractSettled))
    return contract


def test_the_dealer_s_neighbour_speaks_first_and_all_go_round_in_turn() -> None:
    """F 4.1, 3.4: anticlockwise."""
    state = dealt(hands(), dealer=Seat.SOUTH)
    spoke = []
    for call in ("pass", "80S", "90S", "100S", "110S"):
        spoke.append(to_act(state))
        state, _ = play(state, call)
    assert spoke == [Seat.EAST, Seat.NORTH, Seat.WEST, Seat.SOUTH, Seat.EAST]


def test_a_first_bid_is_80_at_least_in_any_suit() -> None:
    """F 4.1b."""
    assert bids(after("")) == dict.fromkeys("SHDC", 80)
    assert calls(after("")) == ["pass", *CAPOTS]


def test_bids_are_multiples_of_ten_without_a_limit() -> None:
    """F 4.1b: no maximum; 990 is the highest number on the wire."""
    hearts = [int(call[:-1]) for call in choices(after("")) if call[0].isdigit() and call.endswith("H")]
    assert hearts == list(range(80, 991, 10))


@pytest.mark.parametrize(
    ("script", "lowest"),
    [("80S", 90), ("80S pass", 90), ("80S 120H", 130), ("pass pass 200C pass pass", 210), ("990S", None)],
)
def test_a_bid_beats_the_last_one_in_every_suit(script: str, lowest: int | None) -> None:
    """F 4.1b. Partner over partner is allowed."""
    assert bids(after(script)) == ({} if lowest is None else dict.fromkeys("SHDC", lowest))


def test_who_has_passed_may_bid_later() -> None:
    """F 4.1a."""
    assert settled("pass 80H pass pass 90S pass pass pass") == ContractSettled(Seat.SOUTH, Bid("90S"), 1)


def test_three_passes_after_a_bid_end_the_auction() -> None:
    """F 4.1b: players cannot overbid themselves."""
    assert to_act(after("80H pass pass")) is Seat.WEST
    assert settled("80H pass pass pass") == ContractSettled(Seat.SOUTH, Bid("80H"), 1)
    assert settled("pass pass pass 80H pass pass pass").bidder is Seat.WEST


def test_four_passes_throw_the_deal_in_and_nobody_scores() -> None:
    """F 4.1a."""
    state, events = play(dealt(hands()), "pass pass pass pass")
    assert events == (*map(Passed, (Seat.SOUTH, Seat.EAST, Seat.NORTH, Seat.WEST)), ThrownIn())
    assert isinstance(state.phase, DealOver)
    assert (state.standing.totals.NS, state.standing.totals.EW, state.phase.score) == (0, 0, None)


def test_the_deal_passes_to_the_right_after_a_thrown_in_deal() -> None:
    """F 4.1a."""
    state, _ = next_deal(after("pass pass pass pass"), PACK)
    assert state.dealer is Seat.SOUTH
    assert to_act(state) is Seat.EAST


def test_capot_may_be_bid_at_any_time_and_nothing_goes_over_it() -> None:
    """F 4.1b: then the opponents pass or coinche, the partner passes."""
    assert set(CAPOTS) <= set(calls(after("990S pass")))
    assert (calls(after("capotH")), bids(after("capotH"))) == (["pass", "coinche"], {})
    assert (calls(after("capotH pass")), bids(after("capotH pass"))) == (["pass"], {})
    assert settled("80S capotH pass pass pass") == ContractSettled(Seat.EAST, Bid("capotH"), 1)


def test_one_coinches_a_bid_of_the_opponents_only() -> None:
    """F 4.1c."""
    assert "coinche" in calls(after("80H"))
    assert "coinche" not in calls(after("80H pass"))
    assert "coinche" in calls(after("80H pass pass"))
    assert "coinche" not in calls(after("pass"))


@pytest.mark.parametrize("seat", [Seat.NORTH, Seat.WEST, Seat.SOUTH])
def test_nobody_coinches_out_of_turn(seat: Seat) -> None:
    """F 4.1c: « on ne coinche pas à la volée »."""
    state = after("80H")
    assert tuple(legal(state, seat)) == ()
    with pytest.raises(IllegalAction) as refused:
        apply(state, seat, parse_action("coinche"))
    assert refused.value.reason is Reason.NOT_YOUR_TURN


@pytest.mark.parametrize("script", ["80H coinche", "80H coinche pass", "80H pass pass coinche", "capotS coinche"])
def test_a_coinche_freezes_the_contract(script: str) -> None:
    """F 4.1c: only the coinched side is asked, to pass or to surcoinche."""
    state = after(script)
    assert (calls(state), bids(state)) == (["pass", "surcoinche"], {})
    seat = to_act(state)
    assert seat is not None
    assert seat.team is Team.NORTH_SOUTH


def test_both_of_the_coinched_side_may_surcoinche_in_turn() -> None:
    """F 4.1d: after East's coinche North is next, then South."""
    assert to_act(after("80H coinche")) is Seat.NORTH
    assert to_act(after("80H coinche pass")) is Seat.SOUTH
    assert to_act(after("80H pass pass coinche")) is Seat.SOUTH
    assert to_act(after("80H pass pass coinche pass")) is Seat.NORTH


@pytest.mark.parametrize(
    ("script", "multiplier"),
    [
        ("80H coinche pass pass", 2),
        ("80H coinche surcoinche", 4),
        ("80H coinche pass surcoinche", 4),
        ("80H pass 90H pass pass pass", 1),
    ],
)
def test_coinche_doubles_and_surcoinche_redoubles_and_ends_the_auction(script: str, multiplier: int) -> None:
    """F 4.1c, 4.1d."""
    assert settled(script).multiplier == multiplier
    assert to_act(after(script)) is Seat.SOUTH


def test_the_events_of_an_auction() -> None:
    _, events = play(dealt(hands()), "80H coinche surcoinche")
    told: tuple[Event, ...] = (
        BidMade(Seat.SOUTH, Bid("80H")),
        Coinched(Seat.EAST),
        Surcoinched(Seat.NORTH),
        ContractSettled(Seat.SOUTH, Bid("80H"), 4),
    )
    assert events == told


def test_the_denominations_of_the_federation_are_the_four_suits() -> None:
    """F 11 is a variant."""
    assert not any(call[-1] in (Denomination.NO_TRUMP, Denomination.ALL_TRUMP) for call in choices(after("")))


@pytest.mark.parametrize(
    ("script", "call", "reason"),
    [
        ("", "70H", Reason.BID_TOO_LOW),
        ("", "85H", Reason.BID_OFF_STEP),
        ("", "80N", Reason.DENOMINATION_NOT_PLAYED),
        ("", "capotA", Reason.DENOMINATION_NOT_PLAYED),
        ("", "coinche", Reason.NO_BID_TO_COINCHE),
        ("", "surcoinche", Reason.NOT_COINCHED),
        ("", "JH", Reason.WRONG_PHASE),
        ("80S", "80H", Reason.BID_TOO_LOW),
        ("80S pass", "coinche", Reason.OWN_BID),
        ("80S", "surcoinche", Reason.NOT_COINCHED),
        ("80S coinche", "90H", Reason.CONTRACT_FROZEN),
        ("80S coinche", "capotH", Reason.CONTRACT_FROZEN),
        ("80S coinche", "coinche", Reason.ALREADY_COINCHED),
        ("capotH", "990S", Reason.NOTHING_OVER_CAPOT),
        ("capotH", "capotS", Reason.NOTHING_OVER_CAPOT),
    ],
)
def test_a_call_that_the_rules_forbid_names_the_rule(script: str, call: str, reason: Reason) -> None:
    state = after(script)
    seat = to_act(state)
    assert seat is not None
    with pytest.raises(IllegalAction) as refused:
        apply(state, seat, parse_action(call))
    assert refused.value.reason is reason


def test_a_bid_over_the_partners_coinche_names_the_house_rule() -> None:
    """West is East's partner."""
    state, _ = play(dealt(hands(), rules=house("coincher_partner=must_pass", "bridgee")), "80S coinche pass")
    with pytest.raises(IllegalAction) as refused:
        apply(state, Seat.WEST, parse_action("90H"))
    assert refused.value.reason is Reason.PARTNER_COINCHED


@pytest.mark.parametrize("notation", ["10S", "0S", "080S", "1000S", "80", "S", "80X", "capot", "Capot", "80s", " 80S"])
def test_what_is_no_bid(notation: str) -> None:
    """`10S` is a card."""
    with pytest.raises(ValueError, match="no bid"):
        Bid(notation)
