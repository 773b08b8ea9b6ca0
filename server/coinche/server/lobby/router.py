"""The router: hands each message of a signed-in client to the table or the archive that it is for."""

from __future__ import annotations

from itertools import islice

import trio

from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import (
    Accept,
    AtTable,
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
from coinche.server.archive.service import ArchiveService
from coinche.server.match.options import TableOptions, out_of_place
from coinche.server.sessions.sessions import COMES_TOO_OFTEN, ServerContext, Session
from coinche.server.table.joining import PassphraseCheck
from coinche.server.table.states import FillUp
from coinche.server.table.table import Table

from .listing import LobbyBroadcast
from .opening import TableOpening
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
        self._tables = tables
        self._archive = archive
        self._broadcast = broadcast
        self._opening = TableOpening(server, tables, defaults, presets)
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

    def _create(self, session: Session, message: CreateTable) -> None:
        """Open a table, and bring its opener there, on a seat or to watch, and bots if some are wanted."""
        table = self._opening.open(session, message, trio.current_time())
        if table is None:
            return
        if message.watch:
            self._go_to(session, Watch(table=table.id, id=message.id), its_own=True)
        else:
            self._go_to(session, Join(table=table.id, seat=message.seat, id=message.id), its_own=True)
        if isinstance(message.bots, str):
            self._tables.deliver(table, session, FillUp(message.bots))

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
            session.refuse(message, "you are at a table already; leave it first")
        elif (why := out_of_place(table.options.places, session.name, message)) is not None:
            session.refuse(message, why)
        elif not its_own and (wrong := self._passphrases.refusal(session, table.options.key, message, now)) is not None:
            session.refuse(message, *wrong)
        elif not (its_own or session.may_come(now)):
            session.refuse(message, *COMES_TOO_OFTEN)
        else:
            session.table = table.id
            self._tables.deliver(table, session, message)

    def _look_again(self, session: Session, table: Table, message: Watch, now: float) -> None:
        """Let a client at the table watch through other eyes; that counts as coming there."""
        if not session.may_come(now):
            session.refuse(message, *COMES_TOO_OFTEN)
        else:
            self._tables.deliver(table, session, message)
            session.went(now)

    def _no_such_table(self, session: Session, message: AtTable) -> None:
        there = tuple(info.table for info in islice(self._broadcast.listed, 20))
        what = f"there is no table {message.table!r}"
        session.refuse(message, what, ErrorCode.NO_SUCH_TABLE, data={"tables": there})

    def _not_there(self, session: Session, message: AtTable) -> None:
        provider = isinstance(message, Accept | Decline)
        sentence = "only a provider answers invites" if provider else f"you are not at {message.table}"
        session.refuse(message, sentence)
