"""The action that the best bot would choose in the player's place, and the reason for it.

The evaluation is that of `expert`, which uses nothing that the player does not know. The reason for the best card is
the first in the table that holds, else the comparison with the next card. A decision of a recorded match is judged in
the same way, from the view that its player had.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from coinche.bot.bot import legal_of
from coinche.bots.beliefs.auction_likelihood import auction_evidence
from coinche.bots.beliefs.conventions import NONE_DECLARED, Systems
from coinche.bots.bidding.call_search import CallSearch
from coinche.bots.pimc import LEVEL_SETTINGS, BotLevel, CardValue, SolverCache, card_values
from coinche.bots.pimc import sweeping_teams as sweepers
from coinche.bots.steady.bidding import natural_call
from coinche.bots.utility import near_match_end
from coinche.engine.actions import Action, Legal, PlayCard
from coinche.engine.cards import Card
from coinche.engine.events import DECISIONS
from coinche.engine.match import State
from coinche.engine.match import legal as legal_actions
from coinche.engine.record import ActionLine, Record
from coinche.engine.replay import replayed
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat
from coinche.engine.solver import ENGINE, Engine
from coinche.engine.solver.game import CAPOT
from coinche.engine.view import TableView
from coinche.engine.view import view as view_of
from coinche.protocol.messages import Request, RequestKind

from .bid_reasons import AuctionFacts, call_reason, past_call_reason
from .follow_reasons import FOLLOWS, OF_THE_TRICK
from .lead_reasons import LEADS, all_yours
from .render import Advice, Because, ExpertChoice, because
from .sampled_deals import SampledDeals
from .texts import Why
from .trick_facts import NOTHING, TrickFacts, facts_of, first, for_a_person, only

NEVER = 0.01
"""Maximum mean number of points that counts as none in any sampled deal."""
CLEAR = 5
"""Minimum difference in the score that is told as a number."""


def reason(view: TableView, rules: RuleSet, legal: tuple[Card, ...], valued: Sequence[CardValue]) -> Because | None:
    """Return the reason for the first of the valued cards; None when there is nothing to say."""
    best = valued[0].action
    assert isinstance(best, PlayCard)
    facts = facts_of(view, rules, legal, best.card)
    plain = first((only, all_yours), facts) if facts.leads else only(facts)
    if plain is not None:
        return plain
    if _all_the_same(valued):
        return same(facts, valued)
    return first(LEADS if facts.leads else FOLLOWS, facts) or compared(facts, valued)


def _all_the_same(valued: Sequence[CardValue]) -> bool:
    """True when no card is worth more than another, in the score and in points."""
    if len(valued) < 2:
        return False
    uses, points = [one.utility for one in valued], [one.points for one in valued]
    return max(uses) - min(uses) < NOTHING and max(points) - min(points) < NOTHING


def same(facts: TrickFacts, valued: Sequence[CardValue]) -> Because:
    """The reason why the choice makes no difference: one side takes the rest, the cards are equal, or the trick is
    settled."""
    points, sweeping, us = [one.points for one in valued], sweepers(facts.view), facts.me.team
    if max(points) < NEVER - CAPOT * (us.other in sweeping):
        return because(Why.REST_THEIRS)
    if min(points) > facts.left + CAPOT * (us in sweeping) - NEVER:
        return because(Why.REST_OURS)
    match facts.legal:
        case (one, other) if facts.are_equal(one, other):
            words = Why.NEIGHBOURS if facts.are_neighbours(one, other) else Why.EQUALS
            return because(words, cards=facts.by_strength(facts.legal))
    return (None if facts.leads else first(OF_THE_TRICK, facts)) or because(Why.SAME)


def compared(facts: TrickFacts, valued: Sequence[CardValue]) -> Because | None:
    """The advantage over the next card: in points of the score, or near the end of the match, in the chance to win
    it."""
    if len(valued) < 2 or not isinstance(valued[1].action, PlayCard):
        return None
    best, second = valued[:2]
    card, points = valued[1].action.card, round(best.utility - second.utility)
    if points < CLEAR:
        return because(Why.ONE_BETTER, card=card)
    if near_match_end(facts.view, facts.rules.match):
        return because(Why.FOR_THE_MATCH, card=card)
    return because(Why.BETTER, points=points, card=card)


def advise(request: Request, rules: RuleSet, systems: Systems = NONE_DECLARED) -> Advice:
    """Answer a request for advice. The answer may take some time."""
    action, why = best(request.known, legal_of(request), rules, request.kind, systems)
    return Advice(request=request.request, action=action, why=why)


def best(
    view: TableView, legal: Legal, rules: RuleSet, kind: RequestKind, systems: Systems = NONE_DECLARED
) -> tuple[Action, Because | None]:
    """The best action and the reason for it."""
    if kind is RequestKind.CUT:
        return legal.default, None
    return (best_card if kind is RequestKind.PLAY else best_call)(view, legal, rules, systems)


def best_card(view: TableView, legal: Legal, rules: RuleSet, systems: Systems) -> tuple[Action, Because | None]:
    """The card that is worth most over the possible deals; of equal cards, the one that a person would lead."""
    told = _valued_cards(view, legal, rules, systems)
    return told[0].action, reason(view, rules, _cards_of(legal), told)


def _valued_cards(view: TableView, legal: Legal, rules: RuleSet, systems: Systems) -> tuple[CardValue, ...]:
    valued = card_values(
        view, legal, rules, settings=LEVEL_SETTINGS[BotLevel.EXPERT], solvers=SolverCache(), systems=systems
    )
    return for_a_person(view, rules, _cards_of(legal), valued)


def _cards_of(legal: Legal) -> tuple[Card, ...]:
    return tuple(action.card for action in legal.actions if isinstance(action, PlayCard))


def best_call(view: TableView, legal: Legal, rules: RuleSet, systems: Systems) -> tuple[Action, Because | None]:
    """The call of `expert`, and the reason for it."""
    facts, action = _weighed_call(view, legal, rules, systems)
    return action, call_reason(facts, action)


def _weighed_call(view: TableView, legal: Legal, rules: RuleSet, systems: Systems) -> tuple[AuctionFacts, Action]:
    """The facts, and the call of `expert`: the natural call, or one that the search finds clearly better."""
    assert isinstance(view.viewer, Seat)
    reckons = LEVEL_SETTINGS[BotLevel.EXPERT].bids
    weighed = CallSearch(rules).evaluate(view, legal, SEED, auction_evidence(view, rules, systems)) if reckons else ()
    action = weighed[0].action if weighed else natural_call(view, legal, rules)
    deals = SampledDeals(view, rules, DEALS, systems)
    return AuctionFacts(view, legal, view.viewer, deals, weighed), action


@dataclass(frozen=True, slots=True, kw_only=True)
class PastDecision:
    """A decision of a recorded match: what its player knew, what was legal, and what was done."""

    view: TableView
    legal: Legal
    rules: RuleSet
    made: Action


def past_decision(record: Record, deal: int, number: int) -> PastDecision | None:
    """The decision of that number in a deal, counted from 0; None if there is none. RecordDiffers as in `replayed`."""
    before: State | None = None
    for step in replayed(record):
        entry = step.entry
        if isinstance(entry, ActionLine) and before is not None and before.deal == deal:
            if any(isinstance(event, DECISIONS) for event in step.events):
                if not number:
                    known, may = view_of(before, entry.seat), legal_actions(before, entry.seat)
                    return PastDecision(view=known, legal=may, rules=before.rules, made=entry.action)
                number -= 1
        elif before is not None and before.deal > deal:
            return None
        before = step.state
    return None


def judged(past: PastDecision, systems: Systems = NONE_DECLARED) -> ExpertChoice:
    """The choice of `expert` in a past decision, from the view of its player alone."""
    return (_judged_card if isinstance(past.made, PlayCard) else _judged_call)(past, systems)


def _judged_card(past: PastDecision, systems: Systems) -> ExpertChoice:
    told = _valued_cards(past.view, past.legal, past.rules, systems)
    why = reason(past.view, past.rules, _cards_of(past.legal), told)
    best, made = told[0], next((one for one in told if _same_card(one.action, past.made)), None)
    clear = made is not None and best.is_clearly_better(made)
    forced = len(told) == len(_cards_of(past.legal)) == 1
    return ExpertChoice(made=past.made, action=best.action, why=why, clear=clear, forced=forced)


def _judged_call(past: PastDecision, systems: Systems) -> ExpertChoice:
    known, rules = past.view, past.rules
    facts, action = _weighed_call(known, past.legal, rules, systems)
    clear, why = False, call_reason(facts, action)
    if action != past.made:
        more = CallSearch(rules).compared(known, action, past.made, SEED, auction_evidence(known, rules, systems))
        clear = more.is_clear
        why = past_call_reason(facts, past.made, action, round(more.points))
    forced = tuple(past.legal) == (past.made,)
    return ExpertChoice(made=past.made, action=action, why=why, clear=clear, forced=forced)


def _same_card(one: Action, other: Action) -> bool:
    return isinstance(one, PlayCard) and isinstance(other, PlayCard) and one.card is other.card


SEED = 0
"""Seed of the evaluation: the same question always has the same answer."""
DEALS = {Engine.C: 100, Engine.PYTHON: 5}[ENGINE]
"""Number of deals sampled to estimate how often a contract is made."""
