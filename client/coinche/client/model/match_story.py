"""The events of the match as this client received them, and a line for each finished deal.

A long match loses its first deals.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from coinche.engine.events import ContractSettled, DealScored, DealStarted, Event, MatchStarted, ThrownIn


@dataclass(frozen=True, slots=True, kw_only=True)
class PastDeal:
    """A finished deal; one that was thrown in has neither contract nor score."""

    deal: int
    settled: ContractSettled | None = None
    score: DealScored | None = None


def past_deal(events: Iterable[Event]) -> PastDeal | None:
    """Summarise the deal in the events; None unless it is over."""
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


Story = tuple[Event, ...]

STORY_LENGTH = 5_000
"""The maximum number of events kept: about a hundred deals."""


def continued(story: Story, event: Event, longest: int = STORY_LENGTH) -> Story:
    """The story with one more event; the start of a match starts a new story."""
    if isinstance(event, MatchStarted):
        return (event,)
    return shortened((*story, event))[-longest:] if len(story) >= longest else (*story, event)


def shortened(story: Story) -> Story:
    """The story without its first deal, but with the start of the match and the score after that deal."""
    begins = [at for at, event in enumerate(story) if isinstance(event, DealStarted)]
    if len(begins) < 2:
        return story
    began = tuple(event for event in story[: begins[0]] if isinstance(event, MatchStarted))
    scores = tuple(event for event in story[: begins[1]] if isinstance(event, DealScored))
    return (*began, *scores[-1:], *story[begins[1] :])


def last_deal(story: Story) -> Story:
    """The events since the last deal began."""
    begins = [at for at, event in enumerate(story) if isinstance(event, DealStarted)]
    return story[begins[-1] :] if begins else ()


def without_running_deal(story: Story) -> Story:
    """The deals that are over: where the rules show the last trick only, nobody may see the others yet."""
    deal = last_deal(story)
    is_over = any(isinstance(event, DealScored | ThrownIn) for event in deal)
    return story if is_over else story[: len(story) - len(deal)]
