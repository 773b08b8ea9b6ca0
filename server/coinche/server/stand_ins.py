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

from .chairs import Chair, Chairs
from .host import Host
from .session import Session


class Agency(Protocol):
    """Where bots come from."""

    @property
    def provider(self) -> Session | None:
        """The program that lends bots, if one is there."""

    @property
    def bots(self) -> tuple[str, ...]:
        """The kinds of bots that can be asked for."""


class StandIns:
    """The bots of one table. `changed` is called for a chair with another bot, `ask` for one that is played now."""

    def __init__(
        self,
        chairs: Chairs,
        host: Host,
        agency: Agency,
        changed: Callable[[Chair], None],
        ask: Callable[[Chair], None],
    ) -> None:
        self._chairs = chairs
        self._host = host
        self._agency = agency
        self._changed = changed
        self._ask = ask

    @property
    def kinds(self) -> tuple[str, ...]:
        """Those that can be asked for."""
        return self._agency.bots

    def add(self, session: Session, message: AddBot) -> None:
        """Bots for a free seat, or for all of them, whoever asks; another bot in the place of one for the host."""
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
        else:
            session.answer(Ok(), message.id)
            if another:
                self._host.rearranges()
            self._seat(message.bot, wanted)

    def fill(self, bot: str) -> None:
        """Put bots on the free chairs."""
        self._seat(bot, [chair for chair in self._chairs if not chair.taken])

    def _seat(self, bot: str, chairs: Iterable[Chair]) -> None:
        """What a bot before this one was asked is asked of this one, as soon as it has accepted."""
        for chair in chairs:
            self._chairs.dismiss(chair)
            chair.bot = bot
            self._changed(chair)
            self.call(chair)

    def call(self, chair: Chair) -> None:
        """Have a bot play the chair, where one should and none does."""
        self._chairs.invite(chair, self._agency.provider)

    def accept(self, provider: Session, seat: Seat) -> None:
        """A provider plays a seat."""
        if self._chairs.accepted(seat, provider):
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
