"""The router: opens tables for signed-in clients, and hands each message to the table or the archive it is for."""

from __future__ import annotations

from itertools import islice

import trio
from msgspec import UNSET, UnsetType

from coinche.engine.rules import InvalidRules
from coinche.protocol import auth
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import (
    Accept,
    Act,
    AtTable,
    Claim,
    CreateTable,
    Decline,
    GetRecord,
    GetStatistics,
    Join,
    Leave,
    ListMatches,
    OfTheArchive,
    Role,
    Watch,
)
from coinche.server import limits
from coinche.server.archive.service import ArchiveService
from coinche.server.match.options import TableOptions, agreed, out_of_place
from coinche.server.rate_limit import Buckets
from coinche.server.seating.seats import refuse_bot
from coinche.server.sessions.sessions import ServerContext, Session
from coinche.server.storage.budget import Growth
from coinche.server.table.states import FillUp
from coinche.server.table.table import Table

from .listing import LobbyBroadcast
from .tables import Tables


class Router:
    """Routes the messages of signed-in clients. Tables are as the `defaults`, unless their maker says otherwise."""

    def __init__(
        self,
        server: ServerContext,
        tables: Tables,
        archive: ArchiveService,
        broadcast: LobbyBroadcast,
        defaults: TableOptions,
        presets: tuple[str, ...],
    ) -> None:
        self._server = server
        self._tables = tables
        self._archive = archive
        self._broadcast = broadcast
        self._defaults = defaults
        self._presets = presets
        self._passphrases = PassphraseCheck()

    def handle(self, session: Session, message: CreateTable | AtTable | OfTheArchive) -> None:
        """Do what a signed-in client asks, or hand it to the table or the archive."""
        match message:
            case CreateTable():
                self._create(session, message)
            case ListMatches() | GetRecord() | GetStatistics():
                self._archive.ask(session, message)
            case Join() | Watch():
                self._go_to(session, message)
            case _:
                self._hand_over(session, message)

    def _hand_over(self, session: Session, message: AtTable) -> None:
        """Give the message to the table that its sender is at; a provider is at all of them."""
        table = self._tables.find(message.table)
        if table is None:
            self._no_such_table(session, message)
        elif session.role is not Role.PROVIDER and (
            session.table != message.table or isinstance(message, Accept | Decline)
        ):
            self._not_there(session, message)
        else:
            self._tables.deliver(table, session, message)
            if isinstance(message, Leave):
                session.went(trio.current_time())

    def _go_to(self, session: Session, message: Join | Watch, *, its_own: bool = False) -> None:
        """Bring the client to the table; a private one, unless it is `its_own`, takes a proof."""
        table, now = self._tables.find(message.table), trio.current_time()
        if table is None:
            self._no_such_table(session, message)
        elif session.table == table.id and isinstance(message, Watch):
            self._look_again(session, table, message, now)
        elif session.table is not None:
            session.refuse(ErrorCode.FORBIDDEN, "you are at a table already; leave it first", re=message.id)
        elif (why := out_of_place(table.options.places, session.name, message)) is not None:
            session.refuse(ErrorCode.FORBIDDEN, why, re=message.id)
        elif not its_own and (wrong := self._passphrases.refusal(session, table.options.key, message, now)) is not None:
            session.refuse(*wrong, re=message.id)
        elif not (its_own or session.may_come(now)):
            self._too_often(session, message)
        else:
            session.table = table.id
            self._tables.deliver(table, session, message)

    def _look_again(self, session: Session, table: Table, message: Watch, now: float) -> None:
        """Let a client at the table watch through other eyes; that counts as coming there."""
        if not session.may_come(now):
            self._too_often(session, message)
        else:
            self._tables.deliver(table, session, message)
            session.went(now)

    def _no_such_table(self, session: Session, message: AtTable) -> None:
        there = tuple(info.table for info in islice(self._broadcast.listed, 20))
        what = f"there is no table {message.table!r}"
        session.refuse(
            ErrorCode.NO_SUCH_TABLE, what, re=message.id, request=_answered_by(message), data={"tables": there}
        )

    def _not_there(self, session: Session, message: AtTable) -> None:
        provider = isinstance(message, Accept | Decline)
        sentence = "only a provider answers invites" if provider else f"you are not at {message.table}"
        session.refuse(ErrorCode.FORBIDDEN, sentence, re=message.id, request=_answered_by(message))

    def _too_often(self, session: Session, message: Join | Watch | CreateTable) -> None:
        sentence = "you have come to tables and gone too often; wait a moment"
        session.refuse(ErrorCode.RATE, sentence, re=message.id)

    # --- opening -------------------------------------------------------------------------------------

    def _create(self, session: Session, message: CreateTable) -> None:
        if session.role is not Role.PLAYER or session.table is not None:
            what = "only a player who is at no table opens one"
            session.refuse(ErrorCode.FORBIDDEN, what, re=message.id)
        elif isinstance(message.preset, str) and message.preset not in self._presets:
            what = f"no preset {message.preset!r}; there are: {', '.join(self._presets)}"
            session.refuse(ErrorCode.INVALID_RULES, what, re=message.id, data={"presets": self._presets})
        elif isinstance(message.bots, str) and message.bots not in self._server.bots:
            refuse_bot(session, message.id, message.bots, self._server.bots)
        elif self._server.draining:
            what = "no new tables: the server ends once those that there are have ended"
            session.refuse(ErrorCode.FORBIDDEN, what, re=message.id, data={"reason": "draining"})
        elif self._tables.count >= limits.TABLES:
            session.refuse(ErrorCode.FORBIDDEN, f"there are {limits.TABLES} tables already", re=message.id)
        elif (full := self._server.budget.refusal(session.counted_as, Growth.TABLE)) is not None:
            session.refuse(ErrorCode.FORBIDDEN, full, re=message.id, data={"reason": "full"})
        elif not session.may_come(trio.current_time()):
            self._too_often(session, message)
        else:
            self._open(session, message)

    def _open(self, session: Session, message: CreateTable) -> None:
        try:
            options = agreed(message, self._defaults)
        except InvalidRules as wrong:
            session.refuse(ErrorCode.INVALID_RULES, str(wrong), re=message.id)
            return
        table = self._tables.open(options, kept=False, origin=session.counted_as)
        if message.watch:
            self._go_to(session, Watch(table=table.id, id=message.id), its_own=True)
        else:
            self._go_to(session, Join(table=table.id, seat=message.seat, id=message.id), its_own=True)
        if isinstance(message.bots, str):
            self._tables.deliver(table, session, FillUp(message.bots))


def _answered_by(message: AtTable) -> int | UnsetType:
    """The request that the message means to answer, if it answers any."""
    return message.request if isinstance(message, Act | Claim) else UNSET


class PassphraseCheck:
    """Checks the proofs of private tables' passphrases, and bounds how many wrong ones anybody may send."""

    def __init__(self) -> None:
        self._wrong = Buckets(limits.KNOCKS)
        self._wrong_from = Buckets(limits.KNOCKS_PER_ADDRESS)

    def refusal(
        self, session: Session, key: str | None, message: Join | Watch, now: float
    ) -> tuple[ErrorCode, str] | None:
        """The error for a client that has not proved the passphrase with that key; None where it has, or need not."""
        if key is None or session.peer is None:
            return None
        origin = session.peer.origin
        if not (self._wrong.has(session.id, now) and self._wrong_from.has(origin, now)):
            return ErrorCode.RATE, "too many wrong proofs have come from you or your address; wait a moment"
        if isinstance(message.proof, str) and auth.opens(key, session.peer.nonce, message.table, message.proof):
            return None
        self._wrong.take(session.id, now)
        self._wrong_from.take(origin, now)
        return ErrorCode.FORBIDDEN, f"{message.table} is private, and this is no proof that you know its passphrase"
