"""Tests of the preset `colver` against its model, the package colver 0.11.1: the same deals, step by step.

The package numbers its seats, calls and cards; here they have their names. It executes any call or card, so the tests
send it only those that it lists as legal.
"""

from __future__ import annotations

import platform
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice, repeat

import pytest

from coinche.engine.actions import parse_action
from coinche.engine.bids import Bid, BidKind
from coinche.engine.card_values import STRENGTH
from coinche.engine.cards import PACK, Card, Denomination
from coinche.engine.deal_phases import Bidding
from coinche.engine.dealing import in_order, stacked
from coinche.engine.events import BeloteSaid, ContractSettled, DealScored, Event, TrickWon
from coinche.engine.legal_cards import playable
from coinche.engine.match import apply, legal, may_act, new_match, next_deal, to_act
from coinche.engine.playing import Playing
from coinche.engine.presets import COLVER
from coinche.engine.rules import PlayRules, RuleSet, Undertrump, UndertrumpPartner
from coinche.engine.seats import ZERO, Points, Seat, Team
from tests.engine.script import Hands, hands
from tests.extent import WHOLE

try:
    from colver import Env
except ModuleNotFoundError:
    if (sys.platform, platform.machine()) == ("linux", "x86_64"):
        raise
    pytest.skip("no wheel of colver here: the preset is not compared with it", allow_module_level=True)

POSITIONS = 20_000 if WHOLE else 8_000
DEALS = 2_000 if WHOLE else 500

SEATS, TEAMS, SUITS = tuple(Seat), tuple(Team), "SHDC"
CALLS = (
    "pass",
    *(f"{number}{suit}" for number in range(80, 170, 10) for suit in SUITS),
    *(f"capot{suit}" for suit in SUITS),
    "coinche",
    "surcoinche",
)
CARDS = tuple(f"{rank}{suit}" for suit in SUITS for rank in ("7", "8", "9", "J", "Q", "K", "10", "A"))
WORDS: tuple[tuple[str, ...], ...] = (CALLS, CARDS, ())
"""The meanings of the package's numbers in each of its phases: the auction, the play, and afterwards."""


class Twins:
    """One deal dealt twice, on the engine under the rules and in the wheel; every step holds the one to the other."""

    def __init__(self, rules: RuleSet, dealer: Seat, cards: Hands) -> None:
        self.state, _ = next_deal(new_match(rules, dealer)[0], stacked(cards, dealer, rules.table))
        numbers = [[CARDS.index(card) for card in cards[seat]] for seat in SEATS]
        self.wheel = Env.deal_with_hands(SEATS.index(dealer), numbers)
        assert isinstance(self.state.phase, Bidding)
        assert self.state.phase.hands == {seat: in_order(cards[seat]) for seat in SEATS}
        self.belotes = ZERO
        self.contract: ContractSettled | None = None
        self.scored: DealScored | None = None

    @property
    def playing(self) -> Playing | None:
        """The play, while there are cards to play."""
        return self.state.phase if isinstance(self.state.phase, Playing) else None

    def choices(self) -> list[str]:
        """The legal actions of the seat on turn, lowest bid first; none once the deal is over."""
        seat = to_act(self.state)
        self._pass_for_the_coincheurs_partner(seat)
        words = [WORDS[self.wheel.phase()][number] for number in self.wheel.legal_actions()]
        if seat is None:
            assert self.wheel.is_terminal()
            return words
        assert (SEATS[self.wheel.current_player()], ()) == (seat, may_act(self.state))
        assert sorted(words) == sorted(map(str, legal(self.state, seat)))
        return words

    def _pass_for_the_coincheurs_partner(self, seat: Seat | None) -> None:
        """Pass for the coincher's partner, whom the package asks as well."""
        bidding = isinstance(self.state.phase, Bidding) and self.wheel.phase() == 0
        if bidding and SEATS[self.wheel.current_player()] is not seat and self.wheel.legal_actions() == [0]:
            self.wheel.step(0)

    def play(self, script: str) -> None:
        """Words that are among the choices, one after the other."""
        for word in script.split():
            assert word in self.choices()
            self.take(word)

    def take(self, word: str) -> None:
        """Say or play one of the choices."""
        seat, tricks = to_act(self.state), Points(*self.wheel.get_tricks_won())
        assert seat is not None
        self.state, events = apply(self.state, seat, parse_action(word))
        self.wheel.step(WORDS[self.wheel.phase()].index(word))
        for event in events:
            self._compare(event, tricks)

    def _compare(self, event: Event, tricks: Points) -> None:
        match event:
            case ContractSettled():
                self.contract = event
                assert self.wheel.get_contract() == _numbered(event)
            case TrickWon(winner):
                assert Points(*self.wheel.get_tricks_won()) == tricks + Points.of(winner.team, 1)
                assert self.wheel.is_terminal() or SEATS[self.wheel.current_player()] is winner
            case BeloteSaid(seat):
                self.belotes += Points.of(seat.team, 10)
            case DealScored():
                self.scored = event
            case _:
                pass

    def compare_results(self) -> None:
        """At the end of the deal. The wheel counts the words of a belote, and its points apart from the others."""
        assert self.wheel.is_terminal()
        scores = self.scored.scores if self.scored else ZERO
        assert tuple(self.wheel.rewards()) == (scores.NS, scores.EW)
        assert tuple(10 * words for words in self.wheel.get_belote()) == (self.belotes.NS, self.belotes.EW)
        if self.scored:
            assert Points(*self.wheel.get_tricks_won()) == self.scored.tricks
            assert Points(*self.wheel.get_points()) + self.belotes == self.scored.points


def _numbered(contract: ContractSettled) -> dict[str, int]:
    """A contract as the wheel has it."""
    return {
        "trump": SUITS.index(contract.bid.denomination),
        "value": contract.bid.value or 250,
        "team": TEAMS.index(contract.bidder.team),
        "coinche": contract.multiplier - 1,
    }


# --- random deals ------------------------------------------------------------------------------------


def some_hands(chance: random.Random) -> Hands:
    """Any hands, or such that one side has most of the high cards, or most of two suits.

    Capots are rare otherwise, and so are tricks that two partners trump.
    """
    suits = chance.sample(SUITS, 2)
    keys: tuple[Callable[[Card], float], ...] = (
        lambda card: 0,
        lambda card: 0,
        lambda card: _PLAIN[card] >= chance.randint(3, 6),
        lambda card: card.suit in suits,
    )
    key = chance.choice(keys)
    pack = sorted(PACK, key=lambda card: key(card) + 1.2 * chance.random())
    sides = [chance.sample(side, len(side)) for side in (pack[:16], pack[16:])]
    chance.shuffle(sides)
    (north, south), (east, west) = ((side[:8], side[8:]) for side in sides)
    return {seat: tuple(hand) for seat, hand in zip(SEATS, (north, east, south, west), strict=True)}


_PLAIN = STRENGTH[Denomination.NO_TRUMP]


class Players:
    """Four who bid more or less boldly, in the longer of two suits; half of them play well, the others any card."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.coinches = chance.choice((0.02, 0.1, 0.4))
        self.passes = chance.choice((0.5, 0.8, 0.9))
        self.bids = chance.choice((4, 4, 8, 40))
        self.good = {seat for seat in SEATS if chance.random() < 0.5}

    def choose(self, twins: Twins, choices: list[str]) -> str:
        """One of the choices."""
        deal, seat = twins.state.phase, to_act(twins.state)
        assert seat is not None
        if isinstance(deal, Bidding):
            return self._call(choices, deal.hands[seat])
        return CARDS[twins.wheel.action_heuristic_play()] if seat in self.good else self.chance.choice(choices)

    def _call(self, choices: list[str], hand: tuple[Card, ...]) -> str:
        if choices[-1].endswith("coinche") and self.chance.random() < self.coinches:
            return choices[-1]
        bids = [word for word in choices if word not in ("pass", "coinche", "surcoinche")][: self.bids]
        if not bids or self.chance.random() < self.passes:
            return "pass"
        return max(self.chance.choices(bids, k=2), key=lambda bid: sum(card.suit == bid[-1] for card in hand))


def whole_deal(rules: RuleSet, chance: random.Random) -> Twins:
    """A deal from the first word to the score."""
    twins, players = Twins(rules, chance.choice(SEATS), some_hands(chance)), Players(chance)
    while choices := twins.choices():
        twins.take(players.choose(twins, choices))
    twins.compare_results()
    return twins


@dataclass(frozen=True)
class Position:
    """A player with a choice of cards, and the trick."""

    hand: tuple[Card, ...]
    trick: tuple[Card, ...]
    trumps: Denomination

    def playable(self, rules: PlayRules) -> set[Card]:
        """The legal cards under other rules."""
        return set(playable(self.hand, self.trick, self.trumps, rules))


def positions(rules: RuleSet, chance: random.Random) -> Iterator[Position]:
    """The positions of deals in which everybody plays any card, each compared, and so is who wins the trick."""
    while True:
        twins = Twins(rules, chance.choice(SEATS), some_hands(chance))
        twins.play(f"80{chance.choice(SUITS)} pass pass pass")
        while choices := twins.choices():
            deal = twins.playing
            assert deal is not None
            assert deal.turn is not None
            if deal.trick.cards and len(deal.hands[deal.turn]) > 1:
                yield Position(deal.hands[deal.turn], deal.trick.cards, deal.contract.denomination)
            twins.take(chance.choice(choices))


OTHER_DUTIES = {
    "a partner's trump need not be beaten": COLVER.changed(overtrump_partner=False).play,
    "undertrumping obliged": COLVER.changed(undertrump=Undertrump.OBLIGED).play,
    "under a partner's trump only from nothing else": COLVER.changed(
        undertrump_partner=UndertrumpPartner.RESTRICTED
    ).play,
    "over a partner's trump if possible": COLVER.changed(undertrump_partner=UndertrumpPartner.HIGHER_IF_POSSIBLE).play,
}


def test_legal_cards_and_trick_winners_are_the_same() -> None:
    """And many of the positions are such that under other rules other cards could be played."""
    telling: Counter[str] = Counter()
    for position in islice(positions(COLVER, random.Random(11)), POSITIONS):
        allowed = position.playable(COLVER.play)
        telling.update(duty for duty, rules in OTHER_DUTIES.items() if position.playable(rules) != allowed)
    assert {duty: telling[duty] for duty in OTHER_DUTIES if telling[duty] < 20} == {}


@dataclass(frozen=True)
class Result:
    """The result of a played deal, from the takers' side."""

    bid: Bid
    times: int
    made: bool
    tricks: int
    points: int
    their_points: int
    belote: int
    their_belote: int

    @classmethod
    def of(cls, twins: Twins) -> Result:
        """A deal that was played, as its events told it."""
        contract, scored = twins.contract, twins.scored
        assert contract is not None
        assert scored is not None
        takers = contract.bidder.team
        return cls(
            bid=contract.bid,
            times=contract.multiplier,
            made=scored.made,
            tricks=scored.tricks[takers],
            points=scored.points[takers],
            their_points=scored.points[takers.other],
            belote=twins.belotes[takers],
            their_belote=twins.belotes[takers.other],
        )


def of_capot(result: Result) -> bool:
    """Return whether a capot was bid."""
    return result.bid.kind is BidKind.CAPOT


KINDS: Mapping[str, tuple[int, Callable[[Result], bool]]] = {
    "made": (100, lambda deal: deal.made and deal.times == 1),
    "made, coinched": (100, lambda deal: deal.made and deal.times == 2),
    "made, surcoinched": (100, lambda deal: deal.made and deal.times == 3),
    "failed": (100, lambda deal: not deal.made and deal.times == 1),
    "failed, coinched": (100, lambda deal: not deal.made and deal.times == 2),
    "failed, surcoinched": (100, lambda deal: not deal.made and deal.times == 3),
    "capot made": (10, lambda deal: of_capot(deal) and deal.made and deal.times == 1),
    "capot made, coinched": (3, lambda deal: of_capot(deal) and deal.made and deal.times > 1),
    "capot failed": (50, lambda deal: of_capot(deal) and not deal.made),
    "all eight tricks, unbid": (20, lambda deal: not of_capot(deal) and deal.tricks == 8 and deal.times == 1),
    "all eight tricks, unbid, coinched": (20, lambda deal: not of_capot(deal) and deal.tricks == 8 and deal.times > 1),
    "no trick": (20, lambda deal: deal.tricks == 0),
    "made, takers' belote": (20, lambda deal: deal.made and deal.belote == 20),
    "made, defence's belote": (5, lambda deal: deal.made and deal.their_belote == 20 and deal.times == 1),
    "made, coinched, defence's belote": (5, lambda deal: deal.made and deal.their_belote == 20 and deal.times > 1),
    "failed, takers' belote": (50, lambda deal: not deal.made and deal.belote == 20),
    "failed, defence's belote": (50, lambda deal: not deal.made and deal.their_belote == 20),
    "made by the belote": (10, lambda deal: deal.made and deal.points - deal.belote < deal.bid.value),
    "80 made with 80 or 81": (3, lambda deal: deal.bid.value == 80 and deal.points in (80, 81)),
    "another number made exactly": (3, lambda deal: deal.bid.value == deal.points > 80),
    "made with no more than the defence": (5, lambda deal: deal.made and deal.points <= deal.their_points),
}
"""How often each kind of deal must come up in 2,000, so that the comparison says something about it."""


def test_whole_deals_are_the_same() -> None:
    """Turns, legal actions, the contract, tricks, points, belote and scores."""
    chance = random.Random(14)
    deals = (whole_deal(COLVER, chance) for _ in repeat(None))
    results = [Result.of(twins) for twins in islice((twins for twins in deals if twins.contract), DEALS)]
    seen = {kind: sum(map(is_one, results)) for kind, (_, is_one) in KINDS.items()}
    assert {kind: seen[kind] for kind, (least, _) in KINDS.items() if seen[kind] < least * DEALS // 2_000} == {}


def test_four_passes() -> None:
    """Nobody scores."""
    twins = Twins(COLVER, Seat.WEST, hands())
    twins.play("pass pass pass pass")
    assert twins.choices() == []
    twins.compare_results()
    assert twins.scored is None


NORTH, EAST = "JS 9S AS 10S AH AD AC 10C", "KS QS 7H 8H 7D 8D 7C 8C"

# The auction, and the scores of NS and EW. North leads and takes all eight tricks; spades trumps, East has the belote.
ROWS = [
    ("capotS pass pass pass", (502, 20)),
    ("capotS coinche pass pass", (772, 0)),
    ("capotS coinche surcoinche", (1022, 0)),
    ("160S pass pass pass", (412, 20)),
    ("160S coinche pass pass", (592, 0)),
    ("160S coinche surcoinche", (752, 0)),
    ("80S pass pass pass", (332, 20)),
    ("80S coinche pass pass", (432, 0)),
    ("80S coinche surcoinche", (512, 0)),
    ("pass capotS pass pass pass", (432, 0)),
    ("pass capotS coinche pass pass", (682, 0)),
    ("pass capotS coinche surcoinche", (932, 0)),
    ("pass 80S pass pass pass", (262, 0)),
    ("pass 80S coinche pass pass", (342, 0)),
    ("pass 80S coinche surcoinche", (422, 0)),
]


@pytest.mark.parametrize(("auction", "scores"), ROWS)
def test_a_sweep_bid_and_coinched_by_either_side(auction: str, scores: tuple[int, int]) -> None:
    twins = Twins(COLVER, Seat.WEST, hands(N=NORTH, E=EAST))
    twins.play(auction)
    while choices := twins.choices():
        twins.take(next((card for card in NORTH.split() if card in choices), choices[0]))
    twins.compare_results()
    assert twins.scored is not None
    assert twins.scored.scores == Points(*scores)
