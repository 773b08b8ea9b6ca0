"""The server tells the local network that it is there: by the beacon, and by mDNS.

Knows both ways, and that neither may ever end the server: where one cannot be had, the operator is told so in a line.
Refuses to know clients.
"""

from __future__ import annotations

import socket
from collections.abc import Awaitable, Callable, Iterable

import trio

from coinche.protocol.beacon import Announcement
from coinche.protocol.names import is_name

from . import mdns
from .news import Happening, News
from .plaintext import is_here
from .probed import Beacon

NAMELESS = "coinche"
"""What a server is called on a machine whose own name will not do."""


def usual_name() -> str:
    """What the machine is called."""
    name = socket.gethostname().partition(".")[0]
    return name if is_name(name) else NAMELESS


async def announce(
    listeners: Iterable[trio.SocketListener], facts: Callable[[], Announcement], say: Callable[[str], None]
) -> None:
    """Have the server found that listens there, until cancelled. One that only this machine can reach has no mDNS."""
    here = _of_ipv4(listeners)
    if here is None:
        line = "not announced on the network: that is done by IPv4, and the server listens by IPv6 alone"
        say(News(Happening.NOT_ANNOUNCED, line))
        return
    async with trio.open_nursery() as nursery:
        nursery.start_soon(supervised, "the beacon", lambda: Beacon(here, facts).run(), say)
        if not is_here(here):
            nursery.start_soon(supervised, "mDNS", lambda: mdns.announce(here, facts), say)


def _of_ipv4(listeners: Iterable[trio.SocketListener]) -> str | None:
    names = (one.socket.getsockname()[0] for one in listeners if one.socket.family is socket.AF_INET)
    return next(names, None)


async def supervised(way: str, run: Callable[[], Awaitable[None]], say: Callable[[str], None]) -> None:
    """Run that; where it fails, say so and let everything else go on."""
    try:
        await run()
    except* Exception as group:
        say(News(Happening.NOT_ANNOUNCED, f"not announced by {way}: {_first(group)}", way=way))


def _first(wrong: BaseException) -> str:
    while isinstance(wrong, BaseExceptionGroup):
        wrong = wrong.exceptions[0]
    return str(wrong) or type(wrong).__name__
