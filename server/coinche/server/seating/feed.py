"""A table's numbered log and those who follow it: one encoding for all who may see the same.

Knows event numbers, redaction, fan-out and how far behind spectators are. Refuses to know what an event means, the
beginning of a match and the end of a deal apart, and to wait: whoever runs the table has `release` called when `due`.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, takewhile
from typing import NamedTuple

import trio

from coinche.engine.events import DealScored, Event, MatchStarted, ThrownIn, Viewer, seen_by
from coinche.engine.seats import Seat
from coinche.protocol.codec import encode
from coinche.protocol.messages import Envelope, TableEvent
from coinche.server.clock import Time
from coinche.server.match.entries import Entry, Shown, Told
from coinche.server.sessions.sessions import Session
from coinche.server.storage.budget import TableUsage
from coinche.server.storage.store import Store

from .event_log import Audience, EventLog, Frames, shown_to

Observer = Callable[[Envelope], None]
"""Told every event as it is, hidden cards included: for the operator's own code, such as an arena."""


@dataclass(frozen=True, slots=True)
class Delay:
    """How far behind the players spectators are: an event waits so long, and for the ends of so many deals."""

    seconds: float = 0.0
    deals: int = 0


class Held(NamedTuple):
    """An event that spectators do not see before that time, and before that many deals of the table have ended."""

    until: float
    deals: int


class Feed:
    """The log of one table. Numbers are dense from 1 and the same for every viewer.

    Nothing is held back from spectators before the first match begins, or once the table is over. What they have been
    shown is kept, and after a restart all else waits for the whole delay again: the clock on the wall may have jumped.
    """

    def __init__(
        self,
        table: str,
        store: Store,
        time: Time,
        usage: TableUsage,
        observer: Observer | None = None,
        delay: Delay = Delay(),
    ) -> None:
        self._table = table
        self._store = store
        self._time = time
        self._observer = observer
        self._log = EventLog(usage)
        self._players: dict[Session, Seat] = {}
        self._audience = Audience(self._past)
        self._delay = delay
        self._holding = False
        self._held: deque[Held] = deque()
        self._deals_ended = 0
        self._kept_shown = 0
        """Up to which event it is kept that spectators have been shown it."""

    @property
    def n(self) -> int:
        """The number of the last event."""
        return len(self._log)

    @property
    def spectators(self) -> int:
        """How many follow without a seat."""
        return len(self._audience)

    @property
    def followers(self) -> tuple[Session, ...]:
        """Everybody who is told."""
        return (*self._players, *self._audience)

    def tell(self, event: TableEvent, by: str = "") -> None:
        """Keep an event of the table, and by whom it is where that counts, and tell it."""
        told = Told(self._time.unix_ms(), event, by)
        self._store.append(self._table, told)
        self.pass_on(told.at, event)

    def pass_on(self, at: int, event: Event | TableEvent) -> None:
        """Number the event and send it to every follower as he may see it, to spectators as late as they may.

        What it follows from has been kept; it happened at that time.
        """
        envelope = Envelope(self._table, self.n + 1, at, event)
        if self._observer is not None:
            self._observer(envelope)
        frames = self._frames(envelope)
        self._log.append(frames)
        delayed = self._hold(event)
        for session, seat in self._players.items():
            session.push(shown_to(seat, frames))
        if not delayed:
            self._audience.show(frames)

    def _hold(self, event: Event | TableEvent) -> bool:
        """Note when spectators may see the event, if not at once. What ends a deal is the first end that it waits for.

        Whether it is held back.
        """
        self._holding = self._holding or (self._delay != Delay() and isinstance(event, MatchStarted))
        if self._holding:
            until = trio.current_time() + self._delay.seconds
            self._held.append(Held(until, self._deals_ended + self._delay.deals))
            self._deals_ended += isinstance(event, DealScored | ThrownIn)
            self.release()
        return self._holding

    @property
    def due(self) -> float:
        """When spectators may see the next event, by trio's clock; never, if it waits for the end of a deal."""
        if not self._held or self._held[0].deals > self._deals_ended:
            return math.inf
        return self._held[0].until

    def release(self) -> None:
        """Send spectators what they may see by now."""
        now = trio.current_time()
        due = sum(1 for _ in takewhile(lambda held: held.until <= now and held.deals <= self._deals_ended, self._held))
        if due and len(self._audience):
            self._keep_shown(self._shown + due)
        for _ in range(due):
            self._release_next()

    def recall(self, entry: Entry) -> None:
        """Before the server was started again, spectators had been shown that."""
        if isinstance(entry, Shown):
            self._kept_shown = entry.n
            while self._held and self._shown < entry.n:
                self._release_next()

    def _keep_shown(self, n: int) -> None:
        """Keep that somebody is shown everything up to that event, before they are."""
        if self._holding and n > self._kept_shown:
            self._kept_shown = n
            self._store.append(self._table, Shown(n))

    def release_all(self) -> None:
        """Send spectators all that was held back: the table is over."""
        while self._held:
            self._release_next()
        self._audience.settle()

    def _release_next(self) -> None:
        frames = next(self._log.frames(self._shown, len(self._log)))
        self._held.popleft()
        self._audience.show(frames)

    @property
    def _shown(self) -> int:
        """The number of the last event that spectators have seen."""
        return len(self._log) - len(self._held)

    def _frames(self, envelope: Envelope) -> Frames:
        event = envelope.event
        if isinstance(event, TableEvent):
            return encode(envelope)
        public = seen_by(event, None)
        if public is event:  # hides nothing from anybody
            return encode(envelope)
        views = {seat: seen for seat in Seat if (seen := seen_by(event, seat)) != public}
        return {viewer: encode(replace(envelope, event=seen)) for viewer, seen in ((None, public), *views.items())}

    def follow(
        self, session: Session, seat: Seat | None, after: int = 0, *, eyes: Viewer = None, since: int = 0
    ) -> None:
        """Send the session everything after that number that it may see by now, and whatever comes.

        On a seat it sees what was dealt there after event `since`, and before it what everybody sees. Without a seat it
        sees with those `eyes`, as late as a spectator.
        """
        session.queue(patient=seat is None)
        if seat is not None:
            self._audience.leave(session)
            self._players[session] = seat
            session.push_log(chain(self._past(None, after, since), self._past(seat, max(after, since), self.n)))
        else:
            self._keep_shown(self._shown)
            self._audience.come(session, eyes, after)

    def watched_before(self, session: Session) -> None:
        """The session has watched, before the server was started again, and may come back."""
        self._audience.expect(session)

    def _past(self, viewer: Viewer, after: int, upto: int) -> Iterator[bytes]:
        for frames in self._log.frames(after, upto):
            yield shown_to(viewer, frames)

    def follows(self, session: Session) -> bool:
        """Whether the session is told."""
        return session in self._players or session in self._audience

    def watches(self, session: Session) -> bool:
        """Whether it is told without a seat."""
        return session in self._audience

    def eyes(self, session: Session) -> Viewer:
        """Through whose eyes it watches."""
        return self._audience.eyes(session)

    def leave(self, session: Session) -> None:
        """Send the session no more."""
        self._players.pop(session, None)
        self._audience.leave(session)
