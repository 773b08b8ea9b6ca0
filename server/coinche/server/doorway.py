"""Where connections are accepted: many in one step, so that who comes in peace never queues behind a crowd.

Knows sockets, and that the system may have no descriptor left. Refuses to know who comes.
"""

from __future__ import annotations

import errno
import socket
from collections.abc import Awaitable, Callable

import trio

from . import limits

Serve = Callable[[trio.SocketStream], Awaitable[object]]


class Doorway:
    """One listening socket. `say` hears once that there is no room for more."""

    def __init__(self, listener: trio.SocketListener, say: Callable[[str], None]) -> None:
        its = listener.socket
        self._listener = listener
        self._socket = socket.socket(its.family, its.type, its.proto, fileno=its.fileno())
        self._socket.setblocking(False)
        self._say = say
        self._full = False

    async def run(self, serve: Serve, nursery: trio.Nursery) -> None:
        """Accept until cancelled, and have each connection served in the nursery."""
        try:
            while True:
                await trio.lowlevel.wait_readable(self._socket)
                for _ in range(limits.AT_A_TIME):
                    if not await self._accept(serve, nursery):
                        break
        finally:
            self._socket.detach()
            await trio.aclose_forcefully(self._listener)

    async def _accept(self, serve: Serve, nursery: trio.Nursery) -> bool:
        """Whether there may be more."""
        try:
            accepted, _ = self._socket.accept()
        except BlockingIOError:
            return False
        except OSError as wrong:
            if wrong.errno != errno.ECONNABORTED:  # who is gone already
                await self._wait_for_room(wrong)
            return False
        self._full = False
        nursery.start_soon(serve, trio.SocketStream(trio.socket.from_stdlib_socket(accepted)))
        return True

    async def _wait_for_room(self, wrong: OSError) -> None:
        if not self._full:
            self._full = True
            self._say(f"no more connections can be accepted just now: {wrong.strerror}")
        await trio.sleep(limits.NO_ROOM)
