"""The check that a table's packs follow from the commitments: the server's secret, and the players' shares."""

from __future__ import annotations

from coinche.engine import fair
from coinche.engine.cards import Card
from coinche.engine.events import Event
from coinche.engine.seats import Seat
from coinche.protocol.messages import DealCommitted, DealRevealed, ShareGiven, TableEvent

from .violation import Violation


class FairDeals:
    """The shuffles of one table, by match and deal, as everybody could follow them."""

    def __init__(self, table: str) -> None:
        self._table = table
        self._told: dict[tuple[int, int], DealCommitted] = {}
        self._given: dict[tuple[int, int], dict[Seat, bytes]] = {}
        self._laid: dict[tuple[int, int], tuple[Card, ...]] = {}
        self._last = (0, 0)

    def laid(self, pack: tuple[Card, ...]) -> None:
        """Note the pack on the table; a pack that is gathered without a shuffle follows from the last one."""
        self._laid.setdefault(self._last, pack)

    def take(self, event: Event | TableEvent, signer: str) -> None:
        """Take an event about a shuffle; `signer` identifies the server."""
        match event:
            case DealCommitted():
                self._last = event.match, event.deal
                self._told[self._last], self._given[self._last] = event, {}
            case ShareGiven():
                self._given[self._last][event.seat] = bytes.fromhex(event.share)
            case DealRevealed():
                self._check(event, signer)

    def _check(self, revealed: DealRevealed, signer: str) -> None:
        deal = revealed.match, revealed.deal
        told, secret = self._told[deal], bytes.fromhex(revealed.secret)
        context = fair.ShuffleContext(
            signer=bytes.fromhex(signer),
            match=bytes.fromhex(told.id),
            deal=told.deal,
            dealer=told.dealer,
            names=told.names,
            shares=told.shares,
        )
        if fair.commitment(secret, context).hex() != told.commitment:
            raise Violation("the server keeps to what bound it", f"{self._table}: {revealed}")
        if fair.pack(secret, self._given[deal], context) != self._laid[deal]:
            raise Violation("a pack follows from its shares", f"{self._table}: deal {deal}")
