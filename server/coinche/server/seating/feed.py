"""The event feed of one table: numbers each event, and sends it to every follower as that follower may see it.

An event is encoded once for all who may see the same. Players get it at once, spectators as late as the table's delay
wants. Nothing is held back from spectators before the first match begins, or once the table is over. What they have
been shown is kept, and after a restart all else waits for the whole delay again: the clock on the wall may have jumped.
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass, replace
from itertools import chain, takewhile
from typing import NamedTuple

from coinche.engine.events import DealScored, Event, MatchStarted, ThrownIn, Viewer, seen_by
from coinche.engine.seats import Seat
from coinche.protocol.codec import encode
from coinche.protocol.messages import Envelope, TableEvent
from coinche.server.match.entries import Entry, Shown, Told
from coinche.server.sessions.sessions import ServerContext, Session
from coinche.server.storage.budget import TableUsage

from .event_log import EventLog, Frames, Spectators, shown_to


@dataclass(frozen=True, slots=True)
class Delay:
    """How far spectators are behind the players: an event waits so long, and for the ends of so many deals."""

    seconds: float = 0.0
    deals: int = 0


class _Held(NamedTuple):
    """An event that spectators do not see before that time, and before that many deals of the table have ended."""

    until: float
    deals: int


class Feed:
    """The feed of one table. Numbers are dense from 1 and the same for every viewer."""

    def __init__(self, table: str, server: ServerContext, usage: TableUsage, delay: Delay = Delay()) -> None:
        self._table = table
        self._server = server
        self._log = EventLog(usage)
        self._players: dict[Session, Seat] = {}
        self._spectators = Spectators(self._log)
        self._delay = delay
        self._holding = False
        self._held: deque[_Held] = deque()
        self._deals_ended = 0
        self._kept_shown = 0
        """The last event of which it is kept that spectators have been shown it."""

    @property
    def n(self) -> int:
        """The number of the last event."""
        return len(self._log)

    @property
    def spectators(self) -> int:
        """The number of those who follow without a seat."""
        return len(self._spectators)

    @property
    def followers(self) -> tuple[Session, ...]:
        """All who are sent events."""
        return (*self._players, *self._spectators)

    # --- telling -------------------------------------------------------------------------------------

    def tell(self, event: TableEvent, by: str = "") -> None:
        """Keep an event of the table, with the one who caused it (`Session.who`) where that counts, and send it."""
        told = Told(self._server.time.unix_ms(), event, by)
        self._server.store.append(self._table, told)
        self.pass_on(told.at, event)

    def pass_on(self, at: int, event: Event | TableEvent) -> None:
        """Send an event that follows from an entry of that time (ms of the Unix clock), which has been kept."""
        frames = self._frames(Envelope(self._table, len(self._log) + 1, at, event))
        self._log.append(frames)
        delayed = self._delay_from(event)
        for session, seat in self._players.items():
            session.push(shown_to(seat, frames))
        if not delayed:
            self._spectators.show(frames)

    def _frames(self, envelope: Envelope) -> Frames:
        event = envelope.event
        if isinstance(event, TableEvent):
            return encode(envelope)
        public = seen_by(event, None)
        if public is event:  # hides nothing from anybody
            return encode(envelope)
        views = {seat: seen for seat in Seat if (seen := seen_by(event, seat)) != public}
        return {viewer: encode(replace(envelope, event=seen)) for viewer, seen in ((None, public), *views.items())}

    # --- spectators ----------------------------------------------------------------------------------

    def _delay_from(self, event: Event | TableEvent) -> bool:
        """Note when spectators may see the event; True if not at once. The end of a deal waits for itself, too."""
        self._holding = self._holding or (self._delay != Delay() and isinstance(event, MatchStarted))
        if self._holding:
            now = self._server.time.now()
            until = now + self._delay.seconds
            self._held.append(_Held(until, self._deals_ended + self._delay.deals))
            self._deals_ended += isinstance(event, DealScored | ThrownIn)
            self.release(now)
        return self._holding

    @property
    def due(self) -> float:
        """When spectators may see the next event (trio's clock); infinity if that waits for the end of a deal."""
        if not self._held or self._held[0].deals > self._deals_ended:
            return math.inf
        return self._held[0].until

    def release(self, now: float) -> None:
        """Send spectators what they may see by now."""
        due = sum(1 for _ in takewhile(lambda held: held.until <= now and held.deals <= self._deals_ended, self._held))
        if due and self._spectators:
            self._keep_shown(self._shown + due)
        for _ in range(due):
            self._release_next()

    def release_all(self) -> None:
        """Send spectators all that was held back: the table is over."""
        while self._held:
            self._release_next()
        self._spectators.settle()

    def recall(self, entry: Entry) -> None:
        """Restore what spectators had been shown before a restart."""
        if isinstance(entry, Shown):
            self._kept_shown = entry.n
            while self._held and self._shown < entry.n:
                self._release_next()

    def _keep_shown(self, n: int) -> None:
        """Keep that somebody is shown everything up to that event, before they are."""
        if self._holding and n > self._kept_shown:
            self._kept_shown = n
            self._server.store.append(self._table, Shown(n))

    def _release_next(self) -> None:
        frames = next(self._log.frames(self._shown, len(self._log)))
        self._held.popleft()
        self._spectators.show(frames)

    @property
    def _shown(self) -> int:
        """The number of the last event that spectators have seen."""
        return len(self._log) - len(self._held)

    # --- followers -----------------------------------------------------------------------------------

    def follow(
        self, session: Session, seat: Seat | None, after: int = 0, *, eyes: Viewer = None, since: int = 0
    ) -> None:
        """Send the session everything after that number that it may see by now, and whatever comes.

        On a seat it sees what was dealt there after event `since`, and before it what everybody sees. Without a seat it
        sees with those `eyes`, as late as a spectator.
        """
        session.queue(patient=seat is None)
        if seat is not None:
            self._spectators.remove(session)
            self._players[session] = seat
            past, own = self._log.sent_to(None, after, since), self._log.sent_to(seat, max(after, since), self.n)
            session.push_log(chain(past, own))
        else:
            self._keep_shown(self._shown)
            self._spectators.add(session, eyes, after)

    def watched_before(self, session: Session) -> None:
        """Expect a session back that watched before a restart."""
        self._spectators.expect(session)

    def follows(self, session: Session) -> bool:
        """Return whether the session is sent events."""
        return session in self._players or session in self._spectators

    def watches(self, session: Session) -> bool:
        """Return whether it is sent events without a seat."""
        return session in self._spectators

    def eyes(self, session: Session) -> Viewer:
        """The seat through whose eyes it watches."""
        return self._spectators.get(session)

    def leave(self, session: Session) -> None:
        """Send the session no more."""
        self._players.pop(session, None)
        self._spectators.remove(session)
