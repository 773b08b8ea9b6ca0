"""Undo: a player at a practice table takes an action back, and goes on at another table where it has not happened."""

from __future__ import annotations

from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import Undo
from coinche.server import limits
from coinche.server.rate_limit import Bucket, Buckets, log_cost
from coinche.server.sessions.server_context import ServerContext
from coinche.server.sessions.session import Refusal, Session
from coinche.server.storage.budget import Growth
from coinche.server.table.table import Table

from .tables import Tables

_TOO_OFTEN = Refusal("too many actions taken back; wait a moment", ErrorCode.RATE)
_STANDS_STILL = Refusal("the disk takes nothing just now; try again", ErrorCode.RATE)
_NOTHING = Refusal("you have done nothing here yet that could be taken back", data={"reason": "nothing_to_undo"})


class Undos:
    """Takes actions back, as often as one client, one address and all together may.

    Even to find that there is nothing to take back, all entries of the table are read; so that costs as much.
    """

    def __init__(self, server: ServerContext, tables: Tables) -> None:
        self._server = server
        self._tables = tables
        self._of_client = Buckets(limits.UNDOS)
        self._of_address = Buckets(limits.UNDOS_PER_ADDRESS)
        self._of_all = Bucket(limits.UNDOS_OF_ALL, 0.0)

    def undo(self, session: Session, message: Undo, table: Table, now: float) -> None:
        """Have the match go on without the player's last action, or refuse that."""
        if (refusal := self._refusal(session, table, now)) is not None:
            session.refuse(message, *refusal)
            return
        self._charge(session, self._server.store.length(table.id), now)
        if (left := table.left_by_undo(session)) is None:
            session.refuse(message, *_NOTHING)
        else:
            self._tables.fork(table, left, session, message.id)

    def _charge(self, session: Session, entries: int, now: float) -> None:
        cost = 1 + entries / limits.UNDO_SHARE
        self._of_client.charge(session.id, now, cost)
        self._of_address.charge(session.counted_as, now, cost)
        self._of_all.charge(now, cost)
        session.charge(log_cost(entries))

    def _may(self, session: Session, now: float) -> bool:
        of_address = self._of_address.has(session.counted_as, now)
        return self._of_client.has(session.id, now) and of_address and self._of_all.has(now)

    def _refusal(self, session: Session, table: Table, now: float) -> Refusal | None:
        if not table.options.practice:
            return Refusal("actions can be taken back at practice tables only")
        if not table.sits(session):
            return Refusal("only a player can take an action back")
        if not self._may(session, now):
            return _TOO_OFTEN
        if not self._server.store.flows(table.id):
            return _STANDS_STILL
        if self._server.store.length(table.id) > limits.UNDO_ENTRIES:
            return Refusal("the log of this table is too long for an undo; open another table")
        if (full := self._server.budget.refusal(session.counted_as, Growth.TABLE)) is not None:
            return Refusal(full, data={"reason": "full"})
        return None
