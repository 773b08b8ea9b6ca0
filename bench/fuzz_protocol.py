"""A fuzz test of decoders and connections: a million malformed frames give only messages or protocol errors.

    python bench/fuzz_protocol.py [--frames 1000000] [--seed 1]
    python bench/fuzz_protocol.py --server [--frames 20000] [--seed 1]

In memory: traffic of a real match, mutated, and messages made from their types, valid and nearly valid, go into the
server's end of a connection, as frames and as JSON lines, and into the client's decoder. Anything but a message or a
ProtocolError ends the run. With `--server` the frames go over loopback into a live server on which four scripted
players have a match: its log must show no fault, and the match must be the same as without the attack.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import ssl
import sys
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

import msgpack
import trio

from bench import fuzz_server
from coinche.protocol.codec import decode_server
from coinche.protocol.connection import ConnectionState, ServerConnection, refusal
from coinche.protocol.errors import ProtocolError
from coinche.protocol.frames import FrameReader, frame
from coinche.protocol.limits import FROM_SERVER
from coinche.protocol.messages import Hello, Limits, Ready, Welcome
from tests.protocol.mutated import Mutator

WELCOME = Welcome(version=1, server="fuzz", nonce="0" * 64, capabilities={}, limits=Limits(), time=0)
READY = Ready(session="s", name="fuzz", secret="1" * 64)
TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
TLS.check_hostname, TLS.verify_mode = False, ssl.CERT_NONE
LIES = 0.05
"""The share of frames with a false length."""
REPORT = 100_000
FRAMES_PER_TURN = 5
"""So many frames of the attack for each decision of a player."""


def resident() -> int:
    """Bytes that this process has in memory."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class Victims:
    """The targets of the bytes, and a count of each outcome."""

    def __init__(self, chance: random.Random) -> None:
        self.outcomes: Counter[str] = Counter()
        self._chance = chance
        self._framed, self._lined = ServerConnection(), ServerConnection()

    def frame(self, body: bytes) -> None:
        """To a server, in a frame; perhaps in two portions."""
        self._framed = self._heard(self._framed, self._wrapped(body))

    def line(self, line: bytes) -> None:
        """To a server, on a line; the first byte of the stream says that it is JSON."""
        opening = b"" if self._lined.speaks_json else b'{"type":"ping"}\n'
        self._lined = self._heard(self._lined, opening + line + b"\n")

    def from_server(self, body: bytes) -> None:
        """To a client."""
        reader = FrameReader(FROM_SERVER)
        try:
            for whole in reader.feed(self._wrapped(body)):
                self.outcomes["client: " + type(decode_server(whole)).__name__] += 1
        except ProtocolError as error:
            self.outcomes[f"client: {error.code}"] += 1

    def _wrapped(self, body: bytes) -> bytes:
        if self._chance.random() >= LIES:
            return frame(body)
        return self._chance.choice((0, 1, len(body) + 1, 4096, 16_384, 2**24 - 1, 2**31)).to_bytes(4, "big") + body

    def _heard(self, connection: ServerConnection, data: bytes) -> ServerConnection:
        """The connection to continue with: a new one once the old one accepts no more."""
        at = self._chance.randrange(len(data)) if self._chance.random() < 0.2 else 0
        for portion in (data[:at], data[at:]):
            for item in connection.receive_data(portion):
                self._judged(connection, item)
        alive = connection.state is not ConnectionState.CLOSED and self._chance.random() > 0.01
        return connection if alive else ServerConnection()

    def _judged(self, connection: ServerConnection, item: object) -> None:
        if isinstance(item, ProtocolError):
            self.outcomes[item.code] += 1
            connection.send(refusal(item))
            return
        self.outcomes["a message"] += 1
        if isinstance(item, Hello):
            connection.send(WELCOME)
            if self._chance.random() < 0.9:
                connection.send(READY)


def in_memory(frames: int, seed: int, bodies: fuzz_server.Traffic) -> Counter[str]:
    """Send that number of frames and lines: a third as frames, a third as lines, a third to the client."""
    chance = random.Random(seed)
    victims = Victims(chance)
    said, heard = Mutator(chance, bodies.of_clients), Mutator(chance, bodies.of_server)
    for number in range(frames):
        match number % 3:
            case 0:
                victims.frame(said.body())
            case 1:
                victims.line(said.line())
            case _:
                victims.from_server(heard.body(of_server=True))
        if number % REPORT == REPORT - 1:
            print(f"{number + 1:>9}  {resident() / 2**20:.1f} MiB", flush=True)
    return victims.outcomes


class Attack:
    """Clients that send malformed bytes over loopback: in frames, lines and TLS, signed in or not."""

    def __init__(self, server: fuzz_server.Live, frames: int, seed: int, bodies: list[bytes]) -> None:
        self.sent, self.connections = 0, 0
        self._server, self._frames, self._bodies = server, frames, bodies
        self._chance = random.Random(seed)
        self._mutator = Mutator(self._chance, bodies)
        self._turns = trio.Semaphore(0)

    async def run(self, at_once: int) -> None:
        """Send all frames, then let the players finish alone."""
        async with trio.open_nursery() as nursery:
            for _ in range(at_once):
                nursery.start_soon(self._strike)
        self._frames = 0

    async def turn(self) -> None:
        """Let a player act: one for each few frames, or any once all are sent."""
        while self._frames and not self._turns.value:
            await trio.sleep(0.005)
        if self._frames:
            self._turns.acquire_nowait()

    async def _strike(self) -> None:
        """Connect, send something, and reconnect, until everything has been sent."""
        while self.sent < self._frames:
            self.connections += 1
            stream = self._perhaps_secret(await self._server.connect())
            with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
                async with stream, trio.open_nursery() as nursery:
                    nursery.start_soon(self._heard, stream, nursery.cancel_scope)
                    await self._said(stream)
                    await trio.sleep(0.01)
                    nursery.cancel_scope.cancel()

    def _perhaps_secret(self, stream: trio.SocketStream) -> trio.abc.Stream:
        """The connection as it is, or TLS over it."""
        return trio.SSLStream(stream, TLS, https_compatible=True) if self._chance.random() < 0.2 else stream

    async def _heard(self, stream: trio.abc.Stream, connection: trio.CancelScope) -> None:
        """Read, and hang up when the server does."""
        with suppress(trio.BrokenResourceError):
            async for _ in stream:
                pass
        connection.cancel()

    async def _said(self, stream: trio.abc.Stream) -> None:
        lines = self._chance.random() < 0.3
        if self._chance.random() < 0.05:
            await stream.send_all(self._chance.choice((b"\x16\x03\x01", b"GET / ", b"{", b"hm")) + self._mutator.body())
        elif self._chance.random() < 0.7:
            name = f"fuzz {self.connections}"
            hello = {"type": "hello", "versions": [1, 1], "name": name, "program": self._chance.random() < 0.9}
            await stream.send_all(json.dumps(hello).encode() + b"\n" if lines else frame(msgpack.packb(hello)))
        for _ in range(self._chance.randrange(1, 60)):
            await stream.send_all(self._mutator.line() + b"\n" if lines else frame(self._mutator.body()))
            self.sent += 1
            if self._chance.random() < 0.5:
                await trio.sleep(0.001)  # else all of a burst goes to a server that has stopped to listen
        if isinstance(stream, trio.SSLStream) and self._chance.random() < 0.5:
            await stream.transport_stream.send_all(b"\x17\x03\x03" + self._mutator.body())
            if self.sent % FRAMES_PER_TURN == 0:
                self._turns.release()


async def at_a_server(frames: int, seed: int, target: int) -> bool:
    """Play the match alone and under attack; return whether both were the same, without a fault."""
    alone, traffic = await fuzz_server.match_alone(seed, target)
    async with fuzz_server.live(seed) as server:
        attack = Attack(server, frames, seed, traffic.of_clients)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(server.match, target, fuzz_server.Traffic(), attack.turn)
            await trio.sleep(0.2)
            before, began = server.resident(), time.perf_counter()
            await attack.run(at_once=8)
            took = time.perf_counter() - began
        print(f"{attack.sent} frames over {attack.connections} connections in {took:.1f} s")
        print(f"server: {before / 2**20:.1f} MiB before, {server.resident() / 2**20:.1f} MiB after")
        print(f"alone:        {alone}\nunder attack: {server.record}")
        for line in server.faults:
            print(f"fault: {line}")
        return server.record == alone and not server.faults


async def traffic_of_a_match(seed: int) -> fuzz_server.Traffic:
    """The frames of a match, as a starting point."""
    return (await fuzz_server.match_alone(seed, target=500))[1]


def main() -> int:
    """Run one of the two tests; 1 after a failure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--server", action="store_true", help="over loopback, into a live server")
    parser.add_argument("--frames", type=int, help="how many (1000000, with --server 20000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--target", type=int, default=2000, help="of the match that is played meanwhile")
    options = parser.parse_args()
    if options.server:
        return 0 if trio.run(at_a_server, options.frames or 20_000, options.seed, options.target) else 1
    bodies = trio.run(traffic_of_a_match, options.seed)
    before, began = resident(), time.perf_counter()
    outcomes = in_memory(options.frames or 1_000_000, options.seed, bodies)
    took = time.perf_counter() - began
    for outcome, count in sorted(outcomes.items()):
        print(f"{outcome:<28}{count:>9}")
    print(f"{took:.0f} s; {before / 2**20:.1f} MiB before, {resident() / 2**20:.1f} MiB after; seed {options.seed}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
