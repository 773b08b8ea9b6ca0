"""The faults of the players of one board of the ladder, counted while it is played.

They are not kept with the entries: after a restart those of the running board count from there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from coinche.engine.seats import Seat, Team
from coinche.server.match.entries import ActionTaken
from coinche.server.match.ladder_board import LadderFaults
from coinche.server.turns.decision import UNASKED


class FaultCounter:
    """Counts the actions that were taken for a player, by seat."""

    def __init__(self) -> None:
        self._timed_out: Counter[Seat] = Counter()
        self._absent: Counter[Seat] = Counter()

    def count(self, taken: ActionTaken, *, present: bool) -> None:
        """Note an action; after a claim nobody is asked, and nobody is to blame."""
        if taken.request == UNASKED:
            return
        self._timed_out[taken.seat] += taken.timed_out and present
        self._absent[taken.seat] += not present

    def take(self, strikes: Mapping[Seat, int]) -> tuple[LadderFaults, LadderFaults]:
        """The faults of North and South, and of East and West, with their illegal actions; and count anew."""
        found = [
            LadderFaults(
                illegal=sum(strikes.get(seat, 0) for seat in team.seats),
                timed_out=sum(self._timed_out[seat] for seat in team.seats),
                absent=sum(self._absent[seat] for seat in team.seats),
            )
            for team in (Team.NORTH_SOUTH, Team.EAST_WEST)
        ]
        self._timed_out.clear()
        self._absent.clear()
        return found[0], found[1]
