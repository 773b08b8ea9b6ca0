"""Tests of a stranger's connection: allowed messages, answers, and no effect on anybody else."""

from __future__ import annotations

from typing import Any

import msgpack
import pytest
import trio

from coinche.server import limits


def framed(body: bytes) -> bytes:
    return len(body).to_bytes(4, "big") + body


BAD_BYTES = {
    "garbage": (b"\xff\xfe\x80garbage", "BAD_FRAME"),
    "not a map": (framed(msgpack.packb([1, 2, 3])), "BAD_FRAME"),
    "two maps": (framed(msgpack.packb({"type": "ping"}) * 2), "BAD_FRAME"),
    "oversized before sign-in": ((4097).to_bytes(4, "big"), "FRAME_TOO_BIG"),
    "wrong version": (framed(msgpack.packb({"type": "hello", "versions": [2, 3], "name": "x"})), "UNSUPPORTED"),
    "an impossible need": (
        framed(msgpack.packb({"type": "hello", "versions": [1, 1], "name": "x", "need": ["magic"]})),
        "UNSUPPORTED",
    ),
    "three malformed messages": (framed(msgpack.packb({"type": "hello"})) * 4, "BAD_FRAME"),
}


@pytest.mark.parametrize(("sent", "code"), BAD_BYTES.values(), ids=list(BAD_BYTES))
async def test_what_cannot_be_read_on_closes_with_a_reason(run_server: Any, sent: bytes, code: str) -> None:
    async with run_server() as running:
        wire = await running.connect()
        await wire.stream.send_all(sent)
        error = await wire.end()
        assert error is not None
        assert (error["type"], error["code"], error["class"]) == ("error", code, "fatal")
        assert len(error["message"]) > 10


REFUSED = {
    "unknown key": ({"type": "ping", "colour": "red"}, "BAD_MESSAGE"),
    "unknown type": ({"type": "fly"}, "UNKNOWN_TYPE"),
    "no type": ({"kind": "ping"}, "BAD_MESSAGE"),
    "wrong field type": ({"type": "join", "table": 5}, "BAD_MESSAGE"),
    "not yet": ({"type": "join", "table": "t1"}, "BAD_MESSAGE"),
    "empty name": ({"type": "hello", "versions": [1, 1], "name": ""}, "BAD_MESSAGE"),
    "name of control characters": ({"type": "hello", "versions": [1, 1], "name": "a\x1b[2Jb"}, "BAD_MESSAGE"),
}


@pytest.mark.parametrize(("message", "code"), REFUSED.values(), ids=list(REFUSED))
async def test_a_message_that_is_none_is_answered_and_the_connection_goes_on(
    run_server: Any, message: dict[str, Any], code: str
) -> None:
    async with run_server() as running:
        wire = await running.connect()
        await wire.send(**message)
        error = await wire.until("error")
        assert (error["code"], error["class"]) == (code, "reject")
        assert (await wire.sign_in("Ana"))["name"] == "Ana"


async def test_a_connection_closed_in_mid_frame_disturbs_nobody(run_server: Any, play: Any) -> None:
    async with run_server() as running:
        _, seats = await running.four()
        rude = await running.connect("rude")
        await rude.stream.send_all(b"\x00\x00\x10\x00half")
        await rude.stream.aclose()
        async with trio.open_nursery() as nursery:
            for wire in seats.values():
                nursery.start_soon(play, wire, lambda r: "80S" if r["bids"].get("S") == 80 else r["default"])
        assert all(wire.seen[-1]["reason"] == "match_over" for wire in seats.values())


async def test_a_frame_may_come_byte_by_byte(run_server: Any) -> None:
    async with run_server() as running:
        wire = await running.connect()
        body = msgpack.packb({"type": "hello", "versions": [1, 1], "name": "slow"})
        for byte in framed(body):
            await wire.stream.send_all(bytes([byte]))
        await wire.until("ready")


async def test_a_ping_comes_back(run_server: Any) -> None:
    async with run_server() as running:
        wire = await running.connect("Ana")
        await wire.send(type="ping", data="42", id=5)
        pong = await wire.until("pong")
        assert (pong["data"], pong["re"]) == ("42", 5)


async def test_who_does_not_sign_in_is_sent_away(run_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SIGN_IN", 0.05)
    monkeypatch.setattr(limits, "SWEEP", 0.02)
    async with run_server() as running:
        wire = await running.connect()
        error = await wire.end()
        assert error is not None
        assert error["code"] == "AUTH_TIMEOUT"


@pytest.mark.parametrize("talks", [True, False], ids=["who talks", "who is silent"])
async def test_everybody_is_pinged_again_and_again(
    run_server: Any, monkeypatch: pytest.MonkeyPatch, talks: bool
) -> None:
    monkeypatch.setattr(limits, "PING_AFTER", 0.1)
    monkeypatch.setattr(limits, "SWEEP", 0.01)
    async with run_server() as running:
        wire = await running.connect("Ana")
        async with trio.open_nursery() as nursery:
            if talks:
                nursery.start_soon(_talk, wire)
            data = [(await wire.until("ping"))["data"] for _ in range(3)]
            nursery.cancel_scope.cancel()
        assert len(set(data)) == 3


async def _talk(wire: Any) -> None:
    """Say something more often than pings are due."""
    while True:
        await wire.send(type="pong", data="")
        await trio.sleep(0.02)


async def test_who_says_nothing_is_pinged_and_then_gone(run_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PING_AFTER", 0.05)
    monkeypatch.setattr(limits, "GONE_AFTER", 0.3)
    monkeypatch.setattr(limits, "SWEEP", 0.02)
    async with run_server() as running:
        wire = await running.connect("Ana")
        await wire.until("ping")
        error = await wire.end()
        assert error is not None
        assert error["code"] == "STALE"


async def test_who_does_not_read_is_dropped_and_costs_the_table_nothing(
    run_server: Any, play: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "SEND", 0.5)
    async with run_server() as running:
        table, seats = await running.four(target=20_000)
        deaf = await running.connect("deaf")
        deaf.stream.setsockopt(trio.socket.SOL_SOCKET, trio.socket.SO_RCVBUF, 4096)
        await deaf.send(type="watch", table=table)
        async with trio.open_nursery() as nursery:
            for seat in "ESW":
                nursery.start_soon(play, seats[seat], lambda r: "80S" if r["bids"].get("S") == 80 else r["default"])
            nursery.start_soon(play, seats["N"])
            with trio.fail_after(60):
                while not any("deaf has lost the connection" in line for line in running.lines):
                    await trio.sleep(0.01)
                heard = len(seats["N"].seen)
                while len(seats["N"].seen) < heard + 100:
                    await trio.sleep(0.01)
            nursery.cancel_scope.cancel()
        assert not any(message["type"] in ("timed_out", "error") for wire in seats.values() for message in wire.seen)


async def test_a_newer_connection_takes_the_session_and_closes_the_older(run_server: Any) -> None:
    from coinche.protocol import auth

    async with run_server() as running:
        _, seats = await running.four()
        old = seats["N"]
        ready = next(m for m in old.seen if m["type"] == "ready")
        new = await running.connect()
        await new.send(type="hello", versions=[1, 1], name="x", auth="resume", session=ready["session"])
        nonce = (await new.until("welcome"))["nonce"]
        await new.send(type="prove", proof=auth.proof(auth.key(ready["secret"]), nonce, 0), n=0)
        await new.until("joined")
        error = await old.end()
        assert error is not None
        assert error["code"] == "REPLACED"


async def test_a_secret_that_was_replaced_and_used_is_good_for_nothing(run_server: Any) -> None:
    from coinche.protocol import auth

    async with run_server() as running:
        _, seats = await running.four()
        first = next(m for m in seats["N"].seen if m["type"] == "ready")

        async def resume(secret: str) -> Any:
            wire = await running.connect()
            await wire.send(type="hello", versions=[1, 1], name="x", auth="resume", session=first["session"])
            nonce = (await wire.until("welcome"))["nonce"]
            await wire.send(type="prove", proof=auth.proof(auth.key(secret), nonce, 0), n=0)
            return await wire.until("ready", "error")

        second = await resume(first["secret"])
        again = await resume(first["secret"])
        assert again["type"] == "ready", "the old secret is good until the new one is used"
        third = await resume(again["secret"])
        assert third["type"] == "ready"
        for spent in (first["secret"], second["secret"], again["secret"][:-1] + "0"):
            assert (await resume(spent))["code"] == "AUTH_FAILED"


async def test_a_stranger_cannot_be_a_provider_and_see_the_hands_of_absent_players(run_server: Any) -> None:
    async with run_server() as running:
        guest = await running.connect()
        await guest.send(type="hello", versions=[1, 1], name="bots", role="provider")
        error = await guest.end()
        assert error is not None
        assert error["code"] == "AUTH_FAILED"
        liar = await running.connect()
        await liar.send(type="hello", versions=[1, 1], name="bots", role="provider", auth="token")
        await liar.until("welcome")
        await liar.send(type="prove", proof="00" * 32)
        error = await liar.end()
        assert error is not None
        assert error["code"] == "AUTH_FAILED"


async def test_a_provider_signs_in_anew_and_resumes_nothing(run_server: Any, come_back: Any) -> None:
    async with run_server() as running:
        bots = await running.provider()
        refused = await come_back(running, next(m for m in bots.seen if m["type"] == "ready"))
        assert (await refused.until("ready", "error"))["code"] == "AUTH_FAILED"
        await bots.send(type="ping", data="x")
        await bots.until("pong")


async def test_a_fault_while_a_client_is_signed_out_ends_its_connection_alone(
    run_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with run_server() as running:
        ana, ben = await running.connect("Ana"), await running.connect("Ben")

        def faulty(*_about: Any, **_how: Any) -> None:
            raise RuntimeError("a mistake")

        monkeypatch.setattr(running.server.lobby.lifecycle, "disconnect", faulty)
        await ana.send(type="bye")
        assert (await ana.end() or {})["type"] == "bye"
        await running.until_said("a fault of the server on this connection")
        monkeypatch.undo()
        await ben.send(type="ping", data="x")
        await ben.until("pong")


async def test_two_guests_of_one_name_are_told_apart(run_server: Any) -> None:
    async with run_server() as running:
        first, second = await running.connect(), await running.connect()
        assert (await first.sign_in("Ana"))["name"] == "Ana"
        assert (await second.sign_in("Ana"))["name"] == "Ana 2"


async def test_the_end_of_the_server_is_told(run_server: Any) -> None:
    async with run_server() as running:
        wire = await running.connect("Ana")
        await wire.until("lobby")
        running.stop()
        error = await wire.end()
        assert error is not None
        assert error["code"] == "SHUTDOWN"


async def test_the_lobby_is_sent_to_those_at_no_table_when_it_changes(run_server: Any) -> None:
    async with run_server() as running:
        idle, maker = await running.connect("idle"), await running.connect("maker")
        assert (await idle.until("lobby"))["tables"] == []
        await maker.send(type="create_table", name="Café", seat="S")
        lobby = await idle.until("lobby")
        while not lobby["tables"] or lobby["tables"][0]["seats"][2]["name"] != "maker":
            lobby = await idle.until("lobby")
        assert lobby["tables"][0]["name"] == "Café"
        assert lobby["tables"][0]["seats"][2]["occupant"] == "program"


@pytest.mark.parametrize("missing", ["send_now", "round_trip", "ping"])
async def test_a_fault_of_the_server_on_a_connection_ends_that_alone(
    run_server: Any, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    if missing != "round_trip":  # a pong is enough for that; a ping that goes out meanwhile would be a second fault
        monkeypatch.setattr(limits, "SWEEP", 0.01)
        monkeypatch.setattr(limits, "PING_AFTER", 0.02)
    async with run_server() as running:
        wires = {name: await running.connect(name) for name in ("Ana", "Béa")}
        peers = {session.name: session.peer for session in running.server.lobby.sessions.values()}
        ana = peers["Ana"]
        monkeypatch.setattr(ana.stream if missing == "send_now" else ana, missing, None)
        await wires["Ana"].send(type="pong", data="?")
        await wires["Ana"].end()
        await wires["Béa"].send(type="ping", data="!")
        assert (await wires["Béa"].until("pong"))["data"] == "!"
        (fault,) = [line for line in running.lines if "fault" in line]
        assert fault.startswith("127.0.0.1: a fault of the server on this connection\n")
        assert "Traceback" in fault
