"""Four seats, two teams, and the direction of play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum


class Direction(StrEnum):
    """The direction of dealing, bidding and play (`direction`)."""

    ANTICLOCKWISE = "anticlockwise"
    CLOCKWISE = "clockwise"


class Team(StrEnum):
    """One of the two teams."""

    NORTH_SOUTH = "NS"
    EAST_WEST = "EW"

    @property
    def other(self) -> Team:
        """The opponents."""
        return Team.EAST_WEST if self is Team.NORTH_SOUTH else Team.NORTH_SOUTH

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """The two partners."""
        return _PARTNERS[self]


class Seat(StrEnum):
    """One of the four seats."""

    NORTH = "N"
    EAST = "E"
    SOUTH = "S"
    WEST = "W"

    @property
    def team(self) -> Team:
        """The team that sits there."""
        return _TEAM[self]

    @property
    def partner(self) -> Seat:
        """The seat opposite."""
        return _PARTNER[self]

    def next(self, direction: Direction) -> Seat:
        """The neighbour whose turn comes next."""
        return _NEXT[direction][self]

    def previous(self, direction: Direction) -> Seat:
        """The neighbour whose turn came before; the dealer's is the cutter."""
        return _NEXT[direction][self].partner

    def after(self, leader: Seat, direction: Direction) -> int:
        """Return how many turns after the leader this seat comes."""
        return _ROUND[direction][leader].index(self)

    def round(self, direction: Direction) -> tuple[Seat, Seat, Seat, Seat]:
        """All four seats in turn, this one first."""
        return _ROUND[direction][self]


@dataclass(frozen=True, slots=True)
class Points:
    """A number of points, tricks or anything else for each team."""

    NS: int = 0
    EW: int = 0

    @staticmethod
    def of(team: Team, number: int, others: int = 0) -> Points:
        """Return the points with that number for one team, and `others` for the other."""
        return Points(number, others) if team is Team.NORTH_SOUTH else Points(others, number)

    @staticmethod
    def each(number: Callable[[Team], int]) -> Points:
        """The number that the function gives for each team."""
        return Points(number(Team.NORTH_SOUTH), number(Team.EAST_WEST))

    def __getitem__(self, team: Team) -> int:
        return self.NS if team is Team.NORTH_SOUTH else self.EW

    def __add__(self, other: Points) -> Points:
        return Points(self.NS + other.NS, self.EW + other.EW)

    def __sub__(self, other: Points) -> Points:
        return Points(self.NS - other.NS, self.EW - other.EW)


ZERO = Points()

_TEAM = {
    Seat.NORTH: Team.NORTH_SOUTH,
    Seat.EAST: Team.EAST_WEST,
    Seat.SOUTH: Team.NORTH_SOUTH,
    Seat.WEST: Team.EAST_WEST,
}
_PARTNERS = {
    Team.NORTH_SOUTH: (Seat.NORTH, Seat.SOUTH),
    Team.EAST_WEST: (Seat.EAST, Seat.WEST),
}
_PARTNER = {
    Seat.NORTH: Seat.SOUTH,
    Seat.EAST: Seat.WEST,
    Seat.SOUTH: Seat.NORTH,
    Seat.WEST: Seat.EAST,
}
_CLOCKWISE = (Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST)
_WAY_ROUND = {Direction.CLOCKWISE: _CLOCKWISE, Direction.ANTICLOCKWISE: _CLOCKWISE[::-1]}
_ROUND: dict[Direction, dict[Seat, tuple[Seat, Seat, Seat, Seat]]] = {
    direction: {way[i]: (way[i], way[i - 3], way[i - 2], way[i - 1]) for i in range(4)}
    for direction, way in _WAY_ROUND.items()
}
_NEXT = {direction: {seat: way[1] for seat, way in rounds.items()} for direction, rounds in _ROUND.items()}
