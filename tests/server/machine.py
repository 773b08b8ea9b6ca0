"""A table driven by hand: without sockets and trio, and with a clock that tests move.

Everything is real but the connections: an `Inbox` stands in for a `Peer` and keeps its client's messages. `Machine`
also checks the table's promises to its driver at every step: no deadline stays overdue without progress.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields
from typing import Any, cast

from coinche.engine.match import State
from coinche.engine.seats import Seat
from coinche.protocol.codec import decode_server, encode
from coinche.protocol.messages import (
    Accept,
    Act,
    AtTable,
    Envelope,
    Error,
    FromServer,
    Invite,
    Join,
    Ok,
    Request,
    Role,
    Watch,
)
from coinche.server.act_meter import ActMeter
from coinche.server.log import LogEntry
from coinche.server.match.entries import Entry
from coinche.server.match.packs import PackSource, RandomPacks
from coinche.server.match.table_options import TableOptions
from coinche.server.sessions.server_context import ServerContext
from coinche.server.sessions.session import Session
from coinche.server.storage.budget import Budget
from coinche.server.storage.store import MemoryStore
from coinche.server.table.dispatch import Back, Input, SessionChange
from coinche.server.table.match_flow import Waiting
from coinche.server.table.table import Table
from coinche.server.time_and_entropy import Time
from coinche.server.transport.latency import RoundTrip
from coinche.server.transport.outgoing import Receipt
from coinche.server.transport.peer import Peer
from tests.server.seeded_entropy import SeededEntropy

WAKES = 500
"""A table that is woken so often at one moment will never be quiet."""


class ManualTime(Time):
    """All clocks of a server as one, set by hand."""

    def __init__(self, at: float = 1000.0) -> None:
        self.at = at

    def now(self) -> float:
        return self.at

    def now_ms(self) -> int:
        return int(self.at * 1000)

    def unix_ms(self) -> int:
        return 1_700_000_000_000 + self.now_ms()


class KeptStore(MemoryStore):
    """Remembers all entries, also of a table that is over, and flows only while it is `open`."""

    def __init__(self) -> None:
        super().__init__()
        self.open = True
        self.kept: list[Entry] = []
        self.closed: list[str] = []

    def flows(self, table: str) -> bool:
        return self.open

    def append(self, table: str, entry: Entry) -> None:
        assert table not in self.closed, f"{entry} is kept of a table that is over"
        self.kept.append(entry)
        super().append(table, entry)

    def close(self, table: str) -> None:
        self.closed.append(table)
        super().close(table)


class Inbox:
    """The stand-in for a connection: what its client is sent waits here until it is read."""

    origin = "192.0.2.1"
    nonce = ""

    def __init__(self, time: ManualTime) -> None:
        self.patient = False
        self.reads = True
        """False for a client whose socket takes nothing: then nothing is written, and no clock begins."""
        self.round_trip = RoundTrip(b"secret")
        self.owed = 0
        self._time = time
        self._waiting: list[bytes | Iterator[bytes]] = []
        self._receipts: list[Receipt] = []

    def push(self, frame: bytes) -> None:
        self._waiting.append(frame)

    push_with_next = push

    def push_log(self, frames: Iterator[bytes]) -> None:
        self._waiting.append(frames)

    def send(self, message: FromServer) -> None:
        self.push(encode(message))

    def ask(self, request: bytes, receipt: Receipt) -> None:
        self.push(request)
        self._receipts.append(receipt)

    def charge(self, cost: int) -> None:
        self.owed += cost

    def read(self) -> Iterator[bytes]:
        """The messages received, without the frames' headers."""
        if not self.reads:
            return
        for receipt in self._receipts:
            if receipt.written_ms is None:
                receipt.written_ms = self._time.now_ms()
        self._receipts.clear()
        while self._waiting:
            piece = self._waiting.pop(0)
            for frame in (piece,) if isinstance(piece, bytes) else piece:
                yield frame[4:]


class Client:
    """One client, what it has been sent, and what it says."""

    def __init__(self, machine: Machine, session: Session) -> None:
        self.machine = machine
        self.session = session
        self.bodies: list[bytes] = []
        self.seen: list[FromServer | Envelope] = []
        self.ids = 0

    @property
    def inbox(self) -> Inbox:
        assert self.session.peer is not None, f"{self.session.name} is away"
        return cast(Inbox, self.session.peer)

    @property
    def place(self) -> Seat | None:
        """The seat that it owns."""
        found = self.machine.table._seats.of(self.session)
        return None if found is None else found.seat

    @property
    def after(self) -> int:
        """The last event that it has seen."""
        return max((one.n for one in self.seen if isinstance(one, Envelope)), default=0)

    @property
    def asked(self) -> Request:
        """The client's last request."""
        return next(one for one in reversed(self.seen) if isinstance(one, Request))

    def all(self, kind: type) -> list[Any]:
        """All messages and events of that type that it has been sent."""
        return [one for one in map(_content, self.seen) if isinstance(one, kind)]

    def read(self) -> None:
        if self.session.peer is not None:
            for body in self.inbox.read():
                message = decode_server(body)
                assert message is not None
                self.bodies.append(body)
                self.seen.append(message)

    # --- what it says --------------------------------------------------------------------------------

    def say(self, make: Callable[..., AtTable], **fields: Any) -> FromServer | None:
        """Say it to the table; the reply."""
        self.ids += 1
        number, table = self.ids, self.machine.table
        message = make(table=table.id, id=number, **fields)
        if isinstance(message, Join | Watch) and self.session.table is None:
            self.session.table = table.id
        self.machine.tell(self.session, message)
        return self.reply(number)

    def reply(self, number: int) -> FromServer | None:
        """The reply to its message of that id, if it has come."""
        replies = (one for one in reversed(self.seen) if getattr(one, "re", None) == number)
        return cast(FromServer | None, next(replies, None))

    def act(self, action: str | None = None, **fields: Any) -> FromServer | None:
        """Answer what it was asked last, with the default unless an action is given."""
        asked = self.asked
        return self.say(Act, **{"request": asked.request, "action": action or asked.default, **fields})

    def lose(self) -> None:
        """Lose the connection."""
        self.session.peer = None
        self.machine.tell(self.session, SessionChange.LOST)

    def come_back(self, after: int | None = None) -> None:
        """Resume the session with a new connection, having seen events so far."""
        was_away = self.session.peer is None
        self.machine.connect(self.session)
        self.machine.tell(self.session, Back(self.after if after is None else after, was_away))

    def go(self) -> None:
        """Say goodbye, for good."""
        self.session.peer = None
        self.machine.tell(self.session, SessionChange.GONE)

    def end(self) -> None:
        """End as a provider whose connection is lost."""
        self.session.peer = None
        self.machine.server.sessions.pop(self.session.id)
        self.machine.tell(self.session, SessionChange.PROVIDER_GONE)


def _content(message: FromServer | Envelope) -> object:
    return message.event if isinstance(message, Envelope) else message


class Machine:
    """A table, its server, and its clients by name. Without `packs` its players shuffle."""

    def __init__(
        self,
        options: TableOptions | None = None,
        packs: PackSource | None = None,
        *,
        kept: bool = False,
        bots: tuple[str, ...] = ("steady",),
        time: ManualTime | None = None,
        **changes: Any,
    ) -> None:
        self.time = time or ManualTime()
        self.store = KeptStore()
        self.news: list[LogEntry] = []
        self.server = ServerContext(
            time=self.time,
            entropy=SeededEntropy(b"machine"),
            store=self.store,
            say=self.news.append,
            budget=Budget(),
            meter=ActMeter(),
            signer=bytes(32),
            bots=bots,
        )
        self.options = options or TableOptions(name="table", **changes)
        self.packs = packs or RandomPacks(self.server.entropy)
        self.kept = kept
        self.table = Table("t1", self.options, self.packs, self.server, kept=kept, origin="192.0.2.1")
        self.clients: dict[str, Client] = {}
        self.wakes = 0

    def open(self) -> Machine:
        """Open the table as a new one."""
        self.table.open()
        self.wake()
        return self

    # --- clients -------------------------------------------------------------------------------------

    def client(
        self, name: str, *, person: bool = False, role: Role = Role.PLAYER, who: str = "", capabilities: Any = ()
    ) -> Client:
        """A client that has signed in."""
        session = Session(
            id=f"session of {name}",
            who=who or name,
            name=name,
            role=role,
            program=not person,
            peer=None,
            capabilities=capabilities,
            origin=f"192.0.2.{len(self.clients) + 1}",
        )
        return self.know(session)

    def know(self, session: Session) -> Client:
        """The client of a session, connected."""
        self.server.sessions[session.id] = session
        self.connect(session)
        found = self.clients[session.name] = Client(self, session)
        return found

    def connect(self, session: Session) -> None:
        """Give the session a new connection."""
        session.peer = cast(Peer, Inbox(self.time))

    def four(self, people: str = "", **sessions: Any) -> list[Client]:
        """A client on each seat, some of them people."""
        for seat in Seat:
            self.client(seat.value, person=seat.value in people, **sessions).say(Join, seat=seat)
        return self.players

    def provider(self, name: str = "bots") -> Client:
        """A program that lends bots, and has just come."""
        found = self.client(name, role=Role.PROVIDER)
        self.tell(found.session, SessionChange.PROVIDER_HERE)
        return found

    @property
    def players(self) -> list[Client]:
        return [self.clients[seat.value] for seat in Seat]

    def __getitem__(self, name: str) -> Client:
        return self.clients[name]

    def seat_of(self, client: Client) -> Seat:
        """The seat that the client owns."""
        assert client.place is not None, f"{client.session.name} has no seat"
        return client.place

    @property
    def on_turn(self) -> Client:
        """The client that is asked on turn."""
        turn = self.turn
        assert turn is not None, f"nobody is asked: {self.waits_for}"
        acting = self.table._seats[turn.seat].acting
        return next(client for client in self.clients.values() if client.session is acting)

    # --- the table as a test may see it --------------------------------------------------------------

    @property
    def waits_for(self) -> Waiting:
        return self.table._waits_for

    @property
    def state(self) -> State | None:
        return self.table._log.replay.state

    @property
    def turn(self) -> Any:
        """The request to the seat on turn, if it waits for its answer."""
        return self.table._turns._decision.turn

    @property
    def left(self) -> float:
        """The seconds until the deadline."""
        return self.table.deadline - self.time.at

    def bank_ms(self, seat: str) -> int:
        return self.table._seats[Seat(seat)].bank_ms

    @property
    def picture(self) -> dict[str, object]:
        """Everything that a table has to know again after a restart."""
        table = self.table
        return {
            "state": table._log.replay.state,
            "events": list(table._feed._log.frames(0, table._feed.n)),
            "shuffle": vars(table._log.replay)["shuffling"] and table._log.replay.shuffling.missing,  # type: ignore[union-attr]
            "seats": {seat: self._seat(place) for seat, place in table._seats.items()},
            "claimed": table._turns.claimed,
            "asked": table._turns._decision.over,
            "strikes": (table._turns.forfeits, table._turns._strikes.counts, table._turns._strikes.out),
            "pauses": (table._pauses._left, table._pauses._asked),
            "systems": (table._members.systems.in_force, table._members.systems._told),
            "host": table._members.host.known,
            "held": (table._members.history.held, table._members.history.known, table._members.history.voted_out),
            "said": table._messages.chat._said,
        }

    def _seat(self, place: Any) -> dict[str, object]:
        """A seat without its sessions, its connection, and everything that a restart resets."""
        anew = {"owner", "player", "invited", "offered_to", "absence_ms", "expected_until", "kept_until", "reservation"}
        shown = {field.name: getattr(place, field.name) for field in fields(place) if field.name not in anew}
        shown["owner"] = None if place.owner is None else place.owner.id
        held = place.reservation
        shown["reservation"] = None if held is None else (held.name, held.occupant, held.agreed)
        return shown

    # --- driving -------------------------------------------------------------------------------------

    def tell(self, session: Session, message: Input) -> None:
        """Have the table handle the message, and everybody read what comes of it."""
        self.table.receive(session, message, self.time.now())
        self._settle()

    def wake(self) -> None:
        """Wake the table now, and everybody reads what comes of it."""
        self._wake()
        self._settle()

    def _settle(self) -> None:
        """Wake the table as long as its deadline has come: as its task does."""
        self._all_read()
        for _ in range(WAKES):
            if self.table.deadline > self.time.now():
                return
            self._wake()
            self._all_read()
        raise AssertionError(f"woken {WAKES} times at one moment: {self.waits_for}")

    def _wake(self) -> None:
        """Wake it once; a deadline that has come is over then, or something has been done."""
        now, before = self.time.now(), (self.table.deadline, self.waits_for, len(self.store.kept))
        self.table.wake(now)
        self.wakes += 1
        after = self.table.deadline, self.waits_for, len(self.store.kept)
        assert self.table.deadline > now or after[1:] != before[1:], f"nothing is done, but it is due: {before}"

    def _all_read(self) -> None:
        for client in self.clients.values():
            client.read()

    def pass_time(self, seconds: float) -> None:
        """Let so much time pass, and wake the table whenever it is due."""
        until = self.time.at + seconds
        while (due := self.table.deadline) <= until:
            assert due >= self.time.at, "the deadline is over already"
            self.time.at = due
            self.wake()
        self.time.at = until

    def pass_time_until(self, found: Callable[[], bool], seconds: float = 10_000.0) -> None:
        """Let time pass until it is so, waking the table whenever it is due."""
        until = self.time.at + seconds
        while not found():
            assert self.table.deadline <= until, f"nothing more will happen: {self.waits_for}"
            self.time.at = self.table.deadline
            self.wake()

    def play(self, steps: int = 10**9, choose: Callable[[Request], str] | None = None) -> int:
        """Let the players asked answer, up to that number of times; return the number of answers."""
        for step in range(steps):
            if self.turn is None:
                return step
            client = self.on_turn
            reply = client.act(None if choose is None else choose(client.asked))
            assert not isinstance(reply, Error), reply
        return steps

    # --- coming back ---------------------------------------------------------------------------------

    def restarted(self, entries: Sequence[Entry] | None = None) -> Machine:
        """The table as another server has it that knows these entries, before anybody is back."""
        other = Machine(self.options, self.packs, kept=self.kept, bots=self.server.bots, time=self.time)
        entries = tuple(self.store.kept if entries is None else entries)
        were = [one.session for one in self.clients.values() if one.session.role is not Role.PROVIDER]
        sessions = {session.id: Session.recalled(session.remembered) for session in were}
        other.server.sessions.update(sessions)
        here = [session for session in sessions.values() if session.table == self.table.id]
        other.store.kept.extend(entries)
        other.table.recall(entries, sessions, here, self.time.now())
        other.clients = {session.name: Client(other, session) for session in sessions.values()}
        return other


class Bots:
    """A provider that accepts every invitation and plays the default."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self._read = 0

    def serve(self) -> None:
        """Answer what has come: until nothing more comes at this moment."""
        while self._read < len(self.client.seen):
            message = self.client.seen[self._read]
            self._read += 1
            match message:
                case Invite(seat=seat):
                    self.client.say(Accept, seat=seat)
                case Request():
                    self.client.say(Act, request=message.request, action=message.default)


def ok(reply: FromServer | None) -> None:
    """The reply says that it was done."""
    assert isinstance(reply, Ok), reply


def refused(reply: FromServer | None, code: str) -> Error:
    """The reply refuses it, with that code."""
    assert isinstance(reply, Error), reply
    assert reply.code == code, reply
    return reply


def names(messages: Iterable[object]) -> list[str]:
    """The types of messages or of the events in them."""
    return [type(one.event if isinstance(one, Envelope) else one).__name__ for one in messages]
