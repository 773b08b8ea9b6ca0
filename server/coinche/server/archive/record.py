"""The summary of a finished match, out of its entries: its result, the counts of each player, and its signed record.

A record is text: a header, then for each deal the pack and the actions. It leaves out the events, since they follow
from these, but has the commitments, shares and secrets that prove each shuffle (`docs/fairness.md`). The key that signs
records is made once and kept in a file that only its owner can read. It is not the key of TLS, which may be renewed
without making earlier records invalid.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key

from coinche.engine.actions import parse_action
from coinche.engine.events import Event
from coinche.engine.match import MatchOver
from coinche.engine.record import Header, Provenance
from coinche.engine.record_lines import action_line, deal_line, entry_line, header_line, seal_line
from coinche.engine.replay import results
from coinche.engine.seats import Points, Seat
from coinche.protocol.messages import Occupant, PlayerStatistics
from coinche.protocol.record_signature import record_seal
from coinche.server.match.entries import ActionTaken, DealPlayed, Entry, MatchBegun, MatchPlayed, PackLaid, SeatHolder
from coinche.server.match.packs import FairShuffle
from coinche.server.match.replay import Events, MatchReplay
from coinche.server.storage.data_dir import UnusableKey, others_may_read, write_private_file
from coinche.server.storage.database import RECORD_KEY
from coinche.server.storage.serialization import pack_record
from coinche.server.time_and_entropy import Entropy

from .tally import Count, PairKey, PlayerTally

SEED_BYTES = 32


@dataclass(frozen=True, slots=True)
class RecordKey:
    """A key that signs records."""

    private: Ed25519PrivateKey

    @property
    def signer(self) -> bytes:
        """The public half, 32 bytes, by which everybody recognizes the server's records."""
        return self.private.public_key().public_bytes_raw()


def new_record_key(entropy: Entropy) -> RecordKey:
    """Make a key that is not kept."""
    return RecordKey(Ed25519PrivateKey.from_private_bytes(entropy.draw(SEED_BYTES)))


def kept_record_key(directory: Path, entropy: Entropy) -> RecordKey:
    """The key of that directory, made now if there is none; BadKey where it cannot be used."""
    path = directory / RECORD_KEY
    try:
        if not path.exists():
            private = new_record_key(entropy).private
            write_private_file(path, private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
        if others_may_read(path):
            raise UnusableKey(f"{path} holds the key that signs records, and others may read it: chmod 600 {path}")
        read = load_pem_private_key(path.read_bytes(), password=None)
    except OSError as wrong:
        raise UnusableKey(f"cannot use {path}: {wrong.strerror}") from None
    except (ValueError, TypeError, UnsupportedAlgorithm):
        read = None
    if not isinstance(read, Ed25519PrivateKey):
        raise UnusableKey(f"{path} does not hold an Ed25519 key; restore it from a backup")
    return RecordKey(read)


class RecordLines:
    """The lines of one match's record, which grow with each entry."""

    def __init__(self, begun: MatchBegun, signer: bytes) -> None:
        seats, provenance = dict(begun.names), Provenance(bytes.fromhex(begun.id), signer)
        rules, dealer, match, board = begun.rules, begun.first_dealer, begun.match, begun.board
        header = Header(rules=rules, seats=seats, dealer=dealer, match=match, board=board, provenance=provenance)
        self._lines = [header_line(header)]
        self._packs: dict[int, PackLaid] = {}
        """The packs, by the index of their lines."""
        self._n = 1

    def take(self, entry: Entry, replay: MatchReplay, events: Events) -> None:
        """Add the lines of the entry that was replayed last, with these events; strikes are no part of a record."""
        state = replay.state
        assert state is not None, "a match begins with its first entry"
        if isinstance(entry, PackLaid):
            self._packs[len(self._lines)] = entry
            self._lines.append(deal_line(state.deal, entry.pack))
        elif isinstance(entry, ActionTaken):
            self._lines.append(action_line(self._n, entry.seat, parse_action(entry.action)))
            self._lines += map(entry_line, results(state))
        self._n += sum(isinstance(event, Event) for event in events)

    def signed(self, key: RecordKey, shown: Mapping[int, FairShuffle]) -> tuple[str, ...]:
        """The whole record of a match that is over, with the proofs of the shuffles that were shown, and signed."""
        for deal, (at, laid) in enumerate(self._packs.items(), 1):
            self._lines[at] = deal_line(deal, laid.pack, shown[deal].proof if deal in shown else None)
        return (*self._lines, seal_line(record_seal(self._lines, key.private)))


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSummary:
    """A match that is over: `sat` are those who sat there, by `Session.who`; `people` is True if a person played.

    `record` is the signed record as `pack_record` makes it. A match that is archived again has the same `id`.
    """

    id: str | None
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
    record: bytes
    players: tuple[PlayerStatistics, ...]
    pairs: Mapping[PairKey, Mapping[Count, int]] = field(default_factory=dict)


def summarize(entries: Sequence[Entry], key: RecordKey) -> MatchSummary:
    """Replay all entries of a match, from its beginning to its end; sign its record."""
    begun, ended = entries[0], entries[-1]
    assert isinstance(begun, MatchBegun)
    assert isinstance(ended, MatchPlayed)
    replay, record, tally = MatchReplay(), RecordLines(begun, key.signer), PlayerTally()
    deal: list[Event] = []
    holders: Sequence[SeatHolder] = ()
    for entry in entries:
        events = replay.take(entry)
        record.take(entry, replay, events)
        if isinstance(entry, DealPlayed):
            holders = entry.holders
            tally.deal(deal, holders)
            deal = []
        deal += (event for event in events if isinstance(event, Event))
    assert replay.state is not None
    assert isinstance(replay.state.phase, MatchOver), "the match goes on"
    tally.match(replay.state.phase.winner, holders)
    return MatchSummary(
        id=begun.id,
        at_ms=ended.at_ms,
        table=begun.called,
        preset=begun.preset,
        target=begun.rules.match.target,
        deals=replay.state.deal,
        names=dict(begun.names) | {holder.seat: holder.name for holder in holders},
        score=replay.state.standing.totals,
        private=begun.private,
        people=any(player.occupant is Occupant.PERSON for player in tally.players),
        sat=ended.sat,
        record=pack_record(record.signed(key, replay.shown)),
        players=tally.players,
        pairs=tally.pairs,
    )
