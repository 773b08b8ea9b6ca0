"""The time charged to four players with equal thinking time at different distances, over real sockets on loopback.

    python bench/clock_fairness.py [--away 40] [--late 40] [--target 1500]

One player is near; one has a proxy that adds delay, half of it each way; one answers its pings late; one is only the
fourth. The proxies of the others add nothing. Server, proxies and players are separate processes. The important figures
are the differences from the near player: up to the credit of 50 ms they should stay within 5 ms, and a late answer to
pings should gain nothing.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
from contextlib import suppress

import msgpack
import trio

from coinche.engine.presets import FFB
from coinche.protocol.messages import Clock
from coinche.server.app import Server
from coinche.server.match.table_options import TableOptions

CLOCK = Clock(move_ms=200, bank_ms=60_000)
THINKING = tuple(ms / 1000 for ms in (2, 30, 11, 25, 60, 8, 17, 3, 40, 90))


async def proxy(port: int, seconds: float) -> None:
    """Forward one connection to the server on that port with a delay each way; print the proxy's own port."""

    async def serve(client: trio.SocketStream) -> None:
        server = await trio.open_tcp_stream("127.0.0.1", port)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(carry, client, server)
            nursery.start_soon(carry, server, client)

    async def carry(source: trio.SocketStream, sink: trio.SocketStream) -> None:
        into, out = trio.open_memory_channel[tuple[float, bytes]](10_000)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(deliver, out, sink)
            with suppress(trio.BrokenResourceError):  # the match is over
                async for data in source:
                    await into.send((trio.current_time() + seconds, bytes(data)))
            into.close()

    async def deliver(out: trio.MemoryReceiveChannel[tuple[float, bytes]], sink: trio.SocketStream) -> None:
        with suppress(trio.BrokenResourceError):
            async for due, data in out:
                await trio.sleep_until(due)
                await sink.send_all(data)
            await sink.send_eof()

    listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
    print(listeners[0].socket.getsockname()[1], flush=True)
    await trio.serve_listeners(serve, listeners)


async def player(port: int, table: str, seat: str, late: float) -> None:
    """Play the match; print the time charged for each decision."""
    stream = await trio.open_tcp_stream("127.0.0.1", port)
    unpack, sending = msgpack.Unpacker(), trio.Lock()
    charged: list[int] = []

    async def send(**message: object) -> None:
        body = msgpack.packb(message)
        async with sending:
            await stream.send_all(len(body).to_bytes(4, "big") + body)

    async def pong(data: str) -> None:
        await trio.sleep(late)
        await send(type="pong", data=data)

    async def act(request: dict[str, object], bids: dict[str, int]) -> None:
        await trio.sleep(THINKING[len(charged) % len(THINKING)])
        action = "80S" if bids.get("S") == 80 else request["default"]
        await send(type="act", table=table, request=request["request"], action=action)

    await send(type="hello", versions=[1, 1], name=f"at {seat}", program=True)
    await send(type="join", table=table, seat=seat)
    buffer = b""
    async with trio.open_nursery() as nursery:
        async for data in stream:
            buffer += data
            while len(buffer) >= 4 and len(buffer) >= 4 + (size := int.from_bytes(buffer[:4], "big")):
                unpack.feed(buffer[4 : 4 + size])
                buffer, message = buffer[4 + size :], unpack.unpack()
                if message["type"] == "ping":
                    nursery.start_soon(pong, message["data"])
                elif message["type"] == "request":
                    nursery.start_soon(act, message, message["bids"])
                elif message["type"] == "ok":
                    charged.append(message["used_ms"])
                elif message["type"] == "left":
                    print(*charged, flush=True)
                    nursery.cancel_scope.cancel()


def start(*arguments: object) -> subprocess.Popen[str]:
    """Start this program again as another part of the bench."""
    command = [sys.executable, __file__, *map(str, arguments)]
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)


def read_line(process: subprocess.Popen[str]) -> str:
    """The next line of the process's output."""
    assert process.stdout is not None
    return process.stdout.readline()


async def bench(away_ms: int, late_ms: int, target: int) -> dict[str, list[int]]:
    """Play a match of the four; return the times charged for each decision."""
    options = TableOptions(name="table", rules=FFB.changed(target=target), clock=CLOCK)
    server = Server(say=lambda line: None, defaults=options, provider=None)
    charged: dict[str, list[int]] = {}
    async with trio.open_nursery() as nursery:
        port = await nursery.start(server.run, "127.0.0.1", 0)
        table = server.lobby.tables.open(options)
        proxies = [start("--proxy", port, "--away", ms) for ms in (0, away_ms)]
        near, far = [int(await trio.to_thread.run_sync(read_line, one)) for one in proxies]
        seats = {"near": ("N", near, 0), "far": ("E", far, 0), "late": ("S", near, late_ms), "other": ("W", near, 0)}
        playing = {
            who: start("--play", at, "--table", table.id, "--seat", seat, "--late", late)
            for who, (seat, at, late) in seats.items()
        }
        for who, process in playing.items():
            said, _ = await trio.to_thread.run_sync(process.communicate)
            charged[who] = [int(ms) for ms in said.split()]
        for one in proxies:
            one.kill()
            one.communicate()
        nursery.cancel_scope.cancel()
    return charged


def report(charged: dict[str, list[int]]) -> None:
    """Print the times charged, and the differences from the near player."""
    for who, costs in charged.items():
        more = [a - b for a, b in zip(costs, charged["near"], strict=False)]
        parts = statistics.quantiles(more, n=20)
        print(
            f"{who:6} {len(costs)} decisions, {statistics.fmean(costs):6.2f} ms each;"
            f" difference {statistics.fmean(more):+6.2f} ms,"
            f" median {statistics.median(more):+.0f}, 90 % within {parts[0]:+.0f} and {parts[-1]:+.0f}"
        )


def main() -> None:
    """Run the bench, or one of its parts."""
    parser = argparse.ArgumentParser(description="charged time of players near, far away, and late with pings")
    parser.add_argument("--away", type=int, default=40, help="ms that the proxy adds, there and back")
    parser.add_argument("--late", type=int, default=40, help="ms by which one answers its pings late")
    parser.add_argument("--target", type=int, default=1500, help="points of the match")
    for part in ("--proxy", "--play"):
        parser.add_argument(part, type=int, help=argparse.SUPPRESS)
    for part in ("--table", "--seat"):
        parser.add_argument(part, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.proxy is not None:
        trio.run(proxy, options.proxy, options.away / 2000)
    elif options.play is not None:
        trio.run(player, options.play, options.table, options.seat, options.late / 1000)
    else:
        report(trio.run(bench, options.away, options.late, options.target))


if __name__ == "__main__":
    main()
