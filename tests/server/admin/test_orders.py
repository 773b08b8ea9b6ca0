"""Tests of the operator's orders to a running server, and of their effect on the players."""

from __future__ import annotations

from typing import Any

import pytest
import trio

from coinche.server import limits
from coinche.server.admin.orders import OrderRefused
from coinche.server.match.table_options import Pace
from coinche.server.rate_limit import Allowance
from tests.server.conftest import House, OpenHouse, Wire, until
from tests.server.ended import ended
from tests.server.storage.test_journal import Disk
from tests.server.table.test_rematch import play_to_the_end
from tests.server.tables import answer, seated

Data = Any


async def order(house: House, *words: str) -> Data:
    return (await house.server.orders.obey(words)).data


async def test_the_figures_tell_who_is_there_and_what_is_played(open_house: OpenHouse) -> None:
    async with open_house() as house:
        table, _ = await house.four()
        watching = await house.connect("Zoé", program=False, role="spectator")
        await watching.send(type="watch", table=table)
        await watching.until("joined")
        data = await order(house, "status")
        assert data["programs"] == 4
        assert data["people"] == 1
        assert data["spectators"] == 1
        assert data["connections"] == 5
        assert data["tables"] == {"bidding": 1}
        assert data["journal"] is None
        assert data["rss"] > 1_000_000
        assert data["refused"] == {}


async def test_an_act_is_measured_until_the_others_are_sent_what_came_of_it(open_house: OpenHouse) -> None:
    async with open_house() as house:
        table, seats = await house.four()
        async with trio.open_nursery() as nursery:
            for wire in seats.values():
                nursery.start_soon(act_first, wire, table, nursery.cancel_scope)
        data = await order(house, "status")
        assert data["acts_per_second"] > 0
        assert 0 < data["act_to_sent_p50_ms"] < 60_000


async def act_first(wire: Wire, table: str, others: trio.CancelScope) -> None:
    request = await wire.until("request")
    await wire.send(type="act", table=table, request=request["request"], action=request["default"])
    await wire.until("ok")
    others.cancel()


async def test_who_is_refused_is_counted_by_why(open_house: OpenHouse) -> None:
    async with open_house() as house:
        wire = await house.connect()
        await wire.stream.send_all(b"hello?")
        await wire.end()
        assert (await order(house, "status"))["refused"] == {"BAD_FRAME": 1}


async def test_a_refusal_is_counted_though_its_line_is_not_logged(
    open_house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "COMPLAINTS", Allowance(burst=2, every=600.0))
    async with open_house() as house:
        for _ in range(5):
            wire = await house.connect()
            await wire.stream.send_all(b"hello?")
            await wire.end()
        assert sum("BAD_FRAME" in line for line in house.lines) == 2
        assert (await order(house, "status"))["refused"] == {"BAD_FRAME": 5}


async def test_tables_and_people_are_listed(open_house: OpenHouse) -> None:
    async with open_house() as house:
        assert (await house.server.orders.obey(("tables",))).lines == ("no tables",)
        table, _ = await house.four()
        (row,) = (await order(house, "tables"))["tables"]
        assert row["seats"] == {seat: f"player {seat}" for seat in "NESW"}
        people = (await order(house, "people"))["people"]
        assert [(one["name"], one["table"], one["here"]) for one in people] == [
            (f"player {seat}", table, True) for seat in "NESW"
        ]


async def test_who_is_kicked_is_told_why_and_has_no_way_back(open_house: OpenHouse, come_back: Any) -> None:
    async with open_house() as house:
        _, seats = await house.four()
        ready = next(seen for seen in seats["E"].seen if seen["type"] == "ready")
        assert await order(house, "kick", "PLAYER", "E", "be", "polite") == {"sent_away": ["player E"]}
        last = await seats["E"].end()
        assert (last["code"], last["data"]) == ("AUTH_FAILED", {"by": "operator", "reason": "be polite"})
        back = await come_back(house, ready)
        assert (await back.end())["code"] == "AUTH_FAILED"
        await seats["W"].until("seat_changed")
        await house.connect("player E")


async def test_nobody_is_kicked_by_a_wrong_name(open_house: OpenHouse) -> None:
    async with open_house() as house:
        await house.connect("Ana")
        with pytest.raises(OrderRefused, match="here are: Ana"):
            await order(house, "kick", "Zoé")


@pytest.mark.parametrize("ban", [("Ana", "cheats"), ("127.0.0.1", "cheats"), ("127.0.0.0/8", "cheats")])
async def test_who_is_banned_goes_and_does_not_come_in_until_that_is_lifted(
    open_house: OpenHouse, ban: tuple[str, str]
) -> None:
    async with open_house() as house:
        here = await house.connect("Ana")
        assert (await order(house, "ban", *ban))["sent_away"] == ["Ana"]
        for wire in (here, await house.connect()):
            if wire is not here:
                await wire.send(type="hello", versions=[1, 1], name="Ana", program=True)
            last = await wire.end()
            (listed,) = (await order(house, "bans"))["bans"]
            until = {} if listed["until"] is None else {"until": listed["until"]}
            assert (last["code"], last["data"]) == ("AUTH_FAILED", {"by": "operator", "reason": "cheats", **until})
        assert (await order(house, "status"))["refused"] == {"AUTH_FAILED": 2}
        assert [one["why"] for one in (await order(house, "bans"))["bans"]] == ["cheats"]
        await order(house, "unban", ban[0])
        await house.connect("Ana")
        with pytest.raises(OrderRefused, match="is not banned"):
            await order(house, "unban", ban[0])


@pytest.mark.parametrize("meant", ["300.1.1.1", "203.0.113.0/99", "2001:db8::/200", "1.2.3"])
async def test_what_can_only_be_meant_as_an_address_is_not_banned_as_a_name(open_house: OpenHouse, meant: str) -> None:
    async with open_house() as house:
        with pytest.raises(OrderRefused, match="no address"):
            await order(house, "ban", meant)
        assert (await order(house, "bans")) == {"bans": []}


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
    open_house: OpenHouse, words: tuple[str, ...], hours: int | None, why: str
) -> None:
    async with open_house() as house:
        ban = (await order(house, "ban", *words))["ban"]
        assert (ban["why"], ban["until"] and ban["until"] - ban["at"]) == (why, hours and hours * 3_600_000)
        (listed,) = (await order(house, "bans"))["bans"]
        assert listed == ban


@pytest.mark.parametrize("time", ["30min", "2hours", "5", "0m", "1.5h", "30m2h", "2h2h", "100000d", "10y"])
@pytest.mark.parametrize("whom", ["127.0.0.1", "Ana", "Zoé"])
async def test_what_begins_like_a_time_and_is_none_bans_nobody(open_house: OpenHouse, whom: str, time: str) -> None:
    async with open_house() as house:
        await house.connect("Ana")
        with pytest.raises(OrderRefused, match=f"'{time}' is no time: .* s, m, h, d, w, .*2h30m.*`always`"):
            await order(house, "ban", whom, time, "rude")
        assert (await order(house, "bans")) == {"bans": []}
        assert [one["name"] for one in (await order(house, "people"))["people"]] == ["Ana"]


@pytest.mark.parametrize(
    ("said", "network", "address"),
    [("1.2.3.4/8", "1.0.0.0/8", "1.2.3.4"), ("2001:db8::7/32", "2001:db8::/32", "2001:db8::7")],
)
async def test_an_address_with_the_length_of_its_network_bans_neither_and_both_are_named(
    open_house: OpenHouse, said: str, network: str, address: str
) -> None:
    async with open_house() as house:
        with pytest.raises(OrderRefused, match=f"{said}.* no network.* {network}.* {address}$"):
            await order(house, "ban", said)
        assert (await order(house, "bans")) == {"bans": []}


async def test_who_unbans_an_address_in_a_banned_network_is_told_which(open_house: OpenHouse) -> None:
    async with open_house() as house:
        await order(house, "ban", "203.0.113.0/24")
        with pytest.raises(OrderRefused, match=r"in the network 203\.0\.113\.0/24, .*`unban 203\.0\.113\.0/24`"):
            await order(house, "unban", "203.0.113.9")
        assert len((await order(house, "bans"))["bans"]) == 1


async def test_help_names_the_units_of_a_time(open_house: OpenHouse) -> None:
    async with open_house() as house:
        does = (await order(house, "help"))["orders"]["ban NAME|ADDRESS [TIME] [REASON]"]
        assert "30s, 30m, 2h30m, 7d, 1w or always" in does


@pytest.mark.parametrize("words", [("kick", "bots"), ("ban", "bots")])
async def test_who_lends_bots_is_not_sent_away_by_name(open_house: OpenHouse, words: tuple[str, str]) -> None:
    async with open_house() as house:
        await house.provider()
        with pytest.raises(OrderRefused, match="lends bots"):
            await order(house, *words)
        assert [one["name"] for one in (await order(house, "people"))["people"]] == ["bots"]


async def test_the_ban_of_an_address_leaves_those_alone_who_lend_bots_from_there(open_house: OpenHouse) -> None:
    async with open_house() as house:
        await house.provider()
        await house.connect("Ana")
        assert (await order(house, "ban", "127.0.0.1"))["sent_away"] == ["Ana"]
        await house.provider()


async def test_a_table_is_closed_and_those_who_sat_there_are_in_the_lobby(open_house: OpenHouse) -> None:
    async with open_house() as house:
        table, seats = await house.four()
        await order(house, "close", table)
        for wire in seats.values():
            assert (await wire.until("left"))["reason"] == "operator"
        await house.until_said(f"{table}: closed (operator)")
        with pytest.raises(OrderRefused, match="no table 't1'; there are: none"):
            await order(house, "close", table)


async def test_everybody_is_told_what_the_operator_says(open_house: OpenHouse) -> None:
    async with open_house() as house:
        _, seats = await house.four()
        idle = await house.connect("Zoé")
        assert await order(house, "say", "back", "at", "nine") == {"told": 5}
        for wire in (idle, *seats.values()):
            assert (await wire.until("notice"))["text"] == "back at nine"
        with pytest.raises(OrderRefused, match="printable"):
            await order(house, "say", "\x07")


async def test_a_server_that_drains_takes_no_new_tables_and_ends_with_the_last(open_house: OpenHouse) -> None:
    async with open_house() as house:
        table, seats = await house.four()
        waiting = await house.connect("Ana")
        await waiting.send(type="create_table", name="waits")
        await waiting.until("joined")
        assert (await order(house, "drain")) == {"tables": [table]}
        assert (await seats["N"].until("notice"))["topic"] == "draining"
        assert (await waiting.until("left"))["reason"] == "operator"
        late = await house.connect("Zoé")
        assert (await late.until("notice"))["topic"] == "draining"
        await late.send(type="create_table", name="new")
        refused = await late.until("error")
        assert (refused["code"], refused["data"]) == ("FORBIDDEN", {"reason": "draining"})
        assert not house.server.shutdown.scope.cancel_called
        await order(house, "close", table)
        await house.until_said("ending (drained)")
        assert house.server.shutdown.scope.cancel_called


async def test_a_server_that_has_drained_has_the_last_match_in_its_archive(open_house: OpenHouse) -> None:
    slow = Disk()
    async with open_house() as house:
        house.server._archive_service._worker = slow
        slow.free = trio.Event()
        await ended(house, target=1)
        await house.until_said("closed (match_over)")
        await order(house, "drain")
        try:
            await until(lambda: house.server._archive_service.queue.statistics().current_buffer_used > 0)
            assert not [line for line in house.lines if "drained" in line]
        finally:
            slow.free.set()
        await house.until_said("ending (drained)")
        assert house.server.archive.reader.rows("SELECT COUNT(*) FROM matches") == [(1,)]


async def test_a_server_that_drains_waits_for_nobody_who_may_want_another_match(open_house: OpenHouse) -> None:
    async with open_house(pace=Pace(bot=0.01, trick=0.01)) as house:
        table, wires = await seated(house, people="N", target=1)
        await play_to_the_end(table, wires)
        assert (await order(house, "drain")) == {"tables": []}
        assert (await wires["N"].until("left"))["reason"] == "operator"
        await house.until_said("ending (drained)")


async def test_a_server_that_drains_no_longer_takes_tables_again(open_house: OpenHouse) -> None:
    async with open_house() as house:
        wire = await house.connect("Ana")
        with pytest.raises(OrderRefused, match="does not drain"):
            await order(house, "drain", "--cancel")
        await order(house, "drain")
        await order(house, "drain", "--cancel")
        await wire.send(type="create_table", name="new")
        await wire.until("joined")
        await trio.sleep(0)
        assert not house.server.shutdown.scope.cancel_called


async def test_a_server_is_stopped_after_that_was_answered(open_house: OpenHouse) -> None:
    async with open_house() as house:
        await order(house, "stop")
        assert not house.server.shutdown.scope.cancel_called
        await house.until_said("ending (stop)")


async def test_help_names_every_order(open_house: OpenHouse) -> None:
    async with open_house() as house:
        named = [usage.split()[0] for usage in (await order(house, "help"))["orders"]]
        expected = "help status tables people kick ban unban bans close say drain stop"
        assert set(expected.split()) <= set(named)
        assert len(named) == len(set(named))


async def test_no_other_match_begins_at_a_table_of_a_server_that_drains(open_house: OpenHouse, brisk: Any) -> None:
    async with open_house(pace=brisk) as house:
        table, wires = await seated(house, target=1)
        await order(house, "drain")
        await play_to_the_end(table, wires)
        assert (await answer(wires["N"], 50, type="rematch", table=table))["code"] == "FORBIDDEN"
        for wire in wires.values():
            await wire.send(type="go_on", table=table)
        await house.until_said("ending (drained)")
