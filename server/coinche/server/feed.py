"""A table's numbered log and those who follow it: one encoding for all who may see the same.

Knows event numbers, redaction and fan-out. Refuses to know what an event means.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from coinche.engine.events import Event, Viewer, seen_by
from coinche.engine.seats import Seat
from coinche.protocol.codec import encode
from coinche.protocol.messages import Envelope, TableEvent

from .clock import Clock
from .session import Session

Observer = Callable[[Envelope], None]
"""Told every event as it is, hidden cards included: for the operator's own code, such as an arena."""


class Feed:
    """The log of one table. Numbers are dense from 1 and the same for every viewer."""

    def __init__(self, table: str, clock: Clock, observer: Observer | None = None) -> None:
        self._table = table
        self._clock = clock
        self._observer = observer
        self._log: list[dict[Viewer, bytes]] = []
        self._followers: dict[Session, Viewer] = {}

    @property
    def n(self) -> int:
        """The number of the last event."""
        return len(self._log)

    @property
    def spectators(self) -> int:
        """How many follow without a seat."""
        return sum(viewer is None for viewer in self._followers.values())

    @property
    def followers(self) -> tuple[Session, ...]:
        """Everybody who is told."""
        return tuple(self._followers)

    def tell(self, event: Event | TableEvent) -> None:
        """Number the event and send it to every follower as he may see it."""
        envelope = Envelope(self._table, self.n + 1, self._clock.unix_ms(), event)
        if self._observer is not None:
            self._observer(envelope)
        frames = self._frames(envelope)
        self._log.append(frames)
        public = frames[None]
        for session, viewer in self._followers.items():
            session.push(frames.get(viewer, public))

    def _frames(self, envelope: Envelope) -> dict[Viewer, bytes]:
        event = envelope.event
        if isinstance(event, TableEvent):
            return {None: encode(envelope)}
        public = seen_by(event, None)
        if public is event:  # hides nothing from anybody
            return {None: encode(envelope)}
        views = {seat: seen for seat in Seat if (seen := seen_by(event, seat)) != public}
        return {viewer: encode(replace(envelope, event=seen)) for viewer, seen in ((None, public), *views.items())}

    def follow(self, session: Session, viewer: Viewer, after: int = 0) -> None:
        """Send the session everything after that number, as that viewer, and whatever comes."""
        self._followers[session] = viewer
        frames = [seen.get(viewer, seen[None]) for seen in self._log[after:]]
        if frames:
            session.push_log(b"".join(frames))

    def follows(self, session: Session) -> bool:
        """Whether the session is told."""
        return session in self._followers

    def leave(self, session: Session) -> None:
        """Send the session no more."""
        self._followers.pop(session, None)
