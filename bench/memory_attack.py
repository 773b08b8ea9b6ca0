"""The memory and disk that one address can make a server use while others play, and the time to restart after it.

    python bench/memory_attack.py [--seconds 600] [--tables 96] [--origins 1] [--memory-budget 256M] [--disk-budget 1G]

A real server on loopback has its data in a directory of its own. From `--origins` addresses (127.1.0.n) four clients
per table declare as many systems of 3.6 KB as they may, play as fast as they can, request rematches, and open another
table as soon as one is over. At one honest table, from another address, four players act about once a second. Over time
it prints the memory of the process, the files on disk (the data file, its WAL, logs laid aside), tables, refusals, and
the honest acts with the longest wait for one. Then the server is killed and restarted, and it prints the time until a
client can sign in and until the honest table is back. Last, eighty people with keys come in from one address over TLS.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

import msgpack
import trio
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from bench.echo import framed
from bench.light_player import CONTEXT
from bench.process import Process
from coinche.protocol import auth
from coinche.protocol.fingerprint import spki_hash

SEATS = "NESW"
MB = 1024 * 1024
NONCE = "ab" * 32
AT_ONCE = 8
"""Systems that a connection can pay for at once."""
HONEST = "127.9.9.9"
EVERY = 10.0


def system(number: int) -> dict[str, Any]:
    """A system of 3.6 KB, different for each number."""
    said = {"said": "80+", "when": "opening"}
    return {"name": f"s{number}", "conventions": [{**said, "shows": f"{k} ".ljust(112, "x")} for k in range(24)]}


@dataclass
class Tally:
    """The counts so far."""

    refused: Counter[str] = field(default_factory=Counter)
    tables: int = 0
    acts: int = 0
    honest: int = 0
    slowest: float = 0.0


class Client:
    """One connection from an address."""

    def __init__(self, stream: trio.SocketStream) -> None:
        self._stream, self._buffer = stream, bytearray()

    @classmethod
    async def at(cls, port: int, source: str) -> Client:
        return cls(await trio.open_tcp_stream("127.0.0.1", port, local_address=source))

    async def say(self, **message: Any) -> None:
        await self._stream.send_all(framed(**message))

    async def hear(self) -> dict[str, Any]:
        """The next message; EndOfChannel if there is none."""
        buffer = self._buffer
        while len(buffer) < 4 or len(buffer) < (end := 4 + int.from_bytes(buffer[:4], "big")):
            data = await self._stream.receive_some(65536)
            if not data:
                raise trio.EndOfChannel
            buffer += data
        message: dict[str, Any] = msgpack.unpackb(bytes(buffer[4:end]))
        del buffer[:end]
        if message["type"] == "ping":
            await self.say(type="pong", data=message["data"])
        return message

    async def until(self, *types: str) -> dict[str, Any]:
        while (message := await self.hear())["type"] not in types:
            pass
        return message

    async def sign_in(self, name: str) -> None:
        await self.say(type="hello", versions=[1, 1], name=name)
        await self.until("ready")


async def act(client: Client, request: dict[str, Any]) -> None:
    action = "80S" if request["bids"].get("S") == 80 else request["default"]
    await client.say(type="act", table=request["table"], request=request["request"], action=action)


# --- who means harm ----------------------------------------------------------------------------------


async def greedy_table(port: int, source: str, tally: Tally) -> None:
    """Play at a table of four; open another when it is over, or after a moment if that is refused."""
    while True:
        try:
            async with trio.open_nursery() as nursery:
                clients = [await Client.at(port, source) for _ in SEATS]
                for client in clients:
                    await client.sign_in("greedy")
                table = await opened(clients[0], tally)
                for client, seat in zip(clients[1:], SEATS[1:], strict=True):
                    await client.say(type="join", table=table, seat=seat)
                tally.tables += 1
                for client in clients:
                    nursery.start_soon(greedy_player, client, table, tally)
        except* (trio.BrokenResourceError, trio.EndOfChannel, OSError):
            await trio.sleep(1)


async def opened(client: Client, tally: Tally) -> str:
    while True:
        await client.say(type="create_table", name="greedy", seat="N", target=1)
        answer = await client.until("joined", "error")
        if answer["type"] == "joined":
            return str(answer["table"])
        tally.refused[f"table {answer['code']} {answer['data'].get('reason', '')}"] += 1
        await trio.sleep(2)


async def greedy_player(client: Client, table: str, tally: Tally) -> None:
    number = await declare(client, table, 0)
    while True:
        message = await client.hear()
        match message["type"]:
            case "request":
                await act(client, message)
                tally.acts += 1
            case "recap_started":
                number = await declare(client, table, number)
                await client.say(type="rematch", table=table)
            case "error":
                tally.refused[f"{message['code']} {message['data'].get('reason', '')}"] += 1
                if "another match" in message["message"]:
                    await client.say(type="go_on", table=table)
            case "left":
                raise trio.EndOfChannel


async def declare(client: Client, table: str, number: int) -> int:
    """Declare more systems; return their number so far."""
    for more in range(AT_ONCE):
        await client.say(type="declare_system", table=table, system=system(number + more))
    return number + AT_ONCE


# --- who does not ------------------------------------------------------------------------------------


async def honest_table(port: int, tally: Tally) -> None:
    """Play long matches at one act per second, and note the longest wait for an event."""
    clients = [await Client.at(port, HONEST) for _ in SEATS]
    for client in clients:
        await client.sign_in("honest")
    await clients[0].say(type="create_table", name="honest", seat="N", target=2000, clock="casual")
    table = (await clients[0].until("joined"))["table"]
    for client, seat in zip(clients[1:], SEATS[1:], strict=True):
        await client.say(type="join", table=table, seat=seat)
    async with trio.open_nursery() as nursery:
        for client in clients:
            nursery.start_soon(honest_player, client, tally)


async def honest_player(client: Client, tally: Tally) -> None:
    asked = 0.0
    while True:
        message = await client.hear()
        if message["type"] == "request":
            await trio.sleep(0.5)
            asked = trio.current_time()
            await act(client, message)
        elif message["type"] == "recap_started":
            await client.say(type="rematch" if message["rematch_ms"] else "go_on", table=message["table"])
        elif message["type"] == "ok" and asked:
            tally.honest += 1
            tally.slowest = max(tally.slowest, trio.current_time() - asked)
            asked = 0.0


async def eighty(port: int) -> Counter[str]:
    """Sign in eighty people with keys from one address over TLS within 20 s; those cut off try again."""
    tries = Counter[str]()

    async def one(number: int) -> None:
        await trio.sleep(number / 4)
        while True:
            tries["tries"] += 1
            try:
                await sign_in(number)
            except (trio.BrokenResourceError, trio.EndOfChannel, OSError):
                await trio.sleep(1)
            else:
                tries["in"] += 1
                return

    async def sign_in(number: int) -> None:
        transport = await trio.open_tcp_stream("127.0.0.1", port, local_address="127.8.8.8")
        stream = trio.SSLStream(transport, CONTEXT, https_compatible=True)
        client, key = Client(stream), Ed25519PrivateKey.generate()  # type: ignore[arg-type]
        public = key.public_key().public_bytes_raw().hex()
        hello = {"type": "hello", "versions": (1, 1), "name": f"member {number}", "auth": "ed25519"}
        await client.say(**hello, key=public, nonce=NONCE)
        welcome = await client.until("welcome")
        spki = spki_hash(stream.getpeercert(binary_form=True))
        signed = auth.signed_bytes(spki, welcome["nonce"], NONCE, public, 1)
        await client.say(type="prove", proof=auth.sign(key, signed))
        await client.until("ready")

    with trio.move_on_after(60):
        async with trio.open_nursery() as nursery:
            for number in range(80):
                nursery.start_soon(one, number)
    return tries


# --- the server --------------------------------------------------------------------------------------


def start(directory: Path, options: list[str]) -> tuple[subprocess.Popen[bytes], int]:
    """Start a server; return it and its port."""
    command = [sys.executable, "-m", "coinche.server", "--host", "127.0.0.1", "--port", "0", "--bots", "none"]
    log = (directory / "log").open("ab")
    server = subprocess.Popen(
        [*command, "--data", str(directory / "data"), *options], stdout=subprocess.PIPE, stderr=log
    )
    assert server.stdout is not None
    while not (line := server.stdout.readline()).startswith(b"listening on"):
        pass
    port = int(line.rsplit(b":", 1)[1])
    subprocess.Popen(["cat"], stdin=server.stdout, stdout=log)
    log.close()
    return server, port


def on_disk(pid: int, directory: Path) -> dict[str, float]:
    """Megabytes of the data file, of its WAL, and of files without a name."""
    data = directory / "data"
    size = {part: (data / f"coinche.sqlite{part}").stat().st_size / MB for part in ("", "-wal")}
    laid = 0
    for descriptor in Path(f"/proc/{pid}/fd").iterdir():
        try:
            if "(deleted)" in os.readlink(descriptor):
                laid += descriptor.stat().st_size
        except OSError:
            continue
    return {"file": size[""], "wal": size["-wal"], "laid aside": laid / MB}


async def report(pid: int, directory: Path, tally: Tally, seconds: float) -> None:
    began = time.perf_counter()
    process = Process(pid)
    used = process.cpu()
    while (past := time.perf_counter() - began) < seconds:
        await trio.sleep(min(EVERY, seconds - past))
        used, before = process.cpu(), used
        disk = " ".join(f"{what} {size:6.1f}" for what, size in on_disk(pid, directory).items())
        print(
            f"{time.perf_counter() - began:5.0f} s: cpu {used - before:4.1f} s, "
            f"rss {process.resident() / MB:6.1f} {disk} MB; "
            f"{tally.tables} tables, {tally.acts} acts; honest {tally.honest}, slowest {1000 * tally.slowest:.0f} ms; "
            f"{dict(tally.refused.most_common(4))}",
            flush=True,
        )
        tally.slowest = 0.0


async def attack(port: int, server: subprocess.Popen[bytes], directory: Path, arguments: argparse.Namespace) -> None:
    tally = Tally()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(honest_table, port, tally)
        await trio.sleep(1)
        for number in range(arguments.tables):
            nursery.start_soon(greedy_table, port, f"127.1.0.{1 + number % arguments.origins}", tally)
        await report(server.pid, directory, tally, arguments.seconds)
        nursery.cancel_scope.cancel()


async def back(port: int, server: Process, began: float) -> None:
    client = await Client.at(port, HONEST)
    await client.sign_in("visitor")
    used = f"{server.cpu():.2f} s of its processor time"
    print(f"somebody has signed in {time.perf_counter() - began:.2f} s after the start, {used}")
    while not any(info["name"] == "honest" for info in (await client.until("lobby"))["tables"]):
        pass
    print(f"the honest table is there {time.perf_counter() - began:.2f} s after it")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--tables", type=int, default=96)
    parser.add_argument("--origins", type=int, default=1)
    parser.add_argument("--memory-budget")
    parser.add_argument("--disk-budget")
    arguments = parser.parse_args()
    chosen = {"--memory-budget": arguments.memory_budget, "--disk-budget": arguments.disk_budget}
    options = [word for option, value in chosen.items() if value for word in (option, value)]
    with tempfile.TemporaryDirectory() as kept:
        directory = Path(kept)
        server, port = start(directory, options)
        try:
            trio.run(attack, port, server, directory, arguments)
            server.kill()
            server.wait()
            began = time.perf_counter()
            server, port = start(directory, options)
            trio.run(back, port, Process(server.pid), began)
            print(f"in memory then: {Process(server.pid).resident() / MB:.1f} MB")
            print(f"of eighty people behind one address, within a minute: {dict(trio.run(eighty, port))}")
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
