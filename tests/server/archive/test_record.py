"""Tests of the record that a server makes of a match from its entries: it proves itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from coinche.engine.fair import Flaw, Shares, ShuffleProof
from coinche.engine.match import MatchOver
from coinche.engine.record import DealLine, Header, Record, RecordUnproven, ResultLine
from coinche.engine.record_lines import read_record
from coinche.engine.record_verification import proven
from coinche.engine.replay import replayed
from coinche.engine.seats import Seat
from coinche.protocol.messages import DealCommitted, Occupant
from coinche.protocol.record_signature import seal_flaw
from coinche.records.verify import verdict
from coinche.server.app import ServerData
from coinche.server.archive.record import RecordKey, summarize
from coinche.server.match.entries import (
    ActionTaken,
    DealPlayed,
    DealSealed,
    DealShown,
    Entry,
    MatchBegun,
    MatchPlayed,
    PackLaid,
    PledgeTaken,
    SeatHolder,
    ShareTaken,
)
from coinche.server.storage.serialization import unpack_record
from coinche.text.language import Language
from tests.server.conftest import RunServer
from tests.server.ended import ended, matches, record
from tests.signed_records import KEY, SIGNER, lines_of, signed_record

AWAY = frozenset({Seat.WEST})


def kept(record: Record) -> Iterator[Entry]:
    """The entries of such a match."""
    header = record.header
    yield begun(header)
    for step in replayed(record):
        if isinstance(step.entry, DealLine):
            if step.entry.fairness is not None:
                yield from shuffling(header, step.entry.deal, step.state.dealer, step.entry.fairness)
            yield PackLaid(0, step.entry.pack)
        elif not isinstance(step.entry, Header):
            yield acted(step.entry.seat, str(step.entry.action))
            following = record.entries[step.line - 1]
            if isinstance(following, ResultLine):
                yield DealPlayed(tuple(SeatHolder(seat, header.seats[seat], Occupant.PERSON) for seat in Seat))
        if isinstance(step.state.phase, MatchOver):
            yield from revealing(record)
            yield MatchPlayed(5, ())


def begun(header: Header) -> MatchBegun:
    assert header.provenance is not None
    return MatchBegun(
        at=1,
        id=header.provenance.id.hex(),
        called="table",
        origin="",
        preset="ffb",
        private=False,
        match=header.match,
        rules=header.rules,
        first_dealer=header.dealer,
        board=header.board,
        names=tuple(header.seats.items()),
        bank_ms=0,
    )


def acted(seat: Seat, action: str) -> ActionTaken:
    return ActionTaken(
        at=3, request=1, after=0, seat=seat, action=action, asked_ms=0, heard_ms=0, used_ms=0, bank_ms=0, asked=1
    )


def shuffling(header: Header, deal: int, dealer: Seat, shown: ShuffleProof) -> Iterator[Entry]:
    commitment = DealCommitted(
        id=begun(header).id,
        match=header.match,
        deal=deal,
        dealer=dealer,
        names=dict(shown.names),
        shares=shown.shares,
        commitment=shown.commitment.hex(),
    )
    yield DealSealed(at=2, told=commitment, secret=shown.secret.hex(), signer=SIGNER.hex())
    for seat, pledge in shown.pledges.items():
        yield PledgeTaken(at=2, seat=seat, pledge=pledge.hex())
    for seat, given in shown.given.items():
        yield ShareTaken(at=2, seat=seat, share=given.share.hex(), substitute=given.substitute)


def revealing(record: Record) -> Iterator[DealShown]:
    for entry in record.entries:
        if isinstance(entry, DealLine) and entry.fairness is not None:
            yield DealShown(4, entry.deal)


@pytest.mark.parametrize("shares", Shares)
@pytest.mark.parametrize("rules", ["ffb", "contree"])
def test_the_record_is_the_one_that_was_played_and_proves_itself(shares: Shares, rules: str) -> None:
    record = signed_record(1, rules, shares, away=AWAY)
    match = summarize(tuple(kept(record)), RecordKey(KEY))
    lines = unpack_record(match.record)
    assert list(lines) == lines_of(record)
    again = read_record(lines)
    assert seal_flaw(lines, again, SIGNER) is None
    assert proven(again) == proven(record)
    assert match.deals == sum(isinstance(entry, DealLine) for entry in record.entries)


def test_a_match_is_listed_with_the_players_who_held_the_seats_at_its_end() -> None:
    record = signed_record()
    came = SeatHolder(Seat.EAST, "Zoé", Occupant.PERSON)
    entries = list(kept(record))
    at, played = [(at, entry) for at, entry in enumerate(entries) if isinstance(entry, DealPlayed)][-1]
    entries[at] = DealPlayed((came, *(holder for holder in played.holders if holder.seat is not Seat.EAST)))
    summary = summarize(entries, RecordKey(KEY))
    assert summary.names == dict(record.header.seats) | {Seat.EAST: "Zoé"}


def test_a_secret_that_was_not_shown_leaves_its_deal_unproven() -> None:
    entries = [entry for entry in kept(signed_record()) if not isinstance(entry, DealShown)]
    with pytest.raises(RecordUnproven) as unproven:
        proven(read_record(unpack_record(summarize(entries, RecordKey(KEY)).record)))
    assert (unproven.value.line, unproven.value.flaw) == (2, Flaw.UNSHOWN)


@pytest.mark.parametrize("shares", Shares)
@pytest.mark.parametrize("preset", ["ffb", "contree"])
async def test_a_record_is_signed_by_the_key_of_the_welcome(run_server: RunServer, shares: Shares, preset: str) -> None:
    async with run_server() as running:
        _, wires = await ended(running, preset=preset, target=200, shares=shares)
        (welcome,) = (message for message in wires["N"].seen if message["type"] == "welcome")
        (kept,) = await matches(wires["N"])
        lines = await record(wires["N"], kept["match"])
    signer = bytes.fromhex(welcome["signer"])
    assert verdict(lines, "match", signer, Language.ENGLISH).holds
    shown = proven(read_record(lines))
    assert set(shown.fair) == {shares}
    given = len(Seat) if shares is Shares.ALL else 1
    assert len(shown.substitutes) == given * shown.fair[shares], "these clients know nothing of shares"


def test_the_key_is_the_same_after_a_restart(tmp_path: Path) -> None:
    signers = []
    for _ in range(2):
        with ServerData(tmp_path, print) as kept:
            assert kept.record_key is not None
            signers.append(kept.record_key.signer)
    assert signers[0] == signers[1]
