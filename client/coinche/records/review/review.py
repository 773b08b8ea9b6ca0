"""The review of a recorded deal: the cost of its cards and calls, and the best that was possible.

A reviewed deal, as plain maps for programs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from coinche.bots.pimc import SolverCache
from coinche.engine.actions import Action, MakeBid
from coinche.engine.bids import Contract
from coinche.engine.cards import Card, Denomination
from coinche.engine.record import Header
from coinche.engine.seats import Seat, Team
from coinche.engine.tally import Taking

from .auction import Bargain, Bargaining, OpenDeal, Reckoned
from .cards import ReviewedCard, cards_played, opinion
from .recorded_deal import RecordedDeal


@dataclass(frozen=True, slots=True)
class ReviewedCall:
    """A call, the end of the auction if everybody had bid perfectly from there on, and its cost.

    The cost is in the score: what its side could still reach, less what it got, less what it could still win back later
    (`later`). So a chance missed twice is charged to the last player who missed it. `instead` has the calls that would
    have led to the better end; it is empty without a cost, and for a call out of turn, which should not have been made.
    """

    seat: Seat
    action: Action
    better: Bargain
    cost: int
    later: int
    instead: tuple[Action, ...] = ()

    @property
    def missed(self) -> int:
        """The loss of its side, later chances included."""
        return self.cost + self.later


@dataclass(frozen=True, slots=True)
class Cost:
    """Costs of cards, in points and in the score, and of calls, in the score."""

    points: int = 0
    score: int = 0
    calls: int = 0

    def __add__(self, other: Cost) -> Cost:
        return Cost(self.points + other.points, self.score + other.score, self.calls + other.calls)


@dataclass(frozen=True, slots=True, kw_only=True)
class DealReview:
    """The review of a deal. `par` is the end of its auction under perfect bidding.

    `settled` is the result of its contract under perfect play, with which calls are compared. `open` is the result
    before the lead; it and the cards are missing if the deal was thrown in. `unsaid` is North-South's loss in the score
    through belotes and declarations that nobody announced.
    """

    deal: RecordedDeal
    takings: Mapping[Denomination, Taking]
    best: Mapping[Team, Bargain]
    par: Bargain
    settled: Bargain
    calls: tuple[ReviewedCall, ...]
    cards: tuple[ReviewedCard, ...] = ()
    open: Reckoned | None = None
    unsaid: int = 0

    @property
    def contract(self) -> Contract | None:
        """The contract that was played."""
        return self.deal.cards[0].before.contract if self.deal.cards else None

    @property
    def mistakes(self) -> tuple[ReviewedCard, ...]:
        """The cards that cost anything, the most costly first."""
        found = (card for card in self.cards if card.is_mistake)
        return tuple(sorted(found, key=lambda card: (-card.score, -card.points, card.trick)))

    @property
    def decisive(self) -> ReviewedCard | None:
        """The last card that turned the contract: it changed the outcome."""
        return next((card for card in reversed(self.cards) if card.turns), None)

    def cost(self, seat: Seat) -> Cost:
        """The cost of that player's cards and calls to their side."""
        return sum_of(
            (
                *(Cost(points=card.points, score=card.score) for card in self.cards if card.seat is seat),
                *(Cost(calls=call.cost) for call in self.calls if call.seat is seat),
            )
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class CostlyDecision:
    """A call or a card that cost its side something in the score; `place` is its number among those of the deal.

    `better` are the calls or cards that would have cost nothing; it may be empty for a call out of turn.
    """

    deal: int
    place: int
    seat: Seat
    made: Action | Card
    better: tuple[Action | Card, ...]
    cost: int
    turned: bool
    """True for a card that changed the outcome of the contract."""


def decisions(review: DealReview) -> Iterator[CostlyDecision]:
    """The calls and the cards of the deal that cost something, in the order in which they were made."""
    for place, call in enumerate(review.calls):
        if call.cost:
            yield CostlyDecision(
                deal=review.deal.number,
                place=place,
                seat=call.seat,
                made=call.action,
                better=call.instead,
                cost=call.cost,
                turned=False,
            )
    for place, card in enumerate(review.cards):
        if card.score > 0:
            yield CostlyDecision(
                deal=review.deal.number,
                place=place,
                seat=card.seat,
                made=card.card,
                better=card.keeping,
                cost=card.score,
                turned=card.turns,
            )


MOST_COSTLY = 3


def costliest(reviews: Iterable[DealReview], seat: Seat | None) -> tuple[CostlyDecision, ...]:
    """The `MOST_COSTLY` decisions of that player, or of all four, that cost most; of equal ones, the earliest."""
    made = (each for review in reviews for each in decisions(review) if seat in (None, each.seat))
    return tuple(sorted(made, key=lambda decision: -decision.cost)[:MOST_COSTLY])


def sum_of(costs: Iterable[Cost]) -> Cost:
    """The sum of several costs."""
    return sum(costs, Cost())


def reviewed(deal: RecordedDeal, *, own_hand: bool = False) -> DealReview:
    """Review the deal; some dozens of positions are solved for it.

    With `own_hand`, each card that cost something has the opinion of `expert` from the player's own view.
    """
    hands = OpenDeal(deal.hands, deal.dealer, deal.rules, deal.held)
    bargaining = Bargaining(hands, (call.action.bid for call in deal.calls if isinstance(call.action, MakeBid)))
    settled = bargaining.end(deal.calls[-1].after)
    cards = tuple(_with_opinions(deal, cards_played(deal)) if own_hand else cards_played(deal))
    return DealReview(
        deal=deal,
        takings={each: hands.taking(each) for each in deal.rules.auction.denominations},
        best={team: bargaining.best(team) for team in Team},
        par=bargaining.end(deal.calls[0].before),
        settled=settled,
        calls=tuple(_calls(deal, bargaining, settled))[::-1],
        cards=cards,
        open=cards[0].score_before if cards else None,
        unsaid=settled.difference - cards[0].score_before.difference if cards else 0,
    )


def beyond_par(deal: RecordedDeal, team: Team) -> int:
    """The points by which the team beat the opponents, less those by which it does if all four bid and play perfectly.

    A deal that was thrown in has no score, but perfect bidding may have found a contract. No card is reviewed, so this
    takes a small part of the time of `reviewed`.
    """
    hands = OpenDeal(deal.hands, deal.dealer, deal.rules, deal.held)
    bargaining = Bargaining(hands, (call.action.bid for call in deal.calls if isinstance(call.action, MakeBid)))
    scored = 0 if deal.score is None else deal.score.scores[team] - deal.score.scores[team.other]
    return scored - bargaining.end(deal.calls[0].before).gain(team)


def _with_opinions(deal: RecordedDeal, cards: Iterable[ReviewedCard]) -> Iterator[ReviewedCard]:
    solvers = SolverCache()
    for laid, card in zip(deal.cards, cards, strict=True):
        yield replace(card, opinion=opinion(laid, solvers)) if card.is_mistake else card


def _calls(deal: RecordedDeal, bargaining: Bargaining, settled: Bargain) -> Iterator[ReviewedCall]:
    """The reviewed calls; they are computed from the last to the first."""
    later = dict.fromkeys(Team, 0)
    for call in reversed(deal.calls):
        team, better = call.seat.team, bargaining.end(call.before)
        missed = better.gain(team) - settled.gain(team)
        cost = max(0, missed - later[team])
        instead = bargaining.ways(call.before) if cost and call.before.turn is call.seat else ()
        yield ReviewedCall(call.seat, call.action, better, cost, later[team], instead)
        later[team] = max(later[team], missed)


FORM = "coinche-review/1"

Plain = Mapping[str, Any]


def head_map(header: Header) -> Plain:
    """The map of the match, before those of its deals."""
    return {"review": FORM, "match": header.match, "seats": dict(header.seats)}


def deal_map(review: DealReview) -> Plain:
    """The map of a deal. Points are card points with the last trick's ten; costs are those of the player."""
    deal, score, contract, decisive = review.deal, review.deal.score, review.contract, review.decisive
    costs = {seat: review.cost(seat) for seat in Seat}
    sides = {team: sum_of(costs[seat] for seat in team.seats) for team in Team}
    return {
        "deal": deal.number,
        "dealer": deal.dealer,
        "hands": {seat: list(hand) for seat, hand in deal.hands.items()},
        "contract": None if contract is None else _contract(contract),
        "result": "thrown_in" if score is None else score.result,
        "scores": {"NS": 0, "EW": 0} if score is None else asdict(score.scores),
        "denominations": {denomination: _taking(taking) for denomination, taking in review.takings.items()},
        "best": {team: _bargain(best) for team, best in review.best.items()},
        "par": _bargain(review.par),
        "calls": [_call(call) for call in review.calls],
        "unsaid": review.unsaid,
        "before_lead": _taking(review.cards[0].before) if review.cards else None,
        "open": None if review.open is None else _reckoned(review.open),
        "cards": [_card(card) for card in review.cards],
        "decisive": None if decisive is None else review.cards.index(decisive),
        "costs": {who: asdict(cost) for who, cost in (*costs.items(), *sides.items())},
    }


def _contract(contract: Contract) -> Plain:
    return {
        "bid": contract.bid,
        "bidder": contract.bidder,
        "takers": contract.takers,
        "multiplier": contract.multiplier,
    }


def _taking(taking: Taking) -> Plain:
    return {**asdict(taking.points), "capot": taking.capot}


def _reckoned(told: Reckoned) -> Plain:
    return {"result": told.result, "points": asdict(told.points), "scores": asdict(told.scores)}


def _bargain(bargain: Bargain) -> Plain | None:
    """The map of a bargain; None if nobody bids, or nothing can be made."""
    if bargain.contract is None or bargain.reckoned is None:
        return None
    return {**_contract(bargain.contract), **_reckoned(bargain.reckoned)}


def _call(call: ReviewedCall) -> Plain:
    return {
        "seat": call.seat,
        "call": str(call.action),
        "cost": call.cost,
        "better": _bargain(call.better),
    }


def _card(card: ReviewedCard) -> Plain:
    return {
        "trick": card.trick,
        "seat": card.seat,
        "card": card.card,
        "after": _taking(card.after),
        "cost": card.points,
        "costs_capot": card.capot,
        "score_cost": card.score,
        "keeping": list(card.keeping),
        "result": card.score_after.result,
        "own_hand": None if card.opinion is None else {"better": card.opinion.better, "by": card.opinion.by},
    }
