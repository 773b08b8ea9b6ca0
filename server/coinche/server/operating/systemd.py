"""What systemd, or whoever else starts services and has set NOTIFY_SOCKET, is told: ready, alive, how it is, ending.

Knows the datagrams and the environment. Where nobody wants to be told, nothing is sent.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, MutableMapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Self

import trio

USUAL_BEAT = 10.0
"""Seconds between two reports on how it is, where no watchdog wants them more often."""


@dataclass(frozen=True, slots=True)
class Superior:
    """Who is told, at that address; None for nobody. `watchdog` is after how many seconds without a word it acts."""

    address: str | None
    watchdog: float | None = None

    @classmethod
    def taken_from(cls, environment: MutableMapping[str, str], pid: int) -> Self:
        """As the environment names it, which children do not inherit; a watchdog may be meant for another process."""
        address = environment.pop("NOTIFY_SOCKET", None)
        micros, meant = environment.pop("WATCHDOG_USEC", ""), environment.pop("WATCHDOG_PID", str(pid))
        watched = address is not None and micros.isascii() and micros.isdigit() and int(micros) > 0
        return cls(address, int(micros) / 1e6 if watched and meant == str(pid) else None)

    def tell(self, *facts: str) -> None:
        """Send those facts in one datagram. Whoever does not read them changes nothing here."""
        if self.address is None or not hasattr(socket, "AF_UNIX"):
            return
        address = f"\0{self.address[1:]}" if self.address.startswith("@") else self.address
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sending:
            sending.setblocking(False)
            sending.sendto("\n".join(facts).encode(), address)

    async def keep_told(self, how_it_is: Callable[[], str]) -> None:
        """Say that the server is ready, then, until cancelled, that its tasks get their turn, and how it is."""
        if self.address is None:
            return
        self.tell("READY=1", f"MAINPID={os.getpid()}", _status(how_it_is))
        alive = ("WATCHDOG=1",) if self.watchdog is not None else ()
        beat = USUAL_BEAT if self.watchdog is None else min(USUAL_BEAT, self.watchdog / 3)
        while True:
            await trio.sleep(beat)
            self.tell(*alive, _status(how_it_is))


def _status(how_it_is: Callable[[], str]) -> str:
    return f"STATUS={' '.join(how_it_is().split())}"
