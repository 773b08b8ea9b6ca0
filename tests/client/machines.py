"""Two machines on one network, as two network namespaces that end with their test.

They need root, Linux and the command `ip`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

PATIENCE = 60.0
SERVERS, PLAYERS = "10.77.66.1", "10.77.66.2"

SEARCH = """
import trio
from coinche.connection.discovery import browse
from coinche.connection.discovery import find_servers
from coinche.connection.discovery import probe

def tell(server):
    print(server.address.link, server.name, flush=True)
    scope.cancel()

scope = trio.CancelScope()
WAYS = {"beacon": [probe], "mDNS": [browse], "both": [probe, browse]}

async def main():
    with scope:
        await find_servers(tell, ways=WAYS[WAY], seconds=30.0)

trio.run(main)
"""
"""A search that is over with the first server."""


def ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True, capture_output=True, text=True)


def may_make_machines() -> bool:
    """Return whether namespaces are possible, by making one."""
    if shutil.which("ip") is None or not hasattr(os, "geteuid") or os.geteuid() != 0:
        return False
    try:
        with machine(f"coinche-{os.getpid()}-try"):
            return True
    except subprocess.CalledProcessError:
        return False


@contextmanager
def machine(name: str) -> Iterator[str]:
    """A machine of that name, without a network; gone with all it has when the block ends."""
    ip("netns", "add", name)
    try:
        ip("-n", name, "link", "set", "lo", "up")
        yield name
    finally:
        ip("netns", "delete", name)


@dataclass(frozen=True)
class Network:
    """Two machines, joined by a cable."""

    servers: str
    players: str

    def command(self, on: str, *arguments: str) -> list[str]:
        return ["ip", "netns", "exec", on, sys.executable, *arguments]

    def search(self, way: str) -> str:
        """The servers found from the players' machine."""
        return self.told(self.players, f"WAY = {way!r}\n{SEARCH}")

    def told(self, on: str, script: str) -> str:
        """The output of a script on a machine."""
        command = self.command(on, "-c", script)
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, timeout=PATIENCE)
        return done.stdout.strip()

    @contextmanager
    def server(self, *arguments: str) -> Iterator[str]:
        """A server on the servers' machine; the port that it has."""
        usual = ("-m", "coinche.server", "--port", "0", "--memory", "--bots", "none", "--name", "Chez Ana")
        command = self.command(self.servers, *usual, "--until-stdin-closes", *arguments)
        child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        with child:
            assert child.stdin is not None
            assert child.stdout is not None
            first = child.stdout.readline()
            next(line for line in child.stdout if line.startswith("known by: "))
            yield first.rsplit(":", 1)[1].strip()
            child.stdin.close()
            child.stdout.read()
            assert child.wait(PATIENCE) == 0

    def cable(self, state: str) -> None:
        """Pull the cable out, `down`, or put it back, `up`."""
        ip("-n", self.players, "link", "set", "cable", state)


@contextmanager
def network() -> Iterator[Network]:
    """Both machines, and the cable between them."""
    with ExitStack() as stack:
        one, two = (stack.enter_context(machine(f"coinche-{os.getpid()}-{side}")) for side in ("a", "b"))
        ip("link", "add", "cable", "netns", one, "type", "veth", "peer", "name", "cable", "netns", two)
        for name, address in ((one, SERVERS), (two, PLAYERS)):
            ip("-n", name, "address", "add", f"{address}/24", "broadcast", "+", "dev", "cable")
            ip("-n", name, "link", "set", "cable", "up")
        yield Network(one, two)
