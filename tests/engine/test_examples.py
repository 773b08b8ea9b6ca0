"""Tests of the options' examples: their sums are right, and the engine agrees on the same deal or trick."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest

from coinche.engine.bids import Bid, Contract
from coinche.engine.card_values import points_of
from coinche.engine.cards import Denomination
from coinche.engine.dealing import stacked
from coinche.engine.legal_cards import playable
from coinche.engine.presets import PAGAT, PRESETS
from coinche.engine.rules import DESCRIBED, HAND_SIZE, Meaning, TableRules
from coinche.engine.rules.parsing import changed
from coinche.engine.scoring import score
from coinche.engine.seats import ZERO, Points, Seat, Team
from coinche.engine.tally import Tally
from tests.engine.script import cards

NS, EW = Team.NORTH_SOUTH, Team.EAST_WEST
SUM = re.compile(r"[\d(][\d+×() ]*= \d+")
SUMS = [
    (f"{option.name}={meaning.value}", found)
    for option in DESCRIBED.values()
    for meaning in option.values
    for found in SUM.findall(meaning.example)
]


def of(option: str, value: object) -> Meaning:
    """The option's text about a value."""
    return next(meaning for meaning in DESCRIBED[option].values if meaning.value == str(value))


@pytest.mark.parametrize(("where", "written"), SUMS, ids=[f"{where}: {written}" for where, written in SUMS])
def test_the_sum_is_right(where: str, written: str) -> None:
    left, right = written.split(" = ")
    total = sum(_product(term) for term in _opened(left).split(" + "))
    assert total == int(right)


def _opened(text: str) -> str:
    """The sum with `2 × (160 + 110)` written out."""
    return re.sub(r"(\d+) × \(([^)]*)\)", lambda found: f"{found[1]} × {_total(found[2])}", text)


def _total(text: str) -> int:
    return sum(map(int, text.split(" + ")))


def _product(term: str) -> int:
    product = 1
    for factor in term.split(" × "):
        product *= int(factor)
    return product


@dataclass(frozen=True, kw_only=True)
class Deal:
    """A deal as an example tells it. `points` are those of North and South with 10 for the last trick."""

    option: str
    value: object
    bid: str
    points: int
    scores: Points
    base: str = "pagat"
    besides: tuple[tuple[str, object], ...] = ()
    times: int = 1
    tricks: int = 5
    belote: Points = ZERO
    declared: Points = ZERO
    meaning: str = ""

    @property
    def told(self) -> str:
        """The example."""
        return of(self.option, self.meaning or self.value).example


OURS = Points(NS=20)
OPEN = ("capot", "open")
DEALS = [
    Deal(option="scored", value="points_and_bid", bid="90S", points=104, belote=OURS, scores=Points(214, 58)),
    Deal(option="scored", value="bid", bid="90S", points=104, belote=OURS, scores=Points(90, 0)),
    Deal(option="scored", value="points", bid="90S", points=104, belote=OURS, scores=Points(124, 58)),
    Deal(
        option="belote_on_failure",
        value="kept",
        bid="100S",
        points=70,
        times=2,
        belote=OURS,
        scores=Points(20, 360),
    ),
    Deal(
        option="belote_on_failure",
        value="to_opponents",
        bid="100S",
        points=70,
        times=2,
        belote=OURS,
        scores=Points(0, 380),
    ),
    Deal(
        option="declarations_on_failure",
        value="to_defence",
        bid="90H",
        points=60,
        declared=OURS,
        scores=Points(0, 270),
    ),
    Deal(option="declarations_on_failure", value="lost", bid="90H", points=60, declared=OURS, scores=Points(0, 250)),
    Deal(
        option="declarations_swept",
        value=True,
        base="ffb",
        bid="130S",
        points=162,
        tricks=8,
        declared=Points(EW=50),
        scores=Points(432, 0),
        meaning="true",
    ),
    Deal(
        option="declarations_swept",
        value=False,
        base="ffb",
        bid="130S",
        points=162,
        tricks=8,
        declared=Points(EW=50),
        scores=Points(382, 50),
        meaning="false",
    ),
    Deal(option="draw", value="held_over", bid="80H", points=81, scores=Points(0, 81)),
    Deal(
        option="capot_scores",
        value="points",
        besides=(("capot_last_trick", 100),),
        bid="90S",
        points=162,
        tricks=8,
        scores=Points(342, 0),
    ),
    Deal(option="capot_scores", value="flat_250", bid="100D", points=162, tricks=8, scores=Points(350, 0)),
    Deal(option="capot_scores", value="flat_250", bid="capotD", points=162, tricks=8, scores=Points(500, 0)),
    Deal(option="capot_scores", value="flat_250_or_350", bid="90S", points=162, tricks=8, scores=Points(340, 0)),
    Deal(option="capot_scores", value="flat_250_or_350", bid="capotS", points=162, tricks=8, scores=Points(600, 0)),
    Deal(option="failed_adds_bid", value="yes", bid="100S", points=60, scores=Points(0, 260)),
    Deal(option="failed_adds_bid", value="no", bid="100S", points=60, scores=Points(0, 160)),
    Deal(
        option="failed_adds_bid",
        value="when_coinched",
        besides=(("failed_base", 162),),
        bid="100S",
        points=60,
        scores=Points(0, 162),
    ),
    Deal(
        option="failed_adds_bid",
        value="when_coinched",
        besides=(("failed_base", 162),),
        bid="100S",
        points=60,
        times=2,
        scores=Points(0, 200),
    ),
    Deal(option="failed_base", value=160, bid="100S", points=60, scores=Points(0, 260), meaning="n"),
    Deal(option="failed_base", value=0, bid="100S", points=60, scores=Points(0, 100), meaning="n"),
    Deal(option="coinched_made", value="actual", bid="110H", points=118, times=2, scores=Points(338, 44)),
    Deal(
        option="coinched_made",
        value="flat_160_or_250",
        base="ffb",
        bid="110H",
        points=118,
        times=2,
        scores=Points(540, 0),
    ),
    Deal(option="coinched_made", value="flat_162_or_252", bid="110H", points=118, times=2, scores=Points(382, 44)),
    Deal(
        option="defence_when_coinched_made",
        value="points",
        bid="110H",
        points=118,
        times=2,
        scores=Points(338, 44),
    ),
    Deal(
        option="defence_when_coinched_made",
        value="belote_only",
        base="ffb",
        bid="110H",
        points=118,
        times=2,
        belote=Points(EW=20),
        scores=Points(540, 20),
    ),
    Deal(
        option="defence_when_coinched_made",
        value="nothing",
        bid="110H",
        points=118,
        times=2,
        belote=Points(EW=20),
        scores=Points(358, 0),
    ),
    Deal(
        option="defence_capot",
        value="as_any",
        bid="90H",
        points=0,
        tricks=0,
        scores=Points(0, 250),
    ),
    Deal(
        option="defence_capot",
        value="flat_250",
        bid="90H",
        points=0,
        tricks=0,
        scores=Points(0, 340),
    ),
    Deal(option="doubled", value="bid", bid="100S", points=60, times=2, scores=Points(0, 360)),
    Deal(option="doubled", value="everything", bid="100S", points=60, times=2, scores=Points(0, 520)),
    Deal(option="capot_failed", value="none", besides=(OPEN,), bid="capotS", points=90, scores=Points(0, 410)),
    Deal(
        option="capot_failed",
        value="none",
        base="stayandplay-both",
        bid="capotS",
        points=90,
        scores=Points(0, 162),
    ),
    Deal(option="capot_failed", value=500, bid="capotS", points=90, scores=Points(0, 500), meaning="n"),
    Deal(
        option="capot_failed",
        value=500,
        besides=(OPEN,),
        bid="capotS",
        points=90,
        times=2,
        scores=Points(0, 750),
        meaning="n",
    ),
    Deal(
        option="capot_unbid_counts",
        value=True,
        bid="100D",
        points=162,
        tricks=8,
        scores=Points(350, 0),
        meaning="true",
    ),
    Deal(
        option="capot_unbid_counts",
        value=False,
        bid="100D",
        points=162,
        tricks=8,
        scores=Points(262, 0),
        meaning="false",
    ),
]


@pytest.mark.parametrize("deal", DEALS, ids=[f"{deal.option}={deal.value} {deal.bid}" for deal in DEALS])
def test_a_deal_scores_what_the_example_says(deal: Deal) -> None:
    rules = changed(PRESETS[deal.base], {"rounding": "none", **dict(deal.besides), deal.option: deal.value})
    last = EW if deal.tricks == 0 else NS
    taken = deal.points - (10 if last is NS else 0)
    tally = Tally(
        contract=Contract(bid=Bid(deal.bid), bidder=Seat.NORTH, multiplier=deal.times),
        cards=Points(taken, 152 - taken),
        tricks=Points(deal.tricks, 8 - deal.tricks),
        last_trick=last,
        belote=deal.belote,
        declarations=deal.declared,
        alone=False,
    )
    assert score(tally, rules).scores == deal.scores
    assert deal.bid in deal.told
    assert str(max(deal.scores.NS, deal.scores.EW)) in deal.told or str(deal.scores.EW) in deal.told


CONTRACTS = [
    ("at_least_82", "80H", 81, 0, False),
    ("at_least_82", "80H", 82, 0, True),
    ("at_least_82", "90H", 90, 0, True),
    ("at_least", "80H", 79, 0, False),
    ("at_least", "80H", 80, 0, True),
    ("at_least_and_more_than_defence", "80C", 90, 20, False),
    ("at_least_and_more_than_defence", "80C", 90, 0, True),
    ("bid_plus_2", "110H", 111, 0, False),
    ("bid_plus_2", "110H", 112, 0, True),
    ("bid_plus_2", "80H", 82, 0, True),
]


@pytest.mark.parametrize(("met", "bid", "points", "their_belote", "made"), CONTRACTS)
def test_a_contract_is_made_where_the_example_says_so(
    met: str, bid: str, points: int, their_belote: int, made: bool
) -> None:
    tally = Tally(
        contract=Contract(bid=Bid(bid), bidder=Seat.NORTH),
        cards=Points(points - 10, 162 - points),
        tricks=Points(5, 3),
        last_trick=NS,
        belote=Points(EW=their_belote),
        declarations=ZERO,
        alone=False,
    )
    assert score(tally, changed(PAGAT, {"contract_met": met})).made is made
    assert f"{bid}:" in of("contract_met", met).example
    assert str(points) in of("contract_met", met).example


TRICKS = [
    ("undertrump", "obliged", "10C 9H", "10H AS 7D", "10H"),
    ("undertrump", "free", "10C 9H", "10H AS 7D", "10H AS 7D"),
    ("undertrump_partner", "free", "10C 9H 7C", "JH 8H AS", "JH 8H AS"),
    ("undertrump_partner", "higher_if_possible", "10C 9H 7C", "JH 8H AS", "JH AS"),
    ("undertrump_partner", "higher_if_possible", "10C 9H 7C", "JH 8H", "JH"),
    ("undertrump_partner", "restricted", "10C 9H 7C", "JH 8H AS", "JH AS"),
    ("undertrump_partner", "restricted", "10C 9H 7C", "JH 8H", "JH 8H"),
    ("overtrump_partner", True, "9H 7H", "JH 8H", "JH"),
    ("overtrump_partner", False, "9H 7H", "JH 8H", "JH 8H"),
]


@pytest.mark.parametrize(("option", "value", "trick", "hand", "expected"), TRICKS)
def test_the_cards_of_the_example_may_be_played(
    option: str, value: object, trick: str, hand: str, expected: str
) -> None:
    rules = changed(PAGAT, {option: value}).play
    assert set(playable(cards(hand), cards(trick), Denomination.HEARTS, rules)) == set(cards(expected))
    assert hand in of(option, str(value).lower() if isinstance(value, bool) else value).example


@pytest.mark.parametrize(
    ("option", "value", "denomination", "trick", "points"),
    [
        ("all_trump_values", "13_9_6_5_3_2", "A", "JS 9H AD QC", 30),
        ("all_trump_values", "14_9_6_5_3_1", "A", "JS 9H AD QC", 30),
        ("no_trump_values", "19_10_4_3_2", "N", "AS 10S KS QS", 36),
        ("no_trump_values", "11_10_4_3_2", "N", "AS 10S KS QS", 28),
    ],
)
def test_the_cards_of_the_example_are_worth_that(
    option: str, value: str, denomination: str, trick: str, points: int
) -> None:
    worth = points_of(Denomination(denomination), changed(PAGAT, {option: value}).scoring)
    assert sum(worth[card] for card in cards(trick)) == points
    assert f"{trick} in one trick" in of(option, value).example
    assert f"= {points}." in of(option, value).example


BATCHES = {
    "3 2 3": (1, 2, 3, 13, 14, 21, 22, 23),
    "3 3 2": (1, 2, 3, 13, 14, 15, 25, 26),
    "2 3 3": (1, 2, 9, 10, 11, 21, 22, 23),
    "4 4": (1, 2, 3, 4, 17, 18, 19, 20),
    "2 2 2 2": (1, 2, 9, 10, 17, 18, 25, 26),
}
"""The cards of the pack that East gets from South, counted from the top."""


@pytest.mark.parametrize("batches", BATCHES)
def test_east_gets_the_cards_of_the_example(batches: str) -> None:
    rules: TableRules = changed(PAGAT, {"deal_batches": batches}).table
    hands = {
        seat: tuple(cards(" ".join(f"{rank}{seat_suit}" for rank in ["7", "8", "9", "10", "J", "Q", "K", "A"])))
        for seat, seat_suit in zip(Seat, "SHDC", strict=True)
    }
    pack = stacked(hands, Seat.SOUTH, rules)
    assert tuple(at for at, card in enumerate(pack, start=1) if card in hands[Seat.EAST]) == BATCHES[batches]
    assert len(BATCHES[batches]) == HAND_SIZE
