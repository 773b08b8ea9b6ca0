"""Tests of a client's stream cut at every byte: a partial message does not count, the seat waits, the others go on.

The stream is a sign-in and a first trick: hello, join, a bid, a card. Each message is cut by closing the connection and
by closing the client's writing half of it.
"""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import msgpack
import pytest
import trio

from coinche.engine.cards import Card
from coinche.engine.dealing import SEED_BYTES, shuffled
from coinche.protocol.frames import frame
from coinche.server import limits
from coinche.server.match import packs as sources
from coinche.server.match.packs import RandomPacks
from coinche.server.time_and_entropy import Entropy
from tests.extent import some
from tests.server.conftest import PATIENCE, Map, RunningServer, Wire, play_on, resumed, until
from tests.server.seeded_entropy import SeededEntropy

AT_ONCE = 8
"""Tables at a time."""
FOR_EVER = 3600.0

Cut = Callable[[Wire], Awaitable[None]]


async def closed(wire: Wire) -> None:
    """The connection is gone."""
    await wire.stream.aclose()


async def half_closed(wire: Wire) -> None:
    """The client says no more, but listens: the server hangs up."""
    assert isinstance(wire.stream, trio.SocketStream)
    await wire.stream.send_eof()
    await hung_up(wire)
    await wire.stream.aclose()


async def hung_up(wire: Wire) -> None:
    """The server has closed the connection, whatever it said before."""
    with trio.fail_after(PATIENCE), suppress(trio.BrokenResourceError):
        while await wire.stream.receive_some():
            pass


CUTS = (closed, half_closed)


def said(**message: Any) -> bytes:
    return frame(msgpack.packb(message))


HELLO = said(type="hello", versions=[1, 1], name="cut", program=True)


def action(request: Map) -> str:
    """80 spades if it can be bid, else the default."""
    return "80S" if request["bids"].get("S") == 80 else str(request["default"])


class Same(RandomPacks):
    """Packs that nobody has a share in."""

    def pack(self, match: int, deal: int) -> tuple[Card, ...]:
        return shuffled(self._entropy.draw(SEED_BYTES))


@pytest.fixture
async def running(run_server: Any, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[RunningServer]:
    """A server where every table gets the same cards; it lends no bots."""

    def packs(entropy: Entropy) -> RandomPacks:
        return Same(SeededEntropy(b"cut"))

    monkeypatch.setattr(sources, "RandomPacks", packs)
    async with run_server() as opened:
        yield opened
        assert not [line for line in opened.lines if "fault" in line or "Traceback" in line]


async def every(cases: list[Any], check: Callable[..., Awaitable[None]]) -> None:
    """Check all cases, some at a time."""
    limit = trio.CapacityLimiter(AT_ONCE)

    async def one(case: tuple[Any, ...]) -> None:
        async with limit:
            with trio.fail_after(3 * PATIENCE):
                await check(*case)

    async with trio.open_nursery() as nursery:
        for case in cases:
            nursery.start_soon(one, case)


# --- before the match --------------------------------------------------------------------------------


def tls_hello() -> bytes:
    """The first bytes of a TLS client."""
    said, context = ssl.MemoryBIO(), ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    with suppress(ssl.SSLWantReadError):
        context.wrap_bio(ssl.MemoryBIO(), said, server_hostname="localhost").do_handshake()
    return said.read()


@pytest.mark.parametrize("cut", CUTS)
@pytest.mark.parametrize(
    "hello",
    [HELLO, b'{"type": "hello", "versions": [1, 1], "name": "cut"}\n', tls_hello(), b"GET / HTTP/1.1\r\n\r\n"],
    ids=["a frame", "a line", "TLS", "HTTP"],
)
async def test_a_hello_cut_anywhere_leaves_nothing_behind(running: RunningServer, hello: bytes, cut: Cut) -> None:
    async def check(size: int) -> None:
        wire = await running.connect()
        await wire.stream.send_all(hello[:size])
        await cut(wire)

    await every([(size,) for size in some(range(len(hello) + 1), 3)], check)
    await running.until_alone()
    wire = await running.connect()
    await wire.stream.send_all(HELLO)
    assert (await wire.until("ready"))["name"] == "cut"


@pytest.mark.parametrize("cut", CUTS)
async def test_a_join_cut_anywhere_leaves_the_seat_free(
    running: RunningServer, cut: Cut, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "GATHERING_AWAY", 0.0)

    async def check(size: int) -> None:
        maker = await running.connect(f"maker {size}")
        await maker.send(type="create_table", name="table", seat="N")
        table = (await maker.until("joined"))["table"]
        wire = await running.connect(f"cut {size}")
        await wire.stream.send_all(said(type="join", table=table, seat="S")[:size])
        await cut(wire)
        other = await running.connect(f"other {size}")
        answer: Map = {"type": "error"}
        while answer["type"] == "error":  # the seat of who was there for a moment is free soon
            await other.send(type="join", table=table, seat="S")
            answer = await other.until("joined", "error")
        assert answer["seat"] == "S"
        for both in (maker, other):
            await both.send(type="bye")
            assert (await both.end() or {})["type"] == "bye"

    await every([(size,) for size in some(range(len(said(type="join", table="t10", seat="S")) + 1), 3)], check)


# --- in the first trick ------------------------------------------------------------------------------


@asynccontextmanager
async def asked(running: RunningServer, kind: str, name: str) -> AsyncIterator[tuple[Wire, Map, list[Wire]]]:
    """South with the request for the first bid or card, and the others, who play on."""
    wires = [await running.connect(f"{name} {seat}") for seat in "NEWS"]
    table = ""
    for wire, seat in zip(wires, "NEWS", strict=True):
        if table:
            await wire.send(type="join", table=table, seat=seat)
        else:
            await wire.send(type="create_table", name="table", seat=seat, target=20_000)
        table = (await wire.until("joined"))["table"]
    *others, south = wires
    async with trio.open_nursery() as nursery:
        for wire in others:
            nursery.start_soon(play_on, wire, action)
        while (request := await south.until("request"))["kind"] != kind:
            await south.send(type="act", table=table, request=request["request"], action=action(request))
        yield south, request, others
        nursery.cancel_scope.cancel()


def tells(wires: list[Wire], kind: str, **fields: Any) -> bool:
    """Return whether all of them have the event."""
    return all(
        any(m["type"] == kind and all(m[key] == value for key, value in fields.items()) for m in wire.seen)
        for wire in wires
    )


def act(request: Map) -> bytes:
    return said(type="act", table=request["table"], request=request["request"], action=action(request))


LENGTH = len(act({"table": "t100", "request": 10, "bids": {}, "default": "10S"}))
"""Of the longest act that is cut."""
PLACES = [(kind, size) for kind in ("bid", "play") for size in some(range(LENGTH + 1), 3)]


async def test_an_act_cut_anywhere_costs_the_turn_where_no_bot_is_lent_and_the_others_go_on(
    running: RunningServer,
) -> None:
    async def check(kind: str, size: int) -> None:
        async with asked(running, kind, f"{kind} {size}") as (south, request, others):
            whole = act(request)
            await south.stream.send_all(whole[:size])
            await half_closed(south)
            await until(lambda: tells(others, "seat_changed", seat="S", connected=False))
            await until(lambda: tells(others, "trick_won"))
            taken = action(request) if size >= len(whole) else request["default"]
            assert done_by_south(others[0], kind) == taken

    await every(PLACES, check)


def done_by_south(wire: Wire, kind: str) -> str:
    """South's action after the first request, as the table was told."""
    events = {"bid": ("passed", "bid_made"), "play": ("card_played",)}[kind]
    first = next(m for m in wire.seen if m["type"] in events and m["seat"] == "S")
    return str(first.get("bid") or first.get("card") or "pass")


async def test_who_comes_back_after_a_cut_is_asked_the_same(
    running: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running.server.lobby.server, "bots", ("steady",))
    monkeypatch.setattr(limits, "INVITE", FOR_EVER)

    async def check(kind: str, size: int) -> None:
        async with asked(running, kind, f"{kind} {size}") as (south, request, others):
            whole = act(request)
            await south.stream.send_all(whole[:size])
            await closed(south)
            await until(lambda: tells(others, "seat_changed", seat="S", connected=False))
            back = await resumed(running, next(m for m in south.seen if m["type"] == "ready"), after=request["after"])
            again = await back.until("request")
            if size < len(whole):
                assert {**again, "after": 0, "clock": 0} == {**request, "after": 0, "clock": 0}
            else:
                assert again["request"] > request["request"]
                assert done_by_south(back, kind) == action(request)
            await back.send(type="act", table=again["table"], request=again["request"], action=action(again))
            await until(lambda: tells(others, "seat_changed", seat="S", connected=True))
            async with trio.open_nursery() as nursery:
                nursery.start_soon(play_on, back, action)
                await until(lambda: tells([back, *others], "trick_won"))
                nursery.cancel_scope.cancel()

    await every(PLACES, check)
