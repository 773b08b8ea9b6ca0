"""The record of a match: its text, line by line, made while its entries are replayed.

A record has a header, then for each deal the pack and the actions. It leaves out the events, since they follow from
these, but has the commitments, shares and secrets that prove each shuffle (`docs/fairness.md`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from coinche.engine.actions import parse_action
from coinche.engine.events import Event
from coinche.engine.match import State
from coinche.engine.proof import GivenShare, ShuffleProof
from coinche.engine.record import Header, Provenance
from coinche.engine.record_lines import action_line, deal_line, entry_line, header_line, seal_line
from coinche.engine.replay import results
from coinche.engine.seats import Seat
from coinche.protocol.messages import DealCommitted, DealRevealed, ShareGiven, SharePledged, TableEvent
from coinche.protocol.record_signature import sealed
from coinche.server.match.entries import ActionTaken, Entry, MatchBegun, PackLaid

from .signing import RecordKey


class RecordLines:
    """The lines of one match's record, which grow with each entry."""

    def __init__(self, begun: MatchBegun, signer: bytes) -> None:
        header = Header(
            rules=begun.rules,
            seats=dict(begun.names),
            dealer=begun.first_dealer,
            match=begun.match,
            board=begun.board,
            provenance=Provenance(bytes.fromhex(begun.id), signer),
        )
        self._lines = [header_line(header)]
        self._proofs = ShuffleProofs()
        self._packs: dict[int, PackLaid] = {}
        """The packs, by the index of their lines."""
        self._n = 1

    def take(self, entry: Entry, state: State, events: Sequence[Event | TableEvent]) -> None:
        """Add the lines of an entry that has led to that state and these events; strikes are no part of a record."""
        if isinstance(entry, PackLaid):
            self._packs[len(self._lines)] = entry
            self._lines.append(deal_line(state.deal, entry.pack))
        elif isinstance(entry, ActionTaken):
            self._lines.append(action_line(self._n, entry.seat, parse_action(entry.action)))
            self._lines += map(entry_line, results(state))
        for event in events:
            self._proofs.hear(event)
        self._n += sum(isinstance(event, Event) for event in events)

    def signed(self, key: RecordKey) -> tuple[str, ...]:
        """The whole record of a match that is over, with the proofs of its shuffles and the signature."""
        for deal, (at, laid) in enumerate(self._packs.items(), 1):
            self._lines[at] = deal_line(deal, laid.pack, self._proofs.of(deal))
        return (*self._lines, seal_line(sealed(self._lines, key.private)))


@dataclass(slots=True)
class _Shuffle:
    """One shuffle, as far as the table has been told of it."""

    told: DealCommitted
    pledges: dict[Seat, bytes] = field(default_factory=dict)
    given: dict[Seat, GivenShare] = field(default_factory=dict)
    secret: bytes | None = None


class ShuffleProofs:
    """The proofs of a match's shuffles, collected from the events that its table was told."""

    def __init__(self) -> None:
        self._shuffles: dict[int, _Shuffle] = {}
        self._last = 0

    def hear(self, event: Event | TableEvent) -> None:
        """Take note of the next event."""
        match event:
            case DealCommitted():
                self._last = event.deal
                self._shuffles[event.deal] = _Shuffle(event)
            case SharePledged(seat, pledge):
                self._shuffles[self._last].pledges[seat] = bytes.fromhex(pledge)
            case ShareGiven(seat, share, substitute):
                self._shuffles[self._last].given[seat] = GivenShare(bytes.fromhex(share), substitute)
            case DealRevealed():
                self._shuffles[event.deal].secret = bytes.fromhex(event.secret)

    def of(self, deal: int) -> ShuffleProof | None:
        """The proof of that deal's pack; None if players did not shuffle it, or the secret was never told."""
        shuffle = self._shuffles.get(deal)
        if shuffle is None or shuffle.secret is None:
            return None
        return ShuffleProof(
            shares=shuffle.told.shares,
            names=shuffle.told.names,
            commitment=bytes.fromhex(shuffle.told.commitment),
            pledges=shuffle.pledges,
            given=shuffle.given,
            secret=shuffle.secret,
        )
