"""Declarations: carrés and sequences, their worth, and the order among them (F 8.1).

`declaration_resolution` decides which side's count. Belote is no declaration: it is said with two cards, whenever they
fall (`belote`).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple, Self

from .cards import Card, Denomination, Rank, Suit


class DeclarationKind(StrEnum):
    """The kind announced with the first card, from the least to the best (F 8.1)."""

    TIERCE = "tierce"
    CINQUANTE = "cinquante"
    CENT = "cent"
    CARRE = "carre"


LENGTHS = {DeclarationKind.TIERCE: 3, DeclarationKind.CINQUANTE: 4, DeclarationKind.CENT: 5}
"""Cards of each sequence (F 8.1)."""

SEQUENCE_POINTS = {DeclarationKind.TIERCE: 20, DeclarationKind.CINQUANTE: 50, DeclarationKind.CENT: 100}
"""Points of each sequence (F 8.1)."""

_CARRE_POINTS = {Rank.JACK: 200, Rank.NINE: 150, Rank.ACE: 100, Rank.TEN: 100, Rank.KING: 100, Rank.QUEEN: 100}
_CARRE_POINTS_AT_NO_TRUMP = {
    Rank.ACE: 200,
    Rank.TEN: 150,
    Rank.KING: 100,
    Rank.QUEEN: 100,
    Rank.JACK: 100,
    Rank.NINE: 100,
}

CARRE_POINTS: Mapping[Denomination, Mapping[Rank, int]] = dict.fromkeys(Denomination, _CARRE_POINTS) | {
    Denomination.NO_TRUMP: _CARRE_POINTS_AT_NO_TRUMP
}
"""Points of each carré, best first; eights and sevens count nothing (F 8.1, 11.2)."""

_SEQUENCE_ORDER = tuple(Rank)
_KIND_ORDER = tuple(DeclarationKind)


class Declaration(str):
    """A carré or a sequence, which is its notation, cards in pack order (`tierce:7S8S9S`, `carre:JSJHJDJC`).

    ValueError where the cards make no such thing.
    """

    __slots__ = ("cards", "kind")

    kind: DeclarationKind
    cards: frozenset[Card]

    def __new__(cls, notation: str) -> Self:
        known = _DECLARATIONS.get(notation)
        if known is None:
            raise ValueError(f"{notation!r} is no declaration; they look like tierce:7S8S9S or carre:JSJHJDJC")
        self = super().__new__(cls, notation)
        self.kind, cards = known
        self.cards = frozenset(cards)
        return self

    def __reduce__(self) -> tuple[type[Self], tuple[str]]:
        return type(self), (str(self),)

    @property
    def height(self) -> Rank:
        """The top card's rank of a sequence, the cards' rank of a carré."""
        return max((card.rank for card in self.cards), key=_SEQUENCE_ORDER.index)


def _all() -> dict[str, tuple[DeclarationKind, tuple[Card, ...]]]:
    shapes = [
        (kind, tuple(Card.of(rank, suit) for rank in _SEQUENCE_ORDER[start : start + length]))
        for kind, length in LENGTHS.items()
        for suit in Suit
        for start in range(len(_SEQUENCE_ORDER) - length + 1)
    ]
    shapes += [(DeclarationKind.CARRE, tuple(Card.of(rank, suit) for suit in Suit)) for rank in _CARRE_POINTS]
    return {f"{kind}:{''.join(cards)}": (kind, cards) for kind, cards in shapes}


_DECLARATIONS = _all()
_EVERY = tuple(Declaration(notation) for notation in _DECLARATIONS)


def points_of(declaration: Declaration, denomination: Denomination) -> int:
    """Its points if its side's best is best."""
    if declaration.kind is DeclarationKind.CARRE:
        return CARRE_POINTS[denomination][declaration.height]
    return SEQUENCE_POINTS[declaration.kind]


@lru_cache(maxsize=4096)
def held(hand: frozenset[Card]) -> tuple[Declaration, ...]:
    """Every declaration that can be made out of the hand; some may share cards."""
    return tuple(declaration for declaration in _EVERY if declaration.cards <= hand)


@lru_cache(maxsize=4096)
def sets(available: tuple[Declaration, ...]) -> tuple[tuple[Declaration, ...], ...]:
    """Every set of them that may be announced together: a card counts once only (F 8). The empty set is first."""
    return tuple(
        chosen
        for size in range(len(available) + 1)
        if size <= 2  # eight cards hold no three declarations
        for chosen in combinations(available, size)
        if not overlap(chosen)
    )


def overlap(chosen: tuple[Declaration, ...]) -> bool:
    """Return whether two of them count the same card."""
    return len(frozenset[Card]().union(*(d.cards for d in chosen))) < sum(len(d.cards) for d in chosen)


@lru_cache(maxsize=4096)
def best_set(available: tuple[Declaration, ...], denomination: Denomination) -> tuple[Declaration, ...]:
    """The set worth most; of equals the one whose best declaration is best."""
    return max(
        sets(available),
        key=lambda chosen: (
            sum(points_of(d, denomination) for d in chosen),
            max((merit(d, denomination) for d in chosen), default=NOTHING),
        ),
    )


class Merit(NamedTuple):
    """The rank of a declaration among others, compared from left to right (F 8.1, 8.3)."""

    kind: int
    points: int
    height: int
    in_trumps: bool


NOTHING = Merit(-1, 0, 0, False)
"""Less than any declaration."""


def merit(declaration: Declaration, denomination: Denomination) -> Merit:
    """Kind, then value, then height, then being in trumps, which no suit is where none or all are (F 8.3)."""
    carre = declaration.kind is DeclarationKind.CARRE
    order = tuple(CARRE_POINTS[denomination])[::-1] if carre else _SEQUENCE_ORDER
    suits = {card.suit for card in declaration.cards}
    return Merit(
        kind=_KIND_ORDER.index(declaration.kind),
        points=points_of(declaration, denomination),
        height=order.index(declaration.height),
        in_trumps=denomination.trumps == suits and not carre,
    )
