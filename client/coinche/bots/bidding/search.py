"""Bidding by worlds: it thinks of hands that fit, lets the auction go on after each call that could be made, and leaves
the natural call for what surely scores more. It coinches and surcoinches where the natural system does, or less:
whatever went beyond that lost in every measurement.

Knows the auction as its seat heard it, and its own hand. Refuses to know how a world is solved or scored (`outlook`).
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from coinche.bots.double_dummy_correction import FULL, prospects
from coinche.bots.steady.bidding import call, takes_everything
from coinche.engine.actions import Action, Coinche, Legal, MakeBid, Pass, Surcoinche
from coinche.engine.auction import Auction, heard
from coinche.engine.bids import BidKind, Contract
from coinche.engine.cards import PACK, Card, Denomination
from coinche.engine.rules import HAND_SIZE, RuleSet
from coinche.engine.seats import Seat
from coinche.engine.solver import CallEvidence, HiddenHands, worlds
from coinche.engine.view import Phase, TableView

from .auction_policy import PLACE, Sheet, Standing, bid, biddable, expected, standing, terms_of
from .hand_strength import bits
from .rollout import Outlook, Values, sheet


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """How much is thought, and how much better than the natural call another must be, in points of score.

    Found by short series of boards, so a rough choice and no optimum.
    What is best of many by the luck of a few worlds is not best: `caution` is by how many standard errors the natural
    call is given the benefit of the doubt.
    """

    worlds: int = 60
    solved: int = 0
    """So many of the worlds are solved, in each denomination that could be named now."""
    candidates: int = 8000
    reach: float = 14.0
    """How far under the lowest bid an estimate may be for the bid to be thought of."""
    heights: int = 3
    """How many numbers of a denomination are thought of."""
    denominations: int = 2
    caution: float = 1.5
    bid: float = 100.0
    silence: float = 20.0
    """The same for a pass in place of a natural bid: worlds flatter who thinks of playing more than who lets play."""
    sweep: float = 0.6
    """In how many of the solved worlds all eight tricks must be there to be thought of as a bid."""


STYLE = Style()
_MULTIPLIERS = (Coinche(), Surcoinche())


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighed:
    """A call, and what it is likely to score for our side, theirs taken off; how much that varies from world to world;
    and the share of worlds in which our side makes what is played, or they fail theirs."""

    action: Action
    use: float
    deviation: float
    won: float


class Bidder:
    """Calls under one set of rules. It remembers what serves again; it serves one thread at a time."""

    def __init__(self, rules: RuleSet, style: Style = STYLE) -> None:
        self.rules = rules
        self.style = style
        self._values = Values(rules)
        self._prospects = prospects(rules)
        self._terms = terms_of(rules)

    def call(self, view: TableView, legal: Legal, seed: int, evidence: tuple[CallEvidence, ...] = ()) -> Action:
        """What to say now; the pack is cut in the middle."""
        if view.phase is Phase.CUTTING:
            return legal.default
        return self.weigh(view, legal, seed, evidence)[0].action

    def weigh(
        self, view: TableView, legal: Legal, seed: int, evidence: tuple[CallEvidence, ...] = ()
    ) -> tuple[Weighed, ...]:
        """The calls that are worth a thought, the one to make first; where there is only one, nothing is worked out."""
        me = view.viewer
        assert isinstance(me, Seat)
        natural = call(view, legal, self.rules)
        auction = Auction(view.auction, view.contract, view.turn)
        mine = sheet(bits(view.hand), self._terms)
        at = standing(auction, me.round(self.rules.table.direction))
        thought = list(dict.fromkeys((natural, Pass(), *self._thought_of(legal, at, mine))))
        if len(thought) == 1:
            return (Weighed(action=natural, use=0.0, deviation=0.0, won=0.0),)
        outlook = self.outlook(view, seed, evidence, _named(thought, view.contract))
        thought += [sweep for sweep in self._sweeps(view, legal, thought, outlook) if sweep not in thought]
        worths = [self._worths(outlook, auction, me, action) for action in thought]
        gains = [self._gain(thought, worths, one) for one in range(len(thought))]
        best = sorted(range(len(thought)), key=lambda one: gains[one], reverse=True)
        return tuple(_weighed(thought[one], worths[one]) for one in best)

    # --- what is worth a thought -----------------------------------------------------------------------

    def _thought_of(self, legal: Legal, at: Standing, mine: Sheet) -> Iterator[Action]:
        estimates = {
            d: expected(mine, at.first, 0, PLACE[d], self._terms)
            for d in legal.bids
            if biddable(mine, at.first, 0, PLACE[d])
        }
        near = [d for d, points in estimates.items() if points + self.style.reach >= legal.bids[d]]
        for denomination in sorted(near, key=estimates.__getitem__, reverse=True)[: self.style.denominations]:
            yield from self._heights(legal, denomination, estimates[denomination])

    def _heights(self, legal: Legal, denomination: Denomination, estimate: float) -> Iterator[Action]:
        lowest = legal.bids[denomination]
        by = -(-10 // legal.step) * legal.step
        top = min(legal.maximum, int(estimate + self.style.reach))
        numbers_of = range(lowest, max(lowest, top) + 1, by)
        for number in numbers_of[: self.style.heights]:
            yield bid(number, denomination)

    def _sweeps(self, view: TableView, legal: Legal, thought: Sequence[Action], outlook: Outlook) -> Iterator[Action]:
        """Capot where it is there in most worlds; générale where the hand takes everything by itself, on lead."""
        named = dict.fromkeys(a.bid.denomination for a in thought if isinstance(a, MakeBid))
        for denomination in named:
            capot = bid(BidKind.CAPOT, denomination)
            if capot in legal.actions:
                values = outlook.values(denomination, self.style.solved)
                if values and sum(value > FULL for value in values) >= self.style.sweep * len(values):
                    yield capot
        for denomination in self.rules.auction.denominations:
            generale = bid(BidKind.GENERALE, denomination)
            if generale in legal.actions and takes_everything(view.hand, denomination):
                yield generale

    # --- worlds ------------------------------------------------------------------------------------------

    def outlook(
        self,
        view: TableView,
        seed: int,
        evidence: tuple[CallEvidence, ...] = (),
        exact: Collection[Denomination] = frozenset(Denomination),
    ) -> Outlook:
        """The worlds that are thought of, to be solved in these denominations."""
        me = view.viewer
        assert isinstance(me, Seat)
        assert view.dealer is not None
        direction = self.rules.table.direction
        chance = Random(f"{seed}/{view.deal}/{len(view.auction)}/{me}")
        groups = []
        for hand, n in self._hands(view.hand, chance):
            known = _hidden(me, hand, evidence)
            packed = worlds(me, known, direction, n, candidates=self.style.candidates, seed=chance.getrandbits(63))
            groups.append((bits(hand), packed))
        return Outlook(me, view.dealer.next(direction), groups, self._values, self._prospects, exact, self.style.solved)

    def _hands(self, hand: tuple[Card, ...], chance: Random) -> Iterator[tuple[tuple[Card, ...], int]]:
        """The hand, and in how many worlds; where two cards are still to come, hands with two more."""
        missing = HAND_SIZE - len(hand)
        if not missing:
            yield hand, self.style.worlds
            return
        rest = [card for card in PACK if card not in hand]
        for _ in range(self.style.worlds):
            more = set(hand) | set(chance.sample(rest, missing))
            yield tuple(card for card in PACK if card in more), 1

    # --- what they are worth -----------------------------------------------------------------------------

    def _worths(self, outlook: Outlook, auction: Auction, me: Seat, action: Action) -> list[float]:
        """What the call scores in each world."""
        after = auction
        if action != Pass() or auction.turn is me:
            after = heard(auction, me, action, self.rules.auction, self.rules.table.direction)
        return outlook.worth(outlook.ends(after))

    def _gain(self, thought: Sequence[Action], worths: Sequence[Sequence[float]], at: int) -> float:
        """By how much a call is surely better than the natural one, the first; 0 for that."""
        if not at:
            return 0.0
        natural = worths[0]
        if thought[0] in _MULTIPLIERS and _won(natural) > 0:
            return -math.inf  # withheld only where it loses in every world
        more = [one - other for one, other in zip(worths[at], natural, strict=True)]
        error = statistics.pstdev(more) / math.sqrt(len(more))
        return statistics.fmean(more) - self.style.caution * error - self._margin(thought[at])

    def _margin(self, action: Action) -> float:
        return self.style.silence if action == Pass() else self.style.bid


def _won(worth: Sequence[float]) -> float:
    return sum(points > 0 for points in worth) / len(worth)


def _weighed(action: Action, worth: Sequence[float]) -> Weighed:
    return Weighed(action=action, use=statistics.fmean(worth), deviation=statistics.pstdev(worth), won=_won(worth))


def _named(thought: Sequence[Action], contract: Contract | None) -> frozenset[Denomination]:
    """What would be trumps by these calls, or as it stands."""
    named = frozenset(action.bid.denomination for action in thought if isinstance(action, MakeBid))
    return named if contract is None else named | {contract.denomination}


def _hidden(me: Seat, hand: tuple[Card, ...], evidence: tuple[CallEvidence, ...]) -> HiddenHands:
    """What is known before the play: each of the cards that I do not hold may be anywhere."""
    unseen = frozenset(PACK) - frozenset(hand)
    others = tuple(seat for seat in Seat if seat is not me)
    return HiddenHands(
        unseen=unseen,
        room=dict.fromkeys(others, HAND_SIZE),
        may=dict.fromkeys(others, unseen),
        gone=dict.fromkeys(Seat, frozenset[Card]()),
        evidence=evidence,
    )
