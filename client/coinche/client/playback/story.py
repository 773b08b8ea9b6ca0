"""What happened in the match at a table so far, as its person was told it; long ones lose their first deals.

Knows events and where deals begin. Refuses to know what is done with them (`tape`).
"""

from __future__ import annotations

from coinche.engine.events import DealScored, DealStarted, Event, MatchStarted, ThrownIn

Story = tuple[Event, ...]

STORY_LENGTH = 5_000
"""Events that are kept at most: a hundred deals or so."""


def continued(story: Story, event: Event, longest: int = STORY_LENGTH) -> Story:
    """The story with one more event; a match that begins begins a new one."""
    if isinstance(event, MatchStarted):
        return (event,)
    return shortened((*story, event))[-longest:] if len(story) >= longest else (*story, event)


def shortened(story: Story) -> Story:
    """Without its first deal: how the match began, the score when that deal was over, and all that follows."""
    begins = [at for at, event in enumerate(story) if isinstance(event, DealStarted)]
    if len(begins) < 2:
        return story
    began = tuple(event for event in story[: begins[0]] if isinstance(event, MatchStarted))
    scores = tuple(event for event in story[: begins[1]] if isinstance(event, DealScored))
    return (*began, *scores[-1:], *story[begins[1] :])


def last_deal(story: Story) -> Story:
    """The events of the deal that was dealt last."""
    begins = [at for at, event in enumerate(story) if isinstance(event, DealStarted)]
    return story[begins[-1] :] if begins else ()


def without_running_deal(story: Story) -> Story:
    """The deals that are over: where only the last trick may be looked at, the others are nobody's to see yet."""
    deal = last_deal(story)
    is_over = any(isinstance(event, DealScored | ThrownIn) for event in deal)
    return story if is_over else story[: len(story) - len(deal)]
