"""The review of a recorded deal: the cost of its cards and calls, and the best that was possible."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from coinche.bots.pimc import SolverCache
from coinche.engine.actions import Action, MakeBid
from coinche.engine.bids import Contract
from coinche.engine.cards import Denomination
from coinche.engine.seats import Seat, Team
from coinche.engine.tally import Taking

from .auction import Bargain, Bargaining, OpenDeal, Reckoned
from .cards import ReviewedCard, cards_played, opinion
from .deals import RecordedDeal


@dataclass(frozen=True, slots=True)
class ReviewedCall:
    """A word of the auction, where the auction ended if all had called their best from it on, and what it cost.

    The cost is of the score: what its side could still have had, less what it got, less what it had later chances of
    (`later`). So a chance that is missed twice costs who missed it last. `instead` are the calls that would have led to
    the better end, where there is a cost; none where it was not that seat's turn, who should have said nothing.
    """

    seat: Seat
    action: Action
    better: Bargain
    cost: int
    later: int
    instead: tuple[Action, ...] = ()

    @property
    def missed(self) -> int:
        """What its side could have had more than it got, later chances with it."""
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
    """All that is to be said of a deal. `par` is where its auction ends if both sides call their best throughout.

    `settled` is what its contract comes to if all play their best: with that calls are compared.
    `open` is what the contract comes to before the lead; it and the cards are missing where the deal was thrown in.
    `unsaid` is what North-South lost in the score through belotes and declarations that nobody said.
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
        """What was played."""
        return self.deal.cards[0].before.contract if self.deal.cards else None

    @property
    def mistakes(self) -> tuple[ReviewedCard, ...]:
        """The cards that cost anything, the dearest first."""
        found = (card for card in self.cards if card.is_mistake)
        return tuple(sorted(found, key=lambda card: (-card.score, -card.points, card.trick)))

    @property
    def decisive(self) -> ReviewedCard | None:
        """The last card that turned the contract: before it the deal would have ended otherwise."""
        return next((card for card in reversed(self.cards) if card.turns), None)

    def cost(self, seat: Seat) -> Cost:
        """What that player's cards and calls cost his side."""
        return sum_of(
            (
                *(Cost(points=card.points, score=card.score) for card in self.cards if card.seat is seat),
                *(Cost(calls=call.cost) for call in self.calls if call.seat is seat),
            )
        )


def sum_of(costs: Iterable[Cost]) -> Cost:
    """All of them together."""
    return sum(costs, Cost())


def reviewed(deal: RecordedDeal, *, own_hand: bool = False) -> DealReview:
    """The deal gone through: some dozens of positions are solved for it.

    With `own_hand` cards that cost something have the opinion of who sees no more than their players did.
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


def _with_opinions(deal: RecordedDeal, cards: Iterable[ReviewedCard]) -> Iterator[ReviewedCard]:
    solvers = SolverCache()
    for laid, card in zip(deal.cards, cards, strict=True):
        yield replace(card, opinion=opinion(laid, solvers)) if card.is_mistake else card


def _calls(deal: RecordedDeal, bargaining: Bargaining, settled: Bargain) -> Iterator[ReviewedCall]:
    """The last first."""
    later = dict.fromkeys(Team, 0)
    for call in reversed(deal.calls):
        team, better = call.seat.team, bargaining.end(call.before)
        missed = better.gain(team) - settled.gain(team)
        cost = max(0, missed - later[team])
        instead = bargaining.ways(call.before) if cost and call.before.turn is call.seat else ()
        yield ReviewedCall(call.seat, call.action, better, cost, later[team], instead)
        later[team] = max(later[team], missed)
