"""Tests of reviews: the costs of cards and calls are consistent under all rules and endings of a deal."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

import pytest

from coinche.bots.pimc import CardValue
from coinche.engine.actions import MakeBid, Pass, PlayCard
from coinche.engine.bids import Bid, BidKind, Contract
from coinche.engine.cards import PACK, Card
from coinche.engine.events import Result
from coinche.engine.presets import PRESETS, preset
from coinche.engine.record_lines import read_record
from coinche.engine.rules import TRICKS
from coinche.engine.seats import Points, Seat, Team
from coinche.engine.solver import ENGINE, Engine
from coinche.engine.tally import LAST_TRICK, Taking
from coinche.records.review.auction import Bargain, Bargaining, OpenDeal
from coinche.records.review.cards import ReviewedCard, beside_of, cards_played
from coinche.records.review.page import COLS, ReviewPage
from coinche.records.review.recorded_deal import RecordedDeal, deals_of
from coinche.records.review.review import DealReview, reviewed
from coinche.records.texts import written
from coinche.text.glyphs import UNICODE
from coinche.text.language import Language
from tests.client.matches import record_text
from tests.client.records.reviewing import NAMES, VECTORS, deals_in
from tests.engine.recording import recorded

COMPILED = ENGINE is Engine.C
MANY, EVERY = (3, 1) if COMPILED else (1, 6)
"""Vectors of each file, and of which files: fewer where a deal takes seconds."""
FILES = sorted(
    path.name.partition(".")[0]
    for path in VECTORS.glob("*.jsonl.xz")
    if not path.name.startswith(("end-", "positions", "match-"))
)[::EVERY]


@lru_cache(maxsize=64)
def played(name: str, count: int = MANY) -> tuple[tuple[RecordedDeal, tuple[ReviewedCard, ...]], ...]:
    return tuple((deal, tuple(cards_played(deal))) for deal in deals_in(name, count))


def taken(deal: RecordedDeal) -> Points:
    """The points of the cards and the last trick."""
    assert deal.end is not None
    last = deal.end.tricks[-1].winner
    assert last is not None
    return deal.end.points + Points.of(last.team, LAST_TRICK)


@pytest.mark.parametrize("name", FILES)
def test_the_value_before_the_lead_less_all_costs_is_what_was_taken(name: str) -> None:
    for deal, cards in played(name):
        if not cards:
            continue
        for team in Team:
            own = sum(card.points for card in cards if card.seat.team is team)
            theirs = sum(card.points for card in cards if card.seat.team is not team)
            assert cards[0].before.points[team] - own + theirs == taken(deal)[team]


@pytest.mark.parametrize("name", FILES)
def test_what_a_card_leaves_is_what_the_next_one_finds(name: str) -> None:
    for deal, cards in played(name):
        assert len(cards) in (0, len(PACK))
        for one, after in pairwise(cards):
            assert one.after == after.before
        if cards:
            assert deal.end is not None
            won = [team for team in Team if deal.end.won[team] == TRICKS]
            assert cards[-1].after == Taking(taken(deal), won[0] if won else None)


@pytest.mark.parametrize("name", FILES)
def test_no_card_brings_its_side_more_than_perfect_play_does(name: str) -> None:
    for _, cards in played(name):
        for card in cards:
            assert card.points >= 0
            assert bool(card.keeping) == card.is_mistake
            assert card.card not in card.keeping
            assert card.is_mistake or not card.turns
            assert len(card.keeping) < card.choices


@pytest.mark.parametrize("name", FILES)
def test_the_score_after_the_last_card_is_that_of_the_deal(name: str) -> None:
    for deal, cards in played(name):
        if cards:
            assert deal.score is not None
            last = cards[-1].score_after
            assert (last.scores, last.result, last.points) == (deal.score.scores, deal.score.result, deal.score.points)


@pytest.mark.skipif(not COMPILED, reason="among a few deals there need not be all")
def test_every_way_in_which_a_deal_ends_is_among_them() -> None:
    deals = [deal for name in FILES for deal, _ in played(name)]
    ends = {deal.score.result if deal.score else None for deal in deals}
    assert {Result.MADE, Result.FAILED, None} <= ends


@pytest.mark.skipif(not COMPILED, reason="the rare deals take minutes without the compiled solver")
def test_capots_and_generales_are_among_them() -> None:
    deals = [deal for deal, _ in played("rare-ibelote", 30)]
    kinds = {deal.end.contract.bid.kind for deal in deals if deal.end}
    assert kinds == set(BidKind)
    assert any(max(deal.end.won.NS, deal.end.won.EW) == TRICKS for deal in deals if deal.end)


def test_hands_that_are_dealt_in_two_parts_are_gone_through_whole() -> None:
    rules = preset("ffb").changed(two_stage_deal=True)
    deals = list(deals_of(recorded(rules, random.Random(3), deals=2)))
    assert all(len(hand) == TRICKS for deal in deals for hand in deal.hands.values())
    deal = next(deal for deal in deals if deal.end)
    cards = list(cards_played(deal))
    assert cards[-1].after.points == taken(deal)
    page = ReviewPage(written(Language.ENGLISH, UNICODE), {})
    assert "everybody's last two cards" in "\n".join(page.deal(reviewed(deal)))


@lru_cache
def gone_through() -> tuple[DealReview, ...]:
    """Deals of all presets, and those of a match with its draws and deals that were thrown in."""
    names = [name for name in FILES if name in PRESETS]
    deals = [deal for name in names for deal in deals_in(name, 1)]
    match = deals_of(read_record(record_text(1, 2, "ffb").splitlines()))
    return tuple(reviewed(deal) for deal in (*deals, *match))


def test_the_calls_of_a_side_cost_together_what_it_missed_most() -> None:
    for review in gone_through():
        deal = review.deal
        settled = review.open.difference + review.unsaid if review.open else 0
        for team in Team:
            calls = [call for call in review.calls if call.seat.team is team]
            assert all(call.cost >= 0 for call in calls)
            got = settled if team is Team.NORTH_SOUTH else -settled
            missed = max((call.better.gain(team) - got for call in calls), default=0)
            assert sum(call.cost for call in calls) == max(0, missed), deal.number


SCORE = r"(NS|EW) ([+-]?\d+) \((\d+) to (\d+)\)"


def test_the_page_has_the_scores_from_which_each_cost_of_a_call_follows() -> None:
    for review in gone_through():
        lines = list(ReviewPage(written(Language.ENGLISH, UNICODE), NAMES).deal(review))
        assert max(map(len, lines)) <= COLS
        page = " ".join(" ".join(lines).split())
        assert all(int(more) == int(one) - int(other) for _, more, one, other in re.findall(SCORE, page))
        told = re.findall(
            rf"cost (\d+) in the score\. Better: [^()]*(?:\([^()]*\): )?{SCORE}\. As it was, [^.]*? {SCORE}\."
            r"(?: The loss is (\d+), but a later call could still have won back (\d+)\.)?",
            page,
        )
        assert [int(each[0]) for each in told] == [call.cost for call in review.calls if call.cost]
        for cost, side, better, _, _, same, settled, _, _, missed, later in told:
            assert (side, int(cost)) == (same, int(better) - int(settled) - int(later or 0))
            assert int(missed or cost) == int(better) - int(settled)


def test_a_better_call_leads_to_where_the_auction_would_have_ended() -> None:
    for review in gone_through():
        deal = review.deal
        bargaining = Bargaining(
            OpenDeal(deal.hands, deal.dealer, deal.rules, deal.held),
            (heard.action.bid for heard in deal.calls if isinstance(heard.action, MakeBid)),
        )
        for heard, call in zip(deal.calls, review.calls, strict=True):
            assert bool(call.instead) == (call.cost > 0 and heard.before.turn is call.seat)
            assert call.action not in call.instead
            for action in call.instead:
                end = bargaining.end(bargaining.after(heard.before, call.seat, action))
                assert end.reckoned == call.better.reckoned


def test_of_a_call_out_of_turn_is_said_that_it_should_not_have_been_made() -> None:
    """A player coinched out of turn."""
    review = next(review for review in gone_through() for heard in review.calls if heard.cost and not heard.instead)
    page = " ".join(" ".join(ReviewPage(written(Language.ENGLISH, UNICODE), NAMES).deal(review)).split())
    assert re.search(r"coinche cost \d+ in the score. Better: silence, which leads to \d", page)


def test_the_tricks_of_a_side_sum_up_to_what_the_cards_gave_it() -> None:
    """Also where the last trick is worth more because one side took all."""
    swept = [
        deal for deal in deals_in("rare-ibelote", 30) if deal.end and max(deal.end.won.NS, deal.end.won.EW) == TRICKS
    ]
    swept_review = [reviewed(swept[0])] if COMPILED else []
    for review in (*gone_through(), *swept_review):
        page = " ".join(" ".join(ReviewPage(written(Language.ENGLISH, UNICODE), NAMES).deal(review)).split())
        end, score = review.deal.end, review.deal.score
        if end is None or score is None:
            continue
        taken = dict.fromkeys(Team, 0)
        for seat, worth in re.findall(r"; ([NESW]) takes (\d+)", page):
            taken[Seat(seat).team] += int(worth)
        beside = beside_of(end, score, review.deal.rules)
        assert Points(**taken) == score.points - beside.belote - beside.declarations


def test_the_best_contract_is_made_and_none_that_is_made_is_better() -> None:
    for review in gone_through():
        for team, best in review.best.items():
            if best.contract is None:
                continue
            assert best.reckoned is not None
            assert (best.contract.takers, best.reckoned.result) == (team, Result.MADE)
            hands = OpenDeal(review.deal.hands, review.deal.dealer, review.deal.rules, review.deal.held)
            higher = Contract(bid=_next(best.contract.bid, review.deal), bidder=team.seats[0])
            told = hands.worth(higher)
            assert told.result is not Result.MADE or told.gain(team) <= best.gain(team)


def _next(bid: Bid, deal: RecordedDeal) -> Bid:
    step = deal.rules.auction.bid_step
    return Bid(f"{bid.value + step}{bid.denomination}") if bid.value else bid


def test_a_deal_that_was_thrown_in_has_calls_and_no_cards() -> None:
    thrown_in = next(review for review in gone_through() if review.deal.score is None)
    assert (thrown_in.cards, thrown_in.open, thrown_in.decisive, thrown_in.contract) == ((), None, None, None)
    assert thrown_in.calls
    assert thrown_in.par.contract is None or sum(call.cost for call in thrown_in.calls) >= abs(thrown_in.par.difference)


def test_a_deal_that_is_not_over_is_not_gone_through() -> None:
    lines = record_text(1, 2, "ffb").splitlines()
    whole_record = list(deals_of(read_record(lines)))
    begun = list(deals_of(read_record(lines[:-1])))
    assert len(begun) == len(whole_record) - 1


def test_the_decisive_card_is_the_last_that_turned_the_contract() -> None:
    for review in gone_through():
        if review.decisive is None:
            ends = {card.score_after.result for card in review.cards}
            assert not ends or (review.open is not None and ends == {review.open.result})
        else:
            assert review.deal.score is not None
            assert review.decisive.score_after.result is review.deal.score.result
            assert review.decisive.score_before.result is not review.deal.score.result


def test_what_was_not_said_costs_its_side() -> None:
    """Somebody had a belote and said nothing."""
    deal, beside = next(
        (deal, beside)
        for deal in deals_in("rare-ffb", 20)
        if deal.end and deal.score and (beside := beside_of(deal.end, deal.score, deal.rules)).belote != Points()
    )
    assert deal.score is not None
    silent = replace(deal, score=replace(deal.score, points=deal.score.points - beside.belote))
    lost = reviewed(silent).unsaid - reviewed(deal).unsaid
    assert (lost > 0) == (beside.belote.NS > 0)


def test_declarations_and_belotes_count_as_if_all_were_said() -> None:
    hands = {
        Seat.NORTH: "7S 8S 9S KS QS AS AH AD",
        Seat.EAST: "7H 8H 9H 7D 8D 9D 7C 8C",
        Seat.SOUTH: "10S JS 10H JH 10D JD 10C JC",
        Seat.WEST: "QH KH QD KD 9C QC KC AC",
    }
    cards = {seat: tuple(card for card in PACK if card in text.split()) for seat, text in hands.items()}
    deal = OpenDeal(cards, Seat.SOUTH, preset("ffb"))
    beside = deal.beside(Contract(bid=Bid("80S"), bidder=Seat.NORTH))
    assert beside.belote == Points(NS=20)
    assert beside.declarations.NS >= 200


@pytest.mark.parametrize(("worlds", "clear"), [(400, True), (100, True), (25, False)])
def test_a_card_was_clearly_better_only_beyond_the_luck_of_the_worlds_that_were_judged(
    worlds: int, clear: bool
) -> None:
    best, played = (
        CardValue(action=PlayCard(card), utility=use, deviation=60.0, worlds=worlds)
        for card, use in ((Card.SA, 20.0), (Card.S7, 0.0))
    )
    assert best.is_clearly_better(played) is clear


def test_who_should_have_passed_where_nobody_bids_is_told_so() -> None:
    deal = next(review for review in gone_through() if any(call.cost for call in review.calls))
    call = replace(next(call for call in deal.calls if call.cost), better=Bargain(), instead=(Pass(),))
    page = ReviewPage(written(Language.ENGLISH, UNICODE), NAMES)
    said = " ".join(" ".join(page.deal(replace(deal, calls=(call,)))).split())
    assert re.search(r"Better: pass, and everybody passes, (NS|EW) 0 \(0 to 0\)", said)
