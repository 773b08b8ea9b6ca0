"""Declarations: carrés and sequences, their worth, which is better, and how the two sides' are resolved.

Knows F 8 as tables. Belote is not one of them: it is said with two cards, whenever they fall (`belote`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import combinations
from typing import Self

from .cards import Card, Denomination, Rank, Suit
from .rules import DeclarationTie
from .seats import Points, Seat, Team


class DeclarationKind(StrEnum):
    """What is said with the first card; from the least to the best (F 8.1)."""

    TIERCE = "tierce"
    CINQUANTE = "cinquante"
    CENT = "cent"
    CARRE = "carre"


LENGTHS = {DeclarationKind.TIERCE: 3, DeclarationKind.CINQUANTE: 4, DeclarationKind.CENT: 5}
"""Cards of each sequence (F 8.1)."""

SEQUENCE_POINTS = {DeclarationKind.TIERCE: 20, DeclarationKind.CINQUANTE: 50, DeclarationKind.CENT: 100}
"""Points of each sequence (F 8.1)."""

CARRE_POINTS = {Rank.JACK: 200, Rank.NINE: 150, Rank.ACE: 100, Rank.TEN: 100, Rank.KING: 100, Rank.QUEEN: 100}
"""Points of each carré, best first; eights and sevens count nothing (F 8.1)."""

_SEQUENCE_ORDER = tuple(Rank)
_CARRE_ORDER = tuple(reversed(CARRE_POINTS))
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

    @property
    def points(self) -> int:
        """What it is worth if its side's best is best."""
        return CARRE_POINTS[self.height] if self.kind is DeclarationKind.CARRE else SEQUENCE_POINTS[self.kind]


def _all() -> dict[str, tuple[DeclarationKind, tuple[Card, ...]]]:
    shapes = [
        (kind, tuple(Card.of(rank, suit) for rank in _SEQUENCE_ORDER[start : start + length]))
        for kind, length in LENGTHS.items()
        for suit in Suit
        for start in range(len(_SEQUENCE_ORDER) - length + 1)
    ]
    shapes += [(DeclarationKind.CARRE, tuple(Card.of(rank, suit) for suit in Suit)) for rank in CARRE_POINTS]
    return {f"{kind}:{''.join(cards)}": (kind, cards) for kind, cards in shapes}


_DECLARATIONS = _all()
_EVERY = tuple(Declaration(notation) for notation in _DECLARATIONS)


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
    """Whether two of them count the same card."""
    return len(frozenset[Card]().union(*(d.cards for d in chosen))) < sum(len(d.cards) for d in chosen)


@lru_cache(maxsize=4096)
def best_set(available: tuple[Declaration, ...]) -> tuple[Declaration, ...]:
    """The set worth most; of equals the one whose best declaration is best."""
    return max(
        sets(available),
        key=lambda chosen: (sum(d.points for d in chosen), max(map(_merit, chosen), default=(0, 0, 0))),
    )


@dataclass(frozen=True, slots=True)
class Announced:
    """A declaration and who announced it."""

    seat: Seat
    declaration: Declaration


@dataclass(frozen=True, slots=True)
class Kinds:
    """What a player said about his declarations with his first card (F 8.2)."""

    seat: Seat
    kinds: tuple[DeclarationKind, ...]


@dataclass(frozen=True, slots=True)
class Height:
    """What is said about one side's best: its height, or (`None`) « pas mieux » (F 8.3)."""

    seat: Seat
    kind: DeclarationKind
    height: Rank | None


@dataclass(frozen=True, slots=True)
class Resolution:
    """Whose declarations count, what the table heard about them, and what each side's points are."""

    winner: Team | None
    heights: tuple[Height, ...]
    shown: tuple[Announced, ...]
    points: Points


def _merit(declaration: Declaration) -> tuple[int, int, int]:
    """Kind, then value, then height (F 8.1): higher is better, trumps apart."""
    order = _CARRE_ORDER if declaration.kind is DeclarationKind.CARRE else _SEQUENCE_ORDER
    height = declaration.height
    return _KIND_ORDER.index(declaration.kind), declaration.points, order.index(height)


def resolve(announced: tuple[Announced, ...], denomination: Denomination, tie: DeclarationTie) -> Resolution:
    """Compare the best of each side; the winners score all theirs (F 8.3). `announced` in order of play."""

    def merit(a: Announced) -> tuple[int, int, int, bool]:
        suit = next(iter(a.declaration.cards)).suit
        in_trumps = a.declaration.kind is not DeclarationKind.CARRE and denomination.trumps == {suit}
        return *_merit(a.declaration), in_trumps

    bests = [max(side, key=merit) for team in Team if (side := [a for a in announced if a.seat.team is team])]
    if not bests:
        return Resolution(None, (), (), Points())
    ahead = max(bests, key=merit)
    tied = len(bests) == 2 and merit(bests[0]) == merit(bests[1])
    winner = _TIE_WINNER[tie](announced, bests) if tied else ahead.seat.team
    shown = tuple(a for a in announced if a.seat.team is winner)
    points = Points.of(winner, sum(a.declaration.points for a in shown)) if winner else Points()
    return Resolution(winner, _heights(announced, bests), shown, points)


_TIE_WINNER: dict[DeclarationTie, Callable[[tuple[Announced, ...], list[Announced]], Team | None]] = {
    DeclarationTie.ANNUL: lambda announced, bests: None,
}


def _heights(announced: tuple[Announced, ...], bests: list[Announced]) -> tuple[Height, ...]:
    """Where the two bests are of one kind: the earlier says its height, the other answers (F 8.3)."""
    if len(bests) < 2 or bests[0].declaration.kind is not bests[1].declaration.kind:
        return ()
    first, second = sorted(bests, key=announced.index)
    better = _merit(second.declaration) >= _merit(first.declaration)
    return tuple(
        Height(a.seat, a.declaration.kind, a.declaration.height if said else None)
        for a, said in ((first, True), (second, better))
    )
