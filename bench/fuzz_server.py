"""A live server for the fuzz test and a match on it: four scripted players at a private table, packs from a fixed seed.

`fuzz_protocol.py` starts it. The server is a separate process, whose log and memory are checked.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

import msgpack
import trio
from msgspec import structs

from coinche.engine.cards import Card
from coinche.engine.dealing import SEED_BYTES, shuffled
from coinche.server.app import Server
from coinche.server.match import packs as sources
from coinche.server.match.entries import ActionTaken, Entry, OfMatch
from coinche.server.match.packs import RandomPacks
from coinche.server.storage.store import MemoryStore
from coinche.server.time_and_entropy import Entropy
from tests.server.seeded_entropy import SeededEntropy

PATIENCE = 120.0
KEY = hashlib.sha256(b"nobody else").digest()
HOST = "127.0.0.1"

Map = dict[str, Any]


@dataclass(frozen=True)
class Traffic:
    """Bodies of the frames of a match."""

    of_clients: list[bytes] = field(default_factory=list)
    of_server: list[bytes] = field(default_factory=list)


class Player:
    """A player that uses the wire protocol only: it bids 80 spades if it can, and else takes the default."""

    def __init__(self, stream: trio.SocketStream, traffic: Traffic) -> None:
        self._stream, self._traffic = stream, traffic
        self._buffer = bytearray()

    async def send(self, **message: Any) -> None:
        body = msgpack.packb(message)
        self._traffic.of_clients.append(body)
        await self._stream.send_all(len(body).to_bytes(4, "big") + body)

    async def read(self) -> Map:
        while len(self._buffer) < 4 or len(self._buffer) < 4 + int.from_bytes(self._buffer[:4], "big"):
            data = await self._stream.receive_some(65_536)
            assert data, "the server has closed a player's connection"
            self._buffer += data
        end = 4 + int.from_bytes(self._buffer[:4], "big")
        body = bytes(self._buffer[4:end])
        del self._buffer[:end]
        self._traffic.of_server.append(body)
        message: Map = msgpack.unpackb(body)
        assert message["type"] != "error", message
        return message

    async def until(self, kind: str) -> Map:
        while (message := await self.read())["type"] != kind:
            pass
        return message

    async def sit(self, seat: str, table: str, target: int) -> str:
        """Sign in and sit down: at a table of that id, or at a new one."""
        await self.send(type="hello", versions=[1, 1], name=f"player {seat}", program=True)
        nonce = bytes.fromhex((await self.until("welcome"))["nonce"])
        await self.until("ready")
        if table:
            proof = hmac.digest(KEY, nonce + table.encode(), "sha256").hex()
            await self.send(type="join", table=table, seat=seat, proof=proof)
        else:
            await self.send(type="create_table", name="the match", target=target, seat=seat, key=KEY.hex())
        found: str = (await self.until("joined"))["table"]
        return found

    async def play(self, turn: Callable[[], Awaitable[None]]) -> None:
        """Answer every request, each in its turn, until the match is over."""
        while (message := await self.read())["type"] != "left":
            if message["type"] == "ping":
                await self.send(type="pong", data=message["data"])
            elif message["type"] == "request":
                await turn()
                action = "80S" if message["bids"].get("S") == 80 else message["default"]
                await self.send(type="act", table=message["table"], request=message["request"], action=action)


@dataclass
class Live:
    """A running server, seen from outside its process."""

    process: trio.Process
    port: int
    lines: list[str]

    @property
    def record(self) -> str | None:
        """The result of the first table's match, once it is over."""
        return next((line for line in self.lines if line.startswith("record t1:")), None)

    @property
    def faults(self) -> list[str]:
        """Lines of the log that no server should write."""
        return [line for line in self.lines if "fault" in line or "Traceback" in line]

    def resident(self) -> int:
        """Bytes that the server has in memory."""
        pages = Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    async def connect(self) -> trio.SocketStream:
        return await trio.open_tcp_stream(HOST, self.port)

    async def match(self, target: int, traffic: Traffic, turn: Callable[[], Awaitable[None]]) -> None:
        """Play a whole match of four players; play has begun when the first `turn` is requested."""
        table = ""
        async with trio.open_nursery() as nursery:
            for seat in "NESW":
                player = Player(await self.connect(), traffic)
                table = await player.sit(seat, table, target)
                nursery.start_soon(player.play, turn)
        with trio.fail_after(PATIENCE):
            while self.record is None:
                await trio.sleep(0.01)


@asynccontextmanager
async def live(seed: int) -> AsyncIterator[Live]:
    """A server with packs from the seed."""
    command = [sys.executable, __file__, str(seed)]
    process = await trio.lowlevel.open_process(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    lines: list[str] = []
    opened = trio.Event()

    async def read_log() -> None:
        assert process.stdout is not None
        rest = b""
        async for data in process.stdout:
            *whole, rest = (rest + data).split(b"\n")
            lines.extend(line.decode() for line in whole)
            if any(line.startswith("port ") for line in lines):
                opened.set()

    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(read_log)
            with trio.fail_after(PATIENCE):
                await opened.wait()
            port = next(int(line.split()[1]) for line in lines if line.startswith("port "))
            yield Live(process, port, lines)
            nursery.cancel_scope.cancel()
    finally:
        process.kill()
        with trio.CancelScope(shield=True):
            await process.wait()


async def match_alone(seed: int, target: int) -> tuple[str, Traffic]:
    """Play the match without an attack; return its record and its traffic."""
    traffic = Traffic()
    async with live(seed) as server:
        await server.match(target, traffic, trio.lowlevel.checkpoint)
        assert server.record is not None
        return server.record, traffic


# --- the server's process ------------------------------------------------------------------------------


VARYING: dict[str, Any] = dict.fromkeys(("at", "at_ms", "asked_ms", "heard_ms", "used_ms"), 0) | {"id": "", "sat": ()}
"""Times, and names that are drawn."""


class Kept(MemoryStore):
    """A store that prints the match of a finished table, without times and session names."""

    def __init__(self) -> None:
        super().__init__()
        self._entries: dict[str, list[Entry]] = {}

    def append(self, table: str, entry: Entry) -> None:
        super().append(table, entry)
        if not isinstance(entry, OfMatch):
            return
        varying = {name: value for name, value in VARYING.items() if hasattr(entry, name)}
        entry = structs.replace(entry, **varying) if isinstance(entry, ActionTaken) else replace(entry, **varying)
        self._entries.setdefault(table, []).append(entry)

    def remove(self, table: str) -> None:
        super().remove(table)
        entries = self._entries.pop(table, [])
        print(
            f"record {table}: {len(entries)} entries, {hashlib.sha256(repr(entries).encode()).hexdigest()}", flush=True
        )


class Same(RandomPacks):
    """Packs without shares, from the seeded entropy alone."""

    def pack(self, match: int, deal: int) -> tuple[Card, ...]:
        """The next pack."""
        return shuffled(self._entropy.draw(SEED_BYTES))


async def serve(seed: int) -> None:
    """Serve until killed; each table has its own packs, the same ones at all tables."""

    def packs(entropy: Entropy) -> RandomPacks:
        return Same(SeededEntropy(seed.to_bytes(8, "big")))

    sources.RandomPacks = packs  # type: ignore[assignment,misc]
    server = Server(store=Kept(), say=lambda line: print(line, flush=True), provider=None)
    async with trio.open_nursery() as nursery:
        port = await nursery.start(server.run, HOST, 0)
        print(f"port {port}", flush=True)


if __name__ == "__main__":
    trio.run(serve, int(sys.argv[1]))
