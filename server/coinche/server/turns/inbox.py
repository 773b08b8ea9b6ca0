"""What may lie in a table's inbox: the messages of clients, and what the server itself tells a table of a session."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

import trio

from coinche.protocol.messages import Act, AtTable, Claim, ClientMessage, Role
from coinche.server import limits
from coinche.server.clock import Time
from coinche.server.sessions.sessions import Session


@dataclass(frozen=True, slots=True)
class Lost:
    """The session's connection is gone."""


@dataclass(frozen=True, slots=True)
class Gone:
    """The session has gone for good: it said so, or too many are away."""


@dataclass(frozen=True, slots=True)
class Back:
    """The session is connected again and has seen the events up to `after`. `away`: it was not, meanwhile."""

    after: int
    away: bool


@dataclass(frozen=True, slots=True)
class ProviderHere:
    """The session is a provider that has just come."""


@dataclass(frozen=True, slots=True)
class ProviderGone:
    """The session is a provider that has gone."""


@dataclass(frozen=True, slots=True)
class FillUp:
    """Whoever opened the table wants bots of that kind on the free seats."""

    bot: str


Posted = AtTable | FillUp | Lost | Gone | Back | ProviderHere | ProviderGone
"""Everything."""

# --- inbox ----------------------------------------------------------------------------------------
# What waits for a table, each with the time at which it was heard, and how much anybody may leave there.
#
# Knows who has left how much. Refuses to know what a message asks for.


class Letter(NamedTuple):
    """A message and its sender. `heard_ms` is when it came, on the server's clock; `due` where it was asked for."""

    session: Session
    message: Posted
    heard_ms: int
    due: bool


class Inbox:
    """The one way in to a table. `is_asked` says whether an act answers a request that is live."""

    def __init__(self, table: str, time: Time, is_asked: Callable[[Session, Act | Claim], bool]) -> None:
        self._table = table
        self._time = time
        self._is_asked = is_asked
        self._in, self._out = trio.open_memory_channel[Letter](math.inf)
        self._aside: list[Letter] = []
        self._again: deque[Letter] = deque()

    def post(self, session: Session, message: Posted) -> bool:
        """Leave a message; False when too many are waiting, or the table is over.

        What the server itself posts is never refused, so that nobody's coming and going is lost; nor is a provider,
        which plays at many tables at once. An answer that is asked for has room however much else is waiting.
        """
        due = isinstance(message, Act | Claim) and self._is_asked(session, message)
        if isinstance(message, ClientMessage) and session.role is not Role.PROVIDER and self._full(session, due):
            return False
        try:
            self._in.send_nowait(Letter(session=session, message=message, heard_ms=self._time.now_ms(), due=due))
        except trio.ClosedResourceError:
            return False
        self._count(session, due, 1)
        return True

    def _full(self, session: Session, due: bool) -> bool:
        if due:
            return session.acts >= limits.PENDING
        crowded = self._in.statistics().current_buffer_used >= limits.INBOX and session.table != self._table
        return crowded or session.pending >= limits.PENDING

    async def next(self, deadline: float) -> Letter | None:
        """The next letter, also after the deadline if it lies there already; None where there is none."""
        if self._again:
            return self._taken(self._again.popleft())
        with trio.move_on_at(deadline):
            return self._taken(await self._out.receive())
        with suppress(trio.WouldBlock):
            return self._taken(self._out.receive_nowait())
        return None

    def lay_aside(self, letter: Letter) -> None:
        """Keep the letter until `take_up`; it counts as one that waits."""
        self._aside.append(letter)
        self._count(letter.session, letter.due, 1)

    def take_up(self) -> None:
        """What was laid aside comes next, as if it had been heard now."""
        self._again.extend(letter._replace(heard_ms=self._time.now_ms()) for letter in self._aside)
        self._aside.clear()

    def close(self) -> Iterator[Letter]:
        """Take nothing more; what has not been looked at."""
        self._in.close()
        yield from map(self._taken, (*self._again, *self._aside))
        with suppress(trio.EndOfChannel):
            while True:
                yield self._taken(self._out.receive_nowait())

    def _taken(self, letter: Letter) -> Letter:
        self._count(letter.session, letter.due, -1)
        return letter

    def _count(self, session: Session, due: bool, more: int) -> None:
        if due:
            session.acts += more
        else:
            session.pending += more


# --- endings --------------------------------------------------------------------------------------
# Why a table ends although its match does not.


class Abandoned(Exception):
    """Nobody is at the table any more."""


class Endless(Exception):
    """The match is longer than any honest one; the message says in what."""
