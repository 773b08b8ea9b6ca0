"""What signed-in clients ask for: a table is opened for them, they are led to one, or it is handed to whom it is for.

Knows who may come to which table. Refuses to know who is signed in (`lobby`), and what is done at a table.
"""

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
from coinche.server.seating.bots import no_such_bot
from coinche.server.sessions.sessions import Session
from coinche.server.storage.budget import Growth
from coinche.server.table.table import Table
from coinche.server.turns.inbox import FillUp

from .listing import Offer
from .tables import Hall


class Usher:
    """Takes everybody to his table. Tables are as the `defaults`, where who opens one says nothing else."""

    def __init__(
        self, hall: Hall, archivist: ArchiveService, offer: Offer, defaults: TableOptions, presets: tuple[str, ...]
    ) -> None:
        self._hall = hall
        self._archivist = archivist
        self._offer = offer
        self._defaults = defaults
        self._presets = presets
        self._door = Door()

    def handle(self, session: Session, message: CreateTable | AtTable | OfTheArchive) -> None:
        """Do what a signed-in client asks, or hand it to whom it is for."""
        match message:
            case CreateTable():
                self._create(session, message)
            case ListMatches() | GetRecord() | GetStatistics():
                self._archivist.ask(session, message)
            case Join() | Watch():
                self._go_to(session, message)
            case _:
                self._hand_over(session, message)

    def _hand_over(self, session: Session, message: AtTable) -> None:
        """Give the message to the table that its sender is at; a provider is at all of them."""
        at_it = session.table == message.table or session.role is Role.PROVIDER
        table = self._hall.find(message.table)
        if table is None:
            self._no_such_table(session, message)
        elif not at_it or (session.role is not Role.PROVIDER and isinstance(message, Accept | Decline)):
            self._not_there(session, message)
        elif not table.post(session, message):
            self._too_much(session, message)
        elif isinstance(message, Leave):
            session.went()

    def _go_to(self, session: Session, message: Join | Watch, *, its_own: bool = False) -> None:
        """Have the client come to the table; a private one, unless it is `its_own`, takes a proof."""
        table = self._hall.find(message.table)
        if table is None:
            self._no_such_table(session, message)
        elif session.table == table.id and isinstance(message, Watch):
            self._look_again(session, table, message)
        elif session.table is not None:
            session.refuse(ErrorCode.FORBIDDEN, "you are at a table already; leave it first", re=message.id)
        elif (why := out_of_place(table.options.places, session.name, message)) is not None:
            session.refuse(ErrorCode.FORBIDDEN, why, re=message.id)
        elif not its_own and (barred := self._door.barred(session, table.options.key, message)) is not None:
            session.refuse(*barred, re=message.id)
        elif not (its_own or session.may_come):
            self._too_often(session, message)
        elif not table.post(session, message):
            self._too_much(session, message)
        else:
            session.table = table.id  # from now on: one message cannot overtake the other

    def _look_again(self, session: Session, table: Table, message: Watch) -> None:
        """Whoever is at the table may watch through other eyes, if he watches; it counts as coming there."""
        if not session.may_come:
            self._too_often(session, message)
        elif not table.post(session, message):
            self._too_much(session, message)
        else:
            session.went()

    def _no_such_table(self, session: Session, message: AtTable) -> None:
        there = tuple(info.table for info in islice(self._offer.listed, 20))
        what = f"there is no table {message.table!r}"
        session.refuse(
            ErrorCode.NO_SUCH_TABLE, what, re=message.id, request=_answered_by(message), data={"tables": there}
        )

    def _not_there(self, session: Session, message: AtTable) -> None:
        provider = isinstance(message, Accept | Decline)
        sentence = "only a provider answers invites" if provider else f"you are not at {message.table}"
        session.refuse(ErrorCode.FORBIDDEN, sentence, re=message.id, request=_answered_by(message))

    def _too_much(self, session: Session, message: AtTable) -> None:
        sentence = f"{message.table} has too much to do; try again"
        session.refuse(ErrorCode.RATE, sentence, re=message.id, request=_answered_by(message))

    def _too_often(self, session: Session, message: Join | Watch | CreateTable) -> None:
        sentence = "you have come to tables and gone too often; wait a moment"
        session.refuse(ErrorCode.RATE, sentence, re=message.id)

    def _create(self, session: Session, message: CreateTable) -> None:
        if session.role is not Role.PLAYER or session.table is not None:
            what = "only a player who is at no table opens one"
            session.refuse(ErrorCode.FORBIDDEN, what, re=message.id)
        elif isinstance(message.preset, str) and message.preset not in self._presets:
            what = f"no preset {message.preset!r}; there are: {', '.join(self._presets)}"
            session.refuse(ErrorCode.INVALID_RULES, what, re=message.id, data={"presets": self._presets})
        elif isinstance(message.bots, str) and message.bots not in self._offer.bots:
            no_such_bot(session, message.id, message.bots, self._offer.bots)
        elif self._offer.draining:
            what = "no new tables: the server ends once those that there are have ended"
            session.refuse(ErrorCode.FORBIDDEN, what, re=message.id, data={"reason": "draining"})
        elif len(self._hall) >= limits.TABLES:
            session.refuse(ErrorCode.FORBIDDEN, f"there are {limits.TABLES} tables already", re=message.id)
        elif (full := self._offer.budget.refusal(session.counted_as, Growth.TABLE)) is not None:
            session.refuse(ErrorCode.FORBIDDEN, full, re=message.id, data={"reason": "full"})
        elif not session.may_come:
            self._too_often(session, message)
        else:
            self._open(session, message)

    def _open(self, session: Session, message: CreateTable) -> None:
        try:
            options = agreed(message, self._defaults)
        except InvalidRules as wrong:
            session.refuse(ErrorCode.INVALID_RULES, str(wrong), re=message.id)
            return
        table = self._hall.open(options, kept=False, origin=session.counted_as)
        if message.watch:
            self._go_to(session, Watch(table=table.id, id=message.id), its_own=True)
        else:
            self._go_to(session, Join(table=table.id, seat=message.seat, id=message.id), its_own=True)
        if isinstance(message.bots, str):
            table.post(session, FillUp(message.bots))


def _answered_by(message: AtTable) -> int | UnsetType:
    """The request that the message means to answer, if it answers any."""
    return message.request if isinstance(message, Act | Claim) else UNSET


# --- door -----------------------------------------------------------------------------------------
# The door of private tables: who has proved that he knows the passphrase, and who has tried too often.
#
# Knows proofs, and how many wrong ones have come from whom. Refuses to know tables, and who is at them.


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
