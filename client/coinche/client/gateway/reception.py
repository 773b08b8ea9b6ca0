"""One connection of somebody's ssh: whether it is let in, and that nothing but one session comes of it.

Knows the door and the password. Refuses to know what the session is about.
"""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Callable

import asyncssh

from .bounds import Bounds
from .door import Door, Entry
from .visit import Visit


class Reception(asyncssh.SSHServer):
    """What asyncssh asks about one connection."""

    def __init__(
        self,
        door: Door,
        bounds: Bounds,
        password: str | None,
        full: Callable[[str], str],
        begun: Callable[[Visit], None],
    ) -> None:
        self._door = door
        self._bounds = bounds
        self._password = password
        self._full = full
        self._begun = begun
        self._user = ""
        self._address = ""
        self._entry = Entry.SHUT
        self._wrong = 0
        self._visit: Visit | None = None

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self._connection = conn
        self._address = str(conn.get_extra_info("peername")[0])
        self._entry = self._door.admit(self._address)
        if self._entry is Entry.SHUT:
            conn.abort()
            return
        self._late = asyncio.get_running_loop().call_later(self._bounds.sign_in, conn.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._entry is not Entry.SHUT:
            self._late.cancel()
            self._door.leave(self._address, self._entry)

    def begin_auth(self, username: str) -> bool:
        """Whether he has to show anything; to whom there is no room that is said."""
        if self._entry is not Entry.IN:
            raise asyncssh.DisconnectError(asyncssh.DISC_TOO_MANY_CONNECTIONS, self._full(self._address))
        self._user = username
        return self._password is not None

    def password_auth_supported(self) -> bool:
        return self._password is not None

    async def validate_password(self, username: str, password: str) -> bool:
        if self._password is not None and hmac.compare_digest(password.encode(), self._password.encode()):
            return True
        self._wrong += 1
        await asyncio.sleep(self._bounds.slow)
        if self._wrong >= self._bounds.passwords:
            self._connection.abort()
        return False

    def session_requested(self) -> Visit | bool:
        """One, and no other."""
        if self._visit is not None:
            return False
        self._visit = Visit(self._connection, (self._user, self._address), self._bounds, self._seated)
        return self._visit

    def _seated(self, visit: Visit) -> None:
        self._late.cancel()
        self._begun(visit)
