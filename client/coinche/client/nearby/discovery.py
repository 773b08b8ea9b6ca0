"""Finds the servers of the local network, for whoever has no address: `find_servers(found)`, over within two seconds.

Asks by the beacon (`probing`) and by mDNS (`browsing`) at once; either does without the other. A server that is heard
of in several ways is told of once, under the address that it was heard at first: this machine's own comes last.

What it finds proves nothing: anybody on the network may answer, under any name and with anybody's fingerprint. The
fingerprint only tells servers apart here and goes no farther: the address that is handed on names none, so that
whoever connects to it goes by the server that was known there before, or meets one for the first time and shows its
fingerprint (`dialing.Trust`). Only a link that a person was given says who is meant.

Refuses to know sockets, and what is done about a server that was found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

import trio

from coinche.client.network.address import Address
from coinche.protocol.discovery import Announcement

from .browsing import browse
from .found import Found
from .probing import Heard, probe

SECONDS = 2.0
MOST = 64
"""Servers that are told of at most."""
MOST_AT_ONE_ADDRESS = 8
"""Those of them at one address: who makes some up leaves room for others."""

Way = Callable[[Heard], Awaitable[None]]
"""Tells of what it hears until it is cancelled, or cannot go on."""
WAYS: Sequence[Way] = (probe, browse)


async def find_servers(found: Callable[[Found], None], *, ways: Sequence[Way] = WAYS, seconds: float = SECONDS) -> None:
    """Call `found` once for each server, as soon as it is heard of; nothing is raised where there is no network."""
    send, receive = trio.open_memory_channel[tuple[str, Announcement]](MOST)

    def heard(address: str, said: Announcement) -> None:
        with suppress(
            trio.WouldBlock, trio.BrokenResourceError, trio.ClosedResourceError
        ):  # too much at once, or too late
            send.send_nowait((address, said))

    with send, receive, trio.move_on_after(seconds):
        async with trio.open_nursery() as nursery:
            for way in ways:
                nursery.start_soon(_as_long_as_it_goes, way, heard)
            await _tell(receive, found)


async def _tell(receive: trio.MemoryReceiveChannel[tuple[str, Announcement]], found: Callable[[Found], None]) -> None:
    """Each server once."""
    known: set[tuple[str, int]] = set()
    told_at: Counter[str] = Counter()
    async for address, said in receive:
        key = said.fingerprint, said.port
        if key not in known and len(known) < MOST and told_at[address] < MOST_AT_ONE_ADDRESS:
            known.add(key)
            told_at[address] += 1
            found(Found(name=said.name, address=Address(address, said.port), tables=said.tables, people=said.people))


async def _as_long_as_it_goes(way: Way, heard: Heard) -> None:
    """One way less is no reason to do without the other: no zeroconf here, no network, a port that is barred."""
    try:
        await way(heard)
    except* (ImportError, OSError):
        pass
