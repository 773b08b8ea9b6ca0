"""The context of one table: its options and everybody at it, as all its parts share them."""

from __future__ import annotations

from coinche.engine.seats import Team
from coinche.engine.view import Phase
from coinche.protocol.messages import TableInfo
from coinche.server.match.table_options import TableOptions, changes
from coinche.server.sessions.server_context import ServerContext
from coinche.server.sessions.session import Session

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
        self._changes = changes(options) | ({"length": 1} if options.board else {})

    def seats_for_callers(self, session: Session) -> int:
        """The number of seats to which that session may call others: none unless it sits here and they can sit down.

        Before the first match those are the free ones; the host may call to those of bots, too, and during a match.
        """
        playing = self.members.playing
        if self.seats.of(session) is None or (playing and not self.options.admits_newcomers):
            return 0
        free = sum(place.open and not place.taken for place in self.seats.values())
        if free and not playing:
            return free
        return len(self.seats.open_seats) if self.members.host.is_host(session) else 0

    def info(self, phase: Phase, score: dict[Team, int] | None) -> TableInfo:
        """The table as the lobby shows it, with the phase and the totals of its match.

        Where spectators see the match later than it is played, the lobby does not show how far it is.
        """
        options, delayed = self.options, bool(self.options.delay_s or self.options.delay_deals)
        return TableInfo(
            table=self.table,
            name=options.name,
            preset=options.preset,
            base=options.base,
            options=self._changes,
            target=options.rules.match.target,
            phase=Phase.PLAYING if delayed and phase is not Phase.WAITING else phase,
            seats=tuple(place.info() for place in self.seats.values()),
            spectators=len(self.feed.spectators),
            clock=options.clock_for(people=self.seats.has_people),
            strict=options.strict,
            private=options.key is not None,
            delay_s=options.delay_s,
            delay_deals=options.delay_deals,
            host=self.members.host.seat,
            hold=options.hold,
            shares=options.shares,
            hints=options.allows_hints(self.server.hints),
            ladder=options.ladder is not None,
            score=None if delayed else score,
        )
