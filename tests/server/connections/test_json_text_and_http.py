"""Tests of other openings than frames on the one port: JSON lines play, text and HTTP get an explanation."""

from __future__ import annotations

import json
from typing import Any

import msgpack
import pytest
import trio

from coinche.server.addresses import Plaintext
from coinche.server.connections import connections

PATIENCE = 20.0

HELLO = {"type": "hello", "versions": [1, 1], "name": "Ana", "program": True}


def line(**message: Any) -> bytes:
    return json.dumps(message).encode() + b"\n"


def frame(**message: Any) -> bytes:
    body: bytes = msgpack.packb(message)
    return len(body).to_bytes(4, "big") + body


async def to_the_end(stream: Any) -> bytes:
    read = b""
    with trio.fail_after(PATIENCE):
        while data := await stream.receive_some(65536):
            read += data
    return read


class Lines:
    """A client that knows lines of JSON."""

    def __init__(self, wire: Any) -> None:
        self._stream = wire.stream
        self._buffer = b""
        self.seen: list[dict[str, Any]] = []

    async def send(self, **message: Any) -> None:
        await self._stream.send_all(line(**message))

    async def until(self, *types: str) -> dict[str, Any]:
        with trio.fail_after(PATIENCE):
            while True:
                while b"\n" not in self._buffer:
                    data = await self._stream.receive_some(65536)
                    assert data, f"closed while waiting for {types}: {self.seen[-3:]}"
                    self._buffer += data
                first, _, self._buffer = self._buffer.partition(b"\n")
                message: dict[str, Any] = json.loads(first)
                self.seen.append(message)
                if message["type"] in types:
                    return message


async def play(client: Any) -> None:
    while (message := await client.until("request", "left", "error", "recap_started"))["type"] != "left":
        assert message["type"] != "error", message
        if message["type"] == "request":
            action = "80S" if message["bids"].get("S") == 80 else message["default"]
            await client.send(type="act", table=message["table"], request=message["request"], action=action)
        else:
            await client.send(type="go_on", table=message["table"])


async def test_a_match_between_lines_and_frames_is_the_same_match_to_both(run_server: Any) -> None:
    async with run_server() as running:
        north = await running.connect("Bob")
        await north.send(type="create_table", name="table", target=200, seat="N")
        table = (await north.until("joined"))["table"]
        south = Lines(await running.connect())
        await south.send(**HELLO)
        assert (await south.until("ready"))["capabilities"] == ["json"]
        others = [await running.connect(f"player {seat}") for seat in "EW"]
        players = [north, south, *others]
        for client, seat in zip(players[1:], "SEW", strict=True):
            await client.send(type="join", table=table, seat=seat)
        async with trio.open_nursery() as nursery:
            for client in players:
                nursery.start_soon(play, client)
        public = ("card_played", "bid_made", "trick_won", "deal_scored", "match_ended")
        told = [[m for m in client.seen if m["type"] in public] for client in (north, south)]
        assert told[0] == told[1]
        assert any(m["type"] == "match_ended" for m in told[0])


async def test_a_log_that_was_missed_comes_in_lines(run_server: Any) -> None:
    async with run_server() as running:
        table, seats = await running.four()
        await seats["N"].until("request", "auction_begun", "hand_dealt")
        watcher = Lines(await running.connect())
        await watcher.send(**HELLO)
        await watcher.send(type="watch", table=table)
        await watcher.until("joined")
        numbers = [(await watcher.until(*KINDS))["n"] for _ in range(4)]
        assert numbers == [1, 2, 3, 4]


KINDS = ("seat_changed", "host_changed", "match_started", "deal_started", "hand_dealt")

FOREIGN = {
    "HTTP": (b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"HTTP/1.1 400 Bad Request\r\n"),
    "text": (b"hello?\r\n", b"this is a coinche server"),
    "SSH": (b"SSH-2.0-OpenSSH_9.2\r\n", b"this is a coinche server"),
    "an empty line": (b"\r\n", b"this is a coinche server"),
}


@pytest.mark.parametrize(("sent", "answer"), FOREIGN.values(), ids=list(FOREIGN))
async def test_who_speaks_something_else_reads_what_this_is(run_server: Any, sent: bytes, answer: bytes) -> None:
    async with run_server(web=None) as running:
        stream = (await running.connect()).stream
        await stream.send_all(sent)
        said = await to_the_end(stream)
        assert said.startswith(answer)
        assert b"coinche-client" in said
        assert said.endswith(b"\r\n")
        assert len([said for said in running.lines if "sent away (BAD_FRAME" in said]) == 1


async def test_a_line_that_is_no_json_is_answered_in_json_and_ends_the_connection(run_server: Any) -> None:
    async with run_server() as running:
        stream = (await running.connect()).stream
        await stream.send_all(b"{oops\n")
        error = json.loads(await to_the_end(stream))
        assert (error["type"], error["code"], error["class"]) == ("error", "BAD_FRAME", "fatal")


# --- without TLS, from where it is not allowed -----------------------------------------------------------

TONGUES = {
    "frames": (frame(**HELLO), lambda said: msgpack.unpackb(said[4:])),
    "lines": (line(**HELLO), json.loads),
}


@pytest.mark.parametrize(("sent", "read"), TONGUES.values(), ids=list(TONGUES))
async def test_who_may_not_do_without_tls_hears_it_as_he_speaks(run_server: Any, sent: bytes, read: Any) -> None:
    async with run_server(plaintext=Plaintext.NEVER) as running:
        stream = (await running.connect()).stream
        await stream.send_all(sent)
        error = read(await to_the_end(stream))
        assert (error["code"], error["class"], error["data"]) == ("UNSUPPORTED", "fatal", {"missing": ["tls"]})
        assert not any("signed in" in said for said in running.lines)


async def test_text_from_where_tls_is_wanted_is_told_so(run_server: Any) -> None:
    async with run_server(plaintext=Plaintext.NEVER) as running:
        stream = (await running.connect()).stream
        await stream.send_all(b"GET / HTTP/1.0\r\n\r\n")
        assert b"TLS" in await to_the_end(stream)


async def test_with_tls_everybody_may_come_from_everywhere(run_server: Any) -> None:
    async with run_server(plaintext=Plaintext.NEVER) as running:
        await running.secure("Ana")


@pytest.mark.parametrize(
    ("rule", "address", "welcome"),
    [
        (Plaintext.LAN, "192.168.1.20", True),
        (Plaintext.LAN, "203.0.113.5", False),
        (Plaintext.LOOPBACK, "192.168.1.20", False),
        (Plaintext.LOOPBACK, "127.0.0.1", True),
    ],
)
async def test_plain_tcp_is_taken_from_where_the_operator_says(
    run_server: Any, monkeypatch: pytest.MonkeyPatch, rule: Plaintext, address: str, welcome: bool
) -> None:
    monkeypatch.setattr(connections, "_address", lambda stream: address)
    async with run_server(plaintext=rule) as running:
        wire = await running.connect()
        await wire.send(**HELLO)
        assert (await wire.until("ready", "error"))["type"] == ("ready" if welcome else "error")


async def test_bots_come_by_tls_where_nothing_else_is_taken(run_server: Any) -> None:
    from coinche.server.app import DEFAULT_PROVIDER

    async with run_server(provider=DEFAULT_PROVIDER, plaintext=Plaintext.NEVER) as running:
        wire = await running.secure("Ana")
        await wire.send(type="create_table", name="Café", watch=True, target=200, bots="steady")
        assert (await wire.until("match_ended"))["type"] == "match_ended"


async def test_a_need_that_this_connection_cannot_meet_is_named(run_server: Any) -> None:
    async with run_server() as running:
        plain, encrypted = await running.connect(), await running.secure()
        for wire in (plain, encrypted):
            await wire.send(**HELLO, need=["tls", "resume"], want=["events", "magic"])
        assert (await plain.until("error"))["data"] == {"missing": ["tls"]}
        assert (await encrypted.until("ready"))["capabilities"] == ["resume", "tls", "events"]
