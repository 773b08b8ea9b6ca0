"""Deals of a match that are over, each in a line: what was played, by whom, and what came of it.

Knows events. Refuses to know how the lines look.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from coinche.engine.events import ContractSettled, DealScored, DealStarted, Event, ThrownIn


@dataclass(frozen=True, slots=True, kw_only=True)
class PastDeal:
    """One of them; a deal that was thrown in has neither contract nor score."""

    deal: int
    settled: ContractSettled | None = None
    score: DealScored | None = None


def past_deal(events: Iterable[Event]) -> PastDeal | None:
    """The deal in those events, if it is over."""
    deal, over = 0, False
    settled: ContractSettled | None = None
    score: DealScored | None = None
    for event in events:
        match event:
            case DealStarted():
                deal = event.deal
            case ContractSettled():
                settled = event
            case DealScored():
                score, over = event, True
            case ThrownIn():
                over = True
    return PastDeal(deal=deal, settled=settled, score=score) if over else None
