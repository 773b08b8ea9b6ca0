"""One connection of somebody's ssh: whether it is let in, and that nothing but one session comes of it.

Knows seats and the password. Refuses to know what the session is about.
"""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Callable
from math import ceil

import asyncssh

from .door import Arrival, Door, Entry
from .guesses import Guesses
from .house import House
from .kept_sessions import Owner
from .sentences import Sentence
from .visit import Visit

_TOLD_EVERY = 60.0
"""Seconds after which the same is said again of an address."""
_TOLD = 1000
"""Things said that are remembered."""


class Admission:
    """What all connections share: the seats, the wrong passwords, and what was said of whom on the terminal."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.door = Door(house.bounds)
        self.guesses = Guesses(house.bounds)
        self._told: dict[tuple[Sentence, str], float] = {}

    def tell(self, sentence: Sentence, address: str, **fields: object) -> None:
        """Say that on the terminal, unless it was said of the address just now."""
        now = asyncio.get_running_loop().time()
        if len(self._told) >= _TOLD:
            self._told = {what: at for what, at in self._told.items() if at > now - _TOLD_EVERY}
        if len(self._told) < _TOLD and self._told.get((sentence, address), -_TOLD_EVERY) <= now - _TOLD_EVERY:
            self._told[sentence, address] = now
            self.house.tell(sentence, address=self.house.face.name(address), **fields)


class Reception(asyncssh.SSHServer):
    """What asyncssh asks about one connection."""

    def __init__(self, admission: Admission, begun: Callable[[Visit], None]) -> None:
        self._admission = admission
        self._house = admission.house
        self._bounds = admission.house.bounds
        self._begun = begun
        self._user = ""
        self._address = ""
        self._wrong = 0
        self._visit: Visit | None = None

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self._connection = conn
        self._address = str(conn.get_extra_info("peername")[0])
        self._arrival: Arrival = self._admission.door.admit(self._address, self._make_way)
        if self._arrival.entry is Entry.SHUT:
            conn.abort()
            return
        self._late = asyncio.get_running_loop().call_later(self._bounds.sign_in, conn.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._arrival.entry is not Entry.SHUT:
            self._late.cancel()
            self._admission.door.leave(self._arrival)

    def begin_auth(self, username: str) -> bool:
        """Whether the guest has to show anything; DisconnectError tells who cannot come in now."""
        if self._arrival.entry is not Entry.HALF_OPEN:
            raise asyncssh.DisconnectError(asyncssh.DISC_TOO_MANY_CONNECTIONS, self._full())
        self._user = username
        if self._house.password is not None and (wait := self._wait()):
            words = self._house.face.say(Sentence.COME_LATER, seconds=ceil(wait))
            raise asyncssh.DisconnectError(asyncssh.DISC_NO_MORE_AUTH_METHODS_AVAILABLE, words)
        return self._house.password is not None

    def password_auth_supported(self) -> bool:
        return self._house.password is not None

    async def validate_password(self, username: str, password: str) -> bool:
        """Whether it is the one; a try counts for its address before it is looked at, whatever comes beside it."""
        guesses, here = self._admission.guesses, self._arrival.origin
        if not guesses.take(here, asyncio.get_running_loop().time()):
            self._connection.abort()
            return False
        if self._house.password is not None and hmac.compare_digest(password.encode(), self._house.password.encode()):
            guesses.give_back(here)
            return True
        self._house.tell(Sentence.WRONG_PASSWORD, address=self._house.face.name(self._address))
        if wait := self._wait():
            self._admission.tell(Sentence.LOCKED, self._address, seconds=ceil(wait))
        self._wrong += 1
        await asyncio.sleep(self._bounds.slow)
        if self._wrong >= self._bounds.passwords:
            self._connection.abort()
        return False

    def session_requested(self) -> Visit | bool:
        """One, and no other; ChannelOpenError tells who comes too late for a seat."""
        if self._visit is not None:
            return False
        if not self._admission.door.seat(self._arrival):
            raise asyncssh.ChannelOpenError(asyncssh.OPEN_RESOURCE_SHORTAGE, self._full())
        self._visit = Visit(self._connection, Owner.of(self._user, self._address), self._bounds, self._seated)
        return self._visit

    def _wait(self) -> float:
        return self._admission.guesses.wait(self._arrival.origin, asyncio.get_running_loop().time())

    def _full(self) -> str:
        self._admission.tell(Sentence.CROWDED, self._address)
        return self._house.face.say(Sentence.FULL)

    def _make_way(self) -> None:
        self._admission.tell(Sentence.SILENT, self._address)
        self._connection.abort()

    def _seated(self, visit: Visit) -> None:
        self._late.cancel()
        self._begun(visit)
