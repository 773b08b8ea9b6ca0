"""The door of private tables: who has proved that he knows the passphrase, and who has tried too often.

Knows proofs, and how many wrong ones have come from whom. Refuses to know tables, and who is at them.
"""

from __future__ import annotations

import trio

from coinche.protocol import auth
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import Join, Watch

from . import limits
from .bucket import Buckets
from .sessions.sessions import Session


class Door:
    """One door for all private tables of a server."""

    def __init__(self) -> None:
        self._knocks = Buckets(limits.KNOCKS)
        self._knocks_from = Buckets(limits.KNOCKS_PER_ADDRESS)

    def barred(self, session: Session, key: str | None, message: Join | Watch) -> tuple[ErrorCode, str] | None:
        """Why a private table is closed to the client; None where it has proved that it knows the passphrase."""
        if key is None or session.peer is None:
            return None
        origin, now = session.peer.origin, trio.current_time()
        if not (self._knocks.has(session.id, now) and self._knocks_from.has(origin, now)):
            return ErrorCode.RATE, "too many wrong proofs have come from you or your address; wait a moment"
        if isinstance(message.proof, str) and auth.opens(key, session.peer.nonce, message.table, message.proof):
            return None
        self._knocks.take(session.id, now)
        self._knocks_from.take(origin, now)
        return ErrorCode.FORBIDDEN, f"{message.table} is private, and this is no proof that you know its passphrase"
