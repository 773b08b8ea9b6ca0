"""Tests of `coinche-server tables`: matches in play, with the score with which they go on."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from coinche.engine.cards import PACK
from coinche.engine.match import DealOver, legal, to_act
from coinche.engine.presets import FFB
from coinche.engine.seats import ZERO, Seat, Team
from coinche.protocol.messages import TableClosed
from coinche.server.admin.kept_tables import kept_tables, tables_command
from coinche.server.match.entries import (
    ActionTaken,
    Entry,
    MatchBegun,
    PackLaid,
    Seating,
    Sitting,
    TableOpened,
    Told,
)
from coinche.server.match.replay import MatchReplay
from coinche.server.match.table_options import TableOptions
from coinche.server.storage.database import DATA_FILE, DataFile
from coinche.server.storage.serialization import encode_entry
from tests.server.kept_data import changed, restored

Printed = pytest.CaptureFixture[str]
NAMES = ((Seat.NORTH, "steady"), (Seat.EAST, "steady"), (Seat.SOUTH, "Ana"), (Seat.WEST, "steady"))


def entries(replay: MatchReplay) -> Iterator[Entry]:
    """Ana's match with bots: a whole deal, and the pack of the next one."""
    yield TableOpened(options=TableOptions(name="Chez Ana"), origin="127.0.0.1")
    yield seating()
    begun = MatchBegun(
        at=1,
        id="ab" * 32,
        called="Chez Ana",
        origin="127.0.0.1",
        preset="ffb",
        private=False,
        match=1,
        rules=FFB,
        first_dealer=Seat.WEST,
        board=False,
        names=NAMES,
        bank_ms=0,
    )
    yield begun
    yield PackLaid(at=2, pack=PACK)
    at = 3
    while replay.state is not None and not isinstance(replay.state.phase, DealOver):
        seat = to_act(replay.state)
        assert seat is not None
        action = "80S" if at == 3 else str(legal(replay.state, seat).default)
        yield ActionTaken(
            at=at,
            request=at,
            after=0,
            seat=seat,
            action=action,
            asked_ms=0,
            heard_ms=0,
            used_ms=0,
            bank_ms=0,
            asked=at,
        )
        at += 1
    yield PackLaid(at=100, pack=PACK)


def seating() -> Seating:
    chairs = (*(Sitting(seat, None, "steady") for seat, _ in NAMES if seat is not Seat.SOUTH),)
    return Seating(
        chairs=(*chairs, Sitting(Seat.SOUTH, "session", None)),
        host="session",
        longest_first=("session",),
        held={},
        newcomers=0,
        rearranged=0,
    )


def played() -> tuple[tuple[Entry, ...], MatchReplay]:
    """The entries, and the match as they leave it."""
    replay, made = MatchReplay(), []
    for entry in entries(replay):
        replay.take(entry)
        made.append(entry)
    return tuple(made), replay


def write(directory: Path, *more: Entry, table: str = "t1") -> MatchReplay:
    """Write the data of a server with that table, and further entries of it."""
    made, replay = played()
    rows: Sequence[Entry] = (*made, *more)
    with closing(DataFile(directory)) as file, file.transaction():
        for number, entry in enumerate(rows, 1):
            file.rows("INSERT INTO journal (tab, seq, entry) VALUES (?, ?, ?)", (table, number, encode_entry(entry)))
    return replay


def told(capsys: Printed, *words: str) -> tuple[int, str, str]:
    status = tables_command([*words])
    said = capsys.readouterr()
    return status, said.out, said.err


def test_the_score_is_that_of_the_match_as_it_goes_on(tmp_path: Path, capsys: Printed) -> None:
    replay = write(tmp_path)
    assert replay.state is not None
    totals = replay.state.standing.totals
    assert (replay.state.deal, totals != ZERO) == (2, True)
    (found,) = kept_tables(tmp_path)
    assert (found.deal, found.target, found.preset, found.at) == (2, FFB.match.target, "ffb", 100)
    assert found.totals == {team: totals[team] for team in Team}
    assert found.people == {Seat.SOUTH}
    assert found.names == dict(NAMES)
    status, said, _ = told(capsys, str(tmp_path))
    assert (status, said) == (
        0,
        f"t1: ffb to 2000, deal 2, NS {totals.NS}, EW {totals.EW}; N steady, E steady, S Ana, W steady\n",
    )
    assert told(capsys, "--data", str(tmp_path)) == (0, said, "")
    _, said, _ = told(capsys, "--json", str(tmp_path))
    assert json.loads(said)["totals"] == {"NS": totals.NS, "EW": totals.EW}
    assert json.loads(said)["people"] == ["S"]


@pytest.mark.parametrize("version", [2, 3])
def test_data_of_earlier_versions_are_read_and_stay_as_they_are(tmp_path: Path, version: int) -> None:
    path = restored(tmp_path, version)
    before = path.read_bytes()
    assert [found.table for found in kept_tables(tmp_path)] == ["t3", "t4", "t5", "t6"]
    assert path.read_bytes() == before


def test_a_table_that_is_over_or_damaged_is_left_out(tmp_path: Path, capsys: Printed) -> None:
    write(tmp_path, Told(at=101, event=TableClosed("empty")))
    assert tuple(kept_tables(tmp_path)) == ()
    changed(tmp_path, "UPDATE journal SET entry = x'93ff' WHERE seq = 5")
    assert told(capsys, str(tmp_path)) == (0, "", f"coinche-server: {tmp_path}: the table 't1' cannot be read\n")


def test_a_directory_that_cannot_be_read_does_not_hide_another(tmp_path: Path, capsys: Printed) -> None:
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / DATA_FILE).write_bytes(b"no database" * 1000)
    (tmp_path / "good").mkdir()
    write(tmp_path / "good")
    directories = (str(tmp_path / name) for name in ("missing", "bad", "good"))
    status, said, wrong = told(capsys, *directories)
    assert (status, len(said.splitlines()), len(wrong.splitlines())) == (1, 1, 2)
