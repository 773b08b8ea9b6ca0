"""Requests per second, and server CPU per accepted act, with 100 tables of four random players over loopback.

    python bench/server.py [--tables 100] [--seconds 8]

The server runs in this process, the players in another. The baseline is a bare trio echo of the same acts, over one
connection for each table, before and after in the same run: the figure to compare between machines is the ratio. An
accepted act is one frame in and at least five out: the answer, an event to each seat, the next request.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import time

import msgpack
import trio

from coinche.server.app import Server
from coinche.server.options import TableOptions
from coinche.server.store import ActionTaken, Entry, MemoryStore

WARM_UP = 2.0


class CountingStore(MemoryStore):
    """Counts accepted acts."""

    def __init__(self) -> None:
        super().__init__()
        self.acts = 0

    async def append(self, table: str, entry: Entry) -> None:
        self.acts += isinstance(entry, ActionTaken)


async def measure(seconds: float, count: object) -> tuple[float, float]:
    """Operations per second, and CPU microseconds of this process for each, over a window after the warm-up."""
    assert callable(count)
    await trio.sleep(WARM_UP)
    before, cpu, wall = count(), time.process_time(), time.perf_counter()
    await trio.sleep(seconds)
    done, used, passed = count() - before, time.process_time() - cpu, time.perf_counter() - wall
    return done / passed, 1e6 * used / max(1, done)


async def load(kind: str, port: int, tables: int) -> None:
    """Run the players, or the echo's clients, in a process of their own until cancelled."""
    command = [sys.executable, __file__, "--load", kind, "--port", str(port), "--tables", str(tables)]
    process = await trio.lowlevel.open_process(command, stdin=subprocess.DEVNULL)
    try:
        await process.wait()
    finally:
        process.kill()
        with trio.CancelScope(shield=True):
            await process.wait()


async def bench_server(tables: int, seconds: float) -> tuple[float, float]:
    store = CountingStore()
    server = Server(store=store, say=lambda line: None, defaults=TableOptions(name="bench"), provider=None)
    async with trio.open_nursery() as nursery:
        port = await nursery.start(server.run, "127.0.0.1", 0)
        nursery.start_soon(load, "players", port, tables)
        with trio.fail_after(60):
            while store.acts < 20 * tables:
                await trio.sleep(0.05)
        result = await measure(seconds, lambda: store.acts)
        nursery.cancel_scope.cancel()
    return result


async def bench_echo(tables: int, seconds: float) -> tuple[float, float]:
    echoed = 0

    async def echo(stream: trio.SocketStream) -> None:
        nonlocal echoed
        stream.setsockopt(trio.socket.IPPROTO_TCP, trio.socket.TCP_NODELAY, 1)
        try:
            async for data in stream:
                await stream.send_all(data)
                echoed += 1
        except trio.BrokenResourceError:
            return

    async with trio.open_nursery() as nursery:
        listeners = await nursery.start(trio.serve_tcp, echo, 0)
        port = listeners[0].socket.getsockname()[1]
        nursery.start_soon(load, "echo", port, tables)
        result = await measure(seconds, lambda: echoed)
        nursery.cancel_scope.cancel()
    return result


# --- the other process --------------------------------------------------------------------------------


def framed(**message: object) -> bytes:
    body: bytes = msgpack.packb(message)
    return len(body).to_bytes(4, "big") + body


class Client:
    """A player that knows the wire only, as cheap as Python allows."""

    def __init__(self, stream: trio.SocketStream) -> None:
        self.stream = stream
        stream.setsockopt(trio.socket.IPPROTO_TCP, trio.socket.TCP_NODELAY, 1)
        self._buffer = bytearray()

    async def bodies(self) -> list[bytes]:
        data = await self.stream.receive_some(65536)
        if not data:
            raise trio.EndOfChannel
        buffer = self._buffer
        buffer += data
        found = []
        while len(buffer) >= 4 and len(buffer) >= (end := 4 + int.from_bytes(buffer[:4], "big")):
            found.append(bytes(buffer[4:end]))
            del buffer[:end]
        return found


async def player(port: int, seat: str, table: str | None, opened: trio.MemorySendChannel[str] | None) -> None:
    rng = random.Random(f"{table}{seat}")
    client = Client(await trio.open_tcp_stream("127.0.0.1", port))
    await client.stream.send_all(framed(type="hello", versions=[1, 1], name=f"p{rng.random():.6f}", program=True))
    if table is None:
        await client.stream.send_all(framed(type="create_table", name="bench", seat=seat, target=20_000))
    else:
        await client.stream.send_all(framed(type="join", table=table, seat=seat))
    while True:
        for body in await client.bodies():
            if b"request" not in body[:40] and b"joined" not in body[:40]:
                continue
            message = msgpack.unpackb(body)
            if message["type"] == "joined" and opened is not None:
                await opened.send(message["table"])
            elif message["type"] == "request":
                bids = message["bids"]
                action = rng.choice(message["legal"])
                if bids and (action.startswith("capot") or rng.random() < 0.2):
                    suit = rng.choice(list(bids))
                    action = f"{bids[suit]}{suit}" if bids[suit] < 130 else "pass"
                act = framed(type="act", table=message["table"], request=message["request"], action=action)
                await client.stream.send_all(act)


async def echo_client(port: int) -> None:
    stream = await trio.open_tcp_stream("127.0.0.1", port)
    stream.setsockopt(trio.socket.IPPROTO_TCP, trio.socket.TCP_NODELAY, 1)
    act = framed(type="act", table="t17", request=1234, action="10H")
    while True:
        await stream.send_all(act)
        await stream.receive_some(65536)


async def run_load(kind: str, port: int, tables: int) -> None:
    send, receive = trio.open_memory_channel[str](tables)
    async with trio.open_nursery() as nursery:
        if kind == "echo":
            for _ in range(tables):  # as at the tables: one of four acts at a time
                nursery.start_soon(echo_client, port)
            return
        for _ in range(tables):
            nursery.start_soon(player, port, "N", None, send)
            table = await receive.receive()
            for seat in "ESW":
                nursery.start_soon(player, port, seat, table, None)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--load", choices=["players", "echo"], help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.load:
        try:
            trio.run(run_load, arguments.load, arguments.port, arguments.tables)
        except* (trio.BrokenResourceError, trio.EndOfChannel):
            pass  # the measurement is over
        return
    before = trio.run(bench_echo, arguments.tables, arguments.seconds / 2)
    per_act = trio.run(bench_server, arguments.tables, arguments.seconds)
    after = trio.run(bench_echo, arguments.tables, arguments.seconds / 2)
    per_echo = [(one + other) / 2 for one, other in zip(before, after, strict=True)]
    print(f"bare trio echo     {per_echo[0]:9.0f} echoes/s   {per_echo[1]:7.1f} µs of server CPU each")
    print(f"{arguments.tables:4} tables        {per_act[0]:9.0f} acts/s     {per_act[1]:7.1f} µs of server CPU each")
    print(f"an accepted act costs {per_act[1] / per_echo[1]:.1f} echoes")


if __name__ == "__main__":
    main()
