"""Tests of the bidding of `expert`: legal in all rules, from its own view, repeatable; certain contracts are bid."""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterator
from dataclasses import replace

import pytest

from coinche.bots.beliefs.auction_likelihood import CALL_LOG_LIKELIHOODS, CallKind, auction_evidence
from coinche.bots.beliefs.conventions import SUM_COUNT
from coinche.bots.bidding.auction_policy import auction_state, auction_terms, complete_auction, final_contract
from coinche.bots.bidding.call_search import CallSearch, SearchSettings
from coinche.bots.bidding.rollout import bidding_hand
from coinche.bots.built_in import Steady
from coinche.bots.double_dummy_correction import ExpectedScores, SidePoints
from coinche.bots.hand_strength import (
    DENOMINATIONS,
    PARTNER,
    TAKER,
    bits,
    by_suit,
    cards_of,
    expected_declarations,
    hand_strength,
    likely_declarations,
    no_suit_points,
    suit_points,
)
from coinche.bots.steady.bidding import natural_call
from coinche.engine.actions import Action, Coinche, Legal, MakeBid, Pass, Surcoinche, parse_action
from coinche.engine.auction import Auction, heard
from coinche.engine.bids import Bid, BidKind, Contract
from coinche.engine.cards import PACK, Card, Denomination, Suit
from coinche.engine.deal_phases import Bidding
from coinche.engine.dealing import shuffled
from coinche.engine.match import State, apply, legal, may_act, new_match, next_deal, to_act
from coinche.engine.presets import FFB, PRESETS
from coinche.engine.rules import RuleSet, Shuffle
from coinche.engine.seats import Seat
from coinche.engine.solver import CallEvidence
from coinche.engine.view import TableView, view

QUICK = SearchSettings(worlds=10, candidates=100)
TWO_STAGES = FFB.changed(two_stage_deal=True, deal_batches=(3, 3, 2))
HOUSE = FFB.changed(bid_step=5, bid_minimum=75, bid_maximum=150, denomination_order="ranked")


def dealt(rules: RuleSet, seed: int) -> State:
    """A board with its cards dealt."""
    state, _ = new_match(shuffling(rules), tuple(Seat)[seed % 4], board=True)
    state, _ = next_deal(state, shuffled(random.Random(seed).randbytes(32)))
    return state


def shuffling(rules: RuleSet) -> RuleSet:
    return rules.changed(shuffle=Shuffle.EVERY_DEAL, reshuffle_after_passes=None)


def questions(rules: RuleSet, seed: int) -> Iterator[tuple[State, Seat, TableView, Legal]]:
    """Every question of an auction at random, out of turn too, each seat soon saying something else than pass."""
    chance = random.Random(seed)
    state = dealt(rules, seed)
    while isinstance(state.phase, Bidding) and (turn := to_act(state)) is not None:
        for seat in (*may_act(state), turn):
            allowed = legal(state, seat)
            if seat is not turn:
                allowed = replace(allowed, actions=(Pass(), *allowed.actions))
            yield state, seat, view(state, seat), allowed
        state, _ = apply(state, turn, at_random(legal(state, turn), chance))


def at_random(allowed: Legal, chance: random.Random) -> Action:
    """A call; low numbers are likelier."""
    said: list[Action] = [*allowed.actions, Pass(), Pass()]
    said += [MakeBid(Bid(f"{lowest}{denomination}")) for denomination, lowest in allowed.bids.items()]
    return chance.choice(said)


@pytest.mark.parametrize("rules", [*PRESETS.values(), TWO_STAGES, HOUSE], ids=[*PRESETS, "two stages", "house"])
def test_calls_are_legal_wherever_an_auction_may_get_to(rules: RuleSet) -> None:
    bidder = CallSearch(rules, QUICK)
    for seed in range(3):
        for _, _, seen, allowed in questions(rules, seed):
            for one in bidder.evaluate(seen, allowed, 1, auction_evidence(seen, rules)):
                assert one.action in allowed, f"{one.action} in {seen}"


def test_nobody_coinches_beyond_the_natural_rule() -> None:
    for seed in range(8):
        for _, _, seen, allowed in questions(FFB, seed):
            weighed = {
                one.action for one in CallSearch(FFB, QUICK).evaluate(seen, allowed, 1, auction_evidence(seen, FFB))
            }
            assert not weighed & {Coinche(), Surcoinche()} - {natural_call(seen, allowed, FFB)}


def test_the_same_seed_says_the_same_again() -> None:
    said = [
        [bidder.evaluate(seen, allowed, 5, auction_evidence(seen, FFB)) for _, _, seen, allowed in questions(FFB, 4)]
        for bidder in (CallSearch(FFB, QUICK), CallSearch(FFB, QUICK))
    ]
    assert said[0] == said[1]


def test_hands_that_are_not_seen_change_nothing() -> None:
    for state, seat, seen, allowed in questions(FFB, 8):
        assert isinstance(state.phase, Bidding)
        hands = dict(state.phase.hands)
        first, second = (other for other in Seat if other is not seat and other is not seat.partner)
        hands[first], hands[second] = hands[second], hands[first]
        other = replace(state, phase=replace(state.phase, hands=hands))
        before = CallSearch(FFB, QUICK).evaluate(seen, allowed, 5, auction_evidence(seen, FFB))
        assert before == CallSearch(FFB, QUICK).evaluate(
            view(other, seat), allowed, 5, auction_evidence(view(other, seat), FFB)
        )


# --- facts ---------------------------------------------------------------------------------------------------


def held(cards: str) -> tuple[Card, ...]:
    return tuple(Card(notation) for notation in cards.split())


def asked(
    hand: str, *calls: str, rules: RuleSet = FFB, hands: dict[Seat, str] | None = None
) -> tuple[TableView, Legal]:
    """The request to the seat on turn with this hand after those calls; South has dealt."""
    direction = rules.table.direction
    auction = Auction((), None, Seat.SOUTH.next(direction))
    for said in calls:
        assert auction.turn is not None
        auction = heard(auction, auction.turn, parse_action(said), rules.auction, direction)
    assert auction.turn is not None
    me = auction.turn
    mine = held(hand)
    rest = iter(card for card in PACK if card not in mine)
    others = {seat: tuple(next(rest) for _ in range(8)) for seat in Seat if seat is not me}
    state = dealt(rules, 1)
    assert isinstance(state.phase, Bidding)
    bidding = replace(state.phase, hands={**others, me: mine}, auction=auction)
    state = replace(state, dealer=Seat.SOUTH, phase=bidding)
    return view(state, me), legal(state, me)


EVERYTHING = "JS 9S AS 10S KS QS AH AD"


def test_who_takes_all_eight_from_wherever_the_cards_lie_bids_capot() -> None:
    assert str(CallSearch(FFB).choose(*asked(EVERYTHING), 1)) == "capotS"


def test_nobody_overbids_a_capot_of_his_partner() -> None:
    assert CallSearch(FFB).choose(*asked("7S 8S 9H AH JC 9C AC 10C", "capotS", "pass"), 1) == Pass()


def test_a_contract_that_fails_in_every_world_is_coinched() -> None:
    seen, allowed = asked("JS 9S AS 10S KS 8S AH AD", "120S")
    assert CallSearch(FFB).choose(seen, allowed, 1) == Coinche()


def test_a_contract_that_is_made_in_every_world_is_not_coinched() -> None:
    seen, allowed = asked("7H 8H 7D 8D 7C 8C QC QD", "80S")
    assert CallSearch(FFB).choose(seen, allowed, 1) == Pass()


def test_a_poor_hand_passes_without_a_thought() -> None:
    seen, allowed = asked("7H 8H 7D 8D 7C 8C QC QD")
    assert [one.action for one in CallSearch(FFB).evaluate(seen, allowed, 1)] == [Pass()]


# --- tables --------------------------------------------------------------------------------------------------


def hands_at_random(n: int) -> Iterator[tuple[Card, ...]]:
    chance = random.Random(3)
    for _ in range(n):
        chosen = set(chance.sample(PACK, 8))
        yield tuple(card for card in PACK if card in chosen)


def test_tables_by_suit_say_what_the_hand_is_worth() -> None:
    for hand in hands_at_random(60):
        found = hand_strength(bits(hand))
        for place, denomination in enumerate(DENOMINATIONS):
            if denomination in (Denomination.NO_TRUMP, Denomination.ALL_TRUMP):
                assert found.taker[place] == pytest.approx(no_suit_points(hand, denomination))
            else:
                assert found.taker[place] == pytest.approx(suit_points(hand, Suit(denomination), TAKER))
                assert found.partner[place] == pytest.approx(suit_points(hand, Suit(denomination), PARTNER))
        assert likely_declarations(bits(hand)) == expected_declarations(hand)
        assert cards_of(bits(hand)) == hand


ENDED_BY_COINCHE = {name: rules for name, rules in PRESETS.items() if rules.auction.coinche_ends_auction}
"""The numbers know no bid over a coinche."""


@pytest.mark.parametrize("rules", ENDED_BY_COINCHE.values(), ids=ENDED_BY_COINCHE)
def test_an_auction_of_numbers_ends_as_steadys_own(rules: RuleSet) -> None:
    terms = auction_terms(rules)
    for seed in range(20):
        state = dealt(rules, seed)
        assert isinstance(state.phase, Bidding)
        hands, auction = state.phase.hands, state.phase.auction
        assert auction.turn is not None
        around = auction.turn.round(rules.table.direction)
        bidding_hands = tuple(bidding_hand(bits(hands[seat]), terms) for seat in around)
        ended = final_contract(complete_auction(auction_state(auction, around), bidding_hands, terms), around, None)
        bot = Steady()
        bot.rules = rules
        while isinstance(state.phase, Bidding) and (turn := to_act(state)) is not None:
            action = bot.choose(view(state, turn), legal(state, turn))
            if isinstance(action, MakeBid) and action.bid.kind is BidKind.CAPOT:
                ended = None  # the numbers know no capot
                break
            state, _ = apply(state, turn, action)
        contract = getattr(state.phase, "contract", None)
        if ended is not None:
            assert contract is not None
            assert (ended.bid, ended.bidder, ended.multiplier) == (contract.bid, contract.bidder, contract.multiplier)


def test_more_points_never_score_less_for_the_takers() -> None:
    for rules in PRESETS.values():
        expected_scores = ExpectedScores(rules)
        contract = Contract(bid=Bid("100H"), bidder=Seat.EAST)
        worths = [expected_scores.expected(contract, points) for points in range(20, 160, 8)]
        assert worths == sorted(worths)


def test_a_belote_helps_its_side() -> None:
    expected_scores = ExpectedScores(FFB)
    contract = Contract(bid=Bid("100H"), bidder=Seat.EAST)
    ours, theirs = (expected_scores.expected(contract, 95, SidePoints(belote=points)) for points in (20, -20))
    assert ours > expected_scores.expected(contract, 95) > theirs


# --- evidence ------------------------------------------------------------------------------------------------


JACK = 1 << PACK.index(Card("JS"))


def weight(piece: CallEvidence, hand: int) -> float:
    """The logarithm of how likely what was said is from the hand."""
    table, likely = array("h", piece.worth), array("f", piece.likely)
    total = sum(table[256 * at + holding] for at, holding in enumerate(by_suit(hand)))
    return likely[min(max(total, 0), SUM_COUNT - 1)]


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_evidence_never_rules_out_the_truth(rules: RuleSet) -> None:
    for seed in range(4):
        for state, _, seen, _ in questions(rules, seed):
            assert isinstance(state.phase, Bidding)
            for piece in auction_evidence(seen, rules):
                assert piece.seat is not seen.viewer
                assert -7 < weight(piece, bits(state.phase.hands[piece.seat])) <= 0


def test_who_opens_in_a_suit_is_likelier_to_be_strong_there() -> None:
    seen, _ = asked("7H 8H 7D 8D 7C 8C QC QD", "110S", "pass")
    strong = bits(held("JS 9S AS 8S AH KH 9D 9C"))
    weak = bits(held("KS QS 10H JH QH 10D JD 10C"))
    pieces = [piece for piece in auction_evidence(seen, FFB) if piece.seat is Seat.EAST]
    assert pieces
    assert sum(weight(p, strong) for p in pieces) > sum(weight(p, weak) for p in pieces) + 2


def test_every_kind_of_call_has_its_curve() -> None:
    assert set(CALL_LOG_LIKELIHOODS) == set(CallKind)
    assert all(max(curve) == 0 for curve in CALL_LOG_LIKELIHOODS.values())


def test_worlds_are_drawn_by_what_was_said() -> None:
    seen, _ = asked("7H 8H 7D 8D 7C 8C QC QD", "110S", "pass")
    bidder = CallSearch(FFB)
    jacks = []
    for pieces in ((), auction_evidence(seen, FFB)):
        rollout = bidder.rollout(seen, 1, pieces)
        east = rollout.around.index(Seat.EAST)
        jacks.append(sum(world.hands[east] & JACK > 0 for world in rollout.worlds) / len(rollout.worlds))
    assert jacks[1] > jacks[0] + 0.2
