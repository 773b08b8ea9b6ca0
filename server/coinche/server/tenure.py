"""What is remembered of who has sat at a table in a match: nobody sees the cards of two seats, and few come anew.

Knows what clients are known by in any session (`Session.who`). Refuses to know who sits there now (`chairs`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Set
from dataclasses import dataclass, field

from coinche.engine.seats import Seat

from . import limits
from .chairs import Chair
from .match.entries import Seating


@dataclass(slots=True)
class Tenure:
    """Which seats somebody has `held` since the match began, how many have come anew, and who was voted out.

    `known` is the seat whose hand of the running deal somebody has been dealt or shown. Before a match the `newcomers`
    alone are counted.
    """

    held: dict[str, set[Seat]] = field(default_factory=dict)
    known: dict[str, Seat] = field(default_factory=dict)
    newcomers: int = 0
    newcomers_of: Counter[str] = field(default_factory=Counter)
    """The same of each origin, as far as this server has seen them come."""
    voted_out: set[str] = field(default_factory=set)

    def begin(self, chairs: Iterable[Chair]) -> None:
        """A match begins with those who sit there."""
        self.newcomers = 0
        self.newcomers_of.clear()
        self.held.clear()
        self.voted_out.clear()
        self.known.clear()
        for chair in chairs:
            if chair.owner is not None:
                self.holds(chair.owner.who, chair.seat)

    def begin_deal(self, chairs: Iterable[Chair]) -> None:
        """Hands are dealt to those who sit there."""
        self.known = {chair.owner.who: chair.seat for chair in chairs if chair.owner is not None}

    def recall(self, seating: Seating) -> None:
        """As it was before the server was started again."""
        self.held = {who: set(seats) for who, seats in seating.held.items()}
        self.known = dict(seating.known)
        self.newcomers = seating.newcomers
        self.voted_out = set(seating.voted_out)

    def comes_anew(self, origin: str) -> None:
        """Somebody from there comes who has held no seat in the match."""
        self.newcomers += 1
        self.newcomers_of[origin] += 1

    def are_too_many(self, origin: str) -> bool:
        """Whether no more may come from there, or none at all."""
        return self.newcomers >= limits.NEWCOMERS or self.newcomers_of[origin] >= limits.NEWCOMERS_OF_ORIGIN

    def of(self, who: str) -> Set[Seat]:
        """The seats that somebody has held."""
        return self.held.get(who, set())

    def holds(self, who: str, seat: Seat) -> None:
        """Somebody has that seat in the match, and the hand that was dealt there."""
        self.held.setdefault(who, set()).add(seat)
        self.known[who] = seat
