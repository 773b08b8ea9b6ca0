"""A reviewed deal, as plain maps for programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from coinche.engine.bids import Contract
from coinche.engine.record import Header
from coinche.engine.seats import Seat, Team
from coinche.engine.tally import Taking

from .auction import Bargain, Reckoned
from .cards import ReviewedCard
from .review import DealReview, ReviewedCall, sum_of

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
