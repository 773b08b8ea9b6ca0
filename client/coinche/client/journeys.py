"""Connections of one person, one after the other: each ends before the next begins, and its end is told.

Refuses to know where they lead.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import trio

from coinche.connection.errors import ConnectionLost, LossReason

from .endings import ENDS, Ended, first
from .inputs import HomeAgain
from .person import Person

BYE_SECONDS = 1.0


@dataclass(slots=True)
class Journey:
    """A connection under way, from its beginning to its end."""

    scope: trio.CancelScope = field(default_factory=trio.CancelScope)
    over: trio.Event = field(default_factory=trio.Event)


class Journeys:
    """Those of one person."""

    def __init__(self, person: Person) -> None:
        self._person = person
        self._under_way: Journey | None = None

    async def idle(self) -> None:
        """Wait until no connection is under way."""
        if self._under_way is not None:
            await self._under_way.over.wait()

    async def begin(self, nursery: trio.Nursery, go: Callable[[], Awaitable[None]]) -> None:
        """Set out anew, once the last one is over."""
        await self.end()
        self._under_way = Journey()
        nursery.start_soon(self._go, self._under_way, go)

    async def end(self) -> None:
        """Wait a little for the answer to a bye, then hang up."""
        journey, self._under_way = self._under_way, None
        if journey is not None:
            with trio.move_on_after(BYE_SECONDS):
                await journey.over.wait()
            journey.scope.cancel()
            await journey.over.wait()

    async def _go(self, journey: Journey, go: Callable[[], Awaitable[None]]) -> None:
        ended: Ended | None = ConnectionLost(LossReason.CLOSED)
        try:
            with journey.scope:
                await go()
        except* ENDS as ends:
            ended = first(ends)
        finally:
            journey.over.set()
        if journey is self._under_way:
            self._under_way = None
            self._person.take(HomeAgain(ended))
