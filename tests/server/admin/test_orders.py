"""Tests of the operator's orders to a running server, and of their effect on the players."""

from __future__ import annotations

from typing import Any

import pytest
import trio

from coinche.server import limits
from coinche.server.admin.orders import OrderRefused
from coinche.server.match.table_options import Pace
from coinche.server.rate_limit import Allowance
from tests.server.conftest import RunningServer, RunServer, Wire, until
from tests.server.ended import ended
from tests.server.storage.test_journal import Disk
from tests.server.table.test_rematch import play_to_the_end
from tests.server.tables import answer, seated

Data = Any


async def order(running: RunningServer, *words: str) -> Data:
    return (await running.server.orders.obey(words)).data


async def test_the_figures_tell_who_is_there_and_what_is_played(run_server: RunServer) -> None:
    async with run_server() as running:
        table, _ = await running.four()
        watching = await running.connect("Zoé", program=False, role="spectator")
        await watching.send(type="watch", table=table)
        await watching.until("joined")
        data = await order(running, "status")
        assert data["programs"] == 4
        assert data["people"] == 1
        assert data["spectators"] == 1
        assert data["connections"] == 5
        assert data["tables"] == {"bidding": 1}
        assert data["journal"] is None
        assert data["rss"] > 1_000_000
        assert data["refused"] == {}


async def test_an_act_is_measured_until_the_others_are_sent_what_came_of_it(run_server: RunServer) -> None:
    async with run_server() as running:
        table, seats = await running.four()
        async with trio.open_nursery() as nursery:
            for wire in seats.values():
                nursery.start_soon(act_first, wire, table, nursery.cancel_scope)
        data = await order(running, "status")
        assert data["acts_per_second"] > 0
        assert 0 < data["act_to_sent_p50_ms"] < 60_000


async def act_first(wire: Wire, table: str, others: trio.CancelScope) -> None:
    request = await wire.until("request")
    await wire.send(type="act", table=table, request=request["request"], action=request["default"])
    await wire.until("ok")
    others.cancel()


async def test_who_is_refused_is_counted_by_why(run_server: RunServer) -> None:
    async with run_server() as running:
        wire = await running.connect()
        await wire.stream.send_all(b"hello?")
        await wire.end()
        assert (await order(running, "status"))["refused"] == {"BAD_FRAME": 1}


async def test_a_refusal_is_counted_though_its_line_is_not_logged(
    run_server: RunServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "COMPLAINTS", Allowance(burst=2, every=600.0))
    async with run_server() as running:
        for _ in range(5):
            wire = await running.connect()
            await wire.stream.send_all(b"hello?")
            await wire.end()
        assert sum("BAD_FRAME" in line for line in running.lines) == 2
        assert (await order(running, "status"))["refused"] == {"BAD_FRAME": 5}


async def test_tables_and_people_are_listed(run_server: RunServer) -> None:
    async with run_server() as running:
        assert (await running.server.orders.obey(("tables",))).lines == ("no tables",)
        table, _ = await running.four()
        (row,) = (await order(running, "tables"))["tables"]
        assert row["seats"] == {seat: f"player {seat}" for seat in "NESW"}
        assert row["practice"] is False
        people = (await order(running, "people"))["people"]
        assert [(one["name"], one["table"], one["here"]) for one in people] == [
            (f"player {seat}", table, True) for seat in "NESW"
        ]


async def test_a_practice_table_is_marked(run_server: RunServer) -> None:
    async with run_server() as running:
        wire = await running.connect("Ada")
        await wire.send(type="create_table", name="alone", practice=True)
        await wire.until("joined")
        (row,) = (await order(running, "tables"))["tables"]
        assert (row["name"], row["practice"]) == ("alone", True)


async def test_who_is_kicked_is_told_why_and_has_no_way_back(run_server: RunServer, come_back: Any) -> None:
    async with run_server() as running:
        _, seats = await running.four()
        ready = next(seen for seen in seats["E"].seen if seen["type"] == "ready")
        assert await order(running, "kick", "PLAYER", "E", "be", "polite") == {"sent_away": ["player E"]}
        last = await seats["E"].end()
        assert (last["code"], last["data"]) == ("AUTH_FAILED", {"by": "operator", "reason": "be polite"})
        back = await come_back(running, ready)
        assert (await back.end())["code"] == "AUTH_FAILED"
        await seats["W"].until("seat_changed")
        await running.connect("player E")


async def test_nobody_is_kicked_by_a_wrong_name(run_server: RunServer) -> None:
    async with run_server() as running:
        await running.connect("Ana")
        with pytest.raises(OrderRefused, match="here are: Ana"):
            await order(running, "kick", "Zoé")


@pytest.mark.parametrize("ban", [("Ana", "cheats"), ("127.0.0.1", "cheats"), ("127.0.0.0/8", "cheats")])
async def test_who_is_banned_goes_and_does_not_come_in_until_that_is_lifted(
    run_server: RunServer, ban: tuple[str, str]
) -> None:
    async with run_server() as running:
        here = await running.connect("Ana")
        assert (await order(running, "ban", *ban))["sent_away"] == ["Ana"]
        for wire in (here, await running.connect()):
            if wire is not here:
                await wire.send(type="hello", versions=[1, 1], name="Ana", program=True)
            last = await wire.end()
            (listed,) = (await order(running, "bans"))["bans"]
            until = {} if listed["until"] is None else {"until": listed["until"]}
            assert (last["code"], last["data"]) == ("AUTH_FAILED", {"by": "operator", "reason": "cheats", **until})
        assert (await order(running, "status"))["refused"] == {"AUTH_FAILED": 2}
        assert [one["why"] for one in (await order(running, "bans"))["bans"]] == ["cheats"]
        await order(running, "unban", ban[0])
        await running.connect("Ana")
        with pytest.raises(OrderRefused, match="is not banned"):
            await order(running, "unban", ban[0])


@pytest.mark.parametrize("meant", ["300.1.1.1", "203.0.113.0/99", "2001:db8::/200", "1.2.3"])
async def test_what_can_only_be_meant_as_an_address_is_not_banned_as_a_name(run_server: RunServer, meant: str) -> None:
    async with run_server() as running:
        with pytest.raises(OrderRefused, match="no address"):
            await order(running, "ban", meant)
        assert (await order(running, "bans")) == {"bans": []}


@pytest.mark.parametrize(
    ("words", "hours", "why"),
    [
        (("192.0.2.1",), 24, ""),
        (("192.0.2.1", "2h", "be", "polite"), 2, "be polite"),
        (("192.0.2.0/24", "7d"), 7 * 24, ""),
        (("192.0.2.1", "always", "spam"), None, "spam"),
        (("Ana",), None, ""),
        (("Ana", "1d", "rude"), 24, "rude"),
        (("192.0.2.1", "2h30m"), 2.5, ""),
        (("192.0.2.1", "1w", "spam"), 7 * 24, "spam"),
        (("192.0.2.1", "90s"), 0.025, ""),
        (("Ana", "hours", "of", "2", "people"), None, "hours of 2 people"),
    ],
)
async def test_a_ban_lasts_as_long_as_it_was_said_that_of_an_address_a_day_where_nothing_was(
    run_server: RunServer, words: tuple[str, ...], hours: int | None, why: str
) -> None:
    async with run_server() as running:
        ban = (await order(running, "ban", *words))["ban"]
        assert (ban["why"], ban["until"] and ban["until"] - ban["at"]) == (why, hours and hours * 3_600_000)
        (listed,) = (await order(running, "bans"))["bans"]
        assert listed == ban


@pytest.mark.parametrize("time", ["30min", "2hours", "5", "0m", "1.5h", "30m2h", "2h2h", "100000d", "10y"])
@pytest.mark.parametrize("whom", ["127.0.0.1", "Ana", "Zoé"])
async def test_what_begins_like_a_time_and_is_none_bans_nobody(run_server: RunServer, whom: str, time: str) -> None:
    async with run_server() as running:
        await running.connect("Ana")
        with pytest.raises(OrderRefused, match=f"'{time}' is no time: .* s, m, h, d, w, .*2h30m.*`always`"):
            await order(running, "ban", whom, time, "rude")
        assert (await order(running, "bans")) == {"bans": []}
        assert [one["name"] for one in (await order(running, "people"))["people"]] == ["Ana"]


@pytest.mark.parametrize(
    ("said", "network", "address"),
    [("1.2.3.4/8", "1.0.0.0/8", "1.2.3.4"), ("2001:db8::7/32", "2001:db8::/32", "2001:db8::7")],
)
async def test_an_address_with_the_length_of_its_network_bans_neither_and_both_are_named(
    run_server: RunServer, said: str, network: str, address: str
) -> None:
    async with run_server() as running:
        with pytest.raises(OrderRefused, match=f"{said}.* no network.* {network}.* {address}$"):
            await order(running, "ban", said)
        assert (await order(running, "bans")) == {"bans": []}


async def test_who_unbans_an_address_in_a_banned_network_is_told_which(run_server: RunServer) -> None:
    async with run_server() as running:
        await order(running, "ban", "203.0.113.0/24")
        with pytest.raises(OrderRefused, match=r"in the network 203\.0\.113\.0/24, .*`unban 203\.0\.113\.0/24`"):
            await order(running, "unban", "203.0.113.9")
        assert len((await order(running, "bans"))["bans"]) == 1


async def test_help_names_the_units_of_a_time(run_server: RunServer) -> None:
    async with run_server() as running:
        does = (await order(running, "help"))["orders"]["ban NAME|ADDRESS [TIME] [REASON]"]
        assert "30s, 30m, 2h30m, 7d, 1w or always" in does


@pytest.mark.parametrize("words", [("kick", "bots"), ("ban", "bots")])
async def test_who_lends_bots_is_not_sent_away_by_name(run_server: RunServer, words: tuple[str, str]) -> None:
    async with run_server() as running:
        await running.provider()
        with pytest.raises(OrderRefused, match="lends bots"):
            await order(running, *words)
        assert [one["name"] for one in (await order(running, "people"))["people"]] == ["bots"]


async def test_the_ban_of_an_address_leaves_those_alone_who_lend_bots_from_there(run_server: RunServer) -> None:
    async with run_server() as running:
        await running.provider()
        await running.connect("Ana")
        assert (await order(running, "ban", "127.0.0.1"))["sent_away"] == ["Ana"]
        await running.provider()


async def test_a_table_is_closed_and_those_who_sat_there_are_in_the_lobby(run_server: RunServer) -> None:
    async with run_server() as running:
        table, seats = await running.four()
        await order(running, "close", table)
        for wire in seats.values():
            assert (await wire.until("left"))["reason"] == "operator"
        await running.until_said(f"{table}: closed (operator)")
        with pytest.raises(OrderRefused, match="no table 't1'; there are: none"):
            await order(running, "close", table)


async def test_everybody_is_told_what_the_operator_says(run_server: RunServer) -> None:
    async with run_server() as running:
        _, seats = await running.four()
        idle = await running.connect("Zoé")
        assert await order(running, "say", "back", "at", "nine") == {"told": 5}
        for wire in (idle, *seats.values()):
            assert (await wire.until("notice"))["text"] == "back at nine"
        with pytest.raises(OrderRefused, match="printable"):
            await order(running, "say", "\x07")


async def test_a_server_that_drains_takes_no_new_tables_and_ends_with_the_last(run_server: RunServer) -> None:
    async with run_server() as running:
        table, seats = await running.four()
        waiting = await running.connect("Ana")
        await waiting.send(type="create_table", name="waits")
        await waiting.until("joined")
        assert (await order(running, "drain")) == {"tables": [table]}
        assert (await seats["N"].until("notice"))["topic"] == "draining"
        assert (await waiting.until("left"))["reason"] == "operator"
        late = await running.connect("Zoé")
        assert (await late.until("notice"))["topic"] == "draining"
        await late.send(type="create_table", name="new")
        refused = await late.until("error")
        assert (refused["code"], refused["data"]) == ("FORBIDDEN", {"reason": "draining"})
        assert not running.server.shutdown.scope.cancel_called
        await order(running, "close", table)
        await running.until_said("ending (drained)")
        assert running.server.shutdown.scope.cancel_called


async def test_a_server_that_has_drained_has_the_last_match_in_its_archive(run_server: RunServer) -> None:
    slow = Disk()
    async with run_server() as running:
        running.server._archive_service._worker = slow
        slow.free = trio.Event()
        await ended(running, target=1)
        await running.until_said("closed (match_over)")
        await order(running, "drain")
        try:
            await until(lambda: running.server._archive_service.queue.statistics().current_buffer_used > 0)
            assert not [line for line in running.lines if "drained" in line]
        finally:
            slow.free.set()
        await running.until_said("ending (drained)")
        assert running.server.archive.reader.rows("SELECT COUNT(*) FROM matches") == [(1,)]


async def test_a_server_that_drains_waits_for_nobody_who_may_want_another_match(run_server: RunServer) -> None:
    async with run_server(pace=Pace(bot=0.01, trick=0.01)) as running:
        table, wires = await seated(running, people="N", target=1)
        await play_to_the_end(table, wires)
        assert (await order(running, "drain")) == {"tables": []}
        assert (await wires["N"].until("left"))["reason"] == "operator"
        await running.until_said("ending (drained)")


async def test_a_server_that_drains_no_longer_takes_tables_again(run_server: RunServer) -> None:
    async with run_server() as running:
        wire = await running.connect("Ana")
        with pytest.raises(OrderRefused, match="does not drain"):
            await order(running, "drain", "--cancel")
        await order(running, "drain")
        await order(running, "drain", "--cancel")
        await wire.send(type="create_table", name="new")
        await wire.until("joined")
        await trio.sleep(0)
        assert not running.server.shutdown.scope.cancel_called


async def test_a_server_is_stopped_after_that_was_answered(run_server: RunServer) -> None:
    async with run_server() as running:
        await order(running, "stop")
        assert not running.server.shutdown.scope.cancel_called
        await running.until_said("ending (stop)")


async def test_help_names_every_order(run_server: RunServer) -> None:
    async with run_server() as running:
        named = [usage.split()[0] for usage in (await order(running, "help"))["orders"]]
        expected = "help status tables people kick ban unban bans close say drain stop"
        assert set(expected.split()) <= set(named)
        assert len(named) == len(set(named))


async def test_no_other_match_begins_at_a_table_of_a_server_that_drains(run_server: RunServer, brisk: Any) -> None:
    async with run_server(pace=brisk) as running:
        table, wires = await seated(running, target=1)
        await order(running, "drain")
        await play_to_the_end(table, wires)
        assert (await answer(wires["N"], 50, type="rematch", table=table))["code"] == "FORBIDDEN"
        for wire in wires.values():
            await wire.send(type="go_on", table=table)
        await running.until_said("ending (drained)")
