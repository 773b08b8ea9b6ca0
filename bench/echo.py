"""The yardstick of the server benches: the cost of a round trip of an act through a bare trio echo server.

The server is this process, its clients another. Of many short windows the best counts, since other programs on the
machine only ever add to them.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Callable

import msgpack
import trio

WARM_UP = 2.0
WINDOW = 0.5

Measured = tuple[float, float]
"""Operations per second, and microseconds of this process's CPU for each."""


async def measure(seconds: float, count: Callable[[], int]) -> Measured:
    """The measurement of the window in which other programs took the least."""
    windows = [await _window(count) for _ in range(max(1, round(seconds / WINDOW)))]
    return min(windows, key=lambda window: window[1])


async def _window(count: Callable[[], int]) -> Measured:
    before, cpu, wall = count(), time.process_time(), time.perf_counter()
    await trio.sleep(WINDOW)
    done, used, passed = count() - before, time.process_time() - cpu, time.perf_counter() - wall
    return done / passed, 1e6 * used / max(1, done)


async def child(*command: str) -> None:
    """Run another part of the bench in Python until cancelled."""
    process = await trio.lowlevel.open_process([sys.executable, *command], stdin=subprocess.DEVNULL)
    try:
        await process.wait()
    finally:
        process.kill()
        with trio.CancelScope(shield=True):
            await process.wait()


async def bench_echo(connections: int, seconds: float) -> Measured:
    """Measure the yardstick."""
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
        nursery.start_soon(child, __file__, "--port", str(port), "--connections", str(connections))
        await trio.sleep(WARM_UP)
        result = await measure(seconds, lambda: echoed)
        nursery.cancel_scope.cancel()
    return result


def framed(**message: object) -> bytes:
    """The message as a frame."""
    body: bytes = msgpack.packb(message)
    return len(body).to_bytes(4, "big") + body


# --- the other process --------------------------------------------------------------------------------


async def _client(port: int) -> None:
    stream = await trio.open_tcp_stream("127.0.0.1", port)
    act = framed(type="act", table="t17", request=1234, action="10H")
    while True:
        await stream.send_all(act)
        await stream.receive_some(65536)


async def _clients(port: int, connections: int) -> None:
    async with trio.open_nursery() as nursery:
        for _ in range(connections):
            nursery.start_soon(_client, port)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--connections", type=int, required=True)
    arguments = parser.parse_args()
    try:
        trio.run(_clients, arguments.port, arguments.connections)
    except* (trio.BrokenResourceError, trio.EndOfChannel):
        pass  # the measurement is over


if __name__ == "__main__":
    main()
