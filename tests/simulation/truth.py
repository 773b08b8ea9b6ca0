"""The true history of each table: all journal entries, folded into one log of numbered events.

Nothing else is true: an entry without a commit has not happened. Each entry is checked against the rules of the game.
`wiretap` compares the clients' messages with this history.
"""

from __future__ import annotations

from collections.abc import Sequence

from coinche.engine.actions import parse_action
from coinche.engine.cards import PACK
from coinche.engine.deal_phases import Bidding
from coinche.engine.events import DealScored, ThrownIn, Viewer, seen_by
from coinche.engine.fold_view import fold
from coinche.engine.match import legal
from coinche.engine.playing import Playing
from coinche.engine.seats import Seat
from coinche.engine.view import TableView
from coinche.protocol.codec import encode
from coinche.protocol.messages import AdmitAgreed, Envelope, TableEvent
from coinche.server.match.entries import (
    ActionTaken,
    DealSealed,
    Declined,
    Entry,
    PackLaid,
    Seating,
    StrikeCounted,
    TableOpened,
    Told,
)
from coinche.server.match.replay import MatchReplay
from coinche.server.match.table_options import TableOptions

from .fair_deals import FairDeals
from .violation import Violation


class TrueTable:
    """One table, as far as it is safe."""

    def __init__(self, table: str) -> None:
        self.id = table
        self.entries: list[Entry] = []
        self.log: list[Envelope] = []
        self.deals_ended: list[int] = []
        """The number of deals that have ended by each event."""
        self.answered: set[int] = set()
        """The requests that were answered, or had the default taken for them."""
        self.declined: set[int] = set()
        self.actions: dict[int, str] = {}
        self.strikes: set[tuple[int, Seat]] = set()
        self.owners: set[tuple[Seat, str]] = set()
        """Everybody who has ever sat on each seat, by session."""
        self.owner: dict[Seat, str | None] = {}
        """The present player of each seat."""
        self.since: dict[Seat, int] = dict.fromkeys(Seat, 0)
        """After which event the owner of a seat sees what was dealt there."""
        self._dealt_after = 0
        self._known: dict[Seat, set[str]] = {seat: set() for seat in Seat}
        self._agreed: set[Seat] = set()
        self.options: TableOptions | None = None
        self.closed = False
        self._course = MatchReplay()
        self._fair = FairDeals(table)
        self._signer = ""
        self._frames: dict[tuple[int, Viewer], bytes] = {}
        self._views: dict[Seat, list[TableView]] = {}

    # --- taking --------------------------------------------------------------------------------------

    def take(self, entry: Entry) -> None:
        """One more entry is safe."""
        self.entries.append(entry)
        match entry:
            case TableOpened():
                self.options = entry.options
            case PackLaid() if sorted(entry.pack) != sorted(PACK):
                raise Violation("a pack has the 32 cards once", f"{self.id}: {entry.pack}")
            case ActionTaken():
                self._check_action(entry)
            case DealSealed():
                self._signer = entry.signer
            case Declined():
                self._check_declined(entry)
            case StrikeCounted():
                self.strikes.add((entry.request, entry.seat))
            case Told(event=AdmitAgreed(newcomer=newcomer)):
                self._agreed.add(newcomer)
            case Seating():
                self._check_newcomers(entry)
                self.since = {sitting.seat: sitting.since for sitting in entry.chairs}
                self.owner = {sitting.seat: sitting.owner for sitting in entry.chairs}
                self.owners |= {(seat, owner) for seat, owner in self.owner.items() if owner is not None}
        if isinstance(entry, PackLaid):
            self._dealt_after, self._agreed = len(self.log), set()
        self._follow(entry)
        if isinstance(entry, PackLaid):
            self._fair.laid(entry.pack)

    def _check_newcomers(self, seating: Seating) -> None:
        """In mid-deal nobody new to a seat sees its hand, unless people have agreed to that."""
        known = {seat: {who for who, whose in seating.known.items() if whose is seat} for seat in Seat}
        dealt = self._course.state is not None and isinstance(self._course.state.phase, Bidding | Playing)
        for sitting in seating.chairs:
            sees = sitting.owner is not None and sitting.since <= self._dealt_after
            new = known[sitting.seat] - self._known[sitting.seat]
            if dealt and sees and new and sitting.seat not in self._agreed:
                raise Violation("a hand is known by who was dealt it", f"{self.id}: {new} at {sitting}")
        self._known = known

    def has_answer(self, request: int) -> bool:
        """Return whether the request was answered or declined."""
        return request in self.answered or request in self.declined

    def _check_declined(self, declined: Declined) -> None:
        """Check that a player declines once; coinche stays possible while the bid is the highest."""
        if self.has_answer(declined.request):
            raise Violation("a request is answered once", f"{self.id}: {declined}")
        self.declined.add(declined.request)

    def _check_action(self, taken: ActionTaken) -> None:
        assert self._course.state is not None
        if parse_action(taken.action) not in legal(self._course.state, taken.seat):
            raise Violation("only legal actions are accepted", f"{self.id}: {taken}")
        if taken.request and taken.request in self.answered - {0}:
            raise Violation("a request is answered once", f"{self.id}: {taken}")
        if taken.after > len(self.log):
            raise Violation("an action takes into account what has happened", f"{self.id}: {taken}")
        self.answered.add(taken.request)
        self.actions[taken.request] = taken.action

    def _follow(self, entry: Entry) -> None:
        for event in self._course.take(entry):
            at: int = getattr(entry, "at")  # noqa: B009
            if self.closed:
                raise Violation("nothing follows the end of a table", f"{self.id}: {event}")
            if self.log and at < self.log[-1].at:
                raise Violation("time stamps only go forward", f"{self.id}: {event} at {at}, {self.log[-1].at} before")
            self._fair.take(event, self._signer)
            self.log.append(Envelope(self.id, len(self.log) + 1, at, event))
            ended = self.deals_ended[-1] if self.deals_ended else 0
            self.deals_ended.append(ended + isinstance(event, DealScored | ThrownIn))
            self.closed = type(event).__name__ == "TableClosed"
        if isinstance(entry, PackLaid | ActionTaken):
            self._check_cards()

    def _check_cards(self) -> None:
        """In hands and tricks together there is each card once."""
        assert self._course.state is not None
        phase = self._course.state.phase
        if isinstance(phase, Bidding | Playing):
            cards = [card for hand in phase.hands.values() for card in hand]
            if isinstance(phase, Playing):
                tricks = phase.tricks if phase.over else (*phase.tricks, phase.trick)
                cards += [card for trick in tricks for card in trick.cards]
            if (isinstance(phase, Playing) and sorted(cards) != sorted(PACK)) or len(set(cards)) != len(cards):
                raise Violation("each card is somewhere, once", f"{self.id}: {cards}")

    # --- being asked ---------------------------------------------------------------------------------

    def frame(self, n: int, viewer: Viewer) -> bytes:
        """Event `n` as that viewer may see it, to the byte."""
        found = self._frames.get((n, viewer))
        if found is None:
            envelope = self.log[n - 1]
            event = envelope.event
            seen = event if isinstance(event, TableEvent) else seen_by(event, viewer)
            found = self._frames[n, viewer] = encode(Envelope(self.id, n, envelope.at, seen))
        return found

    def view(self, n: int, seat: Seat) -> TableView:
        """The seat's knowledge by event `n`, folded from its events."""
        assert self.options is not None
        views = self._views.setdefault(seat, [TableView(viewer=seat)])
        while len(views) <= n:
            event = self.log[len(views) - 1].event
            last = views[-1]
            views.append(
                last if isinstance(event, TableEvent) else fold(last, seen_by(event, seat), self.options.rules)
            )
        return views[n]


class Truth:
    """All tables of a run, those that are over included."""

    def __init__(self) -> None:
        self.tables: dict[str, TrueTable] = {}
        self.lives = 0
        """The number of servers started."""

    def seats_of(self, session: str) -> list[str]:
        """The seats that wait for that session, as far as is safe."""
        return [
            f"{seat} of {name}"
            for name, table in self.tables.items()
            for seat, owner in table.owner.items()
            if owner == session and not table.closed
        ]

    def take(self, rows: Sequence[tuple[str, int, Entry]]) -> None:
        """So much more is safe, in that order."""
        for table, seq, entry in rows:
            found = self.tables.get(table)
            if isinstance(entry, TableOpened):
                if found is not None:
                    raise Violation("a table's name is its own", f"{table} is opened a second time")
                found = self.tables[table] = TrueTable(table)
            if found is None or seq != len(found.entries) + 1:
                raise Violation("the journal has no gap", f"entry {seq} of {table}")
            found.take(entry)
