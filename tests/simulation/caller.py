"""A client of the simulation: it connects, signs in, reads, and resumes its session after each lost connection.

It checks that all events arrive in order and once. `player`, `watcher` and `provider` decide what it does at a table.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable
from random import Random
from typing import Protocol

import trio

from coinche.protocol import auth
from coinche.protocol.codec import encode
from coinche.protocol.errors import ErrorClass, ErrorCode
from coinche.protocol.frames import FrameReader
from coinche.protocol.limits import FROM_SERVER
from coinche.protocol.messages import (
    Auth,
    Bye,
    Envelope,
    Error,
    FromClient,
    FromServer,
    Hello,
    Joined,
    Left,
    Lobby,
    Pong,
    Prove,
    Ready,
    Role,
    ServerBye,
    ServerPing,
    Welcome,
)

from .line import Line
from .network import Network
from .trace import Trace
from .truth import Truth
from .violation import Violation
from .wiretap import Wiretap, decoded

Told = FromServer | Envelope

QUIET = 70.0
"""Seconds of silence after which a client gives up its connection: the server would have sent a ping."""


UNKNOWN = -1
"""The number of the last event seen, where any may follow."""


class Surroundings(Protocol):
    """The client's environment."""

    network: Network
    trace: Trace
    truth: Truth

    @property
    def calm(self) -> bool:
        """Return whether all faults are over, so that everything must end well."""

    def tapped(self, who: str, line: Line) -> Wiretap:
        """Listen in on a connection."""

    def offended(self, violation: Violation) -> None:
        """Something has happened that must not."""


class Caller:
    """One client. Subclasses say what it wants in `heard`, and are through with it once they are `done`."""

    role = Role.PLAYER
    program = True

    def __init__(self, around: Surroundings, name: str, chance: Random) -> None:
        self.around = around
        self.name = name
        self.chance = chance
        self.done = False
        self.address = f"10.0.0.{chance.randint(1, 9)}"
        self.table: str | None = None
        self.joined: Joined | None = None
        self.session: Ready | None = None
        self._back = False
        self._seen = 0
        self._line: Line | None = None
        self._tap: Wiretap | None = None
        self._nonce = ""
        self._deaf = 0.0
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._planned = 0

    # --- what subclasses say -------------------------------------------------------------------------

    def heard(self, message: Told) -> None:
        """Something was said that is no part of the sign-in, after it was noted."""

    def signed_in(self) -> None:
        """There is a session, for the first time or again."""

    def credentials(self, hello: Hello) -> Hello:
        """The hello of who comes anew."""
        return hello

    def proof(self, nonce: str) -> Prove | None:
        """The proof that answers the welcome."""
        return None

    # --- calling -------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Call again and again until through."""
        await trio.sleep(self.chance.uniform(0, 1))
        wait = 0.1
        while not self.done:
            line = self.around.network.call(self.address)
            if line is not None:
                self._line, self._tap = line, self.around.tapped(self.name, line)
                line.overheard = self._overheard
                began = trio.current_time()
                await self._converse(line)
                self._line = None
                line.hang_up() if self.chance.random() < 0.5 else line.cut()
                self.around.network.closed(line)
                wait = 0.1 if trio.current_time() - began > 1 else wait
            if not self.done:
                await trio.sleep(self.chance.uniform(0, wait))
                wait = min(2 * wait, 5.0)

    def _overheard(self, data: bytes) -> None:
        assert self._line is not None
        self.around.trace.carried(self._line.number, b">", data)

    async def _converse(self, line: Line) -> None:
        reader = FrameReader(FROM_SERVER)
        self._due.clear()
        self._greet()
        quiet = trio.current_time() + QUIET
        while not self.done:
            deaf, self._deaf = self._deaf, 0.0
            if deaf:
                await trio.sleep(deaf)
            until = min(quiet, self._due[0][0] if self._due else math.inf)
            data = None
            with trio.move_on_at(until):
                data = await line.hear()
            if data is not None:
                quiet = trio.current_time() + QUIET
                for body in reader.feed(data):
                    self._told(decoded(body))
            if data == b"" or trio.current_time() >= quiet:
                return
            self._do_what_is_due()

    def _do_what_is_due(self) -> None:
        while self._due and self._due[0][0] <= trio.current_time() and not self.done:
            heapq.heappop(self._due)[2]()

    def later(self, seconds: float, do: Callable[[], None]) -> None:
        """Have it done after so long, unless the connection is lost first."""
        self._planned += 1
        heapq.heappush(self._due, (trio.current_time() + seconds, self._planned, do))

    def say(self, message: FromClient) -> None:
        """Send it, if there is a connection."""
        if self._line is not None:
            assert self._tap is not None
            self._tap.overheard(message)
            if self.around.trace.read:
                self.around.trace.say(f"{self.name} #{self._line.number} >", message)
            self._line.say(encode(message))

    def shout(self, data: bytes) -> None:
        """Send those bytes, whatever they are."""
        if self._line is not None:
            self._line.say(data)

    def lose(self) -> None:
        """Lose the connection."""
        if self._line is not None:
            self._line.cut()

    def half_close(self) -> None:
        """Say that nothing more comes, and go on reading."""
        if self._line is not None:
            self._line.inward.end()

    def stop_reading(self) -> None:
        """Leave what comes where it is for a while."""
        self._deaf = self.chance.choice((1.0, 15.0))

    def go(self) -> None:
        """Say goodbye, and be through."""
        self.say(Bye())
        self.done = True

    # --- signing in ----------------------------------------------------------------------------------

    def _greet(self) -> None:
        hello = Hello(versions=(1, 1), name=self.name, role=self.role, program=self.program)
        if self.session is not None:
            self.say(Hello(versions=(1, 1), name=self.name, auth=Auth.RESUME, session=self.session.session))
        else:
            self.say(self.credentials(hello))

    def _prove(self, welcome: Welcome) -> None:
        self._nonce = welcome.nonce
        if self.session is not None:
            seen = 0 if self._seen == UNKNOWN else self._seen
            proof = auth.proof(auth.key(self.session.secret), welcome.nonce, seen)
            self.say(Prove(proof=proof, n=seen))
        elif (prove := self.proof(welcome.nonce)) is not None:
            self.say(prove)

    def table_proof(self, key: str, table: str) -> str:
        """The proof of a private table's passphrase."""
        return auth.table_proof(key, self._nonce, table)

    # --- hearing -------------------------------------------------------------------------------------

    def _told(self, message: Told | None) -> None:
        if message is None:
            self.around.offended(Violation("a client is told what it does not know", self.name))
            return
        match message:
            case Welcome():
                self._prove(message)
            case Ready():
                self._ready(message)
            case ServerPing():
                if self.chance.random() < 0.95:
                    self.say(Pong(data=message.data))
            case ServerBye():
                pass
            case Error(error_class=ErrorClass.FATAL):
                self._thrown_out(message)
            case _:
                self._note(message)
                self.heard(message)

    def _ready(self, ready: Ready) -> None:
        self._back = self.session is not None and self.session.session == ready.session
        self.session = ready
        self.signed_in()

    def _thrown_out(self, error: Error) -> None:
        """The connection ends; a session that is not taken back is forgotten."""
        self.heard(error)
        if error.code is ErrorCode.AUTH_FAILED and self.session is not None:
            if waiting := self.around.truth.seats_of(self.session.session):
                self.around.offended(Violation("a seat waits for its owner", f"{waiting} for {self.name}"))
            self.session, self.table, self.joined, self._seen = None, None, None, 0

    def _note(self, message: Told) -> None:
        match message:
            case Joined():
                if self._back and message.table != self.table:
                    self._seen = UNKNOWN  # it was on its way there: what it has proved to have seen was elsewhere
                elif not self._back:
                    self._seen = 0
                self._back = False
                self.table, self.joined = message.table, message
            case Left():
                self.table, self.joined, self._seen = None, None, 0
            case Lobby() if self._back:
                gone, self._back = self.table is not None, False
                self.table, self.joined, self._seen = None, None, 0
                if gone:  # from there meanwhile: what it waited for does not come
                    self.signed_in()
            case Envelope():
                self._follow(message)

    def _follow(self, envelope: Envelope) -> None:
        if self.table != envelope.table or self._seen not in (UNKNOWN, envelope.n - 1):
            what = f"event {envelope.n} of {envelope.table} after {self._seen} of {self.table}"
            self.around.offended(Violation("events are told out of order", f"{self.name}: {what}"))
        self._seen = envelope.n

    @property
    def seen(self) -> int:
        """The number of the last event that it was told."""
        return self._seen
