"""Announcing declarations in the first trick, and deciding which side's count (F 8.2, 8.3; P "Announcements")."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from .cards import Card, Denomination, Rank
from .declarations import NOTHING, Declaration, DeclarationKind, Merit, best_set, held, merit, points_of
from .rules import DeclarationChoice, DeclarationRules, DeclarationTie
from .seats import Points, Seat, Team


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
