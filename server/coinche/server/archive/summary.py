"""A match that is over, told out of what was kept of it: its record, how it ended, and what each player did.

Knows that the entries of a table, played again by the engine, are the whole of a match. Refuses to know where it is
kept, and who may read it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key

from coinche.engine.actions import parse_action
from coinche.engine.events import Coinched, ContractSettled, DealScored, Event, Result
from coinche.engine.match import MatchOver, State
from coinche.engine.proof import GivenShare, ShuffleProof
from coinche.engine.record import Header, Provenance
from coinche.engine.record_lines import action_line, deal_line, entry_line, header_line, seal_line
from coinche.engine.replay import results
from coinche.engine.seats import Points, Seat, Team
from coinche.protocol.messages import (
    DealCommitted,
    DealRevealed,
    Occupant,
    PlayerStatistics,
    ShareGiven,
    SharePledged,
    TableEvent,
)
from coinche.protocol.record_signature import sealed
from coinche.server.clock import Entropy
from coinche.server.match.entries import ActionTaken, DealPlayed, Entry, MatchBegun, MatchPlayed, PackLaid, SeatHolder
from coinche.server.match.replay import MatchReplay
from coinche.server.storage.data_dir import BadKey, others_may_read, write_private_file


@dataclass(frozen=True, slots=True, kw_only=True)
class Chronicle:
    """A match that is over. `sat` are those who sat there, by `Session.who`; `people` whether a person did."""

    at_ms: int
    table: str
    preset: str
    target: int
    deals: int
    names: Mapping[Seat, str]
    score: Points
    private: bool
    people: bool
    sat: tuple[str, ...]
    lines: tuple[str, ...]
    """The record, without the events, signed."""
    players: tuple[PlayerStatistics, ...]


def told(entries: Sequence[Entry], key: RecordKey) -> Chronicle:
    """The chronicle of a match, out of all that was kept of it from its beginning to its end; its record is signed."""
    begun, *rest, ended = entries
    assert isinstance(begun, MatchBegun)
    assert isinstance(ended, MatchPlayed)
    match = _Retelling(begun, key.signer)
    for entry in rest:
        match.take(entry)
    match.end()
    players = match.tallies.players
    return Chronicle(
        at_ms=ended.at_ms,
        table=begun.called,
        preset=begun.preset,
        target=begun.rules.match.target,
        deals=match.state.deal,
        names=dict(begun.names),
        score=match.state.standing.totals,
        private=begun.private,
        people=any(player.occupant is Occupant.PERSON for player in players),
        sat=ended.sat,
        lines=(*match.lines, seal_line(sealed(match.lines, key.private))),
        players=players,
    )


class _Retelling:
    """A match played again, entry by entry."""

    def __init__(self, begun: MatchBegun, signer: bytes) -> None:
        header = Header(
            rules=begun.rules,
            seats=dict(begun.names),
            dealer=begun.first_dealer,
            match=begun.match,
            board=begun.board,
            provenance=Provenance(bytes.fromhex(begun.id), signer),
        )
        self.lines = [header_line(header)]
        self.tallies = Tallies()
        self._course = MatchReplay()
        self._proofs = Proofs()
        self._packs: dict[int, PackLaid] = {}
        """By where their lines stand."""
        self._n = 1
        self._deal: list[Event] = []
        self._holders: Sequence[SeatHolder] = ()
        self.take(begun)

    @property
    def state(self) -> State:
        """The match as far as it is told."""
        assert self._course.state is not None
        return self._course.state

    def take(self, entry: Entry) -> None:
        """The next entry; strikes are no part of a record."""
        events = self._course.take(entry)
        match entry:
            case PackLaid():
                self._packs[len(self.lines)] = entry
                self.lines.append(deal_line(self.state.deal, entry.pack))
            case ActionTaken():
                self.lines.append(action_line(self._n, entry.seat, parse_action(entry.action)))
                self.lines += map(entry_line, results(self.state))
            case DealPlayed():
                self.tallies.deal(self._deal, entry.holders)
                self._deal, self._holders = [], entry.holders
        for event in events:
            self._tell(event)

    def _tell(self, event: Event | TableEvent) -> None:
        self._proofs.hear(event)
        if isinstance(event, Event):
            self._n += 1
            self._deal.append(event)

    def end(self) -> None:
        """The match is over: whoever held the seats in its last deal has played it, and all secrets are shown."""
        assert isinstance(self.state.phase, MatchOver), "the match goes on"
        self.tallies.match(self.state.phase.winner, self._holders)
        for deal, (at, laid) in enumerate(self._packs.items(), 1):
            self.lines[at] = deal_line(deal, laid.pack, self._proofs.of(deal))


# --- tallies --------------------------------------------------------------------------------------
# What each player has done in the deals of a match, whoever held a seat when a deal was scored.
#
# Knows which events count for whom. Refuses to know how they came about and where the sums are kept.


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

    def deal(self, events: Sequence[Event], holders: Sequence[SeatHolder]) -> None:
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

    def match(self, winner: Team | None, holders: Sequence[SeatHolder]) -> None:
        """Count the match for those who held the seats at its end."""
        for holder in holders:
            self._count(holder, Deed.MATCHES)
            if holder.seat.team is winner:
                self._count(holder, Deed.WON)

    def _count(self, holder: SeatHolder, deed: Deed, times: int = 1) -> None:
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


# --- proofs ---------------------------------------------------------------------------------------
# What proves the shuffles of a match, gathered out of what was told at the table.
#
# Knows which events tell it. Refuses to know whether it is true: the server has calculated each pack from the same.


@dataclass(slots=True)
class _Shuffle:
    """One shuffle, as far as it has been told."""

    told: DealCommitted
    pledges: dict[Seat, bytes] = field(default_factory=dict)
    given: dict[Seat, GivenShare] = field(default_factory=dict)
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
                self._shuffles[self._last].given[seat] = GivenShare(bytes.fromhex(share), substitute)
            case DealRevealed():
                self._shuffles[event.deal].secret = bytes.fromhex(event.secret)

    def of(self, deal: int) -> ShuffleProof | None:
        """What that deal's pack was shuffled from; None where it was not, or the secret has not been shown."""
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


# --- signing --------------------------------------------------------------------------------------
# The key with which a server signs the records of matches: made once, kept in one file that only its owner may read.
#
# It is not the key of TLS: that may be renewed, and what was signed stays signed. Refuses to know what is signed.


RECORD_KEY_FILE = "record-key.pem"
SEED_BYTES = 32


class BadRecordKey(BadKey):
    """The file of the key cannot be used; the message says what to do."""


@dataclass(frozen=True, slots=True)
class RecordKey:
    """The key in use."""

    private: Ed25519PrivateKey

    @property
    def signer(self) -> bytes:
        """Its public half, 32 bytes: by it everybody knows whose records they are."""
        return self.private.public_key().public_bytes_raw()


def new_record_key(entropy: Entropy) -> RecordKey:
    """A new key that is not kept."""
    return RecordKey(Ed25519PrivateKey.from_private_bytes(entropy.draw(SEED_BYTES)))


def kept_record_key(directory: Path, entropy: Entropy) -> RecordKey:
    """The key of that directory, made now if there is none; BadRecordKey where it cannot be used."""
    path = directory / RECORD_KEY_FILE
    try:
        if not path.exists():
            private = new_record_key(entropy).private
            write_private_file(path, private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
        return _read(path)
    except OSError as wrong:
        raise BadRecordKey(f"cannot use {path}: {wrong.strerror}") from None


def _read(path: Path) -> RecordKey:
    if others_may_read(path):
        raise BadRecordKey(f"{path} holds the key that signs records, and others may read it: chmod 600 {path}")
    try:
        private = load_pem_private_key(path.read_bytes(), password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        private = None
    if not isinstance(private, Ed25519PrivateKey):
        raise BadRecordKey(f"{path} does not hold an Ed25519 key; restore it from a backup")
    return RecordKey(private)
