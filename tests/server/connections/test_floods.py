"""Tests of floods of meaningless bytes, as lines, records, keys, frames, segments: their cost, and none for others."""

from __future__ import annotations

import ipaddress
import json
import math
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
import trio
from websockets.frames import Opcode

from coinche.server import limits
from coinche.server.addresses import TrustedNetworks
from coinche.server.app import Exposure
from coinche.server.rate_limit import Allowance
from tests.server.browser import Browser
from tests.server.conftest import PATIENCE, RunningServer, Wire
from tests.server.tls_records import RecordWriter, TlsClient
from tests.server.transport.test_web_reader import frame

CHUNK = 16_384
ENDLESS = 400
"""Chunks that no client may say nothing in: 6.5 MB."""
HELLO = {"type": "hello", "versions": [1, 1], "name": "flood", "program": True}


def bid_first(request: dict[str, Any]) -> str:
    return "80S" if request["bids"].get("S") == 80 else str(request["default"])


def line(**message: Any) -> bytes:
    return json.dumps(message).encode() + b"\n"


class Flooder:
    """A client that sends what it likes and keeps all that it is told."""

    def __init__(self, stream: trio.SocketStream, tls: TlsClient | None = None) -> None:
        self.stream = stream
        self.told = b""
        self.hung_up = trio.Event()
        self._tls = tls

    async def flood(self, chunk: Callable[[], bytes], chunks: int = ENDLESS) -> int:
        """Send that number, or until the server ends the connection; return the number sent."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._listen, nursery.cancel_scope)
            sent = 0
            with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
                while sent < chunks and b"FLOOD" not in self.told:
                    await self.stream.send_all(chunk())
                    await trio.lowlevel.checkpoint()
                    sent += 1
                nursery.cancel_scope.deadline = trio.current_time() + PATIENCE
                await self.hung_up.wait()
            nursery.cancel_scope.cancel()
        return sent

    async def _listen(self, scope: trio.CancelScope) -> None:
        with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            while data := await self.stream.receive_some(65536):
                self.told += data if self._tls is None else self._tls.received(data)
                if b"FLOOD" in self.told:
                    break
        self.hung_up.set()


async def connected(running: RunningServer, source: str = "127.0.0.1") -> trio.SocketStream:
    wire = Wire(await trio.open_tcp_stream("127.0.0.1", running.port, local_address=source))
    running.wires.append(wire)
    assert isinstance(wire.stream, trio.SocketStream)
    return wire.stream


async def encrypted(running: RunningServer) -> tuple[Flooder, RecordWriter]:
    """A connection that has signed in over TLS with JSON lines, and what writes its records."""
    stream, tls = await connected(running), TlsClient()
    await stream.send_all(tls.handshake())
    with trio.fail_after(PATIENCE):
        while not tls.established:
            await stream.send_all(tls.handshake(await stream.receive_some(65536)))
    writer = tls.writer()
    await stream.send_all(writer.record(line(**HELLO)))
    said = b""
    with trio.fail_after(PATIENCE):
        while b'"ready"' not in said:
            said += tls.received(await stream.receive_some(65536))
    return Flooder(stream, tls), writer


# --- what is dropped ---------------------------------------------------------------------------------


@pytest.mark.parametrize("nothing", [b"\n", b"\r\n"], ids=["LF", "CR LF"])
async def test_empty_lines_without_end_are_a_flood(run_server: Any, nothing: bytes) -> None:
    async with run_server() as running:
        flooder = Flooder(await connected(running))
        await flooder.stream.send_all(line(**HELLO))
        sent = await flooder.flood(lambda: nothing * (CHUNK // len(nothing)))
        assert b'"FLOOD"' in flooder.told
        assert sent < ENDLESS
        await running.until_said("FLOOD")


async def test_records_of_one_byte_without_end_are_a_flood(run_server: Any) -> None:
    async with run_server() as running:
        flooder, writer = await encrypted(running)
        sent = await flooder.flood(lambda: b"".join(writer.record(b"\n") for _ in range(700)), 100)
        assert b'"FLOOD"' in flooder.told
        assert sent < 100


@pytest.mark.parametrize("wanted", [True, False], ids=["both keys", "its own key"])
async def test_new_keys_without_end_are_a_flood(run_server: Any, wanted: bool) -> None:
    async with run_server() as running:
        flooder, writer = await encrypted(running)
        sent = await flooder.flood(lambda: b"".join(writer.key_update(wanted=wanted) for _ in range(60)), 500)
        assert b'"FLOOD"' in flooder.told
        assert sent < 500


async def test_segments_that_never_make_a_message_are_a_flood_before_sign_in_too(
    run_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "SIGN_IN", math.inf)  # however slow this machine is
    monkeypatch.setattr(limits, "WORK", Allowance(burst=100_000, every=1.0))
    async with run_server() as running:
        flooder = Flooder(await connected(running))
        flooder.stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        await flooder.stream.send_all(b"{")
        await flooder.flood(lambda: b" ", 10**6)
        assert b'"FLOOD"' in flooder.told or b'"FRAME_TOO_BIG"' in flooder.told


async def test_a_flood_is_charged_before_it_is_read(run_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "WORK", Allowance(burst=1000, every=1.0))
    async with run_server() as running:
        flooder = Flooder(await connected(running))
        await flooder.stream.send_all(line(**HELLO) + b"\n" * 10_000 + line(type="ping", data="behind"))
        await flooder.flood(lambda: b"", 0)
        assert b'"FLOOD"' in flooder.told
        assert b"behind" not in flooder.told


FIRST = frame(Opcode.TEXT, b"", fin=False)


@pytest.mark.parametrize(
    "idle",
    [frame(Opcode.CONT, b"", fin=False), frame(Opcode.PING, b""), frame(Opcode.PONG, b"x")],
    ids=["empty fragments", "empty pings", "pongs"],
)
async def test_frames_that_complete_no_message_cost_more_than_their_bytes(
    run_server: Any, monkeypatch: pytest.MonkeyPatch, idle: bytes
) -> None:
    monkeypatch.setattr(limits, "WORK", Allowance(burst=20_000, every=1.0))
    async with run_server() as running:
        page = await Browser.connect(running)
        await page.stream.send_all(frame(Opcode.TEXT, json.dumps(HELLO).encode()) + FIRST)
        assert isinstance(page.stream, trio.SocketStream)
        flooder = Flooder(page.stream)
        await flooder.flood(lambda: idle * 2_500, 1)
        assert b'"FLOOD"' in flooder.told
        await running.until_said("FLOOD")


async def test_a_message_in_eight_fragments_is_paid_for(run_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "WORK", Allowance(burst=2_000, every=3600.0))
    async with run_server() as running:
        page = await Browser.connect(running)
        await page.stream.send_all(frame(Opcode.TEXT, json.dumps(HELLO).encode()))
        for number in range(30):
            text = json.dumps({"type": "pong", "data": f"{number:03}"}).encode()
            parts = [text[at : at + 4] for at in range(0, len(text), 4)]
            fragments = (
                frame(Opcode.CONT if at else Opcode.TEXT, part, fin=at == len(parts) - 1)
                for at, part in enumerate(parts)
            )
            await page.stream.send_all(b"".join(fragments))
        await page.send(type="bye")
        await page.until("bye")


# --- who is not ---------------------------------------------------------------------------------------


async def test_a_client_that_has_said_something_between_empty_lines_has_not_paid_for_them(run_server: Any) -> None:
    async with run_server() as running:
        flooder = Flooder(await connected(running))
        await flooder.stream.send_all(line(**HELLO))
        await flooder.flood(lambda: b"\n" * CHUNK + line(type="ping"))
        assert b'"FLOOD"' in flooder.told


async def test_a_client_whose_network_sends_byte_by_byte_signs_in_over_tls_and_is_heard(run_server: Any) -> None:
    async with run_server() as running:
        slow = await connected(running)
        slow.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        tls = TlsClient()

        async def send(data: bytes) -> None:
            for at in range(len(data)):
                await slow.send_all(data[at : at + 1])
                await trio.lowlevel.checkpoint()

        await send(tls.handshake())
        with trio.fail_after(PATIENCE):
            while not tls.established:
                await send(tls.handshake(await slow.receive_some(65536)))
            writer, said = tls.writer(), b""
            await send(writer.record(line(**HELLO)))
            for number in range(5):
                await send(writer.record(line(type="ping", data=f"number {number}")))
                while f"number {number}".encode() not in said:
                    said += tls.received(await slow.receive_some(65536))
        assert b'"ready"' in said


async def test_thousands_of_acts_that_answer_requests_cost_nothing(
    run_server: Any, play: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "WORK", Allowance(burst=2_000, every=1.0))
    monkeypatch.setattr(limits, "WORK_PER_ADDRESS", Allowance(burst=8_000, every=1.0))
    monkeypatch.setattr(limits, "WORK_UNDER_STRAIN", 1_000)
    async with run_server() as running:
        _, wires = await running.four(target=200)
        async with trio.open_nursery() as nursery:
            for wire in wires.values():
                nursery.start_soon(play, wire, bid_first)
        assert all(wire.seen[-1]["reason"] == "match_over" for wire in wires.values())


async def test_a_flood_from_an_address_does_not_disconnect_others_there_who_play(
    run_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "WORK_PER_ADDRESS", Allowance(burst=1, every=1.0))
    async with run_server() as running:
        honest = await running.connect("Ana")
        flooder = Flooder(await connected(running))
        await flooder.stream.send_all(line(**HELLO))
        await flooder.flood(lambda: b"\n" * CHUNK)
        await honest.send(type="ping", data="still here")
        await honest.until("pong", data="still here")


async def test_a_client_that_floods_and_comes_again_finds_the_door_closed_for_a_while(
    run_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "ARRIVALS", Allowance(burst=limits.FLOOD_ARRIVALS, every=600.0))
    async with run_server() as running:
        flooder = Flooder(await connected(running, "127.0.0.2"))
        await flooder.stream.send_all(line(**HELLO))
        await flooder.flood(lambda: b"\n" * CHUNK)
        again = await connected(running, "127.0.0.2")
        with trio.fail_after(PATIENCE), suppress(trio.BrokenResourceError):
            assert await again.receive_some(1) == b""
        await running.connect("Ana")


async def test_a_flood_in_a_trusted_network_keeps_no_neighbour_out(
    run_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "ARRIVALS", Allowance(burst=10, every=600.0))
    exposure = Exposure(trust=TrustedNetworks((ipaddress.ip_network("127.0.0.0/30"),)))
    async with run_server(exposure=exposure) as running:
        flooder = Flooder(await connected(running))
        await flooder.stream.send_all(line(**HELLO))
        await flooder.flood(lambda: b"\n" * CHUNK)
        assert b'"FLOOD"' in flooder.told
        await running.connect("Ana")


async def test_a_provider_is_the_operators_and_pays_for_no_bytes(
    run_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with run_server() as running:
        provider = await running.provider()
        monkeypatch.setattr(limits, "WORK", Allowance(burst=1, every=1.0))
        await provider.send(type="ping", data="x")
        await provider.until("pong")
