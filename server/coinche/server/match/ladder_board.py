"""What a table of the ladder is for, and what comes of each of its boards."""

from __future__ import annotations

from dataclasses import dataclass

from coinche.engine.seats import ZERO, Points, Team


@dataclass(frozen=True, slots=True)
class LadderEntrant:
    """One participant of the ladder: a name, and the key or token that owns it (`Session.who`)."""

    name: str
    who: str


@dataclass(frozen=True, slots=True)
class LadderSides:
    """The two entrants at a table of the ladder."""

    ns: LadderEntrant
    ew: LadderEntrant

    def __getitem__(self, team: Team) -> LadderEntrant:
        return self.ns if team is Team.NORTH_SOUTH else self.ew


@dataclass(frozen=True, slots=True, kw_only=True)
class LadderFaults:
    """The faults of one side: each action that the server took for it, or that the rules forbid."""

    illegal: int = 0
    timed_out: int = 0
    absent: int = 0
    """Actions taken for a player who was not connected."""

    @property
    def count(self) -> int:
        """All of them."""
        return self.illegal + self.timed_out + self.absent

    def __add__(self, other: LadderFaults) -> LadderFaults:
        return LadderFaults(
            illegal=self.illegal + other.illegal,
            timed_out=self.timed_out + other.timed_out,
            absent=self.absent + other.absent,
        )

    def times(self, factor: int) -> LadderFaults:
        """So many times these."""
        return LadderFaults(
            illegal=factor * self.illegal, timed_out=factor * self.timed_out, absent=factor * self.absent
        )


NO_FAULTS = LadderFaults()


@dataclass(frozen=True, slots=True, kw_only=True)
class LadderBoard:
    """A board of the ladder that is over; `at` is when, in ms of the Unix clock."""

    table: str
    sides: LadderSides
    at: int
    points: Points = ZERO
    ns_faults: LadderFaults = NO_FAULTS
    ew_faults: LadderFaults = NO_FAULTS

    def faults(self, team: Team) -> LadderFaults:
        """The faults of one side."""
        return self.ns_faults if team is Team.NORTH_SOUTH else self.ew_faults
