"""The opening of tables by clients: who may open one, and what its options are."""

from __future__ import annotations

from coinche.engine.rules import InvalidRules
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import CreateTable, Role
from coinche.server import limits
from coinche.server.match.options import TableOptions, agreed
from coinche.server.seating.bots import unknown_bot
from coinche.server.sessions.sessions import COMES_TOO_OFTEN, Refusal, ServerContext, Session
from coinche.server.storage.budget import Growth
from coinche.server.table.table import Table

from .tables import Tables


class TableOpening:
    """Opens tables for clients. They are as the `defaults`, unless the client says otherwise; rules are `presets`."""

    def __init__(self, server: ServerContext, tables: Tables, defaults: TableOptions, presets: tuple[str, ...]) -> None:
        self._server = server
        self._tables = tables
        self._defaults = defaults
        self._presets = presets

    def open(self, session: Session, message: CreateTable, now: float) -> Table | None:
        """Open the table that the client asks for; None where that is refused."""
        if (refusal := self._refusal(session, message, now)) is not None:
            session.refuse(message, *refusal)
            return None
        try:
            options = agreed(message, self._defaults)
        except InvalidRules as wrong:
            session.refuse(message, str(wrong), ErrorCode.INVALID_RULES)
            return None
        return self._tables.open(options, kept=False, origin=session.counted_as)

    def _refusal(self, session: Session, message: CreateTable, now: float) -> Refusal | None:
        if session.role is not Role.PLAYER or session.table is not None:
            return Refusal("only a player who is at no table opens one")
        if isinstance(message.preset, str) and message.preset not in self._presets:
            what = f"no preset {message.preset!r}; there are: {', '.join(self._presets)}"
            return Refusal(what, ErrorCode.INVALID_RULES, {"presets": self._presets})
        if (unknown := unknown_bot(message.bots, self._server.bots)) is not None:
            return unknown
        if self._server.draining:
            what = "no new tables: the server ends once those that there are have ended"
            return Refusal(what, data={"reason": "draining"})
        if self._tables.count >= limits.TABLES:
            return Refusal(f"there are {limits.TABLES} tables already")
        if (full := self._server.budget.refusal(session.counted_as, Growth.TABLE)) is not None:
            return Refusal(full, data={"reason": "full"})
        return None if session.may_come(now) else COMES_TOO_OFTEN
