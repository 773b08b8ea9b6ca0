"""A relay between a bot and the server: it forwards every byte and keeps the messages, as frames or JSON lines.

It is independent of the project's code.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import msgpack
import trio

Map = dict[str, Any]


def messages(said: bytes) -> list[Map]:
    """The messages in one direction of a connection; the first byte tells their encoding."""
    if said[:1] != b"\0":
        return [json.loads(line) for line in said.splitlines()]
    found: list[Map] = []
    while said:
        size = 4 + int.from_bytes(said[:4], "big")
        found.append(msgpack.unpackb(said[4:size]))
        said = said[size:]
    return found


class Relay:
    """A port of its own, and everything that went through it."""

    def __init__(self, server: int, port: int) -> None:
        self._server = server
        self.port = port
        self._from_bot = bytearray()
        self._from_server = bytearray()

    async def serve(self, bot: trio.SocketStream) -> None:
        """Pass on what a bot and the server say to one another, until both have hung up."""
        async with bot, await trio.open_tcp_stream("127.0.0.1", self._server) as server, trio.open_nursery() as ways:
            ways.start_soon(_pass_on, bot, server, self._from_bot)
            ways.start_soon(_pass_on, server, bot, self._from_server)

    def heard(self, *types: str) -> list[Map]:
        """The server's messages of those types."""
        return [message for message in messages(bytes(self._from_server)) if message["type"] in types]

    def said(self, *types: str) -> list[Map]:
        """The bot's messages of those types."""
        return [message for message in messages(bytes(self._from_bot)) if message["type"] in types]


async def _pass_on(source: trio.SocketStream, to: trio.SocketStream, kept: bytearray) -> None:
    with suppress(trio.BrokenResourceError):  # who has hung up is not told that the other has, too
        async for data in source:
            kept += data
            await to.send_all(data)
        await to.send_eof()


@asynccontextmanager
async def relayed(server: int) -> AsyncIterator[Relay]:
    """A relay to the server's port; at the end it hangs up."""
    (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
    relay = Relay(server, listener.socket.getsockname()[1])
    async with trio.open_nursery() as nursery:
        nursery.start_soon(trio.serve_listeners, relay.serve, [listener])
        yield relay
        nursery.cancel_scope.cancel()
