"""Tests of delayed spectators: the delay, the same order and numbers, and no effect on the players."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import trio

from coinche.server.time_and_entropy import Time
from tests.server.conftest import OpenJournal
from tests.server.tables import Map, answer, pass_on, quiet, seated, watching


def events(wire: Any) -> list[Map]:
    return [m for m in wire.seen if "n" in m]


async def test_a_deal_is_shown_when_so_many_have_ended(run_server: Any) -> None:
    async with run_server() as running:
        table, wires = await seated(running, people="", delay_deals=1)
        watcher = await watching(running, table)
        await pass_on(table, wires, times=3)
        await quiet(watcher)
        assert {m["type"] for m in events(watcher)} == {"seat_changed", "host_changed"}
        await pass_on_the_last(table, wires)
        await watcher.until("thrown_in")
        shown = [m["type"] for m in events(watcher)]
        assert shown.count("passed") == 4
        assert "deal_started" in shown
        await wires["N"].until("deal_started", deal=2)
        assert "deal_started" not in [m["type"] for m in await quiet(watcher)]


async def pass_on_the_last(table: str, wires: dict[str, Any]) -> None:
    """The fourth pass of a deal."""
    for wire in wires.values():
        await quiet(wire)
        asked = [m for m in wire.seen if m["type"] in ("request", "ok") and "request" in m]
        if asked and asked[-1]["type"] == "request":
            await wire.send(type="act", table=table, request=asked[-1]["request"], action="pass")


async def test_an_event_is_shown_after_so_many_seconds_though_nothing_else_happens(run_server: Any) -> None:
    async with run_server() as running:
        table, wires = await seated(running, people="", delay_s=1)
        watcher = await watching(running, table)
        await pass_on(table, wires, times=1)
        assert "match_started" not in [m["type"] for m in (*watcher.seen, *await quiet(watcher))]
        await watcher.until("passed")
        assert [m["n"] for m in events(watcher)] == list(range(1, len(events(watcher)) + 1))


async def test_who_comes_late_or_comes_back_sees_no_more_than_the_others(run_server: Any, come_back: Any) -> None:
    async with run_server() as running:
        table, wires = await seated(running, people="", delay_s=3600)
        first = await watching(running, table, "first")
        await pass_on(table, wires, times=2)
        late = await watching(running, table, "late")
        back = await come_back(running, next(m for m in first.seen if m["type"] == "ready"))
        await back.until("joined")
        for wire in (late, back):
            await quiet(wire)
            assert {m["type"] for m in events(wire)} == {"seat_changed", "host_changed"}


async def test_a_player_is_never_behind(run_server: Any) -> None:
    async with run_server() as running:
        table, wires = await seated(running, people="", delay_s=3600, delay_deals=20)
        await pass_on(table, wires, times=4)
        await wires["S"].until("deal_started", deal=2)


async def test_who_gets_up_to_watch_sees_as_little_as_who_has_only_watched(run_server: Any) -> None:
    async with run_server() as running:
        table, wires = await seated(running, people="", delay_s=3600)
        await wires["W"].until("deal_started")
        await wires["W"].send(type="leave", table=table)
        await wires["W"].until("left")
        await wires["W"].send(type="watch", table=table)
        await wires["W"].until("joined")
        assert "deal_started" not in [m["type"] for m in await quiet(wires["W"])]


async def test_when_the_table_is_over_all_is_shown(run_server: Any, play: Any) -> None:
    async with run_server() as running:
        table, wires = await seated(running, people="", target=1, delay_s=3600, delay_deals=20)
        watcher = await watching(running, table)
        async with trio.open_nursery() as nursery:
            for wire in wires.values():
                nursery.start_soon(play, wire, lambda r: "80S" if r["bids"].get("S") == 80 else r["default"])
        await watcher.until("left")
        assert [m["n"] for m in events(watcher)] == [m["n"] for m in events(wires["N"])]
        assert [m["type"] for m in events(watcher)] == [m["type"] for m in events(wires["N"])]
        assert all(m["cards"] is None for m in events(watcher) if m["type"] == "hand_dealt")


async def test_the_lobby_says_how_far_behind_one_is(run_server: Any) -> None:
    async with run_server() as running:
        await seated(running, delay_s=30, delay_deals=2)
        guest = await running.connect()
        await guest.sign_in("guest")
        shown = (await guest.until("lobby"))["tables"][0]
        assert (shown["delay_s"], shown["delay_deals"]) == (30, 2)


async def test_what_a_spectator_says_is_heard_at_once_and_told_to_him_later(run_server: Any) -> None:
    async with run_server() as running:
        table, wires = await seated(running, delay_s=3600)
        watcher = await watching(running, table)
        await wires["N"].until("match_started")
        assert (await answer(watcher, 4, type="chat", table=table, text="Bonsoir"))["type"] == "ok"
        assert (await wires["N"].until("chatted"))["name"] == "watcher"
        assert "chatted" not in [m["type"] for m in (*watcher.seen, *await quiet(watcher))]


class Tomorrow(Time):
    """The clock on the wall has jumped by a day."""

    def unix_ms(self) -> int:
        return super().unix_ms() + 24 * 3600 * 1000


async def test_a_clock_that_jumps_while_the_server_is_started_again_shows_nothing_early(
    run_server: Any, come_back: Any, journal: OpenJournal, tmp_path: Path
) -> None:
    async with run_server(store=journal(tmp_path), absence_ms=60_000) as running:
        table, wires = await seated(running, people="", delay_s=3600)
        watcher = await watching(running, table)
        await pass_on(table, wires, times=2)
        await quiet(watcher)
        ready = next(m for m in watcher.seen if m["type"] == "ready")
        seen = max(m["n"] for m in events(watcher))
    async with run_server(store=journal(tmp_path), time=Tomorrow()) as running:
        back = await come_back(running, ready, seen)
        await back.until("joined")
        late = await watching(running, table, "late")
        for wire in (back, late):
            await quiet(wire)
            assert "match_started" not in [m["type"] for m in events(wire)]


async def test_what_spectators_were_shown_they_are_shown_after_a_restart_and_nothing_twice(
    run_server: Any, come_back: Any, journal: OpenJournal, tmp_path: Path
) -> None:
    async with run_server(store=journal(tmp_path), absence_ms=60_000) as running:
        table, wires = await seated(running, people="", delay_s=1)
        watcher = await watching(running, table)
        await pass_on(table, wires, times=1)
        await watcher.until("passed")
        ready = next(m for m in watcher.seen if m["type"] == "ready")
        seen = max(m["n"] for m in events(watcher))
    async with run_server(store=journal(tmp_path)) as running:
        await running.server.lobby.tables.all_awake()
        assert running.server.lobby.tables[table]._feed._shown >= seen
        back = await come_back(running, ready, seen)
        await back.until("joined")
        later = await back.until("seat_changed", "passed")
        assert later["n"] > seen
        late = await watching(running, table, "late")
        await late.until("passed")
        assert [m["n"] for m in events(late)] == list(range(1, len(events(late)) + 1))
