"""The parts of one table that all others work with."""

from __future__ import annotations

from coinche.server.match.options import TableOptions
from coinche.server.sessions.sessions import ServerContext

from .feed import Feed
from .members import Members


class TableContext:
    """One table's options, its share of the server, its feed, members and seats.

    A `kept` table is the operator's: it has no host, no bounds, and is not closed for want of company. Others were
    opened from that `origin`.
    """

    def __init__(self, table: str, options: TableOptions, server: ServerContext, *, kept: bool, origin: str) -> None:
        self.table = table
        self.options = options
        self.server = server
        self.kept = kept
        self.origin = origin
        self.usage = server.budget.open(table, origin, bounded=not kept)
        self.feed = Feed(table, server, self.usage, options)
        self.members = Members(table, options, server, self.feed, self.usage, hosted=not kept)
        self.seats = self.members.seats
