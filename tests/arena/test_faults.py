"""Tests that a bad entrant costs itself points, is named, counted and quoted, and stops nothing."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import pytest
import trio

from coinche.arena import server_play
from coinche.arena.cli import main
from coinche.bot import Bot
from coinche.connection.address import Address
from coinche.connection.errors import CannotConnect, ConnectFailure
from coinche.connection.session import ClientSession, open_session
from coinche.engine.actions import Action, Legal
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat
from coinche.engine.view import TableView
from coinche.protocol.messages import System
from coinche.records.contest_file import FaultKind, PlayedTable, read_contest
from tests.arena.programs import CRASHES, GETS_UP, GETS_UP_LATER, HOARDS, ILLEGAL, LEAVES, SLEEPS, STALLS, program

pytestmark = pytest.mark.slow

QUICK = ("--clock", "20+100")


def played(out: Path, *arguments: str) -> tuple[int | str | None, list[PlayedTable]]:
    """The exit status of a duel between `bad` and `steady`, and its tables."""
    with pytest.raises(SystemExit) as end:
        main(["duel", "bad", "steady", "--seed", "1", "--whole", "--out", str(out), *arguments])
    with out.open("rb") as lines:
        return end.value.code, read_contest(lines).tables


def seats_with(kind: FaultKind, table: PlayedTable) -> set[Seat]:
    return {fault.seat for fault in table.faults if fault.kind is kind}


def own_seats(table: PlayedTable) -> set[Seat]:
    return {seat for seat in Seat if table.teams[seat.team] == "bad"}


def row(said: str, heading: str) -> list[str]:
    line = next(line for line in said.splitlines() if line.startswith(heading))
    return line.removeprefix(heading).split()


def test_illegal_actions_are_counted_and_cost_the_seat(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], forked_python: tuple[str, ...]
) -> None:
    bad = program(tmp_path, "bad", ILLEGAL, forked_python)
    status, tables = played(tmp_path / "out", "--boards", "1", "--bot", bad)
    assert (status, len(tables)) == (1, 2)
    for table in tables:
        assert seats_with(FaultKind.FORFEIT, table) == own_seats(table)
        details = {fault.detail for fault in table.faults if fault.kind is FaultKind.ILLEGAL}
        assert details == {"capot de pique (no_action)"}
    said = capsys.readouterr().out
    assert row(said, "illegal actions") == ["16", "0"]
    assert row(said, "seats forfeited") == ["4", "0"]


def test_a_program_that_crashes_is_quoted_and_the_others_play_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], forked_python: tuple[str, ...]
) -> None:
    bad = program(tmp_path, "bad", CRASHES, forked_python)
    status, tables = played(tmp_path / "out", "--boards", "3", "--bot", bad)
    assert (status, len(tables)) == (1, 6)
    assert seats_with(FaultKind.ENDED, tables[-1]) == own_seats(tables[-1])
    assert {fault.detail for fault in tables[-1].faults if fault.kind is FaultKind.ENDED} == {"exit 1"}
    assert {fault.seat for fault in tables[-1].faults} <= own_seats(tables[-1])
    assert "RuntimeError: out of ideas" in capsys.readouterr().out


def test_a_program_that_stalls_is_ended_after_two_boards(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], forked_python: tuple[str, ...]
) -> None:
    bad = program(tmp_path, "bad", STALLS, forked_python)
    status, tables = played(tmp_path / "out", "--boards", "4", "--bot", bad, *QUICK)
    assert (status, len(tables)) == (1, 8)
    assert seats_with(FaultKind.TIMED_OUT, tables[0]) >= own_seats(tables[0])  # on a busy machine `steady` is late, too
    last = next(table for table in tables if table.key == (4, "bad", "steady"))
    assert seats_with(FaultKind.STALLED, last) == own_seats(last)
    assert not seats_with(FaultKind.TIMED_OUT, last) & own_seats(last)
    assert row(capsys.readouterr().out, "boards after its process stalled")[1] == "0"


@pytest.mark.parametrize("body", ["raise SystemExit('no luck')\n", SLEEPS], ids=["ends", "sleeps"])
def test_a_program_that_never_sits_down_plays_defaults(
    body: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    forked_python: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(server_play, "SIT_DOWN", 3.0)
    bad = program(tmp_path, "bad", body, forked_python)
    status, tables = played(tmp_path / "out", "--boards", "2", "--bot", bad)
    assert (status, len(tables)) == (1, 4)
    for table in tables:
        assert seats_with(FaultKind.NOT_SEATED, table) == own_seats(table)
        assert seats_with(FaultKind.ABSENT, table) == own_seats(table)
    said = capsys.readouterr().out
    assert row(said, "boards without its process") == ["8", "0"]
    assert ("no luck" in said) is ("no luck" in body)


def test_a_program_that_sits_down_and_ends_before_the_play_begins_plays_defaults(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], forked_python: tuple[str, ...]
) -> None:
    status, tables = played(tmp_path / "out", "--boards", "2", "--bot", program(tmp_path, "bad", LEAVES, forked_python))
    assert (status, len(tables)) == (1, 4)
    for table in tables:
        assert seats_with(FaultKind.ABSENT, table) == own_seats(table)
    assert {fault.kind for table in tables for fault in table.faults} == {FaultKind.ABSENT, FaultKind.ENDED}
    assert "RuntimeError: no such rules" in capsys.readouterr().out


@pytest.mark.skipif(sys.platform == "win32", reason="no named pipes there")
def test_a_program_that_gets_up_before_the_play_begins_plays_defaults(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    forked_python: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(server_play, "ENDS_AFTER_LEAVING", 0.2)
    status, tables = played(
        tmp_path / "out", "--boards", "2", "--bot", program(tmp_path, "bad", GETS_UP, forked_python)
    )
    assert (status, len(tables)) == (1, 4)
    for table in tables:
        first = own_seats(table) & {Seat.NORTH, Seat.EAST}
        assert seats_with(FaultKind.NOT_SEATED, table) == first
        assert seats_with(FaultKind.ABSENT, table) == first
        assert {fault.seat for fault in table.faults} == first
    assert row(capsys.readouterr().out, "boards without its process") == ["4", "0"]


def test_a_program_has_no_more_than_its_share_of_connections(tmp_path: Path, forked_python: tuple[str, ...]) -> None:
    hoarding = program(tmp_path, "bad", HOARDS, forked_python)
    status, tables = played(tmp_path / "out", "--boards", "1", "--bot", hoarding)
    assert (status, len(tables)) == (0, 2)


def test_somebody_who_cannot_sit_for_a_program_tries_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_play, "STAND_IN_PAUSES", (0.0, 0.0))
    with _refusing(monkeypatch, 1):
        status, tables = played(tmp_path / "out", "--boards", "1", "--bot", "bad=/no/such/program")
    assert (status, len(tables)) == (1, 2)
    with _refusing(monkeypatch, 100), pytest.raises(SystemExit) as end:
        main(["duel", "bad", "steady", "--boards", "1", "--bot", "bad=/no/such/program"])
    assert end.value.code == 1
    said = capsys.readouterr().err
    assert "coinche-arena: board 1 and those after it: NoStandIn: nobody can sit in the place of bad" in said
    assert "refused" in said


def test_a_table_at_which_the_play_does_not_begin_ends_the_contest_with_a_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def sit_nowhere(*_: object) -> None:
        await trio.sleep_forever()

    monkeypatch.setattr(server_play, "BEGIN", 0.1)
    monkeypatch.setattr(server_play._Batch, "_hold", sit_nowhere)
    with pytest.raises(SystemExit) as end:
        main(["duel", "bad", "steady", "--boards", "1", "--bot", "bad=/no/such/program"])
    assert end.value.code == 1
    assert "NeverBegun: the play has not begun at table 1 (bad, steady)" in capsys.readouterr().err


@contextmanager
def _refusing(monkeypatch: pytest.MonkeyPatch, times: int) -> Iterator[None]:
    """Have the server refuse the arena's own connections so many times."""
    left = iter(range(times))

    @asynccontextmanager
    async def refusing(address: Address, *arguments: Any) -> AsyncIterator[ClientSession]:
        if next(left, None) is not None:
            raise CannotConnect(address, ConnectFailure.REFUSED)
        async with open_session(address, *arguments) as session:
            yield session

    with monkeypatch.context() as patched:
        patched.setattr(server_play, "open_session", refusing)
        yield


def test_a_program_that_gets_up_during_the_play_plays_defaults(tmp_path: Path, forked_python: tuple[str, ...]) -> None:
    bad = program(tmp_path, "bad", GETS_UP_LATER, forked_python)
    status, tables = played(tmp_path / "out", "--boards", "2", "--bot", bad)
    assert (status, len(tables)) == (1, 4)
    assert {fault.kind for table in tables for fault in table.faults} == {FaultKind.ABSENT}
    for table in tables:
        assert seats_with(FaultKind.ABSENT, table) == own_seats(table)


def test_a_command_that_cannot_be_run_is_no_reason_to_stop(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, tables = played(tmp_path / "out", "--boards", "1", "--bot", "bad=/no/such/program")
    assert (status, len(tables)) == (1, 2)
    assert "cannot start '/no/such/program': No such file or directory" in capsys.readouterr().out


def test_an_author_who_raises_in_practice_is_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["duel", "py:tests.arena.test_faults:Raising", "steady", "--boards", "1", "--practice"])
    assert end.value.code == 1
    said = capsys.readouterr().out
    assert row(said, "exceptions in its code")[1] == "0"
    assert "illegal actions" not in said
    assert "the first failure of py:tests.arena.test_faults:Raising:\n" in said
    assert said.rstrip().endswith("RuntimeError: out of ideas")


def test_an_author_whose_bot_cannot_hear_is_counted_and_plays_on(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["duel", "py:tests.arena.test_faults:Deaf", "steady", "--boards", "1", "--practice"])
    assert end.value.code == 1
    assert row(capsys.readouterr().out, "exceptions in its code")[1] == "0"


class Deaf(Bot):
    """A bot that fails at whatever it is told."""

    def declares(self) -> System | None:
        """Fail."""
        raise RuntimeError("cannot speak")

    def on_match(self, rules: RuleSet) -> None:
        """Fail."""
        raise RuntimeError("cannot hear")

    def on_event(self, event: object) -> None:
        """Fail."""
        raise RuntimeError("cannot hear")

    def choose(self, view: TableView, legal: Legal) -> Action:
        """Choose the default."""
        return legal.default


class Raising(Bot):
    """A bot that has no idea."""

    def choose(self, view: TableView, legal: Legal) -> Action:
        """Fail."""
        raise RuntimeError("out of ideas")
