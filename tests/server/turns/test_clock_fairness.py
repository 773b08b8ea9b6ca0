"""Tests that a decision costs the same time at any distance from the server, in a simulated network and time.

A whole server and its players are in memory. Each line delays its bytes by a set time; each player takes the same time
for its first decision as the others for theirs, and so on.
"""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import msgpack
import pytest
import trio
from trio.abc import HalfCloseableStream
from trio.testing import memory_stream_pair

from coinche.engine.presets import FFB
from coinche.protocol.messages import Clock
from coinche.server import limits
from coinche.server.app import Server
from coinche.server.match.table_options import TableOptions
from coinche.server.time_and_entropy import Time
from tests.extent import some
from tests.server.memory_socket import MemorySocket
from tests.server.seeded_entropy import SeededEntropy

pytestmark = pytest.mark.slow

CLOCK = Clock(move_ms=20_000, bank_ms=120_000)
TOLERANCE_MS = 5
THINKING = tuple(ms / 1000 for ms in (2, 30, 11, 25, 60, 8, 17, 3, 40, 90))
"""The thinking times of a player, repeated."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A way to the server, there and back, in seconds; its delays differ by up to `jitter`."""

    round_trip: float = 0.0
    jitter: float = 0.0
    chance: random.Random = field(default_factory=lambda: random.Random(2026))

    async def carry(self, source: trio.abc.ReceiveStream, sink: trio.abc.SendStream) -> None:
        """Deliver the bytes later, in order."""
        into, out = trio.open_memory_channel[tuple[float, bytes]](1000)
        async with trio.open_nursery() as nursery, into:
            nursery.start_soon(self._deliver, out, sink)
            while data := await source.receive_some(65536):
                late = self.round_trip / 2 + self.chance.uniform(0, self.jitter)
                await into.send((trio.current_time() + late, bytes(data)))

    async def _deliver(self, out: trio.MemoryReceiveChannel[tuple[float, bytes]], sink: trio.abc.SendStream) -> None:
        async for due, data in out:
            await trio.sleep_until(due)
            await sink.send_all(data)


@dataclass(slots=True, kw_only=True)
class Player:
    """Answers requests in the time that it takes to think, and pings at once, or `late`. Notes what is charged."""

    seat: str
    line: Line = field(default_factory=Line)
    late: float = 0.0
    one_at_a_time: bool = False
    thinking: Sequence[float] = THINKING
    charged: list[int] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    stream: Any = None
    sending: trio.Lock = field(default_factory=trio.Lock)
    buffer: bytes = b""

    async def play(self, table: str) -> None:
        """Sit down, and play to the end of the match."""
        await self._send(type="hello", versions=[1, 1], name=f"at {self.seat}", program=True)
        await self._send(type="join", table=table, seat=self.seat)
        async with trio.open_nursery() as nursery:
            while (message := await self._next())["type"] != "left":
                if message["type"] == "ping":
                    nursery.start_soon(self._pong, message["data"])
                elif message["type"] == "ok":
                    self.charged.append(message["used_ms"])
                elif message["type"] == "error":
                    self.refused.append(message["code"])
                elif message["type"] == "request" and self.one_at_a_time:
                    await self._act(message)
                elif message["type"] == "request":
                    nursery.start_soon(self._act, message)
            nursery.cancel_scope.cancel()

    async def _pong(self, data: str) -> None:
        await trio.sleep(self.late)
        await self._send(type="pong", data=data)

    async def _act(self, request: Any) -> None:
        await trio.sleep(self.thinking[len(self.charged) % len(self.thinking)])
        action = "80S" if request["bids"].get("S") == 80 else request["default"]
        await self._send(type="act", table=request["table"], request=request["request"], action=action)

    async def _send(self, **message: Any) -> None:
        body = msgpack.packb(message)
        async with self.sending:
            await self.stream.send_all(len(body).to_bytes(4, "big") + body)

    async def _next(self) -> Any:
        while len(self.buffer) < 4 or len(self.buffer) < 4 + int.from_bytes(self.buffer[:4], "big"):
            data = await self.stream.receive_some(65536)
            assert data, "the server has hung up"
            self.buffer += data
        size = int.from_bytes(self.buffer[:4], "big")
        body, self.buffer = self.buffer[4 : 4 + size], self.buffer[4 + size :]
        return msgpack.unpackb(body)


class Writing(Time):
    """A server's time. Writing a request takes that number of ms."""

    def __init__(self, request_ms: int = 0) -> None:
        self._request_ms = request_ms
        self._spent_ms = 0

    def now_ms(self) -> int:
        return int(trio.current_time() * 1000) + self._spent_ms

    def unix_ms(self) -> int:
        return 0

    def tries(self, data: bytes) -> None:
        """The server tries to write that."""
        if b"\xa7request" in data:
            self._spent_ms += self._request_ms


class SlowSocket(MemorySocket):
    """A socket that never takes anything at once, and takes the server's time to say so."""

    def __init__(self, writing: Writing, stream: HalfCloseableStream) -> None:
        super().__init__(0, stream)
        self._writing = writing

    def send_now(self, data: bytes) -> int:
        self._writing.tries(data)
        return super().send_now(data)


@asynccontextmanager
async def server_in_memory(options: TableOptions, time: Writing) -> AsyncIterator[Server]:
    entropy = SeededEntropy(b"fair")
    server = Server(entropy=entropy, say=lambda line: None, defaults=options, provider=None, time=time)
    with server.archive:
        async with trio.open_nursery() as nursery:
            await nursery.start(server.lobby.run)
            nursery.start_soon(server.connections.run)
            yield server
            nursery.cancel_scope.cancel()


async def play(*players: Player, clock: Clock = CLOCK, request_ms: int = 0) -> None:
    """A match of these players."""
    writing = Writing(request_ms)
    options = TableOptions(name="table", rules=FFB.changed(target=700), clock=clock)
    async with server_in_memory(options, writing) as server, trio.open_nursery() as lines:
        table = server.lobby.tables.open(options)
        async with trio.open_nursery() as playing:
            for player in players:
                player.stream, near = memory_stream_pair()
                far, served = memory_stream_pair()
                lines.start_soon(player.line.carry, near, far)
                lines.start_soon(player.line.carry, far, near)
                socket = SlowSocket(writing, served)
                lines.start_soon(server.connections.serve_stream, socket, "127.0.0.1")
                playing.start_soon(player.play, table.id)
        lines.cancel_scope.cancel()


def differences(one: Player, other: Player) -> list[int]:
    """By how much each decision of the one was charged more than the same of the other."""
    assert min(len(one.charged), len(other.charged)) >= 24
    return [a - b for a, b in zip(one.charged, other.charged, strict=False)]


@pytest.mark.parametrize("one_at_a_time", [False, True], ids=["pings meanwhile", "pings in their turn"])
@pytest.mark.parametrize("jitter", [0.0, 0.001], ids=["steady", "unsteady"])
@pytest.mark.parametrize("away", some((0.005, 0.020, 0.040, 0.050), 3))
async def test_a_player_far_away_is_charged_as_one_near(
    autojump_clock: trio.testing.MockClock, away: float, jitter: float, one_at_a_time: bool
) -> None:
    near = Player(seat="N", one_at_a_time=one_at_a_time)
    far = Player(seat="E", line=Line(round_trip=away, jitter=jitter), one_at_a_time=one_at_a_time)
    await play(near, far, Player(seat="S"), Player(seat="W"))
    assert max(map(abs, differences(far, near))) <= TOLERANCE_MS


async def test_a_match_of_many_pings_is_as_fair(autojump_clock: trio.testing.MockClock) -> None:
    slow = tuple(100 * seconds for seconds in THINKING)
    near = Player(seat="N", thinking=slow)
    far = Player(seat="E", thinking=slow, line=Line(round_trip=0.040))
    await play(near, far, Player(seat="S"), Player(seat="W"))
    assert trio.current_time() > limits.ROUND_TRIPS + limits.PING_AFTER
    assert max(map(abs, differences(far, near))) <= TOLERANCE_MS


async def test_what_the_way_takes_beyond_the_credit_is_charged(autojump_clock: trio.testing.MockClock) -> None:
    near, far = Player(seat="N"), Player(seat="E", line=Line(round_trip=0.090))
    await play(near, far, Player(seat="S"), Player(seat="W"))
    expected = 90 - limits.CREDIT_MS
    assert all(abs(more - expected) <= TOLERANCE_MS for more in differences(far, near))


@pytest.mark.parametrize("late", [0.010, 0.040, 0.060, 0.5, 30.0])
async def test_who_answers_pings_late_gains_nothing(autojump_clock: trio.testing.MockClock, late: float) -> None:
    prompt, sly = Player(seat="N"), Player(seat="E", late=late)
    await play(prompt, sly, Player(seat="S"), Player(seat="W"))
    assert min(differences(sly, prompt)) >= -1


@pytest.mark.parametrize("late", [0.040, 0.060])
async def test_who_never_acts_fast_and_answers_pings_later_still_gains_nothing(
    autojump_clock: trio.testing.MockClock, late: float
) -> None:
    thinking = (0.030,)
    prompt, sly = Player(seat="N", thinking=thinking), Player(seat="E", thinking=thinking, late=late)
    await play(prompt, sly, Player(seat="S"), Player(seat="W"))
    assert min(differences(sly, prompt)) >= -1


async def test_who_answers_no_ping_has_no_credit(autojump_clock: trio.testing.MockClock) -> None:
    far, mute = (Player(seat=seat, line=Line(round_trip=0.040), late=late) for seat, late in (("N", 0), ("E", 1e6)))
    await play(far, mute, Player(seat="S"), Player(seat="W"))
    assert all(35 <= more <= 45 for more in differences(mute, far))


async def test_an_act_that_was_in_time_but_for_the_way_is_waited_for(autojump_clock: trio.testing.MockClock) -> None:
    far = Player(seat="E", thinking=(0.002, 0.080), line=Line(round_trip=0.040))
    await play(Player(seat="N"), far, Player(seat="S"), Player(seat="W"), clock=Clock(move_ms=100, bank_ms=0))
    assert len(far.charged) > 20
    assert not far.refused


async def test_an_act_that_is_later_than_the_credit_is_late(autojump_clock: trio.testing.MockClock) -> None:
    far = Player(seat="E", thinking=(0.002, 0.110), line=Line(round_trip=0.040))
    await play(Player(seat="N"), far, Player(seat="S"), Player(seat="W"), clock=Clock(move_ms=100, bank_ms=0))
    assert set(far.refused) == {"LATE"}


async def test_the_time_that_the_request_takes_to_be_written_is_not_charged(
    autojump_clock: trio.testing.MockClock,
) -> None:
    players = [Player(seat=seat, thinking=(0.020,)) for seat in "NESW"]
    await play(*players, request_ms=300)
    assert {charged for player in players for charged in player.charged} <= {19, 20, 21}
