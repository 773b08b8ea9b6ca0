"""The passphrases of private tables: who has proved one, and how many wrong proofs may come."""

from __future__ import annotations

from coinche.protocol import auth
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import Join, Watch
from coinche.server import limits
from coinche.server.rate_limit import Buckets
from coinche.server.sessions.session import Refusal, Session


class PassphraseCheck:
    """Checks the proofs of private tables' passphrases, and bounds how many wrong ones anybody may send."""

    def __init__(self) -> None:
        self._wrong = Buckets(limits.KNOCKS)
        self._wrong_from = Buckets(limits.KNOCKS_PER_ADDRESS)

    def refusal(self, session: Session, key: str | None, message: Join | Watch, now: float) -> Refusal | None:
        """The refusal of a client that has not proved the passphrase with that key; None where it has, or need not."""
        if key is None or session.peer is None:
            return None
        origin = session.peer.origin
        if not (self._wrong.has(session.id, now) and self._wrong_from.has(origin, now)):
            return Refusal("too many wrong proofs have come from you or your address; wait a moment", ErrorCode.RATE)
        if isinstance(message.proof, str) and auth.opens(key, session.peer.nonce, message.table, message.proof):
            return None
        self._wrong.take(session.id, now)
        self._wrong_from.take(origin, now)
        return Refusal(f"{message.table} is private, and this is no proof that you know its passphrase")
