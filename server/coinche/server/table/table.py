"""One table: a machine that takes a message or a moment, and does all that follows (`match_flow` draws it).

`receive` handles a message of a client or of the server, `wake` the deadline; both then go on as far as nothing has to
be waited for, and neither ever awaits. A table is called by one caller at a time, in one thread: there are no locks.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import assert_never

from coinche.engine.seats import Seat
from coinche.engine.view import Phase
from coinche.protocol.messages import Act, Claim, TableInfo
from coinche.server import limits
from coinche.server.log import Happening, LogEntry
from coinche.server.match.entries import Entry, PackLaid, Seating, TableOpened
from coinche.server.match.packs import PackSource
from coinche.server.match.practice import before_last_action
from coinche.server.match.table_options import TableOptions
from coinche.server.seating.table_context import TableContext
from coinche.server.sessions.server_context import ServerContext
from coinche.server.sessions.session import Session
from coinche.server.turns.turns import Abandoned, Endless, Turns

from .agreements import Pauses, Recap, Votes
from .dispatch import Input, TableMessages
from .match_flow import (
    AwaitingPack,
    AwaitingShares,
    BetweenBoards,
    Closed,
    Deciding,
    Gathering,
    InPause,
    MatchFlow,
    RecapShown,
    Stalled,
    Starting,
    TrickShown,
    Waiting,
)
from .match_log import MatchLog
from .shuffle_shares import ShareCollector


@dataclass(frozen=True, slots=True)
class Deserted:
    """A table at which nobody is, opened from that origin; `people` is False if only programs have seats there."""

    table: str
    origin: str
    people: bool


class Table:
    """One table. A `kept` one is the operator's: it has no host, and is not closed for want of company.

    Others were opened from that `origin`. `deadline` is when to `wake` it (trio's clock).
    """

    def __init__(
        self,
        table: str,
        options: TableOptions,
        packs: PackSource,
        server: ServerContext,
        *,
        kept: bool = False,
        origin: str = "",
    ) -> None:
        self.id = table
        self.options = options
        self.origin = origin
        self.deadline = -math.inf
        self.closed = False
        self.stalled = False
        """True while the table waits for the disk: it is to be woken when the store flows again."""
        self._server = server
        self._kept = kept = kept or options.ladder is not None
        self._context = context = TableContext(table, options, server, kept=kept, origin=origin)
        self._feed = context.feed
        self._members = context.members
        self._seats = context.seats
        self._log = MatchLog(context)
        self._turns = Turns(context)
        self._shares = ShareCollector(context, self._log)
        self._pauses = Pauses(context)
        self._votes = Votes(context)
        self._flow = MatchFlow(context, packs, self._log, self._turns, self._shares, self._pauses, self._votes)
        self._messages = TableMessages(context, self._log, self._turns, self._shares, self._pauses, self._votes)
        self._waits_for: Waiting = Starting()
        self._expects_until = -math.inf
        self._recalled = False

    # --- as others see it ----------------------------------------------------------------------------

    @property
    def phase(self) -> Phase:
        """The phase of its match."""
        return self._log.phase

    @property
    def in_a_match(self) -> bool:
        """True while a match is played; not before the first, nor while another is only on offer."""
        waits_for = self._waits_for.before if isinstance(self._waits_for, InPause) else self._waits_for
        offers_rematch = isinstance(waits_for, RecapShown) and waits_for.recap.final
        return self.phase is not Phase.WAITING and not offers_rematch

    @property
    def is_full(self) -> bool:
        """True if a player or a bot has every seat."""
        return self._seats.filled

    @property
    def spectators(self) -> int:
        """The number of those who watch."""
        return len(self._feed.spectators)

    def sits(self, session: Session) -> bool:
        """Return whether a seat is the session's, present or away."""
        return self._seats.of(session) is not None

    def seats_away(self, who: str, *, before: float) -> tuple[Seat, ...]:
        """The seats of that client (`Session.who`) that wait since before that moment, and may be another's."""
        return self._seats.away_since(who, before, self._members.dealt_at)

    def is_host(self, session: Session) -> bool:
        """Return whether that session is the host."""
        return self._members.host.is_host(session)

    def seats_for_callers(self, session: Session) -> int:
        """The number of seats to which that session may call others."""
        return self._context.seats_for_callers(session)

    @property
    def seating(self) -> Seating:
        """The occupants of the seats."""
        return self._members.seating

    def is_hidden_from(self, session: Session) -> bool:
        """Return whether the session may not know of the table: one of a contest, or somebody else's for practice."""
        owners = [] if self.options.is_contest else [place.owner.who for place in self._seats.values() if place.owner]
        return self.options.is_hidden and session.table != self.id and session.who not in owners

    def keeps_seat_of(self, session: Session, now: float) -> bool:
        """Return whether the table keeps the seat of the session, which is away before the first match.

        Not for a while after a restart: until its clients can be back, none of them counts as away.
        """
        place = self._seats.of(session)
        return place is not None and place.is_kept and now >= self._expects_until

    def deserted(self, now: float) -> Deserted | None:
        """The table as one at which nobody is, though seats are kept for some; None if it is not, or the operator's.

        One that has come back with the server is not deserted yet: all of them come at once, before anybody can.
        """
        if self._kept or now < self._expects_until or not self._members.deserted:
            return None
        return Deserted(self.id, self.origin, people=self._seats.has_people)

    def info(self) -> TableInfo:
        """The table as the lobby shows it."""
        return self._context.info(self.phase, self._log.score)

    # --- opening, and coming back --------------------------------------------------------------------

    def open(self) -> None:
        """Begin as a new table."""
        self._server.store.append(self.id, TableOpened(options=self.options, origin=self.origin))

    def recall(
        self, entries: Iterable[Entry], sessions: Mapping[str, Session], were_here: Sequence[Session], now: float
    ) -> None:
        """Begin as the table that these entries made before the server was restarted.

        Of the sessions some `were_here`, on a seat or to watch.
        """
        self._replay(entries, sessions, were_here, now)
        line = f"{self.id}: {self.options.name!r} is back, event {self._feed.n}"
        self._server.say(LogEntry(Happening.TABLE_BACK, line, table=self.id, n=self._feed.n))

    def fork(self, entries: Sequence[Entry], other: str, now: float) -> None:
        """Begin as a new table, at which these entries of the other have happened, and nothing else."""
        for entry in entries:
            self._server.store.append(self.id, entry)
        self._replay(entries, self._server.sessions, (), now)
        line = f"{self.id}: {self.options.name!r} is open, from {other} with an action taken back"
        facts = {"table": self.id, "name": self.options.name, "preset": self.options.preset, "origin": self.origin}
        self._server.say(LogEntry(Happening.TABLE_OPEN, line, **facts))

    def left_by_undo(self, session: Session) -> Sequence[Entry] | None:
        """The entries that are left when the last action of the session's seat is taken back; None if it has none.

        An answer that waits to be taken goes first.
        """
        place, entries = self._seats.of(session), self._server.store.history(self.id)
        if place is None:
            return None
        return entries if self._turns.has_answered(place.seat) else before_last_action(entries, place.seat)

    def _replay(
        self, entries: Iterable[Entry], sessions: Mapping[str, Session], were_here: Sequence[Session], now: float
    ) -> None:
        self._expects_until = now + limits.RETURN
        self._recalled = True
        seating: Seating | None = None
        for entry in entries:
            seating = entry if isinstance(entry, Seating) else seating
            if isinstance(entry, PackLaid):
                self._members.recall_deal()
            self._log.follow(entry, news=False)
            self._feed.recall(entry)
            self._pauses.recall(entry, now)
            self._votes.recall(entry)
            self._messages.chat.recall(entry)
            self._members.systems.recall(entry)
            self._members.reservations.recall(entry)
            self._turns.recall(entry)
        if seating is not None:
            self._members.recall(seating, sessions, now, playing=self._log.replay.state is not None)
        owners = {place.owner for place in self._seats.values() if place.owner is not None}
        for session in owners:
            session.table = self.id
        for session in were_here:
            if session not in owners and session.table == self.id:
                self._feed.spectators.expect(session)

    # --- the machine ---------------------------------------------------------------------------------

    def receive(self, session: Session, message: Input, now: float) -> None:
        """Handle a message, and go on as far as nothing has to be waited for. `now` is the time of trio's clock.

        A table that is closed takes nothing: of what it kept, nothing is there any more.
        """
        if self.closed:
            return
        heard_ms = self._server.time.now_ms()
        self._seats.count_absences(now)
        try:
            if not isinstance(message, Act | Claim):
                recap = self._waits_for.recap if isinstance(self._waits_for, RecapShown) else None
                self._messages.handle(session, message, recap, now)
                self._hand_over_seats(now)
                if self._members.abandoned and not self._kept:
                    raise Abandoned
                if self._pauses.until is None:
                    self._turns.tick(heard_ms, now)
            elif isinstance(self._waits_for, InPause | Stalled):
                self._turns.lay_aside(session, message)
            else:
                self._turns.hear(session, message, heard_ms, now)
            self._go_on(now)
        except (Abandoned, Endless) as ending:
            self._end_by(ending)

    def wake(self, now: float) -> None:
        """Do what is due by now, and go on as far as nothing has to be waited for."""
        self._seats.count_absences(now)
        try:
            self._feed.release(now)
            if self._pauses.until is None:
                self._turns.tick(self._server.time.now_ms(), now)
            self._go_on(now)
        except (Abandoned, Endless) as ending:
            self._end_by(ending)

    def _go_on(self, now: float) -> None:
        """Leave what is over, and set the deadline of what is waited for then."""
        for _ in range(limits.AT_ONCE):
            if self._pauses.until is not None and not isinstance(self._waits_for, InPause | Closed):
                self._waits_for = InPause(self._waits_for, self._server.time.now_ms())
            entered = self._leave(now)
            if entered is None:
                self.deadline = min(self._until(now), self._feed.due)
                self.stalled = isinstance(self._waits_for, Stalled)
                return
            self._waits_for = entered
            if isinstance(entered, Closed):
                self.close("match_over")
                return
            if not isinstance(entered, InPause | Stalled):
                self._turns.hear_laid_aside(now)
        self.deadline, self.stalled = now, False  # others have their turn first

    def _until(self, now: float) -> float:
        """The end of what is waited for, unless something comes before; infinity where only that can end it."""
        match self._waits_for:
            case Deciding():
                return self._turns.deadline(now)
            case TrickShown(until=until) | BetweenBoards(until=until):
                return until
            case AwaitingShares():
                return self._shares.until
            case RecapShown(recap=recap):
                return recap.until(now)
            case InPause():
                return self._pauses.until or 0.0
            case Gathering():
                return self._seats.kept_until or math.inf
            case Starting() | AwaitingPack() | Stalled() | Closed():
                return math.inf
            case _:
                assert_never(self._waits_for)

    def _leave(self, now: float) -> Waiting | None:
        """Leave what is waited for if it is over, and enter what is next; None while it is not over."""
        match self._waits_for:
            case Deciding():
                taken = self._turns.take(now)
                return None if taken is None else self._flow.acted(taken, now)
            case AwaitingShares():
                if (pack := self._shares.pack(now)) is None:
                    return None
                self._flow.deal(pack, now)
            case TrickShown(until=until):
                if now < until and self._seats.has_people:
                    return None
            case RecapShown(recap=recap):
                return self._after_recap(recap, now)
            case BetweenBoards(until=until):
                return None if now < until else self._flow.after_recap(now, again=False)
            case Gathering():
                self._free_seats(now)
                if not self._messages.host_orders.may_begin:
                    self._log.bound()
                    return None
                self._flow.begin_match(1)
            case Stalled():
                if not self._server.store.flows(self.id):
                    return None
            case AwaitingPack():
                if not self._flow.has_pack:
                    return None
            case InPause() as pause:
                over = now >= (self._pauses.until or 0.0) or not self._seats.has_people
                return self._after_pause(pause, now) if over else None
            case Starting():
                if self._recalled and self._members.abandoned and not self._kept:
                    raise Abandoned  # it was opened, and the server ended before anybody sat down
            case Closed():
                return None
            case _:
                assert_never(self._waits_for)
        return self._flow.next(now)

    def _free_seats(self, now: float) -> None:
        """Free the seats of those who have been away for too long before the first match."""
        for owner in self._seats.no_longer_kept(now):
            self._members.gone(owner)
            if self._members.abandoned and not self._kept:
                raise Abandoned

    def _after_recap(self, recap: Recap, now: float) -> Waiting | None:
        for person in recap.leaving(now):
            self._members.remove(person, "match_over", now)
        self._hand_over_seats(now)
        recap.look_round(now)
        return self._flow.after_recap(now, again=recap.again) if recap.over(now) else None

    # --- pauses, and seats that change hands ---------------------------------------------------------

    def _after_pause(self, pause: InPause, now: float) -> Waiting:
        """Go on where the pause began: nobody's clock has run, and what is asked is asked again."""
        self._pauses.end()
        self._turns.stood_still(self._server.time.now_ms() - pause.began_ms)
        for place in self._seats.values():
            self._turns.ask(place, now)
        return pause.before

    def _hand_over_seats(self, now: float) -> None:
        """Have everybody asked for what is due who acts for a seat from now on."""
        changed, self._members.unasked = self._members.unasked, []
        if self._pauses.until is None:
            for place in changed:
                self._turns.ask(place, now)
                self._shares.ask(place, now)

    # --- the end -------------------------------------------------------------------------------------

    def _end_by(self, ending: Abandoned | Endless) -> None:
        if isinstance(ending, Abandoned):
            self.close("abandoned")
        else:
            self.close("endless", f": {ending}")

    def close(self, reason: str = "operator", why: str = "") -> None:
        """Close the table, wherever its match is."""
        if self.closed:
            return
        self.closed, self._waits_for, self.deadline = True, Closed(), math.inf
        try:
            self._members.close(reason, self._turns.forfeits)
        finally:
            self._server.store.close(self.id)
        line = f"{self.id}: closed ({reason}{why})"
        self._server.say(LogEntry(Happening.TABLE_CLOSED, line, table=self.id, reason=reason))
