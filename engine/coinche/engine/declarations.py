"""Declarations: carrés and sequences, their points and order, what may be announced, and which side's count (F 8).

Belote is no declaration: it is said with two cards, whenever they fall (`belote`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple, Self

from .cards import Card, Denomination, Rank, Suit
from .rules import DeclarationChoice, DeclarationRules, DeclarationTie
from .seats import Points, Seat, Team


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
    """The points of the declaration, if the best declaration of its side is the best of all."""
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
"""A merit below that of any declaration."""


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


# --- announced and compared ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Announced:
    """A declaration and who announced it."""

    seat: Seat
    declaration: Declaration


@dataclass(frozen=True, slots=True)
class Kinds:
    """The kinds that a player announced with the first card (F 8.2)."""

    seat: Seat
    kinds: tuple[DeclarationKind, ...]


@dataclass(frozen=True, slots=True)
class Height:
    """The answer about one side's best declaration: its height, or (`None`) « pas mieux » (F 8.3)."""

    seat: Seat
    kind: DeclarationKind
    height: Rank | None


@dataclass(frozen=True, slots=True)
class Resolution:
    """The side whose declarations count, the announcements that the table heard, and the points of each side.

    `tie` is true where the two best were equal, even if one of them was chosen to count.
    """

    winner: Team | None
    heights: tuple[Height, ...]
    shown: tuple[Announced, ...]
    points: Points
    tie: bool


def offered(
    hand: frozenset[Card],
    team: Team,
    announced: tuple[Announced, ...],
    denomination: Denomination,
    choice: DeclarationChoice,
) -> tuple[Declaration, ...]:
    """Return what a player of that team may announce with the first card, given the earlier announcements."""
    said = [a.declaration for a in announced if a.seat.team is not team]
    return _CHOICE[choice](held(hand), said, denomination)


def _best_if_it_can_win(
    available: tuple[Declaration, ...], said: list[Declaration], denomination: Denomination
) -> tuple[Declaration, ...]:
    """The player's best, unless its kind is below one that the other side has announced (P "Announcements")."""
    best = max(available, key=lambda d: merit(d, denomination), default=None)
    if best is None:
        return ()
    highest = max((merit(d, denomination).kind for d in said), default=NOTHING.kind)
    return (best,) if merit(best, denomination).kind >= highest else ()


_CHOICE: Mapping[
    DeclarationChoice,
    Callable[[tuple[Declaration, ...], list[Declaration], Denomination], tuple[Declaration, ...]],
] = {
    DeclarationChoice.ANY: lambda available, said, denomination: available,
    DeclarationChoice.BEST_ONLY: _best_if_it_can_win,
}


def resolve(
    announced: tuple[Announced, ...],
    dealt: Mapping[Seat, frozenset[Card]],
    denomination: Denomination,
    rules: DeclarationRules,
) -> Resolution:
    """Compare the best of each side; the winners score theirs (F 8.3). `announced` in order of play, `dealt` hands."""

    def worth(a: Announced) -> Merit:
        return merit(a.declaration, denomination)

    bests = [max(side, key=worth) for team in Team if (side := [a for a in announced if a.seat.team is team])]
    if not bests:
        return Resolution(None, (), (), Points(), tie=False)
    tie = len(bests) == 2 and worth(bests[0]) == worth(bests[1])
    best = _TIE[rules.declaration_tie](announced, bests) if tie else max(bests, key=worth)
    if best is None:
        return Resolution(None, _heights(announced, bests, denomination), (), Points(), tie=tie)
    winner = best.seat.team
    shown = _COUNTED[rules.declaration_choice](announced, dealt, winner, denomination)
    points = Points.of(winner, sum(points_of(a.declaration, denomination) for a in shown))
    return Resolution(winner, _heights(announced, bests, denomination), shown, points, tie=tie)


_TIE: Mapping[DeclarationTie, Callable[[tuple[Announced, ...], list[Announced]], Announced | None]] = {
    DeclarationTie.ANNUL: lambda announced, bests: None,
    DeclarationTie.FIRST_ANNOUNCED: lambda announced, bests: min(bests, key=announced.index),
}
"""The one of two equal bests that counts."""


def _all_announced(
    announced: tuple[Announced, ...], dealt: Mapping[Seat, frozenset[Card]], winner: Team, denomination: Denomination
) -> tuple[Announced, ...]:
    return tuple(a for a in announced if a.seat.team is winner)


def _all_held(
    announced: tuple[Announced, ...], dealt: Mapping[Seat, frozenset[Card]], winner: Team, denomination: Denomination
) -> tuple[Announced, ...]:
    """The best set of each hand, the first announcer's and then the partner's (P "Announcements")."""
    first = next(a.seat for a in announced if a.seat.team is winner)
    return tuple(
        Announced(seat, declaration)
        for seat in (first, first.partner)
        for declaration in best_set(held(dealt[seat]), denomination)
    )


_COUNTED: Mapping[
    DeclarationChoice,
    Callable[
        [tuple[Announced, ...], Mapping[Seat, frozenset[Card]], Team, Denomination],
        tuple[Announced, ...],
    ],
] = {
    DeclarationChoice.ANY: _all_announced,
    DeclarationChoice.BEST_ONLY: _all_held,
}
"""The declarations that the winning side shows and scores."""


def _heights(
    announced: tuple[Announced, ...], bests: list[Announced], denomination: Denomination
) -> tuple[Height, ...]:
    """Heights where the two bests are of one kind: the earlier player says theirs, the other answers (F 8.3)."""
    if len(bests) < 2 or bests[0].declaration.kind is not bests[1].declaration.kind:
        return ()
    first, second = sorted(bests, key=announced.index)
    better = merit(second.declaration, denomination)[:3] >= merit(first.declaration, denomination)[:3]
    return tuple(
        Height(a.seat, a.declaration.kind, a.declaration.height if said else None)
        for a, said in ((first, True), (second, better))
    )
