"""Tests of hostile clients and of those that disconnect at a bad moment: they cost the others nothing."""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import trio

from coinche.protocol.codec import encode
from coinche.protocol.messages import Lobby, TableInfo
from coinche.server import limits
from coinche.server.app import DEFAULT_PROVIDER
from coinche.server.match.table_options import Pace
from coinche.server.rate_limit import Allowance
from tests.server.conftest import resumed, until
from tests.server.tables import quiet, say

PATIENCE = 30


def bid_first(request: dict[str, Any]) -> str:
    return "80S" if request["bids"].get("S") == 80 else str(request["default"])


def ready_of(wire: Any) -> dict[str, Any]:
    ready: dict[str, Any] = next(m for m in wire.seen if m["type"] == "ready")
    return ready


async def test_who_reads_nothing_is_gone_signed_in_or_not(
    run_server: Any, talkative: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "SIGN_IN", 0.1)
    monkeypatch.setattr(limits, "SEND", 0.3)
    monkeypatch.setattr(limits, "FAREWELL", 0.1)
    monkeypatch.setattr(limits, "SWEEP", 0.02)
    async with run_server() as running:
        deaf = await running.connect()
        ping = b"\x00\x00\x00\x48\x82\xa4type\xa4ping\xa4data\xd9\x38" + b"x" * 56
        with trio.fail_after(PATIENCE), suppress(trio.BrokenResourceError):
            while True:
                await deaf.stream.send_all(ping * 1000)
        await running.until_alone()


async def test_a_match_that_nobody_plays_waits_and_does_not_run_wild(
    run_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "TABLE_IDLE", 0.2)
    async with run_server() as running:
        table, seats = await running.four()
        for wire in seats.values():
            await wire.stream.aclose()
        await running.until_said(f"{table}: closed (abandoned)")
        assert not any("deal 2" in line for line in running.lines)


async def test_a_stranger_cannot_fill_a_tables_inbox(run_server: Any, play: Any) -> None:
    async with run_server() as running:
        table, seats = await running.four(target=1000)
        stranger = await running.connect("stranger")

        async def flood() -> None:
            with suppress(trio.BrokenResourceError):
                for _ in range(3000):
                    await stranger.send(type="act", table=table, request=1, action="pass")

        async with trio.open_nursery() as nursery:
            nursery.start_soon(flood)
            nursery.start_soon(stranger.end)
            async with trio.open_nursery() as players:
                for wire in seats.values():
                    players.start_soon(play, wire, bid_first)
            nursery.cancel_scope.cancel()
        codes = [m["code"] for m in stranger.seen if m["type"] == "error"]
        assert set(codes[:-1]) <= {"FORBIDDEN", "NO_SUCH_TABLE"}
        assert codes[-1] == "FLOOD"


async def test_a_seat_asked_for_by_somebody_who_has_gone_is_soon_free(
    run_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "GATHERING_AWAY", 0.0)
    async with run_server() as running:
        maker = await running.connect("maker")
        await maker.send(type="create_table", name="Café", seat="N")
        table = (await maker.until("joined"))["table"]
        hasty = await running.connect("hasty")
        await hasty.send(type="join", table=table, seat="E")
        await hasty.stream.aclose()
        await running.until_said("hasty has lost")
        calm = await running.connect("calm")
        joined = {"type": "error"}
        with trio.fail_after(PATIENCE):
            while joined["type"] == "error":
                await calm.send(type="join", table=table, seat="E")
                joined = await calm.until("joined", "error")
        assert joined["seat"] == "E"


async def test_one_client_opens_one_table(run_server: Any, talkative: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "GATHERING_AWAY", 0.0)
    async with run_server() as running:
        greedy = await running.connect("greedy")
        for number in range(50):
            await greedy.send(type="create_table", name=f"table {number}")
        await greedy.send(type="ping")
        await greedy.until("pong")
        assert len(running.server.lobby.tables) == 1
        await greedy.stream.aclose()
        await until(lambda: not running.server.lobby.tables)


async def test_a_log_longer_than_the_outbox_reaches_who_comes_late(
    run_server: Any, talkative: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "OUTBOX", 5000)
    monkeypatch.setattr(limits, "COMINGS", Allowance(burst=50, every=600.0))
    async with run_server() as running:
        table, seats = await running.four()
        for _ in range(40):
            await seats["N"].send(type="leave", table=table)
            await seats["N"].until("left")
            await seats["N"].send(type="join", table=table, seat="N")
            await seats["N"].until("joined")
        watcher = await running.connect("watcher")
        await watcher.send(type="watch", table=table)
        await watcher.until("joined")
        await watcher.send(type="ping")
        await watcher.until("pong")
        assert sum(len(body) for body in watcher.bodies) > 5000


async def test_a_stand_in_has_its_own_time_to_think(run_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "STAND_IN", 1.0)
    async with run_server(provider=DEFAULT_PROVIDER) as running:
        await running.until_said("signed in as provider")
        _, seats = await running.four()
        asked: list[str] = []

        async def wait_for_request(seat: str, scope: trio.CancelScope) -> None:
            await seats[seat].until("request")
            asked.append(seat)
            scope.cancel()

        async with trio.open_nursery() as nursery:
            for seat in seats:
                nursery.start_soon(wait_for_request, seat, nursery.cancel_scope)
        slow = asked[0]
        asked_at = trio.current_time()  # more than a stand-in may take, which is no fault of the one that comes
        await until(lambda: trio.current_time() > asked_at + limits.STAND_IN)
        await seats[slow].stream.aclose()
        other = seats[next(s for s in seats if s != slow)]
        answer = await other.until("passed", "bid_made", "timed_out", seat=slow)
        assert answer["type"] != "timed_out"


async def test_a_spectator_who_takes_his_session_back_misses_nothing(run_server: Any, play: Any) -> None:
    async with run_server() as running:
        table, seats = await running.four(target=300)
        watcher = await running.connect("watcher")
        await watcher.send(type="watch", table=table)
        await watcher.until("joined")
        seen = [m["n"] for m in watcher.seen if "n" in m]
        async with trio.open_nursery() as nursery:
            for wire in seats.values():
                nursery.start_soon(play, wire, bid_first)
            again = await resumed(running, ready_of(watcher), seen[-1] if seen else 0)
            assert (await again.until("joined"))["seat"] is None
            await again.until("left")
        numbers = [m["n"] for m in again.seen if "n" in m]
        assert numbers == list(range(numbers[0], numbers[-1] + 1))
        assert numbers[0] == (seen[-1] if seen else 0) + 1


async def test_who_takes_a_seat_back_hears_everything_once_and_in_order(run_server: Any, play: Any) -> None:
    async with run_server() as running:
        _, seats = await running.four(target=300)
        old = seats.pop("N")
        async with trio.open_nursery() as nursery:
            for wire in seats.values():
                nursery.start_soon(play, wire, bid_first)
            again = old
            for _ in range(5):
                await again.until("request")
                again = await resumed(running, ready_of(again))
                await again.until("ready")
                await again.until("joined")
            await play(again, bid_first)
        numbers = [m["n"] for m in again.seen if "n" in m]
        assert numbers == list(range(1, len(numbers) + 1))


def test_a_name_that_the_terminal_cannot_show_disturbs_nothing(home: Path) -> None:
    script = (
        "import trio, sys\n"
        "from coinche.connection.address import Address\n"
        "from coinche.connection.session import open_session\n"
        "from coinche.protocol.messages import Hello, CreateTable, Joined\n"
        "async def main():\n"
        "    here = Address('127.0.0.1', int(sys.argv[1]), tls=False)\n"
        "    async with open_session(here, Hello(versions=(1, 1), name='日本')) as session:\n"
        "        await session.send(CreateTable(name='♠ spades'))\n"
        "        while not isinstance(await session.receive(), Joined): pass\n"
        "trio.run(main)\n"
    )
    command = [sys.executable, "-m", "coinche.server", "--host", "127.0.0.1", "--port", "0", "--bots", "none"]
    environment = {"PYTHONIOENCODING": "ascii", "LANG": "C", "XDG_DATA_HOME": str(home)}
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.PIPE, env=environment)
    assert server.stdout is not None
    port = server.stdout.readline().rsplit(b":", 1)[1].strip().decode()
    client = subprocess.run([sys.executable, "-c", script, port], timeout=PATIENCE, capture_output=True, check=False)
    server.terminate()
    out, _ = server.communicate(timeout=PATIENCE)
    assert client.returncode == 0, client.stderr
    assert b"\\u65e5\\u672c signed in" in out
    assert b"Traceback" not in out


async def test_tables_with_many_options_hide_no_other_from_the_lobby(
    run_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with run_server() as running:
        for number in range(6):
            wire = await running.connect(f"maker {number}")
            options = {"two_stage_deal": True, "surcoinche": 4, "bid_step": 5} if number < 5 else {}
            await wire.send(type="create_table", name=f"table {number}", options=options)
            await wire.until("joined")
        infos = [table.info() for table in running.server.lobby.tables.values()]
        bare = sum(size(replace(info, options={})) for info in infos)
        one = size(infos[0]) - size(replace(infos[0], options={}))
        for room, with_options in ((bare, 0), (bare + one, 1), (bare + 5 * one, 5)):
            monkeypatch.setattr(limits, "LOBBY_FRAME", room)
            running.server.lobby.server.changed()
            looker = await running.connect("looker")
            shown = (await looker.until("lobby"))["tables"]
            assert [table["name"] for table in shown] == [f"table {number}" for number in range(6)]
            assert sum(bool(table["options"]) for table in shown) == with_options
            assert len(looker.bodies[-1]) <= room + 300  # presets and bots


def size(info: TableInfo) -> int:
    return len(encode(Lobby(tables=(info,))))


@pytest.mark.parametrize("value", ["x" * 65, [1] * 17, ["x" * 65]])
async def test_the_value_of_an_option_is_bounded(run_server: Any, value: object) -> None:
    async with run_server() as running:
        wire = await running.connect("maker")
        await wire.send(type="create_table", name="table", options={"denominations": value}, id=1)
        refusal = await wire.until("error", re=1)
        assert refusal["code"] == "BAD_MESSAGE"
        assert refusal["data"]["path"].startswith("$.options")


async def test_who_sits_down_where_a_bot_has_answered_is_not_asked_that(run_server: Any) -> None:
    async with run_server(pace=Pace(bot=600, trick=600, recap=600)) as running:
        running.server.lobby.server.bots = ("steady",)
        lent = await running.provider()
        person = await running.connect("person", program=False)
        await person.send(type="create_table", name="table", seat="S", bots="steady")
        table = (await person.until("joined"))["table"]
        for _ in range(3):
            await lent.send(type="accept", table=table, seat=(await lent.until("invite"))["seat"])
        if (await person.until("deal_started"))["dealer"] == "W":
            await say(table, person, "pass")
        asked = await lent.until("request")
        await lent.send(type="act", table=table, request=asked["request"], action="pass")
        await quiet(lent)
        newcomer = await running.connect("newcomer", program=False)
        await newcomer.send(type="join", table=table, seat=asked["seat"])
        await newcomer.until("joined")
        await quiet(newcomer)
        assert not [m for m in newcomer.seen if m["type"] == "request"]
