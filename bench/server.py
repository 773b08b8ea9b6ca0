"""Server's CPU per accepted act in each encoding, as a ratio to a bare trio echo of the same acts in the same run.

    python bench/server.py [--connections 4 100 1000] [--seconds 6] [--kinds frames lines tls web] [--profile]

The kinds are frames, JSON lines, frames over TLS, and browsers: a WebSocket of JSON messages. Each is also told as a
ratio to frames in the same run. The server runs in this process; its players, four random ones per table, run in
another. An accepted act is one frame
in and at least five out: the answer, an event to each seat, the next request. The baseline is one round trip of an act
through trio's plain streams, over as many connections as there are tables, since one of four acts at a time; it is
measured before and after. For both the best of many short windows counts, since other programs on the machine only add
to them. `--profile` shows the distribution of time, by sampling.
"""

from __future__ import annotations

import argparse
import json
import random
import signal
import ssl
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import FrameType
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

import msgpack
import trio

from bench.echo import Measured, bench_echo, child, framed, measure
from coinche.server.app import Server
from coinche.server.match.entries import ActionTaken, Entry
from coinche.server.match.table_options import TableOptions
from coinche.server.storage.store import MemoryStore

WARM_UP = 2.0
SEATS = 4
SAMPLE_SECONDS = 0.001

PARTS = {
    "engine/view.py": "views",
    "coinche/engine": "rules",
    "protocol/codec.py": "encoding",
    "protocol": "messages",
    "protocol/json_lines.py": "encoding",
    "server/transport/tls.py": "encryption",
    "server/transport/web_reader.py": "browsers",
    "websockets": "browsers",
    "server/transport": "writes",
    "server/connections": "reads",
    "server/seating/feed.py": "fan-out",
    "coinche/server": "tables and sessions",
    "trio": "scheduling",
}
"""Categories of files; the first match for the innermost matching frame counts."""


class CountingStore(MemoryStore):
    """Counts accepted acts."""

    def __init__(self) -> None:
        super().__init__()
        self.acts = 0

    def append(self, table: str, entry: Entry) -> None:
        super().append(table, entry)
        self.acts += isinstance(entry, ActionTaken)


class Sampler:
    """A profiler that samples the stack every millisecond of CPU."""

    def __init__(self) -> None:
        self.seen: Counter[str] = Counter()

    def start(self) -> None:
        signal.signal(signal.SIGPROF, self._look)
        signal.setitimer(signal.ITIMER_PROF, SAMPLE_SECONDS, SAMPLE_SECONDS)

    def stop(self) -> None:
        signal.setitimer(signal.ITIMER_PROF, 0)

    def _look(self, number: int, frame: FrameType | None) -> None:
        while frame is not None:
            path = Path(frame.f_code.co_filename).as_posix()
            for part, what in PARTS.items():
                if f"/{part}" in path:
                    self.seen[what] += 1
                    return
            frame = frame.f_back
        self.seen["else"] += 1


async def bench_server(tables: int, seconds: float, kind: str, sampler: Sampler | None) -> Measured:
    store = CountingStore()
    server = Server(
        store=store, say=lambda line: None, defaults=TableOptions(name="bench", matches=1000), provider=None
    )
    async with trio.open_nursery() as nursery:
        port = await nursery.start(server.run, "127.0.0.1", 0)
        nursery.start_soon(child, __file__, "--load", kind, "--port", str(port), "--tables", str(tables))
        with trio.fail_after(120):
            while store.acts < 20 * tables:
                await trio.sleep(0.05)
        await trio.sleep(WARM_UP)
        if sampler is not None:
            sampler.start()
        result = await measure(seconds, lambda: store.acts)
        if sampler is not None:
            sampler.stop()
        nursery.cancel_scope.cancel()
    return result


# --- the other process --------------------------------------------------------------------------------


class Client:
    """A player that uses the wire protocol only, in frames, as cheap as Python allows."""

    def __init__(self, stream: trio.abc.Stream) -> None:
        self._stream = stream
        self._buffer = bytearray()

    async def open(self, port: int) -> None:
        """Begin the connection."""

    async def say(self, **message: object) -> None:
        await self._stream.send_all(framed(**message))

    async def bodies(self) -> list[bytes]:
        data = await self._stream.receive_some(65536)
        if not data:
            raise trio.EndOfChannel
        self._buffer += data
        return self._whole(self._buffer)

    def _whole(self, buffer: bytearray) -> list[bytes]:
        """Take the whole bodies out of the buffer."""
        found = []
        while len(buffer) >= 4 and len(buffer) >= (end := 4 + int.from_bytes(buffer[:4], "big")):
            found.append(bytes(buffer[4:end]))
            del buffer[:end]
        return found

    def read(self, body: bytes) -> dict[str, Any]:
        message: dict[str, Any] = msgpack.unpackb(body)
        return message


class LineClient(Client):
    """The same in JSON lines."""

    async def say(self, **message: object) -> None:
        await self._stream.send_all(json.dumps(message).encode() + b"\n")

    def _whole(self, buffer: bytearray) -> list[bytes]:
        *found, rest = bytes(buffer).split(b"\n")
        buffer[:] = rest
        return found

    def read(self, body: bytes) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(body)
        return message


class PageClient(LineClient):
    """The same in a browser's WebSocket. Its mask is zero, which costs the server as much as any other."""

    async def open(self, port: int) -> None:
        host = f"127.0.0.1:{port}"
        head = f"GET / HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nUpgrade: websocket\r\n"
        head += (
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )
        await self._stream.send_all(head.encode())
        answer = b""
        while not answer.endswith(b"\r\n\r\n"):  # the server speaks only when spoken to
            answer += bytes(await self._stream.receive_some(65536))
        if b" 101 " not in answer:
            raise ConnectionError(answer)

    async def say(self, **message: object) -> None:
        body = json.dumps(message).encode()
        size = len(body)
        length = bytes((0x80 | size,)) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
        await self._stream.send_all(b"\x81" + length + bytes(4) + body)

    def _whole(self, buffer: bytearray) -> list[bytes]:
        found = []
        while len(buffer) >= 10 or (len(buffer) >= 2 and buffer[1] < 126):
            more = {126: 2, 127: 8}.get(buffer[1], 0)
            begins = 2 + more
            end = begins + (int.from_bytes(buffer[2:begins], "big") if more else buffer[1])
            if len(buffer) < end:
                break
            found.append(bytes(buffer[begins:end]))
            del buffer[:end]
        return found


async def plain(port: int) -> trio.abc.Stream:
    return await trio.open_tcp_stream("127.0.0.1", port)  # trio sets TCP_NODELAY


async def encrypted(port: int) -> trio.abc.Stream:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return trio.SSLStream(await trio.open_tcp_stream("127.0.0.1", port), context, https_compatible=True)


Connect = Callable[[int], Awaitable[trio.abc.Stream]]

KINDS: dict[str, tuple[type[Client], Connect]] = {
    "frames": (Client, plain),
    "lines": (LineClient, plain),
    "tls": (Client, encrypted),
    "web": (PageClient, plain),
}
"""The encodings, and how a client of each connects."""


async def player(
    port: int, seat: str, table: str | None, opened: trio.MemorySendChannel[str] | None, kind: str
) -> None:
    rng = random.Random(f"{table}{seat}")
    speaks, connect = KINDS[kind]
    client = speaks(await connect(port))
    await client.open(port)
    await client.say(type="hello", versions=[1, 1], name=f"p{rng.random():.6f}", program=True)
    if table is None:
        await client.say(type="create_table", name="bench", seat=seat, target=20_000)
    else:
        await client.say(type="join", table=table, seat=seat)
    while True:
        for body in await client.bodies():
            if b"request" in body[:40] or b"joined" in body[:40] or b"ping" in body[:16]:
                message = client.read(body)
                if message["type"] == "joined" and opened is not None:
                    await opened.send(message["table"])
                elif message["type"] == "ping":
                    await client.say(type="pong", data=message["data"])
                elif message["type"] == "request":
                    action = chosen(message, rng)
                    await client.say(type="act", table=message["table"], request=message["request"], action=action)


def chosen(request: dict[str, Any], rng: random.Random) -> str:
    bids, legal = request["bids"], request["legal"]
    action: str = rng.choice(legal)
    if bids and (action.startswith("capot") or rng.random() < 0.2):
        suit = rng.choice(list(bids))
        return f"{bids[suit]}{suit}" if bids[suit] < 130 else "pass"
    return action


async def run_load(kind: str, port: int, tables: int) -> None:
    send, receive = trio.open_memory_channel[str](tables)
    async with trio.open_nursery() as nursery:
        for _ in range(tables):
            nursery.start_soon(player, port, "N", None, send, kind)
            table = await receive.receive()
            for seat in "ESW":
                nursery.start_soon(player, port, seat, table, None, kind)


def compare(connections: int, seconds: float, kinds: list[str], *, profile: bool) -> None:
    tables = max(1, connections // SEATS)
    samplers = {kind: Sampler() if profile else None for kind in kinds}
    before = trio.run(bench_echo, tables, seconds / 2)
    acts = {kind: trio.run(bench_server, tables, seconds, kind, sampler) for kind, sampler in samplers.items()}
    after = trio.run(bench_echo, tables, seconds / 2)
    echo = min(before[1], after[1])
    print(f"{tables * SEATS:5} connections: an echo costs {echo:.1f} µs ({before[1]:.1f} before, {after[1]:.1f} after)")
    for kind, (rate, cost) in acts.items():
        beside = f", {cost / acts['frames'][1]:4.2f} times frames" if "frames" in acts else ""
        print(f"      {kind:<6} {rate:7.0f} acts/s, {cost:6.1f} µs of CPU for each: {cost / echo:5.1f} echoes{beside}")
    for kind, sampler in samplers.items():
        if sampler is not None:
            total = sampler.seen.total()
            shares = ", ".join(f"{what} {100 * n / total:.0f} %" for what, n in sampler.seen.most_common())
            print(f"      {kind:<6} {shares}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--connections", type=int, nargs="+", default=[4, 100, 1000])
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--profile", action="store_true")
    parser.add_argument("--kinds", choices=KINDS, nargs="+", default=list(KINDS))
    parser.add_argument("--load", choices=KINDS, help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--tables", type=int, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.load:
        try:
            trio.run(run_load, arguments.load, arguments.port, arguments.tables)
        except* (trio.BrokenResourceError, trio.EndOfChannel):
            pass  # the measurement is over
        return
    for connections in arguments.connections:
        compare(connections, arguments.seconds, arguments.kinds, profile=arguments.profile)


if __name__ == "__main__":
    main()
