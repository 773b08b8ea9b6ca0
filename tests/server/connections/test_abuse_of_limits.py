"""Tests of a connection that exceeds its limits: the effect on itself, and none on the others."""

from __future__ import annotations

import socket
import ssl
import struct
import sys
from contextlib import suppress
from typing import Any

import msgpack
import pytest
import trio

from coinche.protocol import auth
from coinche.server import limits
from coinche.server.connections import connections
from coinche.server.log import ConnectionLog, Happening, LogEntry
from coinche.server.rate_limit import Allowance
from coinche.server.sessions.name_register import Register
from tests.server.conftest import until
from tests.server.connections.test_sign_in import Person, with_token
from tests.server.tables import answer, quiet, seated

PATIENCE = 10.0
FOUR = Allowance(burst=4, every=600.0)
TOKEN = "5a" * 32


def framed(**message: Any) -> bytes:
    body: bytes = msgpack.packb(message)
    return len(body).to_bytes(4, "big") + body


# --- time --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "begun", [b"\x00", b"\x00\x00\x00\x40\x81\xa4type", b'{"type": "pi'], ids=["length", "frame", "line"]
)
async def test_a_frame_that_has_begun_has_to_come_whole(
    run_server: Any, monkeypatch: pytest.MonkeyPatch, begun: bytes
) -> None:
    monkeypatch.setattr(limits, "FRAME", 0.1)
    monkeypatch.setattr(limits, "SWEEP", 0.02)
    async with run_server() as running:
        wire = await running.connect(None if begun.startswith(b"{") else "slow")
        await wire.stream.send_all(begun)
        with trio.fail_after(PATIENCE):
            while data := await wire.stream.receive_some(65536):
                wire._buffer += data
        assert b"STALE" in wire._buffer


async def test_frames_that_follow_each_other_each_have_their_own_time(
    run_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "FRAME", 0.5)
    monkeypatch.setattr(limits, "SWEEP", 0.02)
    async with run_server() as running:
        wire = await running.connect("Ana")
        ping = framed(type="ping", data="!")
        await wire.stream.send_all(ping[:5])
        for _ in range(10):  # there is never a moment without one that has begun
            await trio.sleep(0.1)
            await wire.stream.send_all(ping[5:] + ping[:5])
            assert (await wire.until("pong", "error"))["type"] == "pong"


async def test_bytes_without_a_message_are_no_sign_of_life(run_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "GONE_AFTER", 0.3)
    monkeypatch.setattr(limits, "SWEEP", 0.02)
    async with run_server() as running:
        wire = await running.connect("Ana")
        with trio.fail_after(PATIENCE), suppress(trio.BrokenResourceError):
            await wire.stream.send_all(b"\x00\x00\x10\x00")
            while True:
                await wire.stream.send_all(b"x")
                await trio.sleep(0.05)
        assert (await wire.end())["code"] == "STALE"


# --- messages ----------------------------------------------------------------------------------------


async def test_who_says_too_much_has_to_wait_and_who_goes_on_is_sent_away(
    run_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MESSAGES", Allowance(burst=8, every=600.0))
    monkeypatch.setattr(limits, "OWED", 3)
    async with run_server() as running:
        wire = await running.connect("Ana")  # hello costs four
        for number in range(8):
            await wire.send(type="ping", id=number)
        answers = [await wire.until("pong", "error") for _ in range(8)]
        assert [a.get("code", "pong") for a in answers] == ["pong"] * 4 + ["RATE"] * 3 + ["RATE"]
        assert [a["re"] for a in answers] == list(range(8))
        assert (await wire.end())["code"] == "FLOOD"


async def test_what_is_refused_may_be_said_again_in_a_moment(run_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MESSAGES", Allowance(burst=6, every=0.05))
    async with run_server() as running:
        wire = await running.connect("Ana")
        refused, answered = 0, False
        with trio.fail_after(PATIENCE):
            while not (refused and answered):
                await wire.send(type="ping")
                answered = (await wire.until("pong", "error"))["type"] == "pong"
                refused += not answered
                await trio.sleep(0.01 if answered else 0.2)


async def test_what_is_no_message_costs_most(run_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MESSAGES", Allowance(burst=20, every=600.0))
    async with run_server() as running:
        wire = await running.connect("Ana")
        codes = []
        for kind in ("levitate", "ping", "levitate", "ping"):
            await wire.send(type=kind)
            codes.append((await wire.until("error", "pong")).get("code", "pong"))
        assert codes == ["UNKNOWN_TYPE", "pong", "UNKNOWN_TYPE", "RATE"]


async def test_an_act_that_is_asked_for_is_heard_however_much_else_was_said(
    run_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MESSAGES", Allowance(burst=12, every=600.0))
    async with run_server() as running:
        table, wires = await seated(running, people="")
        for _ in range(8):
            asked = await next_request(wires)
            wire = wires[asked["seat"]]
            for _ in range(20):
                await wire.send(type="ping")
            got = await answer(wire, 7, type="act", table=table, request=asked["request"], action=asked["default"])
            assert got["type"] == "ok"
            assert any(m.get("code") == "RATE" for m in wire.seen)


async def next_request(wires: dict[str, Any]) -> Any:
    """The next request to any of the clients."""
    found: list[Any] = []

    async def wait(wire: Any, scope: trio.CancelScope) -> None:
        found.append(await wire.until("request"))
        scope.cancel()

    async with trio.open_nursery() as nursery:
        for wire in wires.values():
            nursery.start_soon(wait, wire, nursery.cancel_scope)
    return found[0]


async def test_acts_that_nobody_asked_for_have_their_price(run_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "OWED", 30)
    async with run_server() as running:
        table, wires = await seated(running, people="")
        await wires["N"].until("deal_started")
        with suppress(trio.BrokenResourceError):
            for number in range(200):
                await wires["N"].send(type="act", table=table, request=9, action="pass", id=number)
        assert (await wires["N"].end())["code"] == "FLOOD"
        await quiet(wires["E"])


async def test_pongs_that_answer_no_ping_have_their_price(run_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "OWED", 10)
    async with run_server() as running:
        wire = await running.connect("Ana")
        with suppress(trio.BrokenResourceError):
            for _ in range(100):
                await wire.send(type="pong", data="never")
        assert (await wire.end())["code"] == "FLOOD"


async def test_a_provider_is_not_limited(run_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async with run_server() as running:
        monkeypatch.setattr(limits, "MESSAGES", Allowance(burst=20, every=600.0))
        provider = await running.provider()
        for number in range(500):
            await provider.send(type="decline", table="t1", seat="N", id=number)
        for number in range(500):
            assert (await provider.until("error", re=number))["code"] == "NO_SUCH_TABLE"


# --- connections -------------------------------------------------------------------------------------


async def test_one_key_and_one_token_have_only_so_many_connections(
    run_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "CONNECTIONS_PER_IDENTITY", 2)
    register = Register()
    register.add_token("robot", auth.key(TOKEN), provider=False)
    async with run_server(register=register) as running:
        ana, bea = Person(), Person()
        keys = [await ana.sign_in(await running.connect(), "Ana") for _ in range(3)]
        tokens = [await with_token(await running.connect(), "robot", TOKEN, program=True) for _ in range(3)]
        for answers in (keys, tokens):
            assert [answer.get("code", answer["type"]) for answer in answers] == ["ready", "ready", "FLOOD"]
        assert (await bea.sign_in(await running.connect(), "Bea"))["type"] == "ready"


async def test_who_connects_without_end_is_closed_at_once_and_nobody_else(
    run_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "ARRIVALS", FOUR)
    address = "192.168.1.20"
    monkeypatch.setattr(connections, "_address", lambda stream: address)
    async with run_server() as running:
        wires = [await running.connect() for _ in range(6)]
        with suppress(trio.BrokenResourceError):
            assert await wires[4].read() is None
        await wires[3].sign_in("Ana")
        address = "192.168.1.21"
        await running.connect("Bea")


async def test_stalled_handshakes_make_room_for_who_wants_in(run_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "HANDSHAKES", 3)
    monkeypatch.setattr(limits, "HANDSHAKE", 0.05)
    async with run_server() as running:
        stalled = [await running.connect() for _ in range(10)]
        for wire in stalled:
            await wire.stream.send_all(b"\x16\x03\x01")
        handshakes = running.server.connections._handshakes
        await until(lambda: len(handshakes._in_progress) == 3)
        await running.secure("Ana")
        assert len(handshakes._in_progress) <= 3
        for wire in stalled:
            await wire.stream.aclose()
        await until(lambda: not handshakes._in_progress)


@pytest.mark.parametrize("hello", [b"", b"\x16\x03\x01", b"\x00\x00"], ids=["nothing", "handshake", "frame"])
async def test_a_connection_that_is_reset_disturbs_nobody(run_server: Any, hello: bytes) -> None:
    async with run_server() as running:
        ana = await running.connect("Ana")
        for _ in range(20):
            wire = await running.connect()
            await wire.stream.send_all(hello)
            wire.stream.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            await wire.stream.aclose()
        await until(lambda: running.server.connections.count == 1)
        await quiet(ana)
        assert not any("fault" in line for line in running.lines)


async def test_handshakes_that_fail_in_every_way_disturb_nobody(run_server: Any) -> None:
    async with run_server() as running:
        ana = await running.secure("Ana")
        for garbage in (b"\x16", b"\x16\x03\x01\xff\xff" + b"x" * 300, b"\x16" * 20_000):
            wire = await running.connect()
            await wire.stream.send_all(garbage)
            await wire.stream.send_eof()
            with suppress(trio.BrokenResourceError):
                while await wire.stream.receive_some(65536):
                    pass
        old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        old.check_hostname, old.verify_mode, old.maximum_version = False, ssl.CERT_NONE, ssl.TLSVersion.TLSv1_2
        stream = trio.SSLStream((await running.connect()).stream, old)
        with pytest.raises(trio.BrokenResourceError):
            await stream.do_handshake()
        await until(lambda: running.server.connections.count == 1)
        await quiet(ana)
        assert not any("fault" in line for line in running.lines)


@pytest.mark.parametrize("name", [None, "Ana"], ids=["before sign-in", "after sign-in"])
async def test_who_says_nothing_more_gets_what_is_due_and_the_end(run_server: Any, name: str | None) -> None:
    async with run_server() as running:
        wire = await running.connect(name)
        await wire.send(type="ping", data="last")
        await wire.stream.send_eof()
        await wire.until("pong", data="last")
        assert await wire.end() is None or wire.seen[-1]["type"] == "lobby"
        await running.until_alone()


@pytest.mark.skipif(sys.platform != "linux", reason="bounds the files of a running process")
async def test_who_finds_no_file_free_is_let_in_when_there_is_one(run_server: Any) -> None:
    import resource

    async with run_server() as running:
        held = [await running.connect("Ana") for _ in range(2)]
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        late = socket.socket()
        free = socket.socket()
        resource.setrlimit(resource.RLIMIT_NOFILE, (free.fileno(), hard))
        free.close()
        try:
            late.setblocking(False)
            with suppress(BlockingIOError):
                late.connect(("127.0.0.1", running.port))
            await running.until_said("no more connections can be accepted")
            await quiet(held[0])
            assert running.server.connections.count == 2
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        await until(lambda: running.server.connections.count == 3)
        late.close()
        assert sum("no more connections" in line for line in running.lines) == 1


async def test_who_is_sent_away_again_and_again_does_not_fill_the_log(
    run_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "COMPLAINTS", FOUR)
    async with run_server() as running:
        for _ in range(10):
            wire = await running.connect()
            await wire.stream.send_all(b"\xff\xfe")
            assert (await wire.end())["code"] == "BAD_FRAME"
        assert sum("BAD_FRAME" in line for line in running.lines) == 4


async def test_faults_that_one_address_causes_do_not_fill_the_log_nor_hide_behind_refusals(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "COMPLAINTS", FOUR)
    news: list[LogEntry] = []
    log = ConnectionLog(news.append)
    for _ in range(10):
        log.refused("192.0.2.7", "BAD_FRAME", "no frame")
        log.fault("192.0.2.7", RuntimeError("a mistake"))
    log.fault("192.0.2.8", RuntimeError("a mistake"))
    faults = [entry.facts["address"] for entry in news if entry.happening is Happening.FAULT]
    assert faults == [*4 * ["192.0.2.7"], "192.0.2.8"]
    assert sum(entry.happening is Happening.FAULT_WORDS for entry in news) == 5
    assert log.count == {"BAD_FRAME": 10, "fault": 11}


async def test_one_spectator_too_many_is_told_so(run_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SPECTATORS", 2)
    async with run_server() as running:
        table, _ = await seated(running, people="")
        wires = [await running.connect(f"watcher {number}") for number in range(3)]
        for wire in wires:
            await wire.send(type="watch", table=table, id=1)
        answers = [await wire.until("joined", "error", re=1) for wire in wires]
        assert [answer.get("code", "joined") for answer in answers] == ["joined", "joined", "FORBIDDEN"]
