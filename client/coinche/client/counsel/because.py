"""A reason as a value: which sentence, and what it is about. Refuses to know when it holds and how it is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from coinche.client.language import Words
from coinche.engine.bids import Bid
from coinche.engine.cards import Card, Denomination, Suit
from coinche.engine.seats import Seat

About = Card | Words | tuple[Card | Words, ...] | Bid | Denomination | Suit | Seat | int
"""What a sentence can be about."""


@dataclass(frozen=True, slots=True)
class Because:
    """A sentence, and what fills its names."""

    words: Words
    about: Mapping[str, About] = field(default_factory=dict)


def because(words: Words, **about: About) -> Because:
    """The reason in those words."""
    return Because(words, about)
