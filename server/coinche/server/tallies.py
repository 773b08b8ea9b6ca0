"""What each player has done in the deals of a match, whoever held a seat when a deal was scored.

Knows which events count for whom. Refuses to know how they came about and where the sums are kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum

from coinche.engine.events import Coinched, ContractSettled, DealScored, Event, Result
from coinche.engine.seats import Seat, Team
from coinche.protocol.messages import Occupant, PlayerStatistics

from .match.entries import Holder


class Deed(StrEnum):
    """What is counted, by the names that statistics have for it."""

    MATCHES = "matches"
    WON = "won"
    DEALS = "deals"
    TAKEN = "taken"
    MADE = "made"
    COINCHES = "coinches"
    BEATEN = "beaten"
    POINTS = "points"
    AGAINST = "against"


class Tallies:
    """The sums of a match, for each name and kind of occupant; one that holds two seats counts for both."""

    def __init__(self) -> None:
        self._of: dict[tuple[str, Occupant], Counter[Deed]] = {}

    def deal(self, events: Sequence[Event], holders: Sequence[Holder]) -> None:
        """Count a deal that was scored for those who held the seats then; one that was thrown in counts for nobody."""
        scored = next((event for event in events if isinstance(event, DealScored)), None)
        if scored is None:
            return
        for holder in holders:
            team = holder.seat.team
            self._count(holder, Deed.DEALS)
            self._count(holder, Deed.POINTS, scored.scores[team])
            self._count(holder, Deed.AGAINST, scored.scores[team.other])
            for deed, seat in _deeds(events, scored.result):
                if seat is holder.seat:
                    self._count(holder, deed)

    def match(self, winner: Team | None, holders: Sequence[Holder]) -> None:
        """Count the match for those who held the seats at its end."""
        for holder in holders:
            self._count(holder, Deed.MATCHES)
            if holder.seat.team is winner:
                self._count(holder, Deed.WON)

    def _count(self, holder: Holder, deed: Deed, times: int = 1) -> None:
        self._of.setdefault((holder.name, holder.occupant), Counter())[deed] += times

    @property
    def players(self) -> tuple[PlayerStatistics, ...]:
        """What it all comes to."""
        return tuple(
            PlayerStatistics(name=name, occupant=occupant, **{deed.value: counts[deed] for deed in Deed})
            for (name, occupant), counts in self._of.items()
        )


def _deeds(events: Sequence[Event], result: Result) -> Iterator[tuple[Deed, Seat]]:
    """What was done in a deal, and from which seat."""
    coinched: Seat | None = None
    for event in events:
        match event:
            case Coinched():
                coinched = event.seat
                yield Deed.COINCHES, coinched
            case ContractSettled():
                yield Deed.TAKEN, event.bidder
                if result is Result.MADE:
                    yield Deed.MADE, event.bidder
                if result is Result.FAILED and event.multiplier > 1 and coinched is not None:
                    yield Deed.BEATEN, coinched
