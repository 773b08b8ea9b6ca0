"""Tests of a connection's outgoing queue: waiting messages keep their order, and its size is bounded."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import pytest
import trio
from trio.testing import MockClock, memory_stream_pair, wait_all_tasks_blocked

from coinche.protocol.messages import ServerPong
from coinche.server import limits
from coinche.server.storage.store import MemoryStore, Step
from coinche.server.transport.outgoing import Outgoing, Receipt, WriteState
from tests.server.memory_socket import MemorySocket, new_delivery, new_peer


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PIECE", 10)
    monkeypatch.setattr(limits, "OUTBOX", 50)


def log(read: list[bytes], *events: bytes) -> Iterator[bytes]:
    """The events, and in `read` those that have been asked for."""
    for event in events:
        read.append(event)
        yield event


def pieces(out: Outgoing, durable: int = 0) -> Iterator[bytes]:
    """Everything that may go, as a socket that has room takes it."""
    while piece := out.data_to_send(durable):
        yield piece
        out.written()


# --- the machine -------------------------------------------------------------------------------------


def put(out: Outgoing) -> None:
    out.put(b"message", Step(0))


def written(out: Outgoing) -> None:
    for _ in pieces(out):
        pass


def blocked(out: Outgoing) -> None:
    out.data_to_send(0)
    out.blocked(3, now=0.0)


def finish(out: Outgoing) -> None:
    out.finish(0.0)


def broken(out: Outgoing) -> None:
    out.broken()


def in_state(state: WriteState) -> Outgoing:
    out = Outgoing()
    for step in {
        WriteState.WRITTEN: (),
        WriteState.QUEUED: (put,),
        WriteState.STUCK: (put, blocked),
        WriteState.CLOSING: (put, finish),
        WriteState.CLOSED: (put, broken),
    }[state]:
        step(out)
    assert out.state is state
    return out


@pytest.mark.parametrize(
    ("before", "said", "after"),
    [
        (WriteState.WRITTEN, put, WriteState.QUEUED),
        (WriteState.WRITTEN, finish, WriteState.CLOSING),
        (WriteState.WRITTEN, broken, WriteState.CLOSED),
        (WriteState.QUEUED, put, WriteState.QUEUED),
        (WriteState.QUEUED, written, WriteState.WRITTEN),
        (WriteState.QUEUED, blocked, WriteState.STUCK),
        (WriteState.QUEUED, finish, WriteState.CLOSING),
        (WriteState.QUEUED, broken, WriteState.CLOSED),
        (WriteState.STUCK, put, WriteState.STUCK),
        (WriteState.STUCK, written, WriteState.WRITTEN),
        (WriteState.STUCK, finish, WriteState.CLOSING),
        (WriteState.STUCK, broken, WriteState.CLOSED),
        (WriteState.CLOSING, put, WriteState.CLOSING),
        (WriteState.CLOSING, written, WriteState.CLOSING),
        (WriteState.CLOSING, finish, WriteState.CLOSING),
        (WriteState.CLOSING, broken, WriteState.CLOSED),
        (WriteState.CLOSED, put, WriteState.CLOSED),
        (WriteState.CLOSED, written, WriteState.CLOSED),
        (WriteState.CLOSED, finish, WriteState.CLOSED),
        (WriteState.CLOSED, broken, WriteState.CLOSED),
    ],
)
def test_each_input_leads_to_the_state_that_is_drawn(
    before: WriteState, said: Callable[[Outgoing], None], after: WriteState
) -> None:
    out = in_state(before)
    said(out)
    assert out.state is after


def test_what_waits_for_the_store_goes_once_it_has_come_there() -> None:
    out = Outgoing()
    for after in (1, 2):
        out.put(b"%d" % after, Step(after))
    assert [*pieces(out, durable=0)] == []
    assert (out.state, out.waits_for) == (WriteState.QUEUED, 1)
    assert [*pieces(out, durable=1)] == [b"1"]
    assert (out.state, out.waits_for) == (WriteState.QUEUED, 2)
    assert [*pieces(out, durable=2)] == [b"2"]
    assert out.state is WriteState.WRITTEN


def test_a_piece_that_was_begun_goes_out_to_its_last_byte_before_anything_else() -> None:
    out = Outgoing()
    out.put(b"message", Step(0))
    out.data_to_send(0)
    out.blocked(3, now=0.0)
    out.put_first(b"notice")
    assert [*pieces(out)] == [b"sage", b"notice"]
    assert out.overdue == math.inf


def test_urgent_frames_go_before_all_others_in_the_order_in_which_they_were_said() -> None:
    out, event = Outgoing(), Receipt()
    out.put(b"<event>", Step(5), event)
    for number in (b"<1>", b"<2>", b"<3>"):
        out.put_first(number, number.decode())
    assert out.data_to_send(0) == b"<1><2><3>"
    assert [receipt for _, receipt in out.receipts] == ["<1>", "<2>", "<3>", event]


def test_a_client_that_reads_slowly_hears_of_trouble_before_its_end() -> None:
    out = in_state(WriteState.STUCK)
    out.put(b"<event>", Step(0))
    out.put_first(b"<storage>")
    out.put_first(b"<going_on>")
    assert b"".join(pieces(out)) == b"sage<storage><going_on><event>"


def test_after_a_piece_of_which_nobody_knows_how_much_was_written_nothing_is() -> None:
    out = in_state(WriteState.STUCK)
    out.put(b"more", Step(0))
    out.broken()
    out.put(b"still more", Step(0))
    assert [*pieces(out)] == []
    assert not out.queue


def test_a_client_that_reads_nothing_is_overdue_and_one_that_reads_a_part_has_more_time() -> None:
    out = in_state(WriteState.STUCK)
    assert out.overdue == limits.SEND
    out.progressed(3.0)
    assert out.overdue == 3.0 + limits.SEND
    out.finish(4.0)
    out.progressed(8.0)
    assert out.overdue == 3.0 + limits.SEND


def test_all_that_waits_comes_in_order_and_in_pieces() -> None:
    out = Outgoing()
    out.put(b"one", Step(0))
    out.put_log(iter([b"two"] * 5), Step(0))
    out.put_log(iter(()), Step(0))
    out.put(b"three", Step(0))
    out.put_log(iter([b"four"]), Step(0))
    parts = [*pieces(out)]
    assert b"".join(parts) == b"onetwotwotwotwotwothreefour"
    assert all(len(part) < limits.PIECE + len(b"three") for part in parts)


def test_a_log_is_read_no_further_than_it_is_taken() -> None:
    out, read = Outgoing(), list[bytes]()
    for _ in range(100):
        out.put_log(log(read, *[b"event"] * 100), Step(0))
    assert not read
    out.data_to_send(0)
    assert len(read) == 2


def test_only_messages_count() -> None:
    out = Outgoing()
    out.put_log(iter([b"x" * 1000]), Step(0))
    out.put(b"12345", Step(0))
    assert out.size == 5
    written(out)
    assert out.size == 0


# --- with a socket -----------------------------------------------------------------------------------


class Slow(MemoryStore):
    """A store whose entries are durable only once a test says so."""

    def __init__(self) -> None:
        super().__init__()
        self._changed = trio.Event()

    async def changed(self) -> None:
        await self._changed.wait()

    def is_safe(self, position: int) -> None:
        self.durable = position
        changed, self._changed = self._changed, trio.Event()
        changed.set()


async def test_whoever_has_logs_sent_again_and_again_and_reads_none_is_given_up(autojump_clock: MockClock) -> None:
    read = list[bytes]()
    peer = new_peer(new_delivery(), MemorySocket(room=0))
    joined = 0
    while not peer.closing:
        peer.push(b"joined")
        peer.push_log(log(read, *[b"event"] * 1000))
        peer.deliver(0)
        joined += 1
    assert joined < 20
    assert len(read) <= 2, "a piece"


async def test_a_long_log_leaves_the_others_their_turn_and_what_comes_after_it_waits(autojump_clock: MockClock) -> None:
    socket, receipt = MemorySocket(), Receipt()
    peer = new_peer(new_delivery(), socket)
    peer.push_log(log([], *[b"event"] * 100))
    peer.push(b"request", receipt)
    steps = 0
    while receipt.written_ms is None:
        peer.deliver(0)
        steps += 1
    assert socket.written == b"event" * 100 + b"request"
    assert steps >= 50


async def test_what_becomes_safe_while_a_connection_ends_is_not_lost(autojump_clock: MockClock) -> None:
    store, (ours, theirs) = Slow(), memory_stream_pair()
    delivery, socket = new_delivery(store), MemorySocket(stream=ours)
    peer = new_peer(delivery, socket)
    for number in (1, 2):
        store.begin_step()
        store.step.end = number
        peer.push(b"event %d " % number)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(delivery.run)
        await wait_all_tasks_blocked()
        nursery.start_soon(peer.close)
        await wait_all_tasks_blocked()
        for safe in (1, 2):
            store.is_safe(safe)
            peer.deliver(safe)
            await wait_all_tasks_blocked()
        heard = await theirs.receive_some()
        nursery.cancel_scope.cancel()
    assert heard == b"event 1 event 2 "
    assert not socket.written, "that is closed by then"


async def test_while_the_disk_takes_nothing_pings_go_and_are_answered(
    autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "OUTBOX", 500)
    store, socket = Slow(), MemorySocket()
    delivery = new_delivery(store)
    peer = new_peer(delivery, socket)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(delivery.run)
        nursery.start_soon(delivery.follow_store)
        store.step.end = 1
        peer.push(b"event")
        peer.pong(ServerPong(data="in its place"))
        await trio.sleep(limits.STALLED)
        assert socket.written == b""
        peer.pong(ServerPong(data="at once"))
        peer.ping()
        await wait_all_tasks_blocked()
        assert b"at once" in socket.written
        assert b"ping" in socket.written
        assert b"event" not in socket.written
        store.is_safe(1)
        await wait_all_tasks_blocked()
        assert socket.written.index(b"at once") < socket.written.index(b"event") < socket.written.index(b"in its place")
        nursery.cancel_scope.cancel()


async def test_what_may_linger_goes_with_what_comes_next(autojump_clock: MockClock) -> None:
    socket = MemorySocket()
    delivery = new_delivery()
    delivery.linger_s = limits.LINGER
    peer = new_peer(delivery, socket)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(delivery.run)
        nursery.start_soon(delivery.end_lingering)
        for number in (1, 2):
            peer.push_with_next(b"event %d " % number)
        await wait_all_tasks_blocked()
        assert socket.written == b""
        peer.push(b"request ")
        peer.push_with_next(b"event 3 ")
        await wait_all_tasks_blocked()
        assert socket.written == b"event 1 event 2 request event 3 "
        assert trio.current_time() == 0
        nursery.cancel_scope.cancel()


async def test_what_may_linger_goes_alone_after_a_while(autojump_clock: MockClock) -> None:
    sockets = MemorySocket(), MemorySocket()
    delivery = new_delivery()
    delivery.linger_s = limits.LINGER
    first, second = (new_peer(delivery, socket) for socket in sockets)
    seen = []
    async with trio.open_nursery() as nursery:
        nursery.start_soon(delivery.run)
        nursery.start_soon(delivery.end_lingering)
        first.push_with_next(b"a")
        await trio.sleep(0.6 * limits.LINGER)
        first.push_with_next(b"b")
        second.push_with_next(b"c")
        for _ in range(4):
            await trio.sleep(0.3 * limits.LINGER)
            seen.append(tuple(socket.written for socket in sockets))
        nursery.cancel_scope.cancel()
    assert seen == [(b"", b""), (b"ab", b""), (b"ab", b""), (b"ab", b"c")]


async def test_what_lingers_goes_before_the_end(autojump_clock: MockClock) -> None:
    ours, theirs = memory_stream_pair()
    socket = MemorySocket(stream=ours)
    delivery = new_delivery()
    delivery.linger_s = limits.LINGER
    peer = new_peer(delivery, socket)
    peer.push_with_next(b"event")
    peer.finish()
    await peer.close()
    assert await theirs.receive_some() == b"event"


async def test_what_lingers_is_not_held_up_by_what_the_disk_has_not_taken(autojump_clock: MockClock) -> None:
    store, socket = Slow(), MemorySocket()
    delivery = new_delivery(store)
    delivery.linger_s = limits.LINGER
    peer = new_peer(delivery, socket)
    async with trio.open_nursery() as nursery:
        for task in (delivery.run, delivery.follow_store, delivery.end_lingering):
            nursery.start_soon(task)
        peer.push_with_next(b"event ")
        store.begin_step()
        store.step.end = 1
        peer.push(b"request")
        await trio.sleep(2 * limits.LINGER)
        assert socket.written == b"event "
        store.is_safe(1)
        await wait_all_tasks_blocked()
        assert socket.written == b"event request"
        nursery.cancel_scope.cancel()
