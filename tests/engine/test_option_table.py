"""Tests of every option of the table and the deal, value by value: direction, shuffle and cut, batches, two stages.

The published pack is 7S 8S 9S 10S JS QS KS AS, then hearts, diamonds and clubs in the same order.
"""

from __future__ import annotations

import pytest

from coinche.engine.cards import PACK
from coinche.engine.deal_phases import Cutting
from coinche.engine.dealing import dealt
from coinche.engine.events import CardPlayed, DealStarted, HandDealt, Passed
from coinche.engine.match import State, gathered, legal, new_match, next_deal, to_act
from coinche.engine.seats import Seat
from coinche.engine.view import view
from tests.engine.deals import DEALS, begun, played
from tests.engine.house import house, numbered
from tests.engine.script import cards, choices, play

THROWN_IN = "pass pass pass pass"
# options, preset, the dealer, the order of dealing, speaking and leading
WAYS = [
    ("direction=anticlockwise", "stayandplay-both", "S", "E N W S"),  # F 3.4
    ("direction=anticlockwise", "stayandplay-both", "W", "S E N W"),
    ("direction=clockwise", "ffb", "S", "W N E S"),  # S "The Game"
    ("direction=clockwise", "ffb", "N", "E S W N"),
]


@pytest.mark.parametrize(("options", "preset", "dealer", "order"), WAYS, ids=numbered(WAYS))
def test_the_way_round(options: str, preset: str, dealer: str, order: str) -> None:
    start, _ = new_match(house(options, preset), Seat(dealer))
    state, opening = next_deal(start, PACK)
    after, calls = play(state, THROWN_IN)
    assert [event.seat for event in opening if isinstance(event, HandDealt)] == order.split()
    assert [event.seat for event in calls if isinstance(event, Passed)] == order.split()
    assert next_deal(after, PACK)[0].dealer == order.split()[0]


@pytest.mark.parametrize(("options", "preset", "dealer", "order"), WAYS, ids=numbered(WAYS))
def test_the_way_round_of_the_first_trick(options: str, preset: str, dealer: str, order: str) -> None:
    state, _ = next_deal(new_match(house(options, preset), Seat(dealer))[0], PACK)
    state, _ = play(state, "80H pass pass pass")
    seats = []
    for _ in range(4):
        state, events = play(state, choices(state)[0])
        seats += [event.seat for event in events if isinstance(event, CardPlayed)]
    assert seats == order.split()


# options, preset, the dealer, and who cuts: the seat before the dealer
CUTTERS = [
    ("direction=anticlockwise, shuffle=never", "pagat", "S", "W"),  # P "The Deal": "the player to dealer's left cuts"
    ("direction=clockwise, shuffle=never", "pagat", "S", "E"),
    ("shuffle=never", "ffb", "E", "S"),
    ("shuffle=every_deal", "ffb", "E", "nobody"),
    ("shuffle=every_deal, reshuffle_after_passes=none", "online", "E", "nobody"),
]


@pytest.mark.parametrize(("options", "preset", "dealer", "cutter"), CUTTERS, ids=numbered(CUTTERS))
def test_who_cuts(options: str, preset: str, dealer: str, cutter: str) -> None:
    state, _ = next_deal(new_match(house(options, preset), Seat(dealer))[0], PACK)
    who = state.phase.turn if isinstance(state.phase, Cutting) else "nobody"
    assert who == cutter


AS_DEALT_323 = "7S 8S 9S JH QH JD QD KD  10S JS QS KH AH AD 7C 8C  KS AS 7H 7D 8D 9C 10C JC  8H 9H 10H 9D 10D QC KC AC"
"""The published pack dealt three, two, three: hand by hand, the dealer's last."""

DEALERS_PILE_FIRST = """
AH JH 10H 9H  7C QC 8C 9C
8D JD 8H 9D  KD AD 10D AS  7H KC AC QD  9S KS 7S 8S  JC 10C QH 7D  KH QS JS 10S
"""
"""The tricks of deal A in the order taken, those of the dealer's side on top: the other side led."""

# options, preset, what is done with the published pack or with which deal, the pack of the next deal
GATHERED = [
    ("shuffle=every_deal", "ffb", THROWN_IN, None),  # F 3.2
    ("shuffle=every_deal, reshuffle_after_passes=none", "online", "A", None),
    ("shuffle=never", "ffb", THROWN_IN, AS_DEALT_323),  # O "The deal"; P "Variations, Deal"
    ("shuffle=never", "ffb", "A", DEALERS_PILE_FIRST),  # West dealt and is not of the leader's side
    ("shuffle=never", "stayandplay-both", "A", DEALERS_PILE_FIRST),
]


def after(options: str, preset: str, what: str) -> State:
    """One deal further: the pack as published and uncut goes round, or a deal is played."""
    start = begun(house(options, preset))
    if what in DEALS:
        return played(start, DEALS[what], "80H pass pass pass")[0]
    return play(uncut(start), what)[0]


def uncut(state: State) -> State:
    """The next deal of the pack in its published order, which lies cut where somebody cuts."""
    pack = gathered(state)
    state, _ = next_deal(state, pack or (*PACK[-16:], *PACK[:-16]))
    return play(state, "cut:16")[0] if isinstance(state.phase, Cutting) else state


@pytest.mark.parametrize(("options", "preset", "what", "pack"), GATHERED, ids=numbered(GATHERED))
def test_what_lies_before_the_next_dealer(options: str, preset: str, what: str, pack: str | None) -> None:
    found = gathered(after(options, preset, what))
    assert (None if found is None else " ".join(found).split()) == (None if pack is None else pack.split())


# options, preset, deals so far (thrown in: -, played: A), whether the next one is shuffled
RESHUFFLES = [
    ("reshuffle_after_passes=none", "online", "----", False),
    ("reshuffle_after_passes=none", "online", "-----", False),
    ("reshuffle_after_passes=4", "online", "--", False),  # O "The deal"
    ("reshuffle_after_passes=4", "online", "---", False),
    ("reshuffle_after_passes=4", "online", "----", True),
    ("reshuffle_after_passes=4", "online", "-----", False),  # it begins anew
    ("reshuffle_after_passes=4", "online", "A---", False),
    ("reshuffle_after_passes=4", "online", "A----", True),
    ("reshuffle_after_passes=2", "online", "--", True),
    ("reshuffle_after_passes=2, shuffle=never", "ffb", "-", False),
]


@pytest.mark.parametrize(("options", "preset", "deals", "shuffled"), RESHUFFLES, ids=numbered(RESHUFFLES))
def test_thrown_in_deals_in_a_row_that_bring_a_shuffle(options: str, preset: str, deals: str, shuffled: bool) -> None:
    state = begun(house(options, preset))
    for what in deals:
        if what == "A":
            state, _ = played(state, DEALS[what], "80H pass pass pass")
        else:
            state, _ = play(uncut(state), THROWN_IN)
    _, events = next_deal(state, gathered(state) or PACK)
    assert [event.shuffled for event in events if isinstance(event, DealStarted)] == [shuffled]


# options, preset, the dealer, a seat, and what it gets of the published pack
HANDS = [
    ("deal_batches=3 2 3", "ffb", "S", "E", "7S 8S 9S  JH QH  JD QD KD"),  # F 3.4: cards 1-3, 13-14, 21-23
    ("deal_batches=3 3 2", "ffb", "S", "E", "7S 8S 9S  JH QH KH  7C 8C"),  # 1-3, 13-15, 25-26
    ("deal_batches=2 3 3", "ffb", "S", "E", "7S 8S  7H 8H 9H  JD QD KD"),  # 1-2, 9-11, 21-23
    ("deal_batches=2 2 2 2", "ffb", "S", "E", "7S 8S  7H 8H  7D 8D  7C 8C"),
    # P "Variations, Deal": "batches of four". The first gets 1-4 and 17-20, the second 5-8 and 21-24, and so on
    ("deal_batches=4 4", "pagat", "S", "E", "7S 8S 9S 10S  7D 8D 9D 10D"),
    ("deal_batches=4 4", "pagat", "S", "N", "JS QS KS AS  JD QD KD AD"),
    ("deal_batches=4 4", "pagat", "S", "W", "7H 8H 9H 10H  7C 8C 9C 10C"),
    ("deal_batches=4 4", "pagat", "S", "S", "JH QH KH AH  JC QC KC AC"),
    ("deal_batches=4 4", "stayandplay-both", "S", "W", "7S 8S 9S 10S  7D 8D 9D 10D"),
    ("deal_batches=4 4", "stayandplay-both", "S", "E", "7H 8H 9H 10H  7C 8C 9C 10C"),
    ("deal_batches=4 4", "ffb", "N", "W", "7S 8S 9S 10S  7D 8D 9D 10D"),
    ("deal_batches=4 4", "ffb", "N", "E", "7H 8H 9H 10H  7C 8C 9C 10C"),
]


@pytest.mark.parametrize(("options", "preset", "dealer", "seat", "hand"), HANDS, ids=numbered(HANDS))
def test_what_a_seat_is_dealt(options: str, preset: str, dealer: str, seat: str, hand: str) -> None:
    (hands,) = dealt(PACK, Seat(dealer), house(options, preset).table)
    assert " ".join(hands[Seat(seat)]) == " ".join(hand.split())


# options, preset, the dealer, a seat, what it holds in the auction, what it gets after it, of the published pack
STAGES = [
    ("two_stage_deal=false", "pagat", "S", "E", "7S 8S 9S JH QH JD QD KD", ""),
    # P "Variations, Deal": six cards in batches of three: 1-3 and 13-15; after the bidding two more: 25 and 26
    ("two_stage_deal=true", "pagat", "S", "E", "7S 8S 9S JH QH KH", "7C 8C"),
    ("two_stage_deal=true", "pagat", "S", "N", "10S JS QS AH 7D 8D", "9C 10C"),
    ("two_stage_deal=true", "pagat", "S", "W", "KS AS 7H 9D 10D JD", "JC QC"),
    ("two_stage_deal=true", "pagat", "S", "S", "8H 9H 10H QD KD AD", "KC AC"),
    ("two_stage_deal=true", "stayandplay-both", "S", "W", "7S 8S 9S JH QH KH", "7C 8C"),
    ("two_stage_deal=true", "stayandplay-both", "S", "E", "KS AS 7H 9D 10D JD", "JC QC"),
    ("two_stage_deal=true", "ffb", "W", "S", "7S 8S 9S JH QH KH", "7C 8C"),
    ("two_stage_deal=true", "ffb", "W", "W", "8H 9H 10H QD KD AD", "KC AC"),
]


@pytest.mark.parametrize(("options", "preset", "dealer", "seat", "first", "later"), STAGES, ids=numbered(STAGES))
def test_the_auction_comes_before_the_last_two_cards(
    options: str, preset: str, dealer: str, seat: str, first: str, later: str
) -> None:
    state, _ = next_deal(new_match(house(options, preset), Seat(dealer))[0], PACK)
    assert set(view(state, Seat(seat)).hand) == set(first.split())
    state, events = play(state, "80H pass pass pass")
    assert set(view(state, Seat(seat)).hand) == set(f"{first} {later}".split())
    told = [event.cards or () for event in events if isinstance(event, HandDealt) and event.seat == seat]
    assert [" ".join(two) for two in told] == ([later] if later else [])


def test_a_belote_and_a_tierce_may_come_with_the_last_two_cards() -> None:
    """The pack deals East AH QH JH 7S 8S JC, and after the auction KH and 9S."""
    six = "AH QH JH  7D 8D 9D  10D JD QD  KD AD 7C   7S 8S JC  8C 9C 10C  QC KC AC  7H 8H 9H"
    pack = cards(f"{six}  KH 9S  10H 10S  JS QS  KS AS")
    state, _ = next_deal(new_match(house("two_stage_deal=true", "ffb"), Seat.SOUTH)[0], pack)
    assert len(view(state, Seat.EAST).hand) == 6
    state, _ = play(state, "80H pass pass pass")
    allowed = set(choices(state))
    assert {"KH+belote", "KH+belote+cinquante:JHQHKHAH", "7S+tierce:7S8S9S"} <= allowed


def test_the_cards_of_a_two_stage_deal_that_nobody_got_lie_below_when_it_is_thrown_in() -> None:
    """P "Variations, Deal": six cards are dealt, the last eight stay in the pack."""
    pack = gathered(after("shuffle=never, two_stage_deal=true", "ffb", THROWN_IN))
    assert pack is not None
    assert " ".join(pack) == (
        "7S 8S 9S JH QH KH 10S JS QS AH 7D 8D KS AS 7H 9D 10D JD 8H 9H 10H QD KD AD 7C 8C 9C 10C JC QC KC AC"
    )


def test_every_cut_leaves_three_cards_on_either_side() -> None:
    """F 3.3."""
    state, _ = next_deal(new_match(house("shuffle=never", "ffb"), Seat.SOUTH)[0], PACK)
    seat = to_act(state)
    assert seat is not None
    assert [str(action) for action in legal(state, seat)] == [f"cut:{at}" for at in range(3, 30)]
