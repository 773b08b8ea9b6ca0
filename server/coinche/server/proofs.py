"""What proves the shuffles of a match, gathered out of what was told at the table.

Knows which events tell it. Refuses to know whether it is true: the server has calculated each pack from the same.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from coinche.engine.events import Event
from coinche.engine.proof import Fairness, Given
from coinche.engine.seats import Seat
from coinche.protocol.messages import DealCommitted, DealRevealed, ShareGiven, SharePledged, TableEvent


@dataclass(slots=True)
class _Shuffle:
    """One shuffle, as far as it has been told."""

    told: DealCommitted
    pledges: dict[Seat, bytes] = field(default_factory=dict)
    given: dict[Seat, Given] = field(default_factory=dict)
    secret: bytes | None = None


class Proofs:
    """Those of one match."""

    def __init__(self) -> None:
        self._shuffles: dict[int, _Shuffle] = {}
        self._last = 0

    def hear(self, event: Event | TableEvent) -> None:
        """Take note of what was told, in its order."""
        match event:
            case DealCommitted():
                self._last = event.deal
                self._shuffles[event.deal] = _Shuffle(event)
            case SharePledged(seat, pledge):
                self._shuffles[self._last].pledges[seat] = bytes.fromhex(pledge)
            case ShareGiven(seat, share, substitute):
                self._shuffles[self._last].given[seat] = Given(bytes.fromhex(share), substitute)
            case DealRevealed():
                self._shuffles[event.deal].secret = bytes.fromhex(event.secret)

    def of(self, deal: int) -> Fairness | None:
        """What that deal's pack was shuffled from; None where it was not, or the secret has not been shown."""
        shuffle = self._shuffles.get(deal)
        if shuffle is None or shuffle.secret is None:
            return None
        return Fairness(
            shares=shuffle.told.shares,
            names=shuffle.told.names,
            commitment=bytes.fromhex(shuffle.told.commitment),
            pledges=shuffle.pledges,
            given=shuffle.given,
            secret=shuffle.secret,
        )
