"""The messages at one table, but for acts and claims: each is handed to the part of the table that it is for.

Beside the messages of clients there is what the server itself tells a table about a session.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import assert_never

from msgspec import UNSET, UnsetType

from coinche.engine.view import Phase
from coinche.protocol.messages import (
    Accept,
    Act,
    AddBot,
    Admit,
    AtTable,
    Begin,
    Chat,
    Claim,
    ClearSeat,
    DeclareSystem,
    Decline,
    GetHint,
    GoOn,
    Join,
    Leave,
    Pause,
    Pledge,
    Rematch,
    Share,
    SwapSeats,
    Undo,
    VoteOut,
    Watch,
)
from coinche.server.seating.table_context import TableContext
from coinche.server.sessions.session import Session
from coinche.server.storage.budget import Growth
from coinche.server.turns.turns import Turns

from .agreements import Pauses, Recap, Votes
from .chat import TableChat
from .hints import TableHints
from .host_orders import HostOrders
from .joining import Joining
from .match_log import MatchLog
from .shuffle_shares import ShareCollector

_IN_A_DEAL = (Phase.CUTTING, Phase.BIDDING, Phase.PLAYING)


class SessionChange(Enum):
    """A change of a session that says all by itself."""

    LOST = auto()
    """Its connection is gone."""
    GONE = auto()
    """It has gone for good: it said so, or too many are away."""
    PROVIDER_HERE = auto()
    """It is a provider that has just come."""
    PROVIDER_GONE = auto()
    """It is a provider that has gone."""


@dataclass(frozen=True, slots=True)
class Back:
    """The session is connected again and has seen the events up to `after`. `away`: it was not, meanwhile.

    One that has taken an action back comes so to another table; `re` is the id of its message.
    """

    after: int
    away: bool
    re: int | UnsetType = UNSET


@dataclass(frozen=True, slots=True)
class FillUp:
    """The client that opened the table wants bots of that kind on the free seats."""

    bot: str


Input = AtTable | FillUp | Back | SessionChange
"""All that a table can be told of a session."""


class TableMessages:
    """Hands on what a session, or the server about a session, tells one table."""

    def __init__(
        self, context: TableContext, log: MatchLog, turns: Turns, shares: ShareCollector, pauses: Pauses, votes: Votes
    ) -> None:
        self.host_orders = HostOrders(context)
        self.chat = TableChat(context)
        self._hints = TableHints(context, turns)
        self._joining = Joining(context)
        self._context = context
        self._members = context.members
        self._log = log
        self._turns = turns
        self._shares = shares
        self._pauses = pauses
        self._votes = votes

    def handle(self, session: Session, message: Input, recap: Recap | None, now: float) -> None:
        """Handle a message, during a recap if there is one."""
        members, in_a_deal = self._members, self._log.phase in _IN_A_DEAL
        match message:
            case Act() | Claim() | Undo():
                pass
            case Join():
                self._joining.join(session, message, dealt=in_a_deal)
            case Watch():
                self._joining.watch(session, message)
            case Leave():
                members.leave(session, message)
            case SwapSeats() | ClearSeat() | Begin() | AddBot():
                self._order(session, message, now, dealt=in_a_deal)
            case Accept():
                members.accept(session, self._context.seats[message.seat])
            case Decline():
                members.bots.decline(session, self._context.seats[message.seat])
            case Admit():
                members.admit(session, message)
            case DeclareSystem():
                members.systems.declare(session, message, self._log.replay.state)
            case GetHint():
                self._hints.ask(session, message, now)
            case Pledge() | Share():
                self._shares.hear(session, message)
            case Pause():
                self._pauses.ask(session, message, playing=in_a_deal)
            case GoOn():
                self._go_on(session, message, recap, now)
            case Rematch():
                self._rematch(session, message, recap, now)
            case VoteOut():
                self._vote(session, message, now, playing=in_a_deal)
            case Chat():
                self.chat.say(session, message, now)
            case _:
                self._note(session, message, now)
        if in_a_deal:
            self._pauses.look_round(now)

    def _order(
        self, session: Session, message: SwapSeats | ClearSeat | Begin | AddBot, now: float, *, dealt: bool
    ) -> None:
        """Handle an order about the seats and the beginning; most are for the host alone."""
        match message:
            case SwapSeats():
                self.host_orders.swap(session, message)
            case ClearSeat():
                self.host_orders.clear(session, message, now)
            case Begin():
                self.host_orders.begin(session, message)
            case AddBot():
                self.host_orders.add_bot(session, message, dealt=dealt)
            case _:
                assert_never(message)

    def _vote(self, session: Session, message: VoteOut, now: float, *, playing: bool) -> None:
        place = self._context.seats[message.seat]
        stalls = playing and self._pauses.until is None and self._turns.stalls(place, now)
        self._votes.cast(session, message, now, stalls=stalls)

    def _go_on(self, session: Session, message: GoOn, recap: Recap | None, now: float) -> None:
        if self._pauses.until is not None:
            self._pauses.go_on(session, message, now)
        elif recap is not None:
            recap.go_on(session, message, now)
        else:
            session.refuse(message, "there is no recap and no pause to go on from")

    def _rematch(self, session: Session, message: Rematch, recap: Recap | None, now: float) -> None:
        if recap is None:
            session.refuse(message, "another match is asked for when the last deal is over")
        elif (full := self._context.usage.refusal(Growth.REMATCH)) is not None:
            session.refuse(message, full, data={"reason": "full"})
        else:
            recap.rematch(session, message, now)

    def _note(self, session: Session, message: FillUp | Back | SessionChange, now: float) -> None:
        """Handle what the server itself tells."""
        match message:
            case SessionChange.GONE:
                self._members.gone(session)
            case SessionChange.LOST:
                self._members.lost(session, now)
            case Back():
                self._members.back(session, message.after, was_away=message.away, re=message.re)
            case FillUp():
                self._members.fill(message.bot)
            case SessionChange.PROVIDER_HERE:
                self._members.bots.invite(self._members.seats.values())
            case SessionChange.PROVIDER_GONE:
                self._members.provider_gone(session)
            case _:
                assert_never(message)
