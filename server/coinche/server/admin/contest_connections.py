"""The connections of the control socket through which the arena has a server play boards of a contest."""

from __future__ import annotations

import math
from contextlib import suppress

import msgspec
import trio

from coinche.server import limits
from coinche.server.lobby.contest_tables import ContestTables, PlanUnplayable
from coinche.server.log import Log, report_fault
from coinche.server.match.contest_lines import FROM_ARENA, ContestLine, ContestPlan, FromArena, PlanRefused, line_of

_GONE = (trio.BrokenResourceError, trio.ClosedResourceError, trio.TooSlowError)


class ContestConnections:
    """Carries the lines of both sides, and supervises what is played through each connection."""

    def __init__(self, contests: ContestTables, say: Log) -> None:
        self._contests = contests
        self._say = say

    async def serve(self, stream: trio.SocketStream, plan: ContestPlan) -> None:
        """Play the plan; return once all is over and told, or once the arena is gone."""
        told, telling = trio.open_memory_channel[ContestLine](math.inf)  # a board's entries: more come with a pack
        said, heard = trio.open_memory_channel[FromArena](0)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_read, stream, said, nursery.cancel_scope)
            nursery.start_soon(_write, stream, telling, nursery.cancel_scope)
            with told:
                try:
                    await self._contests.play(plan, heard, told)
                except PlanUnplayable as why:
                    told.send_nowait(PlanRefused(why=str(why)))
                except Exception as wrong:
                    report_fault(self._say, "boards of a contest ended by a fault of the server", wrong)
                    told.send_nowait(PlanRefused(why="a fault of the server; its log has more"))


async def _read(
    stream: trio.SocketStream, said: trio.MemorySendChannel[FromArena], connection: trio.CancelScope
) -> None:
    """Pass on what the arena says; end the connection where it is gone, or says what is no such line."""
    kept = b""
    with suppress(msgspec.DecodeError, UnicodeDecodeError, RecursionError, *_GONE):
        while len(kept) <= limits.ORDER and (data := await stream.receive_some(limits.ORDER)):
            *lines, kept = (kept + data).split(b"\n")
            for line in lines:
                await said.send(FROM_ARENA.decode(line))
    connection.cancel()


async def _write(
    stream: trio.SocketStream, telling: trio.MemoryReceiveChannel[ContestLine], connection: trio.CancelScope
) -> None:
    """Tell the arena everything, and end the connection then, or where the arena does not read."""
    with suppress(*_GONE):
        async for line in telling:
            with trio.fail_after(limits.ORDERING_IDLE):
                await stream.send_all(line_of(line))
    connection.cancel()
