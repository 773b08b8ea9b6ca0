"""The bots of one table: which providers may play for its seats, and their invitations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import UnsetType

from coinche.engine.seats import Seat
from coinche.protocol.codec import encode
from coinche.protocol.messages import Dismiss, Invite
from coinche.server.addresses import OWN_PROVIDER
from coinche.server.match.table_options import TableOptions
from coinche.server.sessions.server_context import ServerContext
from coinche.server.sessions.session import Refusal, Session

from .seats import STAND_IN_BOT, TableSeat, TableSeats


class TableBots:
    """Invites providers to the seats of one table that lack a bot.

    A seat lacks a bot where a bot sits, or its owner is away and is waited for no longer; the newest provider that may
    play, and has not declined the seat in this deal, is invited. In mid-deal only providers that were there when it was
    dealt may play, so that nobody sees a hand by connecting one; at a strict table only those of the beginning of the
    match. The server's own always may.

    `lenders` are the providers that may play in this deal, by `Session.who`; None before the first match, when all may.
    """

    def __init__(self, seats: TableSeats, options: TableOptions, server: ServerContext) -> None:
        self.lenders: frozenset[str] | None = None
        self._declined: set[tuple[Session, Seat]] = set()
        self._seats = seats
        self._options = options
        self._server = server

    def begin_match(self) -> None:
        """Let all providers play that are there, also those that have declined."""
        self._declined.clear()
        self.lenders = frozenset(provider.who for provider in self._server.sessions.providers)

    def begin_deal(self) -> None:
        """Let those play, too, that have come since, unless the table takes nobody new."""
        if self._options.admits_newcomers:
            self.begin_match()

    def may_play(self, provider: Session) -> bool:
        """Return whether that provider may see hands of this deal."""
        return self.lenders is None or provider.who in self.lenders or provider.who == OWN_PROVIDER

    def _next(self, place: TableSeat) -> Session | None:
        """The provider to be invited to the seat."""
        lenders = (provider for provider in self._server.sessions.providers if self.may_play(provider))
        return next((one for one in lenders if (one, place.seat) not in self._declined), None)

    def is_declined(self, place: TableSeat) -> bool:
        """Return whether all providers that may play have declined the seat; none may at a table of the ladder."""
        if self._options.ladder is not None:
            return True
        return any(seat is place.seat for _, seat in self._declined) and self._next(place) is None

    def invite(self, places: Iterable[TableSeat]) -> None:
        """Invite a provider for each of those seats that lacks a bot.

        The invitation is made when the provider has read what was sent before, and for what is wanted then: however
        often somebody changes their mind, nothing piles up for the provider.
        """
        for place in places if self._options.ladder is None else ():
            if place.lacks_a_bot:
                provider = self._next(place)
                if provider is not None and place.offered_to is not provider:
                    place.offered_to = provider
                    provider.push_log(self._offer(place, provider))

    def _offer(self, place: TableSeat, provider: Session) -> Iterator[bytes]:
        if place.offered_to is provider:
            place.offered_to = None
            if place.lacks_a_bot:
                bot = place.bot or STAND_IN_BOT
                place.invited = provider
                yield encode(Invite(table=self._seats.table, seat=place.seat, bot=bot, rules=self._options.rules))

    def accept(self, provider: Session, place: TableSeat) -> bool:
        """Let the provider play the seat; otherwise dismiss it, unless it plays there or is about to be invited."""
        wanted = place.lacks_a_bot and self._is_invited(provider, place)
        if wanted:
            place.player, place.invited = provider, None
        elif provider not in (place.player, place.offered_to):
            provider.send(Dismiss(table=self._seats.table, seat=place.seat))
        return wanted

    def decline(self, provider: Session, place: TableSeat) -> None:
        """Take the invitation back, and invite another provider."""
        if self._is_invited(provider, place):
            place.invited = None
            self._declined.add((provider, place.seat))
            self.invite([place])

    def _is_invited(self, provider: Session, place: TableSeat) -> bool:
        return place.invited is provider and place.offered_to is not provider

    def gone(self, provider: Session) -> list[TableSeat]:
        """Invite another provider wherever a lost one has played, or was asked to; the seats that it has played."""
        lost = [one for one in self._seats.values() if provider in (one.player, one.invited, one.offered_to)]
        played = [place for place in lost if place.player is provider]
        for place in lost:
            place.player = None if place.player is provider else place.player
            place.invited = None if place.invited is provider else place.invited
            place.offered_to = None if place.offered_to is provider else place.offered_to
        self.invite(lost)
        return played


def unknown_bot(kind: str | UnsetType | None, kinds: tuple[str, ...]) -> Refusal | None:
    """The refusal of a kind of bot that is not one of those on offer; None where it is, or where none is wanted."""
    if not isinstance(kind, str) or kind in kinds:
        return None
    there = ", ".join(kinds) or "none on this server"
    return Refusal(f"no bot {kind!r}; there are: {there}", data={"bots": kinds})
