"""Orders about the server as a whole: to say something to everybody, to close a table, to end, at once or in time.

Knows lobby and tables. Refuses to know how a server ends (`ending`).
"""

from __future__ import annotations

from collections.abc import Callable

import trio

from coinche.protocol.messages import Notice, Topic
from coinche.protocol.names import InvalidText, checked_text
from coinche.server.lobby.lobby import LobbyRoom

from .ending import Why
from .orders import Answer, Order, Refused, Words

LOOK = 0.25
"""Seconds between two looks whether the server is to end."""
TEXT = 500
"""Characters of what is said to everybody."""

DRAINING = Notice(
    topic=Topic.DRAINING, text="this server opens no new tables, and ends once those that there are have ended"
)
STAYS = Notice(topic=Topic.OPERATOR, text="the server goes on after all: tables can be opened again")


class Steering:
    """One server's wheel. `end` has it end."""

    def __init__(self, lobby: LobbyRoom, end: Callable[[Why], None]) -> None:
        self._lobby = lobby
        self._end = end
        self._stopping = False
        self._ordered = trio.Event()

    @property
    def orders(self) -> tuple[Order, ...]:
        """What can be ordered."""
        return (
            Order(
                name="close", takes="TABLE", does="closes a table; its match is over without a result", do=self._close
            ),
            Order(name="say", takes="TEXT", does="tells everybody who is signed in", do=self._say),
            Order(
                name="drain",
                takes="[--cancel]",
                does="no new tables; the server ends once all are over (--cancel: it does not)",
                do=self._drain,
            ),
            Order(name="stop", does="ends the server now; tables go on where they were once it is back", do=self._stop),
        )

    async def run(self) -> None:
        """End the server once it is to stop, which who has ordered it hears before; or is drained, and nobody plays."""
        while True:
            await self._ordered.wait()
            await trio.sleep(LOOK)
            if self._stopping:
                self._end(Why.ORDERED)
            elif self._lobby.draining and not self._lobby.tables:
                self._end(Why.DRAINED)
            elif not self._lobby.draining:
                self._ordered = trio.Event()

    async def _close(self, words: Words) -> Answer:
        await self._lobby.all_awake()
        table = self._lobby.tables.get(words[0])
        if table is None or len(words) > 1:
            there = ", ".join(self._lobby.tables) or "none"
            raise Refused(f"no table {' '.join(words)!r}; there are: {there}"[:1000])
        table.end()
        return Answer((f"{table.id} is closed",), {"closed": [table.id]})

    async def _say(self, words: Words) -> Answer:
        try:
            text = checked_text(" ".join(words)[:TEXT])
        except InvalidText as wrong:
            raise Refused(str(wrong)) from None
        told = self._lobby.notify(Notice(topic=Topic.OPERATOR, text=text))
        return Answer((f"{told} have been told",), {"told": told})

    async def _drain(self, words: Words) -> Answer:
        if words == ("--cancel",):
            return self._go_on()
        if words:
            raise Refused("it is: drain [--cancel]")
        self._lobby.farewell = DRAINING
        await self._lobby.all_awake()
        self._ordered.set()
        self._lobby.notify(DRAINING)
        for table in tuple(self._lobby.tables.values()):
            if not table.in_a_match:
                table.end()
        left = [table.id for table in self._lobby.tables.values() if table.in_a_match]
        still = f"{len(left)} {'is' if len(left) == 1 else 'are'} still played at, then the server ends"
        return Answer((f"no new tables; {still}",), {"tables": left})

    def _go_on(self) -> Answer:
        if not self._lobby.draining:
            raise Refused("the server does not drain")
        self._lobby.farewell = None
        self._lobby.notify(STAYS)
        return Answer(("tables can be opened again",))

    async def _stop(self, _words: Words) -> Answer:
        self._stopping = True
        self._ordered.set()
        return Answer(("the server ends",))
