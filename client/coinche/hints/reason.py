"""A reason as a value: a sentence and the things that it mentions."""

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
"""A value that a sentence mentions."""


@dataclass(frozen=True, slots=True)
class Because:
    """A sentence and the values of its fields."""

    words: Words
    about: Mapping[str, About] = field(default_factory=dict)


def because(words: Words, **about: About) -> Because:
    """Build a reason from a sentence and its fields."""
    return Because(words, about)


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """An action and the reason for it; `action` is None while the advice is being computed."""

    request: int
    """The request that the advice answers; it is valid for no other."""
    action: Action | None = None
    why: Because | None = None
