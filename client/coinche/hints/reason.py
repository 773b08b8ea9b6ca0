"""A reason as a value: a sentence, and what it is about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from coinche.engine.actions import Action
from coinche.engine.bids import Bid
from coinche.engine.cards import Card, Denomination, Suit
from coinche.engine.declarations import Declaration
from coinche.engine.seats import Seat
from coinche.text.catalog import Words

About = Card | Declaration | Words | tuple[Card | Words, ...] | Bid | Denomination | Suit | Seat | int
"""A subject of a sentence."""


@dataclass(frozen=True, slots=True)
class Because:
    """A sentence, and what fills its names."""

    words: Words
    about: Mapping[str, About] = field(default_factory=dict)


def because(words: Words, **about: About) -> Because:
    """The reason in those words."""
    return Because(words, about)


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """An action, and in a sentence why; `action` is None while it is still being thought about."""

    request: int
    """The request that it answers: it says nothing about any other."""
    action: Action | None = None
    why: Because | None = None
