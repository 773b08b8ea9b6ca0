"""Those who watch one table, each with the eyes through which he sees, and how far behind he is who does not read.

Who reads is told each event as it comes. Who does not costs nothing until he does: then he reads from the log, bit by
bit, what he has missed. Knows sessions and numbers of events. Refuses to know what an event is, and when it is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from coinche.engine.events import Viewer

from .event_log import Frames
from .sessions.sessions import Session

Past = Callable[[Viewer, int, int], Iterator[bytes]]
"""What those eyes see of the events after one number, up to another."""


def shown_to(viewer: Viewer, frames: Frames) -> bytes:
    """What is sent to that viewer."""
    return frames if isinstance(frames, bytes) else frames.get(viewer, frames[None])


@dataclass(eq=False, slots=True)
class Behind:
    """Somebody reads from the log, up to that event."""

    upto: int


class Audience:
    """The spectators of one table. The log may grow while it is read."""

    def __init__(self, past: Past) -> None:
        self._past = past
        self._eyes: dict[Session, Viewer] = {}
        self._behind: dict[Session, Behind] = {}
        self._shown = 0

    def __len__(self) -> int:
        return len(self._eyes)

    def __iter__(self) -> Iterator[Session]:
        return iter(self._eyes)

    def __contains__(self, session: Session) -> bool:
        return session in self._eyes

    def eyes(self, session: Session) -> Viewer:
        """Through whose eyes it watches."""
        return self._eyes.get(session)

    def come(self, session: Session, eyes: Viewer, after: int) -> None:
        """Show the session everything after that number, and whatever comes."""
        self.expect(session, eyes)
        session.push_log(self._past(eyes, after, self._shown))

    def expect(self, session: Session, eyes: Viewer = None) -> None:
        """The session watches, but is to be told nothing of what is over."""
        self._eyes[session] = eyes
        self._behind.pop(session, None)

    def leave(self, session: Session) -> None:
        """The session watches no longer."""
        self._eyes.pop(session, None)
        self._behind.pop(session, None)

    def show(self, frames: Frames) -> None:
        """Show the next event."""
        self._shown += 1
        for session, eyes in self._eyes.items():
            if session in self._behind:
                continue
            if session.reads:
                session.push(shown_to(eyes, frames))
            else:
                self._fall_behind(session, self._shown - 1)

    def settle(self) -> None:
        """The table is over: have all of the log lie ready for those who are behind."""
        for session, behind in self._behind.items():
            session.push_log(self._past(self._eyes[session], behind.upto, self._shown))
        self._behind.clear()

    def _fall_behind(self, session: Session, after: int) -> None:
        behind = self._behind[session] = Behind(self._shown)
        session.push_log(self._missed(session, after, behind))

    def _missed(self, session: Session, after: int, behind: Behind) -> Iterator[bytes]:
        """What was shown meanwhile; once it is read, what was shown since, until there is nothing more."""
        yield from self._past(self._eyes.get(session), after, behind.upto)
        if self._behind.get(session) is not behind:
            return
        del self._behind[session]
        if behind.upto < self._shown:
            self._fall_behind(session, behind.upto)
