"""Recovery after a restart: tables come back as they were, each when it is wanted, or in its turn.

A table whose entries are damaged is set aside, with a line in the log; all others come back.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

import trio

from coinche.protocol.messages import TableClosed
from coinche.server.log import explain_fault
from coinche.server.match.entries import TableOpened, Told
from coinche.server.match.packs import packs_for
from coinche.server.sessions.server_context import ServerContext
from coinche.server.sessions.session import Session
from coinche.server.storage.data_dir import DataFailed
from coinche.server.table.table import Table


class TableRecovery:
    """The tables from before a restart. Those that are still `asleep` are in the store alone.

    `over` is set once none is.
    """

    def __init__(self, server: ServerContext, kept: Iterable[str], sessions: Mapping[str, Session]) -> None:
        self.asleep = dict.fromkeys(kept)
        self.over = trio.Event()
        self._server = server
        self._store = server.store
        self._sessions = sessions
        self._were_at: defaultdict[str | None, list[Session]] = defaultdict(list)
        for session in sessions.values():
            self._were_at[session.table].append(session)

    def bring_back(self, number: str) -> Table | None:
        """The table as it was; None where it is over, or its entries do not play any more.

        DataFailed where the file cannot be read: the table is still asleep then.
        """
        table = None
        try:
            table = self._recalled(number)
        except DataFailed:
            raise
        except Exception as wrong:  # damaged entries fail anywhere in the engine; what they say may name cards
            self._store.set_aside(number, f"its entries do not play: {type(wrong).__name__}")
            explain_fault(self._server.say, wrong, table=number)
        del self.asleep[number]
        return table

    def _recalled(self, number: str) -> Table | None:
        entries = self._store.entries(number)
        opened, last = entries[0], entries[-1]
        assert isinstance(opened, TableOpened), "every table begins with how it was opened"
        packs = packs_for(opened.options, self._server.entropy)
        table = Table(number, opened.options, packs, self._server, origin=opened.origin)
        closed = isinstance(last, Told) and isinstance(last.event, TableClosed)
        if not closed:
            table.recall(entries, self._sessions, self._were_at.pop(number, []), trio.current_time())
        self._store.recall(number, entries)
        if closed:  # and everybody was told so; its last match was still to be kept
            self._store.close(number)
        return None if closed else table
