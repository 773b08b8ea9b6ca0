"""Tests of hostile strangers and neighbours at a table, and of the harm that they may not do."""

from __future__ import annotations

from typing import Any

import pytest
import trio

from coinche.protocol import auth
from coinche.protocol.messages import Role
from coinche.server import limits
from coinche.server.connections import connections
from coinche.server.limits import Retention
from coinche.server.lobby.lobby import too_many
from coinche.server.rate_limit import Allowance
from coinche.server.sessions.session import Session
from tests.server.conftest import PATIENCE
from tests.server.ended import matches
from tests.server.tables import Map, answer, quiet, seated

PASSPHRASE_KEY = auth.table_key("belote et rebelote")


async def come_and_go(wire: Any, table: str, how: str = "join", **fields: Any) -> Map:
    """The answer to a `join`; a client that is let in leaves at once."""
    answer = await come(wire, table, how, **fields)
    if answer["type"] == "joined":
        await wire.send(type="leave", table=table)
        await wire.until("left")
    return answer


async def come(wire: Any, table: str, how: str = "join", **fields: Any) -> Map:
    """The answer to a `join`."""
    await wire.send(type=how, table=table, id=5, **fields)
    got: Map = await wire.until("joined", "error", re=5)
    return got


# --- private tables and names ------------------------------------------------------------------------


async def test_who_guesses_a_passphrase_locks_out_nobody_else_of_his_address(
    run_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "KNOCKS", Allowance(burst=2, every=600.0))
    async with run_server() as running:
        maker, evil, friend = [await running.connect(name) for name in ("maker", "evil", "friend")]
        await maker.send(type="create_table", name="ours", key=PASSPHRASE_KEY)
        table = (await maker.until("joined"))["table"]
        answers = [await come(evil, table, proof="00" * 32) for _ in range(3)]
        assert [answer["code"] for answer in answers] == ["FORBIDDEN", "FORBIDDEN", "RATE"]
        nonce = next(m["nonce"] for m in friend.seen if m["type"] == "welcome")
        proof = auth.table_proof(PASSPHRASE_KEY, nonce, table)
        for _ in range(3):
            assert (await come_and_go(friend, table, proof=proof))["type"] == "joined", "what is right is no guess"


async def test_who_asks_for_names_and_proves_nothing_claims_none(
    run_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "CLAIMS", Allowance(burst=1, every=3600.0))
    monkeypatch.setattr(connections, "_address", lambda stream: "192.168.1.20")
    async with run_server() as running:
        for number in range(3):
            wire = await running.connect()
            hello = {"type": "hello", "versions": [1, 1], "name": f"name {number}", "auth": "ed25519"}
            await wire.send(**hello, key="ab" * 32, nonce="cd" * 32)
            assert (await wire.until("welcome", "error"))["type"] == "welcome"


# --- coming and going --------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["join", "watch"])
async def test_who_comes_and_goes_without_end_is_stopped_and_nobody_else(
    run_server: Any, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    monkeypatch.setattr(limits, "COMINGS", Allowance(burst=3, every=600.0))
    async with run_server() as running:
        maker, evil, calm = [await running.connect(name) for name in ("maker", "evil", "calm")]
        await maker.send(type="create_table", name="table", seat="N")
        table = (await maker.until("joined"))["table"]
        answers = [await come_and_go(evil, table, how) for _ in range(5)]
        assert [a.get("code", a["type"]) for a in answers] == ["joined"] * 3 + ["RATE"] * 2
        await evil.send(type="create_table", name="mine")
        assert (await evil.until("joined", "error"))["code"] == "RATE"
        assert (await come(calm, table, how))["type"] == "joined"


async def test_a_table_that_ends_is_no_going(run_server: Any, monkeypatch: pytest.MonkeyPatch, play: Any) -> None:
    monkeypatch.setattr(limits, "COMINGS", Allowance(burst=1, every=600.0))
    async with run_server() as running:
        _, wires = await seated(running, people="", target=1)
        async with trio.open_nursery() as nursery:
            for wire in wires.values():
                nursery.start_soon(play, wire, bid_first)
        await wires["N"].send(type="create_table", name="another")
        assert (await wires["N"].until("joined", "error"))["type"] == "joined"


async def test_who_loses_his_connection_without_end_waits_before_he_is_back(
    run_server: Any, come_back: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "COMINGS", Allowance(burst=2, every=600.0))
    async with run_server() as running:
        _, wires = await seated(running, people="")
        wire = wires["W"]
        for number in range(2):
            ready = next(m for m in wire.seen if m["type"] == "ready")
            if number == 0:
                await wire.stream.aclose()
                await wires["N"].until("seat_changed", seat="W", connected=False)
            wire = await come_back(running, ready)  # the second time without having gone: that is a going, too
            await wire.until("joined")
        ready = next(m for m in wire.seen if m["type"] == "ready")
        late = await running.connect()
        await late.send(type="hello", versions=[1, 1], name="x", auth="resume", session=ready["session"])
        refusal = await late.until("error", "welcome")
        assert (refusal["code"], refusal["class"]) == ("RATE", "reject")


async def test_hellos_said_at_once_bring_nobody_back_more_often_than_one_after_the_other(
    run_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "COMINGS", Allowance(burst=2, every=600.0))
    async with run_server() as running:
        wire = await running.connect()
        ready = await wire.sign_in("Ana")
        key, answers = auth.key(ready["secret"]), []
        wires = [await running.connect() for _ in range(4)]
        nonces = [await welcomed(wire, ready["session"]) for wire in wires]
        for wire, nonce in zip(wires, nonces, strict=True):
            await wire.send(type="prove", proof=auth.proof(key, nonce, 0), n=0)
            answers.append(await wire.until("ready", "error"))
        assert [got.get("code", got["type"]) for got in answers] == ["ready", "ready", "AUTH_FAILED", "AUTH_FAILED"]


async def welcomed(wire: Any, session: str) -> str:
    """The nonce that a client gets that wants that session back."""
    await wire.send(type="hello", versions=[1, 1], name="x", auth="resume", session=session)
    welcome: Map = await wire.until("welcome")
    nonce: str = welcome["nonce"]
    return nonce


async def test_strangers_use_up_the_seats_of_a_match_and_not_those_of_its_players(
    run_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "NEWCOMERS_OF_ORIGIN", 2)
    async with run_server() as running:
        table, wires = await seated(running, people="")
        for seat in "NW":
            await wires[seat].send(type="leave", table=table)
            await wires[seat].until("left")
        codes = []
        for number in range(3):
            stranger = await running.connect(f"stranger {number}")
            codes.append((await come_and_go(stranger, table, seat="W")).get("code"))
        assert codes == [None, None, "FORBIDDEN"]
        assert (await come(wires["N"], table, seat="N"))["type"] == "joined"


# --- tables at which nobody is -----------------------------------------------------------------------


async def deserted(running: Any, number: int, people: str = "") -> str:
    """A table in mid-match whose players have all lost their connections."""
    table, wires = await seated(running, people, name=f"table {number}")
    for wire in wires.values():
        await wire.stream.aclose()
    return table


async def closed(running: Any, table: str) -> None:
    with trio.fail_after(PATIENCE):
        while f"{table}: closed (abandoned)" not in running.lines:
            await trio.sleep(0.01)


@pytest.mark.parametrize("people", ["", "N"])
async def test_a_match_to_which_nobody_comes_back_ends(
    run_server: Any, monkeypatch: pytest.MonkeyPatch, people: str
) -> None:
    monkeypatch.setattr(limits, "SWEEP", 0.02)
    soon, never = Retention(tables=9, seconds=0.1), Retention(tables=9, seconds=3600.0)
    monkeypatch.setattr(limits, "DESERTED_BY_PEOPLE", soon if people else never)
    monkeypatch.setattr(limits, "DESERTED_BY_PROGRAMS", never if people else soon)
    async with run_server() as running:
        await closed(running, await deserted(running, 1, people))
        assert not any(session.table for session in running.server.lobby.sessions.values())


async def test_a_match_at_which_one_is_left_goes_on(run_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SWEEP", 0.02)
    monkeypatch.setattr(limits, "DESERTED_BY_PROGRAMS", Retention(tables=0, seconds=0.0))
    async with run_server() as running:
        table, wires = await seated(running, people="")
        for seat in "ESW":
            await wires[seat].stream.aclose()
        other = await deserted(running, 2)
        await closed(running, other)
        assert table in running.server.lobby.tables


async def test_of_too_many_tables_without_anybody_the_oldest_end(
    run_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "SWEEP", 0.02)
    monkeypatch.setattr(limits, "DESERTED_BY_PROGRAMS", Retention(tables=1, seconds=3600.0))
    async with run_server() as running:
        tables = []
        for number in range(3):
            tables.append(await deserted(running, number))
            for table in tables[:-1]:
                await closed(running, table)
        assert list(running.server.lobby.tables) == tables[-1:]


def test_where_too_many_are_away_those_go_whose_origin_has_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SESSIONS_AWAY", 3)
    away = [
        Session(id=f"{number}", who=f"{number}", name="x", role=Role.PLAYER, program=True, peer=None, origin=origin)
        for number, origin in enumerate(("home", "farm", "farm", "farm", "inn"))
    ]
    assert [session.id for session in too_many(away)] == ["1", "2"]
    assert not list(too_many(away[:3]))


def test_of_one_origin_those_go_first_who_have_been_away_longest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SESSIONS_AWAY", 1)
    away = [
        Session(id=name, who=name, name="x", role=Role.PLAYER, program=True, peer=None, origin="farm", away_since=since)
        for name, since in (("just gone", 30.0), ("long gone", 10.0), ("gone", 20.0))
    ]
    assert [session.id for session in too_many(away)] == ["long gone", "gone"]


# --- the log -----------------------------------------------------------------------------------------


def bid_first(request: Map) -> str:
    return "80S" if request["bids"].get("S") == 80 else str(request["default"])


async def test_who_cannot_decide_about_another_match_is_heard_so_often_and_no_more(run_server: Any, brisk: Any) -> None:
    async with run_server(pace=brisk) as running:
        table, wires = await seated(running, people="NE", target=1)
        await end_of_match(table, wires)
        kinds = ("rematch", "go_on") * 4
        answers = [await answer(wires["N"], number, type=kind, table=table) for number, kind in enumerate(kinds)]
        changes = limits.MINDS + 1
        assert [a.get("code", a["type"]) for a in answers[:changes]] == ["ok"] * changes
        assert {a.get("code", a["type"]) for a in answers[changes:]} == {"ok", "FORBIDDEN"}, "the same is no change"
        await quiet(wires["E"])
        assert sum(m["type"] in ("rematch_asked", "went_on") for m in wires["E"].seen) == changes


async def test_who_plays_matches_by_the_thousand_drives_out_nobody_elses(
    run_server: Any, monkeypatch: pytest.MonkeyPatch, brisk: Any, play: Any
) -> None:
    monkeypatch.setattr(limits, "MATCHES_OF_PEOPLE", Allowance(burst=1, every=600.0))
    async with run_server(pace=brisk) as running:
        for number in range(3):
            _, wires = await seated(running, people="N", target=1)
            async with trio.open_nursery() as nursery:
                for wire in wires.values():
                    nursery.start_soon(play, wire, bid_first)
            assert len(await matches(wires["N"])) == number + 1
            for wire in wires.values():
                await wire.send(type="bye")
        assert running.server.archive.reader.rows("SELECT people FROM matches ORDER BY match") == [(1,), (0,), (0,)]


async def end_of_match(table: str, wires: dict[str, Any]) -> None:
    """One match of one deal, as far as its recap."""

    async def play(wire: Any) -> None:
        while (message := await wire.until("request", "recap_started"))["type"] == "request":
            await wire.send(type="act", table=table, request=message["request"], action=bid_first(message))

    async with trio.open_nursery() as nursery:
        for wire in wires.values():
            nursery.start_soon(play, wire)


async def test_what_is_said_at_a_table_that_waits_counts_for_its_log(
    run_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "EVENTS", 3)
    async with run_server() as running:
        maker = await running.connect("maker")
        await maker.send(type="create_table", name="table")
        table = (await maker.until("joined"))["table"]
        for number in range(3):
            await maker.send(type="chat", table=table, text=f"hello {number}")
        assert (await maker.until("left"))["reason"] == "endless"


async def test_no_match_follows_once_the_log_is_half_full(
    run_server: Any, brisk: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "EVENTS", 100)
    async with run_server(pace=brisk) as running:
        table, wires = await seated(running, people="N", target=1)
        await end_of_match(table, wires)
        refusal = await answer(wires["N"], 70, type="rematch", table=table)
        assert refusal["code"] == "FORBIDDEN"
