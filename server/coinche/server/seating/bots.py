"""The bots of one table: which providers may play for its seats, and their invitations."""

from __future__ import annotations

from collections.abc import Iterable

from coinche.protocol.messages import AddBot, Begin
from coinche.server.addresses import OWN_PROVIDER
from coinche.server.match.options import TableOptions
from coinche.server.seating.seats import TableSeat, TableSeats
from coinche.server.sessions.sessions import Refusal, ServerContext, Session


class TableBots:
    """The providers that may play at one table, and their invitations.

    A seat lacks a bot where a bot sits, or its owner is away and is waited for no longer; the newest provider that may
    play is invited. In mid-deal only providers that were there when it was dealt may play, so that nobody sees a hand
    by connecting one; at a strict table only those of the beginning of the match. The server's own always may.

    `lenders` are the providers that may play in this deal, by `Session.who`; None before the first match, when all may.
    """

    def __init__(self, seats: TableSeats, options: TableOptions, server: ServerContext) -> None:
        self.lenders: frozenset[str] | None = None
        self._seats = seats
        self._options = options
        self._server = server

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of bots that can be asked for."""
        return self._server.bots

    def begin_match(self) -> None:
        """Let all providers play that are there."""
        self.lenders = frozenset(provider.who for provider in self._server.sessions.providers)

    def begin_deal(self) -> None:
        """Let those play, too, that have come since, unless the table takes nobody new."""
        if self._options.admits_newcomers:
            self.begin_match()

    def _may_play(self, provider: Session) -> bool:
        return self.lenders is None or provider.who in self.lenders or provider.who == OWN_PROVIDER

    def invite(self, places: Iterable[TableSeat]) -> None:
        """Invite a provider for each of those seats that lacks a bot."""
        for place in places:
            if place.lacks_a_bot:
                lenders = (provider for provider in self._server.sessions.providers if self._may_play(provider))
                self._seats.invite(place, next(lenders, None))

    def accept(self, provider: Session, place: TableSeat) -> bool:
        """Let the provider play the seat; False if it may not, or need not any longer."""
        return self._may_play(provider) and self._seats.accept(place.seat, provider) is not None

    def gone(self, provider: Session) -> list[TableSeat]:
        """Take a lost provider's seats from it; those seats."""
        played = self._seats.played_by(provider)
        for place in played:
            place.player = None
        return played

    def refuse_kind(self, session: Session, message: Begin | AddBot, kind: str) -> bool:
        """Refuse a kind of bot that there is not, naming those there are; True if refused."""
        if kind in self.kinds:
            return False
        session.refuse(message, *no_such_bot(kind, self.kinds))
        return True


def no_such_bot(kind: str, kinds: tuple[str, ...]) -> Refusal:
    """The refusal of a kind of bot that there is not, naming those there are."""
    there = ", ".join(kinds) or "none on this server"
    return Refusal(f"no bot {kind!r}; there are: {there}", data={"bots": kinds})
