"""The cost of each card of a deal to the side that played it, in points and in the score.

The solver counts with all cards open. For a card that cost something, `expert` also gives its opinion from that seat's
own view, to show if the player could see better.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from coinche.bots.pimc import LEVEL_SETTINGS, BotLevel, SolverCache, card_values
from coinche.engine.actions import PlayCard
from coinche.engine.cards import Card
from coinche.engine.dealing import in_order
from coinche.engine.events import DealScored
from coinche.engine.match import legal
from coinche.engine.playing import Playing, may_play, tally
from coinche.engine.rules import RuleSet
from coinche.engine.scoring import last_trick_points
from coinche.engine.seats import ZERO, Seat, Team
from coinche.engine.solver import Position, Solver
from coinche.engine.tally import Taking, all_points
from coinche.engine.view import view

from .auction import PointsBesideTricks, Reckoned, reckoned
from .recorded_deal import Laid, RecordedDeal

WORLDS = 100
"""The number of determinizations: more than at a table, where somebody waits."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """The card that looked best to `expert`, and by how many points of the score; None if it is the card played."""

    better: Card | None = None
    by: int = 0


def opinion(laid: Laid, solvers: SolverCache) -> Opinion | None:
    """Return the opinion of `expert`; None if it did not search."""
    rules = laid.state.rules
    expert = LEVEL_SETTINGS[BotLevel.EXPERT]
    settings = replace(expert, worlds=max(WORLDS, expert.worlds), budget=expert.budget * 4)
    valued = card_values(
        view(laid.state, laid.seat), legal(laid.state, laid.seat), rules, settings=settings, solvers=solvers
    )
    told = {each.action.card: each for each in valued if isinstance(each.action, PlayCard)}
    if len(told) < 2 or laid.card not in told:
        return None
    best, played = valued[0], told[laid.card]
    if not best.is_clearly_better(played):
        return Opinion()
    assert isinstance(best.action, PlayCard)
    return Opinion(best.action.card, round(best.utility - played.utility))


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewedCard:
    """A card, the results before and after it, and the cards that would have kept the most.

    Tricks count from 1, `choices` is the number of legal cards; `keeping` is empty if this card keeps the most.
    """

    trick: int
    seat: Seat
    card: Card
    before: Taking
    after: Taking
    score_before: Reckoned
    score_after: Reckoned
    choices: int
    keeping: tuple[Card, ...] = ()
    opinion: Opinion | None = None
    """The view of `expert` from that seat, if it was asked for."""

    @property
    def points(self) -> int:
        """The cost to its side in card points."""
        return self.before.points[self.seat.team] - self.after.points[self.seat.team]

    @property
    def capot(self) -> bool:
        """True when the card cost its side the chance of all tricks, or of its only trick."""
        return self.before.capot is not self.after.capot

    @property
    def score(self) -> int:
        """The cost to its side in the score, the other side's gain included."""
        return self.score_before.gain(self.seat.team) - self.score_after.gain(self.seat.team)

    @property
    def is_mistake(self) -> bool:
        """True when the card cost anything."""
        return bool(self.points or self.capot)

    @property
    def turns(self) -> bool:
        """True when the card changed the outcome of the contract."""
        return self.score_before.result is not self.score_after.result


def beside_of(end: Playing, score: DealScored, rules: RuleSet) -> PointsBesideTricks:
    """The points that do not come from cards, as announced at the table."""
    whole_deal = tally(end, ZERO)
    cards = end.points + last_trick_points(whole_deal, rules.scoring)
    return PointsBesideTricks(score.points - cards - whole_deal.declarations, whole_deal.declarations)


def cards_played(deal: RecordedDeal) -> Iterator[ReviewedCard]:
    """Every card of the deal, in order; none if it was thrown in."""
    end, score = deal.end, deal.score
    if end is None or score is None:
        return
    beside = beside_of(end, score, deal.rules)
    solver = Solver(end.contract.denomination, deal.rules)
    before: ReviewedCard | None = None
    for laid in deal.cards:
        before = _cost(deal, laid, solver, beside, before)
        yield before


def _cost(
    deal: RecordedDeal, laid: Laid, solver: Solver, beside: PointsBesideTricks, last: ReviewedCard | None
) -> ReviewedCard:
    playing, team, rules = laid.before, laid.seat.team, deal.rules
    points = all_points(playing.contract.denomination, rules.scoring)
    values = _values(laid, solver, rules, last, points)
    best = max(values.values())

    def taking(value: int) -> Taking:
        return Taking.of(value, team, playing.points, points)

    def score(there: Playing, taken: Taking) -> Reckoned:
        alone = all(trick.winner is there.contract.bidder for trick in there.tricks)
        return reckoned(there.contract, taken, beside, rules, deal.held, alone)

    kept, after = taking(best), taking(values[laid.card])
    return ReviewedCard(
        trick=len(playing.tricks) + 1,
        seat=laid.seat,
        card=laid.card,
        before=kept,
        after=after,
        score_before=score(playing, kept),
        score_after=score(laid.after, after),
        choices=len(values),
        keeping=in_order(card for card, value in values.items() if value == best > values[laid.card]),
    )


def _values(laid: Laid, solver: Solver, rules: RuleSet, last: ReviewedCard | None, points: int) -> dict[Card, int]:
    """The value of each card for the side that plays it; a single legal card needs no solving."""
    if last is not None and len(may_play(laid.before, laid.seat, rules)) == 1:
        return {laid.card: _value(last.after, laid.seat.team, points) - laid.before.points[laid.seat.team]}
    return solver.values(Position.of(laid.before, rules))


def _value(taking: Taking, team: Team, points: int) -> int:
    """The value in the form that `Taking.of` takes."""
    if taking.capot is None:
        return taking.points[team]
    return points + 1 if taking.capot is team else -1
