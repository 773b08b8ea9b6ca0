"""What happens at the tables, as lines for the operator. Never a card: a line may be read over a shoulder."""

from __future__ import annotations

from coinche.engine.auction import COINCHE
from coinche.engine.events import ContractSettled, DealScored, Event, MatchEnded, MatchStarted, ThrownIn
from coinche.engine.match import State
from coinche.engine.rules import MatchRules
from coinche.protocol.messages import TableEvent

_MULTIPLIED = {1: "", COINCHE: " coinched"}


def sentence(event: Event | TableEvent, state: State | None) -> str | None:
    """The line for an event; None for those that are not worth one."""
    deal = 0 if state is None else state.deal
    match event:
        case MatchStarted():
            return f"match {aim(event.rules.match)} begins"
        case ContractSettled():
            return f"deal {deal}: {event.bid} by {event.bidder}{_MULTIPLIED.get(event.multiplier, ' surcoinched')}"
        case ThrownIn():
            return f"deal {deal}: four passes"
        case DealScored():
            scores, totals, result = event.scores, event.totals, event.result
            return f"deal {deal}: {result}, NS {scores.NS}, EW {scores.EW}; totals {totals.NS} – {totals.EW}"
        case MatchEnded():
            return f"match over: {event.winner or 'level'}, {event.totals.NS} – {event.totals.EW}"
        case _:
            return None


def aim(rules: MatchRules) -> str:
    """What a match is played to: a target, or a number of deals."""
    return f"to {rules.target}" if rules.length is None else f"of {rules.length} deals"
