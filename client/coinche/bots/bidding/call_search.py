"""The search for a call: roll the auction out in many worlds after each candidate, and compare the scores.

The natural call is the one that `steady` makes. Another call replaces it only where it is better by a margin, because
rollouts are optimistic about bids. The search never coinches or surcoinches where the natural system does not: every
rule that did lost points in measurements.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from coinche.bots.double_dummy_correction import ALL_POINTS, expected_scores
from coinche.bots.hand_strength import bits, likely_declarations
from coinche.bots.steady.bidding import natural_call, takes_everything
from coinche.engine.actions import Action, Coinche, Legal, MakeBid, Pass, Surcoinche
from coinche.engine.auction import Auction, heard
from coinche.engine.bids import BidKind, Contract
from coinche.engine.cards import PACK, Card, Denomination
from coinche.engine.rules import HAND_SIZE, RuleSet
from coinche.engine.seats import Seat
from coinche.engine.solver import CallEvidence, HiddenHands, worlds
from coinche.engine.view import Phase, TableView

from .auction_policy import (
    PLACE,
    AuctionState,
    BiddingHand,
    auction_state,
    auction_terms,
    bid,
    biddable,
    expected_points,
)
from .rollout import AuctionRollout, DoubleDummyValues, bidding_hand


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchSettings:
    """The size of the search, and the advantage that a call needs over the natural call, in points of score.

    Chosen in short series of duplicate boards (`bench/bidders.py`), so a rough choice and no optimum.
    """

    worlds: int = 60
    solved: int = 0
    """Worlds that are solved, in each denomination that a candidate call names."""
    candidates: int = 8000
    """Worlds drawn before `worlds` of them are drawn again by the likelihood of the auction."""
    reach: float = 14.0
    """Maximum number of points by which an estimate may lie below the lowest bid if that bid is to be a candidate."""
    numbers: int = 3
    """Candidate bids in one denomination."""
    denominations: int = 2
    caution: float = 1.5
    """Standard errors taken off a call's advantage: the best of many calls is often best by chance."""
    bid_margin: float = 100.0
    """The least advantage of a bid over the natural call. With 40 points instead, the gain over `steady` disappears
    (`docs/bots.md`)."""
    pass_margin: float = 20.0
    """The same for a pass. It is smaller because rollouts overrate bids more than passes."""
    declared: float = 90.0
    """Points that the hand's declarations are expected to add from which on it does not pass before any bid.

    In 175 deals with another auction it brought 65 points of the score a deal, 95 % interval 5 to 125 (ffb, cards by
    `steady`).
    """
    sweep: float = 0.6
    """Share of the solved worlds with all eight tricks that makes capot a candidate."""


SEARCH = SearchSettings()
_DOUBLES = (Coinche(), Surcoinche())


@dataclass(frozen=True, slots=True, kw_only=True)
class CallValue:
    """A call and its value over the worlds."""

    action: Action
    utility: float
    """Mean deal score of our side minus theirs."""
    deviation: float
    """Standard deviation of that from world to world."""
    won: float
    """Share of the worlds in which our side scores more: it makes its contract, or the opponents fail."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """The mean advantage of one call over another in points of the score, and whether it is clear."""

    points: float
    is_clear: bool


class CallSearch:
    """The search for a call under one set of rules. It keeps solvers and tables, and serves one thread at a time."""

    def __init__(self, rules: RuleSet, settings: SearchSettings = SEARCH) -> None:
        self.rules = rules
        self.settings = settings
        self._values = DoubleDummyValues(rules)
        self._expected_scores = expected_scores(rules)
        self._terms = auction_terms(rules)

    def choose(self, view: TableView, legal: Legal, seed: int, evidence: tuple[CallEvidence, ...] = ()) -> Action:
        """Choose a call; cut the pack in the middle."""
        if view.phase is Phase.CUTTING:
            return legal.default
        return self.evaluate(view, legal, seed, evidence)[0].action

    def evaluate(
        self, view: TableView, legal: Legal, seed: int, evidence: tuple[CallEvidence, ...] = ()
    ) -> tuple[CallValue, ...]:
        """Value the candidate calls, the chosen one first. A single candidate needs no search."""
        me = view.viewer
        assert isinstance(me, Seat)
        natural = natural_call(view, legal, self.rules)
        auction = Auction(view.auction, view.contract, view.turn)
        mine = bidding_hand(bits(view.hand), self._terms)
        at = auction_state(auction, me.round(self.rules.table.direction))
        passes = () if self._has_to_be_said(view, natural) else (Pass(),)
        candidates = list(dict.fromkeys((natural, *passes, *self._bids(legal, at, mine))))
        if len(candidates) == 1:
            return (CallValue(action=natural, utility=0.0, deviation=0.0, won=0.0),)
        rollout = self.rollout(view, seed, evidence, _denominations(candidates, view.contract))
        candidates += [sweep for sweep in self._sweeps(view, legal, candidates, rollout) if sweep not in candidates]
        scores = [self._scores(rollout, auction, me, action) for action in candidates]
        gains = [self._gain(candidates, scores, at) for at in range(len(candidates))]
        order = sorted(range(len(candidates)), key=gains.__getitem__, reverse=True)
        return tuple(_call_value(candidates[at], scores[at]) for at in order)

    def compared(
        self, view: TableView, call: Action, other: Action, seed: int, evidence: tuple[CallEvidence, ...] = ()
    ) -> Comparison:
        """Compare a call with another: it is clearly better by as much as it would have to beat the natural call."""
        me = view.viewer
        assert isinstance(me, Seat)
        auction = Auction(view.auction, view.contract, view.turn)
        rollout = self.rollout(view, seed, evidence, _denominations((call, other), view.contract))
        better, worse = (self._scores(rollout, auction, me, each) for each in (call, other))
        more = statistics.fmean(one - other for one, other in zip(better, worse, strict=True))
        return Comparison(points=more, is_clear=self._advantage(call, better, worse) > 0)

    # --- candidate calls -------------------------------------------------------------------------------

    def _has_to_be_said(self, view: TableView, natural: Action) -> bool:
        """Return whether declarations make a hand too good to pass before any bid.

        A pass would gain only from opponents who bid into them, and rollouts, whose opponents do, overrate it.
        """
        opens = view.contract is None and isinstance(natural, MakeBid) and self.rules.declarations.declarations
        return opens and likely_declarations(bits(view.hand)) >= self.settings.declared

    def _bids(self, legal: Legal, at: AuctionState, mine: BiddingHand) -> Iterator[Action]:
        estimates = {
            d: expected_points(mine, at.first, 0, PLACE[d], self._terms)
            for d in legal.bids
            if biddable(mine, at.first, 0, PLACE[d])
        }
        near = [d for d, points in estimates.items() if points + self.settings.reach >= legal.bids[d]]
        for denomination in sorted(near, key=estimates.__getitem__, reverse=True)[: self.settings.denominations]:
            yield from self._numbers(legal, denomination, estimates[denomination])

    def _numbers(self, legal: Legal, denomination: Denomination, estimate: float) -> Iterator[Action]:
        lowest = legal.bids[denomination]
        by = -(-10 // legal.step) * legal.step
        top = min(legal.maximum, int(estimate + self.settings.reach))
        numbers = range(lowest, max(lowest, top) + 1, by)
        for number in numbers[: self.settings.numbers]:
            yield bid(number, denomination)

    def _sweeps(
        self, view: TableView, legal: Legal, candidates: Sequence[Action], rollout: AuctionRollout
    ) -> Iterator[Action]:
        """Yield capot where most worlds have it, and générale where the hand takes all tricks by itself, on lead."""
        named = dict.fromkeys(a.bid.denomination for a in candidates if isinstance(a, MakeBid))
        for denomination in named:
            capot = bid(BidKind.CAPOT, denomination)
            if capot in legal.actions:
                values = rollout.values(denomination, self.settings.solved)
                if values and sum(value > ALL_POINTS for value in values) >= self.settings.sweep * len(values):
                    yield capot
        for denomination in self.rules.auction.denominations:
            generale = bid(BidKind.GENERALE, denomination)
            if generale in legal.actions and takes_everything(view.hand, denomination):
                yield generale

    # --- worlds ------------------------------------------------------------------------------------------

    def rollout(
        self,
        view: TableView,
        seed: int,
        evidence: tuple[CallEvidence, ...] = (),
        exact: Collection[Denomination] = frozenset(Denomination),
    ) -> AuctionRollout:
        """Draw the worlds of a decision, to be solved in the denominations of `exact`."""
        me = view.viewer
        assert isinstance(me, Seat)
        assert view.dealer is not None
        direction = self.rules.table.direction
        chance = Random(f"{seed}/{view.deal}/{len(view.auction)}/{me}")
        groups = []
        for hand, n in self._hands(view.hand, chance):
            known = _unseen_hands(me, hand, evidence)
            packed = worlds(me, known, direction, n, candidates=self.settings.candidates, seed=chance.getrandbits(63))
            groups.append((bits(hand), packed))
        return AuctionRollout(
            me, view.dealer.next(direction), groups, self._values, self._expected_scores, exact, self.settings.solved
        )

    def _hands(self, hand: tuple[Card, ...], chance: Random) -> Iterator[tuple[tuple[Card, ...], int]]:
        """Yield the hand and its number of worlds; before the last cards of a deal in two stages, random full hands."""
        missing = HAND_SIZE - len(hand)
        if not missing:
            yield hand, self.settings.worlds
            return
        rest = [card for card in PACK if card not in hand]
        for _ in range(self.settings.worlds):
            more = set(hand) | set(chance.sample(rest, missing))
            yield tuple(card for card in PACK if card in more), 1

    # --- values ------------------------------------------------------------------------------------------

    def _scores(self, rollout: AuctionRollout, auction: Auction, me: Seat, action: Action) -> list[float]:
        """Return the score of the call in each world."""
        after = auction
        if action != Pass() or auction.turn is me:
            after = heard(auction, me, action, self.rules.auction, self.rules.table.direction)
        return rollout.scores(rollout.ends(after))

    def _gain(self, candidates: Sequence[Action], scores: Sequence[Sequence[float]], at: int) -> float:
        """Return the sure advantage of a call over the natural one, which is the first and has 0."""
        if not at:
            return 0.0
        natural = scores[0]
        if candidates[0] in _DOUBLES and _won_share(natural) > 0:
            return -math.inf  # a natural coinche stays unless it loses in every world
        return self._advantage(candidates[at], scores[at], natural)

    def _advantage(self, call: Action, scores: Sequence[float], others: Sequence[float]) -> float:
        """Return by how much a call is better than another, less the doubt and the margin that it needs."""
        differences = [one - other for one, other in zip(scores, others, strict=True)]
        error = statistics.pstdev(differences) / math.sqrt(len(differences))
        return statistics.fmean(differences) - self.settings.caution * error - self._margin(call)

    def _margin(self, action: Action) -> float:
        return self.settings.pass_margin if action == Pass() else self.settings.bid_margin


def _won_share(scores: Sequence[float]) -> float:
    return sum(score > 0 for score in scores) / len(scores)


def _call_value(action: Action, scores: Sequence[float]) -> CallValue:
    return CallValue(
        action=action,
        utility=statistics.fmean(scores),
        deviation=statistics.pstdev(scores),
        won=_won_share(scores),
    )


def _denominations(candidates: Iterable[Action], contract: Contract | None) -> frozenset[Denomination]:
    """Return the denominations of these calls and of the contract so far."""
    named = frozenset(action.bid.denomination for action in candidates if isinstance(action, MakeBid))
    return named if contract is None else named | {contract.denomination}


def _unseen_hands(me: Seat, hand: tuple[Card, ...], evidence: tuple[CallEvidence, ...]) -> HiddenHands:
    """Return the constraints before the play: each unseen card may be in any of the other hands."""
    unseen = frozenset(PACK) - frozenset(hand)
    others = tuple(seat for seat in Seat if seat is not me)
    return HiddenHands(
        unseen=unseen,
        room=dict.fromkeys(others, HAND_SIZE),
        may=dict.fromkeys(others, unseen),
        gone=dict.fromkeys(Seat, frozenset[Card]()),
        evidence=evidence,
    )
