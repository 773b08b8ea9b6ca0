"""What waits for a client keeps its order, and a log that nobody reads costs nothing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import trio
from trio.testing import MockClock, memory_stream_pair

from coinche.protocol.messages import ServerPong
from coinche.server import limits
from coinche.server.clock import SystemClock
from coinche.server.storage.store import MemoryStore
from coinche.server.transport.delivery import Mailer
from coinche.server.transport.latency import RoundTrip
from coinche.server.transport.outbox import Outbox
from coinche.server.transport.peer import Peer, Receipt


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PIECE", 10)
    monkeypatch.setattr(limits, "OUTBOX", 50)


def log(read: list[bytes], *events: bytes) -> Iterator[bytes]:
    """The events, and in `read` those that have been asked for."""
    for event in events:
        read.append(event)
        yield event


def test_all_that_waits_comes_in_order_and_in_pieces() -> None:
    outbox = Outbox()
    outbox.put(b"one")
    outbox.put_log(iter([b"two"] * 5))
    outbox.put_log(iter(()))
    outbox.put(b"three")
    outbox.put_log(iter([b"four"]))
    pieces = []
    while outbox:
        pieces.append(outbox.take(0))
    assert b"".join(pieces) == b"onetwotwotwotwotwothreefour"
    assert all(len(piece) < limits.PIECE + len(b"three") for piece in pieces)
    assert outbox.take(0) == b""


def test_a_log_is_read_no_further_than_it_is_taken() -> None:
    outbox, read = Outbox(), list[bytes]()
    for _ in range(100):
        outbox.put_log(log(read, *[b"event"] * 100))
    assert not read
    outbox.take(0)
    assert len(read) == 2


def test_only_messages_count() -> None:
    outbox = Outbox()
    outbox.put_log(iter([b"x" * 1000]))
    outbox.put(b"12345")
    assert outbox.size == 5
    while outbox:
        outbox.take(0)
    assert outbox.size == 0


class Letters(Mailer):
    """Keeps who has something to be delivered, and brings it when told."""

    def __init__(self) -> None:
        super().__init__(MemoryStore(), SystemClock(), fault=lambda peer, wrong: None)
        self.due: list[Peer] = []

    def post(self, peer: Peer) -> None:
        self.due.append(peer)


class Slow(MemoryStore):
    """A store of which nothing is safe until somebody says so."""


class Socket:
    """Takes no more than it has room for."""

    def __init__(self, room: int) -> None:
        self.room = room
        self.written = b""

    def send_now(self, data: bytes) -> int:
        if not self.room:
            raise BlockingIOError
        taken = data[: self.room]
        self.room -= len(taken)
        self.written += taken
        return len(taken)


async def test_whoever_has_logs_sent_again_and_again_and_reads_none_is_given_up(autojump_clock: MockClock) -> None:
    socket, read = Socket(0), list[bytes]()
    peer = Peer("192.0.2.1", Letters(), socket.send_now, RoundTrip(b"x"))
    joined = 0
    while not peer.closing:
        peer.push(b"joined")
        peer.push_log(log(read, *[b"event"] * 1000))
        peer.deliver()
        joined += 1
    assert joined < 20
    assert len(read) <= 2, "a piece"


async def test_a_long_log_leaves_the_others_their_turn_and_what_comes_after_it_waits(autojump_clock: MockClock) -> None:
    socket, read, receipt = Socket(10_000), list[bytes](), Receipt()
    mailer = Letters()
    peer = Peer("192.0.2.1", mailer, socket.send_now, RoundTrip(b"x"))
    peer.push_log(log(read, *[b"event"] * 100))
    peer.push(b"request", receipt)
    steps = 0
    while mailer.due:
        assert receipt.written_ms is None
        mailer.due.pop().deliver()
        steps += 1
    assert socket.written == b"event" * 100 + b"request"
    assert steps >= 50
    assert receipt.written_ms is not None


async def test_what_becomes_safe_while_a_connection_ends_is_not_lost(autojump_clock: MockClock) -> None:
    socket, store, (ours, theirs) = Socket(10_000), Slow(), memory_stream_pair()
    mailer = Mailer(store, SystemClock(), lambda peer, wrong: None)
    peer = Peer("192.0.2.1", mailer, socket.send_now, RoundTrip(b"x"))
    for store.position in (1, 2):
        peer.push(b"event %d " % store.position)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(mailer.run)
        await trio.testing.wait_all_tasks_blocked()
        nursery.start_soon(peer.part, ours)
        await trio.testing.wait_all_tasks_blocked()
        for safe in (1, 2):
            store.durable = safe
            mailer.safe()
            peer.deliver()
            await trio.testing.wait_all_tasks_blocked()
        heard = await theirs.receive_some()
        nursery.cancel_scope.cancel()
    assert socket.written + heard == b"event 1 event 2 "
    assert not socket.written, "that is closed by then"


async def test_while_the_disk_takes_nothing_pings_go_and_are_answered(
    autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "OUTBOX", 500)
    socket, store = Socket(10_000), Slow()
    mailer = Mailer(store, SystemClock(), lambda peer, wrong: None)
    peer = Peer("192.0.2.1", mailer, socket.send_now, RoundTrip(b"x"))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(mailer.run)
        store.position = 1
        peer.push(b"event")
        peer.pong(ServerPong(data="in its place"))
        await trio.sleep(limits.STALLED)
        assert socket.written == b""
        peer.pong(ServerPong(data="at once"))
        peer.ping()
        await trio.testing.wait_all_tasks_blocked()
        assert b"at once" in socket.written
        assert b"ping" in socket.written
        assert b"event" not in socket.written
        store.durable = 1
        mailer.safe()
        await trio.testing.wait_all_tasks_blocked()
        assert socket.written.index(b"at once") < socket.written.index(b"event") < socket.written.index(b"in its place")
        nursery.cancel_scope.cancel()
