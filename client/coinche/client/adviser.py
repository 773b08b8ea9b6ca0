"""What the best of the bots would do in one's place, and why.

Thinks with what `expert` thinks with, which knows what the person may know. Refuses to know who may ask (`advising`).
"""

from __future__ import annotations

from coinche.engine.actions import Action, Legal, PlayCard
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat
from coinche.engine.solver import ENGINE, Engine
from coinche.engine.view import TableView
from coinche.protocol.messages import Request, RequestKind

from .advice import Advice
from .bot import legal_of
from .bots.auction import call
from .bots.bidding import Bidder
from .bots.evaluation import Solvers, values
from .bots.likelihood import evidence
from .bots.strength import STRENGTHS, Level
from .bots.systems import NONE_DECLARED, Systems
from .counsel.because import Because
from .counsel.calls import Hearing, call_reason
from .counsel.imagined import Imagined
from .counsel.reasons import reason
from .counsel.touching import for_a_person


def advise(request: Request, rules: RuleSet, systems: Systems = NONE_DECLARED) -> Advice:
    """The answer. It may take a while."""
    action, why = best(request.known, legal_of(request), rules, request.kind, systems)
    return Advice(request=request.request, action=action, why=why)


def best(
    view: TableView, legal: Legal, rules: RuleSet, kind: RequestKind, systems: Systems = NONE_DECLARED
) -> tuple[Action, Because | None]:
    """What to do, and why."""
    if kind is RequestKind.CUT:
        return legal.default, None
    return (best_card if kind is RequestKind.PLAY else best_call)(view, legal, rules, systems)


def best_card(view: TableView, legal: Legal, rules: RuleSet, systems: Systems) -> tuple[Action, Because | None]:
    """The card that is worth most over the deals that can be; of equals, the one that a person would lead."""
    valued = values(view, legal, rules, strength=STRENGTHS[Level.EXPERT], solvers=Solvers(), systems=systems)
    cards = tuple(action.card for action in legal.actions if isinstance(action, PlayCard))
    told = for_a_person(view, rules, cards, valued)
    return told[0].action, reason(view, rules, cards, told)


def best_call(view: TableView, legal: Legal, rules: RuleSet, systems: Systems) -> tuple[Action, Because | None]:
    """What `expert` says: the natural call, or what it has weighed and found surely better."""
    assert isinstance(view.viewer, Seat)
    reckons = STRENGTHS[Level.EXPERT].bids
    weighed = Bidder(rules).weigh(view, legal, SEED, evidence(view, rules, systems)) if reckons else ()
    action = weighed[0].action if weighed else call(view, legal, rules)
    deals = Imagined(view, rules, DEALS, systems)
    return action, call_reason(Hearing(view, legal, view.viewer, deals, weighed), action)


SEED = 0
"""The same question has the same answer."""
DEALS = {Engine.C: 100, Engine.PYTHON: 5}[ENGINE]
"""So many are thought of to say in how many of a hundred a contract is made."""
