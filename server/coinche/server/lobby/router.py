"""The router: hands each message of a signed-in client to the table or the archive that it is for."""

from __future__ import annotations

from itertools import islice

import trio

from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import (
    Accept,
    Act,
    AtTable,
    CallToTable,
    CreateTable,
    DeclareSystem,
    Decline,
    DeclineQuestion,
    EnterLadder,
    GetLadder,
    GetPlayer,
    GetRecord,
    GetStatistics,
    GetValues,
    HintGiven,
    InvitePlayer,
    Join,
    Leave,
    LeaveLadder,
    ListMatches,
    LobbyChat,
    OfTheArchive,
    OfTheLadder,
    OfTheLobby,
    ProviderAnswer,
    Role,
    Undo,
    ValuesGiven,
    Watch,
)
from coinche.server.archive.service import ArchiveService
from coinche.server.match.table_options import out_of_place
from coinche.server.seating.seats import STAND_IN_BOT
from coinche.server.sessions.invitations import Invitations
from coinche.server.sessions.server_context import ServerContext
from coinche.server.sessions.session import COMES_TOO_OFTEN, Session
from coinche.server.table.dispatch import FillUp
from coinche.server.table.table import Table

from .ladder import NO_LADDER, LadderTables
from .listing import TableBroadcast
from .lobby_talk import LobbyTalk
from .passphrases import PassphraseCheck
from .tables import TableOpening, Tables
from .undo import Undos

OF_A_SEAT = Join | Leave | Act | DeclareSystem
"""The messages for tables and the lobby that are heard where clients only play."""


class Router:
    """Routes the messages of signed-in clients."""

    def __init__(
        self,
        server: ServerContext,
        tables: Tables,
        broadcast: TableBroadcast,
        archive: ArchiveService,
        opening: TableOpening,
        talk: LobbyTalk,
        undos: Undos,
        invitations: Invitations,
        ladder: LadderTables | None,
    ) -> None:
        self._server = server
        self._tables = tables
        self._archive = archive
        self._broadcast = broadcast
        self._opening = opening
        self._talk = talk
        self._undos = undos
        self._invitations = invitations
        self._ladder = ladder
        self._passphrases = PassphraseCheck()

    def handle(
        self,
        session: Session,
        message: CreateTable | AtTable | OfTheLobby | OfTheLadder | InvitePlayer | OfTheArchive | ProviderAnswer,
    ) -> None:
        """Do what a signed-in client asks, or hand it to the archive, the lobby or the table.

        A client sends to the table that it is at; a provider sends to all tables, and alone answers invites.
        """
        match message:
            case _ if self._server.seats_only and not isinstance(message, OF_A_SEAT):
                session.refuse(message, "this server is there to play, and for nothing else")
            case CreateTable():
                self._create(session, message)
            case ListMatches() | GetRecord() | GetValues() | GetStatistics() | GetPlayer():
                self._archive.ask(session, message)
            case HintGiven() | ValuesGiven() | DeclineQuestion() if session.role is not Role.PROVIDER:
                session.refuse(message, "only a provider answers questions")
            case HintGiven() | ValuesGiven() | DeclineQuestion():
                self._server.questions.answer(session, message, trio.current_time())
            case InvitePlayer():
                self._invitations.invite(self._server, session, message)
            case EnterLadder() | LeaveLadder() | GetLadder():
                self._pass_to_ladder(session, message)
            case LobbyChat():
                self._talk.say(session, message, trio.current_time())
            case Join() | Watch():
                self._go_to(session, message)
            case _ if self._is_unknown(session, message.table):
                self._no_such_table(session, message)
            case Accept() | Decline() if session.role is not Role.PROVIDER:
                session.refuse(message, "only a provider answers invites")
            case _ if session.role is not Role.PROVIDER and session.table != message.table:
                session.refuse(message, f"you are not at {message.table}")
            case CallToTable():
                self._call(session, message)
            case Undo():
                self._take_back(session, message)
            case _:
                self._pass_on(session, message)

    def _pass_to_ladder(self, session: Session, message: OfTheLadder) -> None:
        if self._ladder is None:
            session.refuse(message, *NO_LADDER)
        else:
            self._ladder.handle(session, message)

    def _is_unknown(self, session: Session, number: str) -> bool:
        """Return whether there is no such table, or the client may not know of it; a provider knows where it plays."""
        table = self._tables.find(number)
        hidden = table is not None and session.role is not Role.PROVIDER and table.is_hidden_from(session)
        return hidden or not self._tables.has(number)

    def _pass_on(self, session: Session, message: AtTable) -> None:
        """Hand the message to the table that it names. Only a provider may be asked about one that still sleeps."""
        if (table := self._tables.bring_back(message.table)) is None:
            self._no_such_table(session, message)
            return
        self._tables.deliver(table, session, message)
        if isinstance(message, Leave):
            session.went(trio.current_time())

    def _take_back(self, session: Session, message: Undo) -> None:
        """Take back what the player has done last at its table."""
        if (table := self._tables.bring_back(message.table)) is None:
            self._no_such_table(session, message)
        else:
            self._undos.undo(session, message, table, trio.current_time())

    def _call(self, session: Session, message: CallToTable) -> None:
        """Have a player's call heard in the lobby. A provider is at no table, a spectator on no seat."""
        table = self._tables.find(session.table)
        if table is None:
            session.refuse(message, f"you are not at {message.table}")
        elif not self._broadcast.lists(table):
            session.refuse(
                message, f"this server tells nobody of {'practice' if table.options.practice else 'private'} tables"
            )
        else:
            self._talk.call(session, message, table, trio.current_time())

    def _create(self, session: Session, message: CreateTable) -> None:
        """Open a table, and bring its opener there, on a seat or to watch, and bots if some are wanted."""
        table = self._opening.open(session, message, trio.current_time())
        if table is None:
            return
        join = Join(table=table.id, seat=message.seat, id=message.id)
        self._go_to(session, Watch(table=table.id, id=message.id) if message.watch else join, its_own=True)
        bots = message.bots if isinstance(message.bots, str) else STAND_IN_BOT if message.practice else None
        if bots is not None:
            self._tables.deliver(table, session, FillUp(bots))

    def _go_to(self, session: Session, message: Join | Watch, *, its_own: bool = False) -> None:
        """Bring the client to the table; a private one, unless it is `its_own`, takes a proof."""
        table, now = self._tables.bring_back(message.table), trio.current_time()
        hidden = table is not None and not its_own and _hides(table, session, message)
        if table is None or hidden:
            self._no_such_table(session, message)
        elif session.table == table.id and isinstance(message, Watch):  # through other eyes: it counts as coming there
            if session.may_come(now):
                self._tables.deliver(table, session, message)
                session.went(now)
            else:
                session.refuse(message, *COMES_TOO_OFTEN)
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
            if not self._tables.deliver(table, session, message):
                self._no_such_table(session, message)

    def _no_such_table(self, session: Session, message: AtTable | CallToTable) -> None:
        there = tuple(info.table for info in islice(self._broadcast.listed_for(session), 20))
        what = f"there is no table {message.table!r}"
        session.refuse(message, what, ErrorCode.NO_SUCH_TABLE, data={"tables": there})


def _hides(table: Table, session: Session, message: Join | Watch) -> bool:
    """Return whether the client is told that there is no such table: its player alone comes back there, to sit down."""
    return table.is_hidden_from(session) or (table.options.practice and isinstance(message, Watch))
