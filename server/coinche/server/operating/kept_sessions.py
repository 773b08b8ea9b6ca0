"""The sessions that are kept in a file, for whoever comes back when a server runs again.

Knows rows. Refuses to know sessions of a server that runs (`discipline`).
"""

from __future__ import annotations

from collections.abc import Callable

from coinche.server.storage.database import DataFile
from coinche.server.storage.store import unpacked_session


class KeptSessions:
    """Those in a file that no server uses."""

    def __init__(self, file: DataFile) -> None:
        self._file = file

    def end(self, means: Callable[[str, str], bool]) -> int:
        """Nobody comes back as those of that name and of who that is, as the function says; how many those are."""
        kept = [unpacked_session(kept) for (kept,) in self._file.rows("SELECT kept FROM sessions")]
        ended = [session.id for session in kept if means(session.name, session.who)]
        for session in ended:
            self._file.do("DELETE FROM sessions WHERE id = ?", (session,))
        return len(ended)
