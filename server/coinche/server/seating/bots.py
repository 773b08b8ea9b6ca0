"""The bots of one table: on free seats, and in the place of who is away. The server's provider plays them.

Knows who asked for them and where they are wanted. Refuses to know people's coming and going, and how bots think.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from msgspec import UnsetType

from coinche.engine.seats import Seat
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import AddBot, Ok
from coinche.server.addresses import OWN_PROVIDER
from coinche.server.match.options import TableOptions
from coinche.server.sessions.sessions import Session

from .host import Host
from .reservations import Reservations
from .seats import Chair, Chairs, Reservation


class Agency(Protocol):
    """Where bots come from."""

    @property
    def providers(self) -> tuple[Session, ...]:
        """The programs that lend bots and are there, the last that came first."""

    @property
    def bots(self) -> tuple[str, ...]:
        """The kinds of bots that can be asked for."""


class StandIns:
    """The bots of one table. `changed` is called for a chair with another bot, `ask` for one that is played now.

    In mid-deal the `lenders` alone play, by `Session.who`: the providers that were there when it was dealt, at a strict
    table when the match began. None before the match: all may. The server's own always may.
    """

    def __init__(
        self,
        chairs: Chairs,
        host: Host,
        reservations: Reservations,
        agency: Agency,
        options: TableOptions,
        changed: Callable[[Chair], None],
        ask: Callable[[Chair], None],
    ) -> None:
        self.lenders: frozenset[str] | None = None
        self._chairs = chairs
        self._host = host
        self._reservations = reservations
        self._agency = agency
        self._options = options
        self._changed = changed
        self._ask = ask

    def begin_match(self) -> None:
        """All providers that are there may play."""
        self.lenders = frozenset(provider.who for provider in self._agency.providers)

    def begin_deal(self) -> None:
        """So may those that have come since, unless the table takes nobody new."""
        if self._options.admits_newcomers:
            self.begin_match()
            self.provider_here()

    def _may_play(self, provider: Session) -> bool:
        return self.lenders is None or provider.who == OWN_PROVIDER or provider.who in self.lenders

    @property
    def kinds(self) -> tuple[str, ...]:
        """Those that can be asked for."""
        return self._agency.bots

    def add(self, session: Session, message: AddBot, *, playing: bool, dealt: bool) -> None:
        """Bots for a free seat, or for all of them, whoever asks; another bot in the place of one for the host.

        That one plays from the next deal on while cards are `dealt`, unless all people there agree.
        """
        named = self._chairs[message.seat] if isinstance(message.seat, Seat) else None
        another = named is not None and named.is_a_bots and self._host.is_he(session)
        asked = list(self._chairs) if named is None else [named]
        wanted = [chair for chair in asked if another or not chair.taken]
        if message.bot not in self.kinds:
            no_such_bot(session, message.id, message.bot, self.kinds)
        elif not wanted:
            others = tuple(chair.seat.value for chair in self._chairs if not chair.taken)
            session.refuse(ErrorCode.SEAT_TAKEN, "no free seat for a bot", re=message.id, data={"free": others})
        elif another and not self._host.may_rearrange:
            what = "the bots of this table have been changed too often"
            session.refuse(ErrorCode.FORBIDDEN, what, re=message.id)
        elif another and (barred := self._barred(wanted[0], playing=playing)) is not None:
            session.refuse(ErrorCode.FORBIDDEN, barred[1], re=message.id, data={"reason": barred[0]})
        else:
            session.answer(Ok(), message.id)
            if another:
                self._host.rearranges()
            if another and dealt:
                self._replace(wanted[0], message.bot, session)
            else:
                self.seat(message.bot, wanted)

    def _barred(self, chair: Chair, *, playing: bool) -> tuple[str, str] | None:
        """Why the chair's bot stays, in a word and a sentence; None where it does not."""
        if playing and not self._options.admits_newcomers:
            return "strict", "the bots of a strict table stay until its match is over"
        if chair.closed:
            return "closed", f"{chair.seat} was voted out; its bot stays until the match is over"
        return None if chair.open else ("reserved", f"somebody gets {chair.seat} with the next deal")

    def _replace(self, chair: Chair, bot: str, host: Session) -> None:
        """Have that bot play the chair from the next deal on; at once where its host is the only person there."""
        by_host = Reservation(bot=bot, agreed=set() if host.program else {host.who})
        if self._reservations.is_agreed(by_host):
            self.seat(bot, [chair])
        else:
            self._reservations.reserve(chair, Reservation(bot=bot))
            self._reservations.agree(host, chair)

    def fill(self, bot: str) -> None:
        """Put bots on the free chairs."""
        self.seat(bot, [chair for chair in self._chairs if not chair.taken])

    def seat(self, bot: str, chairs: Iterable[Chair]) -> None:
        """Put that bot on chairs. What one before it was asked is asked of it, as soon as it has accepted."""
        for chair in chairs:
            chair.reservation = None
            self._chairs.dismiss(chair)
            chair.bot = bot
            self._changed(chair)
            self.call(chair)

    def call(self, chair: Chair) -> None:
        """Have a bot play the chair, where one should and none does."""
        lenders = (provider for provider in self._agency.providers if self._may_play(provider))
        self._chairs.invite(chair, next(lenders, None))

    def accept(self, provider: Session, seat: Seat) -> None:
        """A provider plays a seat."""
        if self._may_play(provider) and self._chairs.accepted(seat, provider):
            self._ask(self._chairs[seat])

    def provider_here(self) -> None:
        """A provider has come: whoever lacks a bot gets one."""
        for chair in self._chairs:
            self.call(chair)

    def provider_gone(self, provider: Session) -> None:
        """A provider has gone: its chairs have nobody until another accepts."""
        for chair in self._chairs.played_by(provider):
            chair.player = None
            self.call(chair)
            self._ask(chair)


def no_such_bot(session: Session, re: int | UnsetType, kind: str, kinds: tuple[str, ...]) -> None:
    """Refuse a kind of bot that there is not, with those there are."""
    there = ", ".join(kinds) or "none on this server"
    session.refuse(ErrorCode.FORBIDDEN, f"no bot {kind!r}; there are: {there}", re=re, data={"bots": kinds})
