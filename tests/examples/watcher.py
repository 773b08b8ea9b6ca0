"""A host for a bot's match, on JSON lines: it opens a table, adds the server's bots, and watches the result."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import trio

Map = dict[str, Any]


class Watcher:
    """A connection that watches one table, or sits there."""

    def __init__(self, stream: trio.SocketStream) -> None:
        self._stream = stream
        self._rest = b""
        self.table = ""
        self.seen: list[Map] = []

    async def say(self, kind: str, **fields: Any) -> None:
        """Send a message."""
        await self._stream.send_all(json.dumps({"type": kind, **fields}).encode() + b"\n")

    async def until(self, *types: str) -> Map:
        """The next message of one of those types; all others are kept in `seen`, as it is."""
        while True:
            while b"\n" not in self._rest:
                data = await self._stream.receive_some()
                assert data, f"the server hung up after {self.seen[-3:]}"
                self._rest += data
            line, _, self._rest = self._rest.partition(b"\n")
            self.seen.append(json.loads(line))
            if self.seen[-1]["type"] in types:
                return self.seen[-1]

    async def play_by_default(self) -> None:
        """Answer all that was asked and is asked with its default, until the table closes."""
        asked = [message for message in self.seen if message["type"] == "request"][-1:]
        while True:
            for request in asked:
                await self.say("act", table=self.table, request=request["request"], action=request["default"])
            message = await self.until("request", "left")
            if message["type"] == "left":
                return
            asked = [message]


@asynccontextmanager
async def seated(port: int, table: str) -> AsyncIterator[Watcher]:
    """The players at that table that have a request."""
    async with await trio.open_tcp_stream("127.0.0.1", port) as stream:
        player = Watcher(stream)
        await player.say("hello", versions=[1, 1], name="player", program=True)
        await player.say("join", table=table)
        player.table = (await player.until("joined"))["table"]
        await player.until("request")
        yield player


@asynccontextmanager
async def watched_table(port: int, bots: Sequence[str]) -> AsyncIterator[Watcher]:
    """A table with the server's bots on those seats, watched by its opener.

    A match has two deals, whatever their scores: a coinched first deal is worth 500 points and more, and would end a
    match to a target before a newcomer has played.
    """
    async with await trio.open_tcp_stream("127.0.0.1", port) as stream:
        watcher = Watcher(stream)
        await watcher.say("hello", versions=[1, 1], name="watcher", program=True)
        await watcher.say("create_table", name="watched", options={"length": 2}, watch=True)
        watcher.table = (await watcher.until("joined"))["table"]
        for seat in bots:
            await watcher.say("add_bot", table=watcher.table, seat=seat)
            assert (await watcher.until("ok", "error"))["type"] == "ok"
        yield watcher
