"""Tests of what is kept of the ladder: sums and ratings, what is forgotten, and who has to stay away."""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import trio

from coinche.engine.seats import Points
from coinche.server import limits
from coinche.server.ladder.results import LadderResults, LadderTotals, ratings
from coinche.server.match.ladder_board import LadderBoard, LadderEntrant, LadderFaults, LadderSides
from tests.client.web.kept_server import ServerProcess
from tests.server.conftest import PATIENCE, OpenFile, Wire
from tests.server.connections.test_sign_in import Person

from .programs import bold, entry, play_on

RULES = "rules"
ANA, BOB, CYD = (LadderEntrant(name, f"key {name}") for name in ("Ana", "Bob", "Cyd"))


def board(table: str, ns: LadderEntrant, ew: LadderEntrant, points: int = 0, **more: Any) -> LadderBoard:
    """A board at that table in which North and South have so many points more."""
    return LadderBoard(table=table, sides=LadderSides(ns, ew), points=Points(points, 0), **{"at": 1, **more})


def kept(results: LadderResults, *boards: LadderBoard) -> LadderResults:
    for each in boards:
        results.keep(each, RULES)
    return results


def best_first(results: LadderResults) -> list[str]:
    """The names of those who are rated, the best first."""
    rated = ratings(results.played(RULES))
    return [one.name for one in sorted(rated, key=lambda one: -rated[one].value)]


def test_boards_of_a_table_are_added_up_and_read_again(tmp_path: Path, open_file: OpenFile) -> None:
    file = open_file(tmp_path)
    late = LadderFaults(timed_out=2)
    boards = [board("t1", ANA, BOB, 100), board("t1", ANA, BOB, -40, at=2, ew_faults=late), board("t2", BOB, CYD, 10)]
    before = kept(LadderResults(file), *boards)
    again = LadderResults(file)
    for results in (before, again):
        sitting = results.sitting("t1")
        assert sitting is not None
        assert (sitting.boards, sitting.scored, sitting.at, sitting.ew_faults) == (2, Points(60, 0), 2, late)
        assert results.boards_of(RULES, BOB, ANA) == 2
        assert results.boards_of("others", BOB, ANA) == 0
        assert best_first(results) == ["Ana", "Bob", "Cyd"]
        assert results.totals(RULES)[BOB] == LadderTotals(3, late)


def test_ratings_are_points_per_deal_above_the_mean_by_the_same_rules() -> None:
    results = kept(LadderResults(), board("t1", ANA, BOB, 30), board("t2", BOB, ANA, -10))
    results.keep(board("t3", BOB, ANA, 1000), "other rules")
    rated = ratings(results.played(RULES))
    assert (rated[ANA].value, rated[BOB].value) == pytest.approx((10, -10), abs=0.1)
    assert 0 < rated[ANA].margin < math.inf
    assert results.totals(RULES)[ANA].boards == 2


def test_the_one_that_sat_north_last_is_known() -> None:
    results = kept(LadderResults(), board("t1", ANA, BOB), board("t2", CYD, ANA), board("t3", BOB, ANA))
    assert results.was_north(BOB, ANA)
    assert not results.was_north(ANA, BOB)
    assert not results.was_north(ANA, CYD)
    assert not results.was_north(BOB, CYD)


def test_the_oldest_go_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, open_file: OpenFile) -> None:
    monkeypatch.setattr(limits, "LADDER_SITTINGS", 2)
    file = open_file(tmp_path)
    results = kept(LadderResults(file), *(board(f"t{n}", ANA, BOB, at=n) for n in range(4)))
    assert results.boards_of(RULES, ANA, BOB) == 2
    assert file.rows("SELECT tab FROM ladder ORDER BY tab") == [("t2",), ("t3",)]


def test_a_name_that_is_forgotten_is_nowhere(tmp_path: Path, open_file: OpenFile) -> None:
    file = open_file(tmp_path)
    results = kept(LadderResults(file), board("t1", ANA, BOB), board("t2", BOB, CYD), board("t3", CYD, ANA))
    assert results.forget("BOB") == 2
    assert sorted(best_first(results)) == ["Ana", "Cyd"]
    assert results.totals(RULES).keys() == {ANA, CYD}
    assert file.rows("SELECT tab FROM ladder") == [("t3",)]


def test_faults_send_away_for_longer_each_time_in_a_row() -> None:
    results, minute = LadderResults(), limits.LADDER_AWAY_MS
    failed = LadderFaults(absent=limits.LADDER_FAULTS)
    kept(results, board("t1", ANA, BOB, ns_faults=replace(failed, absent=limits.LADDER_FAULTS - 1)))
    assert not results.is_failed("t1")
    assert results.away_until(ANA) == 0
    kept(results, board("t2", ANA, BOB, at=10, ns_faults=failed))
    assert results.is_failed("t2")
    assert (results.away_until(ANA), results.away_until(BOB)) == (10 + minute, 0)
    kept(results, board("t3", BOB, ANA, at=20, ew_faults=failed), board("t4", CYD, ANA, at=30, ew_faults=failed))
    assert results.away_until(ANA) == 30 + minute * limits.LADDER_AWAY_GROWS**2
    kept(results, board("t5", ANA, BOB, at=40))
    assert results.away_until(ANA) == 30 + minute * limits.LADDER_AWAY_GROWS**2, "a clean table lifts nothing"
    kept(results, board("t6", ANA, BOB, at=50 * minute, ns_faults=failed))
    assert results.away_until(ANA) == 51 * minute, "but the next time is the first again"


def test_a_table_that_fails_counts_when_it_ends_whatever_has_begun_meanwhile(
    tmp_path: Path, open_file: OpenFile
) -> None:
    file, failed = open_file(tmp_path), LadderFaults(absent=limits.LADDER_FAULTS)
    results, minute = LadderResults(file), limits.LADDER_AWAY_MS
    kept(results, board("t1", ANA, BOB, at=1), board("t2", ANA, CYD, at=2), board("t1", ANA, BOB, at=3))
    kept(results, board("t1", ANA, BOB, at=10, ns_faults=failed))
    for found in (results, LadderResults(file)):
        assert found.away_until(ANA) == 10 + minute
    kept(results, board("t2", ANA, CYD, at=20))
    assert results.away_until(ANA) == 10 + minute


def test_a_table_that_is_played_still_is_not_between_two_that_failed() -> None:
    results, failed = LadderResults(), LadderFaults(absent=limits.LADDER_FAULTS)
    kept(results, board("t1", ANA, BOB, at=10, ns_faults=failed), board("t2", ANA, CYD, at=20))
    kept(results, board("t3", ANA, BOB, at=30, ns_faults=failed))
    twice = 30 + limits.LADDER_AWAY_MS * limits.LADDER_AWAY_GROWS
    assert results.away_until(ANA, running={"t2"}) == twice
    assert results.away_until(ANA) == 30 + limits.LADDER_AWAY_MS


async def _program(port: int, owner: Person, name: str) -> Wire:
    wire = Wire(await trio.open_tcp_stream("127.0.0.1", port))
    await wire.send(**owner.hello(name, program=True))
    await wire.send(type="prove", proof=owner.proof((await wire.until("welcome"))["nonce"]))
    await wire.until("ready")
    await wire.send(type="enter_ladder", name=name, id=1)
    await wire.until("ok", re=1)
    return wire


async def test_what_was_told_outlives_a_server_that_is_killed(tmp_path: Path) -> None:
    options = ("--ladder", "--ladder-boards", "4", "--ladder-pause", "0", "--bots", "none")
    server = await trio.to_thread.run_sync(lambda: ServerProcess(tmp_path / "data", *options))
    owners, told = {"Ana": Person(), "Bob": Person()}, 0
    try:
        with trio.fail_after(PATIENCE):
            for more in (3, 6):
                async with trio.open_nursery() as nursery:
                    wires = [await _program(server.port, owner, name) for name, owner in owners.items() for _ in "12"]
                    for wire in tuple(wires):
                        nursery.start_soon(_until_lost, wire)
                    looker = Wire(await trio.open_tcp_stream("127.0.0.1", server.port))
                    wires.append(looker)
                    await looker.sign_in("looker", want=["ladder"])
                    seen = await looker.until("ladder")
                    assert _boards(seen) >= told, "nothing is lost"
                    told += more
                    while _boards(seen := await looker.until("ladder")) < told:
                        pass
                    told = _boards(seen)
                    assert told == entry(seen, "Bob")["boards"]
                    await trio.to_thread.run_sync(server.kill)
                for wire in wires:
                    await trio.aclose_forcefully(wire.stream)
                if more == 3:
                    await trio.to_thread.run_sync(server.start)
    finally:
        await trio.to_thread.run_sync(server.close)


def _boards(told: dict[str, Any]) -> int:
    return sum(one["boards"] for one in told["entries"] if one["name"] == "Ana")


async def _until_lost(wire: Wire) -> None:
    with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
        await play_on(wire, bold)
