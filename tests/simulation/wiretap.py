"""A wiretap on one connection: it checks every message of the server against the truth at the moment it leaves.

Every fact must be on disk, nobody may learn what another must keep secret, and nothing may be missing or doubled.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from coinche.engine.cards import Card
from coinche.engine.events import CardPlayed, DeclarationsShown, HandDealt, Viewer
from coinche.engine.seats import Seat
from coinche.engine.view import TableView
from coinche.protocol.codec import decode_server
from coinche.protocol.errors import ErrorCode
from coinche.protocol.frames import FrameReader
from coinche.protocol.limits import FROM_SERVER
from coinche.protocol.messages import (
    Accept,
    Envelope,
    Error,
    FromClient,
    FromServer,
    Joined,
    Left,
    Lobby,
    Ok,
    Prove,
    Ready,
    Request,
    RequestKind,
)
from coinche.server.match.table_options import STANDARD

from .truth import TrueTable, Truth
from .violation import Violation

decoded = lru_cache(maxsize=4096)(decode_server)
"""The message in a body; what many are sent is decoded once."""


class Asked(NamedTuple):
    """A request: for whom it was, of which kind, and what was legal."""

    seat: Seat | None
    kind: RequestKind | None
    legal: tuple[str, ...]


_NOTHING = Asked(None, None, ())


@dataclass(slots=True)
class Memory:
    """The server's requests since its start, and all servers of a run; shared by all taps."""

    truth: Truth
    unix_ms: Callable[[], int]
    asked: dict[tuple[str, int], Asked] = field(default_factory=dict)
    """The requests of each table."""
    left_ms: dict[tuple[str, int], int] = field(default_factory=dict)
    """The time left when the request was last sent."""

    def begin_again(self) -> None:
        """Another server: what was left of the time for a decision is its to say anew."""
        self.left_ms.clear()


class Wiretap:
    """The tap on one connection to a client that speaks frames."""

    def __init__(self, memory: Memory, who: str, note: Callable[[object], None] | None) -> None:
        self._memory = memory
        self._truth = memory.truth
        self._who = who
        self._note = note
        self._reader = FrameReader(FROM_SERVER)
        self._session: str | None = None
        self._table: str | None = None
        self._viewer: Viewer = None
        self._watches = False
        self._since = 0
        self._next: int | None = None
        self._lends: set[tuple[str, Seat]] = set()
        self._left: str | None = None
        self._resumes_after = 0

    def overheard(self, message: FromClient) -> None:
        """The client says that it has seen so much, or offers to play a seat as a provider."""
        match message:
            case Prove(n=n):
                self._resumes_after = n
            case Accept(table=table, seat=seat):
                self._lends.add((table, seat))

    def carried(self, data: bytes) -> None:
        """Those bytes leave the machine."""
        for body in self._reader.feed(data):
            message = decoded(body)
            if self._note is not None:
                self._note(message)
            self._check(message, body)

    def _check(self, message: FromServer | Envelope | None, body: bytes) -> None:
        match message:
            case Envelope():
                self._event(message, body)
            case Request():
                self._request(message)
            case Joined():
                self._joined(message)
            case Left():
                self._left, self._table, self._next = self._table, None, None
            case Ok(request=int(number)):
                self._accepted(number)
            case Error(code=ErrorCode.LATE, request=int(number)):
                self._late(number)
            case Ready():
                self._session = message.session
            case Lobby():  # a client that joins a table from here has seen nothing of it
                self._resumes_after = 0
            case None:
                self._broken("a message is one that clients know", body[:40])

    def _broken(self, rule: str, how: object) -> None:
        raise Violation(rule, f"{self._who}: {how}")

    # --- events --------------------------------------------------------------------------------------

    def _joined(self, joined: Joined) -> None:
        table = self._true(joined.table)
        self._next = self._resumes_after + 1 if 0 < self._resumes_after <= len(table.log) else 1
        self._resumes_after = 0
        self._table, self._watches = joined.table, joined.seat is None
        self._viewer = joined.eyes if joined.seat is None else joined.seat
        self._since = 0 if joined.seat is None else table.since[joined.seat]
        if joined.seat is not None and (joined.seat, self._session) not in table.owners:
            self._broken("a seat is known by its owner alone", f"{joined.seat} of {joined.table}")

    def _event(self, envelope: Envelope, body: bytes) -> None:
        if envelope.table != self._table:
            self._broken("one is told of the table that one is at", f"{envelope.table}, not {self._table}")
        if envelope.n != self._next:
            self._broken("events are told in order, each once", f"{envelope.table} {envelope.n}, not {self._next}")
        self._next = envelope.n + 1
        table = self._true(envelope.table)
        self._knows(envelope.event)
        if envelope.n > len(table.log):
            self._broken("nothing is said that is not safe", f"event {envelope.n} of {table.id}: {envelope.event}")
        if table.frame(envelope.n, None if envelope.n <= self._since else self._viewer)[4:] != body:
            said, true = envelope, table.log[envelope.n - 1]
            self._broken("what is told is what happened, as its viewer may see it", f"{said} as {self._viewer}: {true}")
        if self._watches:
            self._not_early(table, envelope)

    def _knows(self, event: object) -> None:
        if isinstance(event, HandDealt) and event.cards is not None and event.seat is not self._viewer:
            self._broken("a hand is known by its seat alone", f"{event} to {self._viewer}")

    def _not_early(self, table: TrueTable, envelope: Envelope) -> None:
        """Spectators see an event as late as the table says, from the first match on to the end."""
        options = table.options
        assert options is not None
        if table.closed or not (options.delay_s or options.delay_deals) or not table.deals_ended[envelope.n - 1 :]:
            return
        began = next((one.n for one in table.log if type(one.event).__name__ == "MatchStarted"), len(table.log) + 1)
        if envelope.n < began:
            return
        before = table.deals_ended[envelope.n - 2] if envelope.n > 1 else 0
        if table.deals_ended[-1] < before + options.delay_deals:
            self._broken("spectators see events as late as they may", f"{envelope}: a deal goes on")
        if self._memory.unix_ms() < envelope.at + 1000 * options.delay_s - 1:
            self._broken("spectators see events as late as they may", f"{envelope} at {self._memory.unix_ms()}")

    # --- requests ------------------------------------------------------------------------------------

    def _request(self, request: Request) -> None:
        mine = self._table == request.table and self._viewer is request.seat and not self._watches
        if not mine and (request.table, request.seat) not in self._lends:
            self._broken("only who plays a seat is asked", f"{request.seat} of {request.table}")
        table = self._true(request.table)
        if request.after > len(table.log):
            self._broken("nothing is said that is not safe", f"a request after event {request.after}")
        self._asked_once(request)
        self._clock_runs(request)
        if isinstance(request.view, TableView):
            self._sees_his_own(table, request, request.view)

    def _asked_once(self, request: Request) -> None:
        asked = Asked(request.seat, request.kind, request.legal)
        before = self._memory.asked.setdefault((request.table, request.request), asked)
        if before != asked:
            self._broken("a request's number is its own", f"{request.request} of {request.table}: {before}, {asked}")

    def _clock_runs(self, request: Request) -> None:
        key, left = (request.table, request.request), request.clock.move_ms + request.clock.bank_ms
        before = self._memory.left_ms.get(key, left)
        if left > before and not self._people_came(request, before):
            self._broken("no clock goes up within a decision", f"{key}: {self._memory.left_ms[key]}, then {left}")
        self._memory.left_ms[key] = left

    def _people_came(self, request: Request, before: int) -> bool:
        """Return whether a first person explains the longer clock of a table without an agreed one."""
        options = self._true(request.table).options
        unsaid = options is not None and options.clock is None
        return unsaid and before <= STANDARD.move_ms + STANDARD.bank_ms < request.clock.move_ms

    def _sees_his_own(self, table: TrueTable, request: Request, seen: TableView) -> None:
        if seen != table.view(request.after, request.seat):
            true = table.view(request.after, request.seat)
            self._broken("a view is what its seat was told", f"{seen} after {request.after}: {true}")
        hidden = set(_cards(seen)) - known(table, request.after, request.seat)
        if hidden:
            self._broken("a hand is known by its seat alone", f"{request.seat} sees {hidden}")

    # --- answers -------------------------------------------------------------------------------------

    def _accepted(self, number: int) -> None:
        """Check that a confirmed or defaulted answer is on disk."""
        if not any(self._true(table).has_answer(number) for table in self._tables):
            self._broken("nothing is said that is not safe", f"request {number} is answered")

    def _late(self, number: int) -> None:
        """Check a default as an answer; a reaction that a player let pass leaves no event."""
        if not any(
            self._memory.asked.get((table, number), _NOTHING).kind is RequestKind.REACT for table in self._tables
        ):
            self._accepted(number)

    @property
    def _tables(self) -> set[str]:
        """Those at which the client acts, or did when it said what is taken now."""
        return {table for table, _ in self._lends} | {table for table in (self._table, self._left) if table}

    def _true(self, table: str) -> TrueTable:
        found = self._truth.tables.get(table)
        if found is None:
            raise Violation("nothing is said that is not safe", f"{self._who}: there is no {table}")
        return found


def known(table: TrueTable, n: int, seat: Seat) -> set[Card]:
    """The cards of the deal that stands at event `n` of which a seat can know where they are."""
    cards: set[Card] = set()
    for envelope in reversed(table.log[:n]):
        match envelope.event:
            case HandDealt(seat=whose, cards=dealt) if whose is seat:
                cards |= set(dealt or ())
            case CardPlayed(card=card):
                cards.add(card)
            case DeclarationsShown(declarations=shown):
                cards |= {card for declaration in shown for card in declaration.cards}
        if type(envelope.event).__name__ == "DealStarted":
            break
    return cards


def _cards(seen: TableView) -> list[Card]:
    tricks = (*seen.tricks, *(() if seen.trick is None else (seen.trick,)))
    laid = [card for trick in tricks for card in trick.cards]
    shown = [card for announced in seen.shown for card in announced.declaration.cards]
    return [*seen.hand, *laid, *shown]
