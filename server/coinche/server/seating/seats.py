"""Who acts for each seat of one table: a client, the bot that stands in for it, or nobody.

Knows people, programs, absences and invites. Refuses to know the game.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

import trio

from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat
from coinche.protocol.codec import encode
from coinche.protocol.messages import Dismiss, Invite, Occupant, Role, SeatChanged, SeatInfo
from coinche.server import limits
from coinche.server.match.entries import Sitting
from coinche.server.sessions.sessions import Session

STAND_IN_BOT = "steady"
"""The bot that plays for an absent client."""


@dataclass(slots=True)
class Reservation:
    """A seat that goes to a client, or else to that kind of bot, with the next deal.

    `agreed` are the people who would let the seat change hands at once, by `Session.who`.
    """

    session: Session | None = None
    bot: str | None = None
    agreed: set[str] = field(default_factory=set)

    @property
    def name(self) -> str:
        """What the table calls it."""
        return self.session.name if self.session is not None else (self.bot or "")

    @property
    def occupant(self) -> Occupant:
        """The kind of player who will sit there."""
        return self.session.occupant if self.session is not None else Occupant.BOT


@dataclass(slots=True)
class Chair:
    """One seat. `owner` sits there, connected or not; `bot` names the bot that plays where he does not.

    The owner sees hands that were dealt here after event `since`. A `closed` seat stays with its bot until the match is
    over; one with a `reservation` changes hands with the next deal. `votes` are those against the owner: by seat, who
    has cast each (`Session.who`).

    `player` is the provider's session that has accepted to play, `invited` one that was asked to, `offered_to` one that
    is about to be; `bank_ms` is what is left of the clock, `absence_ms` of the time that it waits for its owner.
    Whoever is away is not voted out before `expected_until`, by trio's clock: connections are lost, and servers started
    again.
    """

    seat: Seat
    owner: Session | None = None
    bot: str | None = None
    player: Session | None = None
    invited: Session | None = None
    offered_to: Session | None = None
    bank_ms: int = 0
    absence_ms: int = 0
    expected_until: float = -math.inf
    since: int = 0
    closed: bool = False
    reservation: Reservation | None = None
    votes: dict[Seat, str] = field(default_factory=dict)

    @property
    def open(self) -> bool:
        """Return whether the seat can be had: nobody owns it or waits for it, and it is not closed."""
        waited_for = self.reservation is not None and self.reservation.session is not None
        return self.owner is None and not self.closed and not waited_for

    @property
    def taken(self) -> bool:
        """Whether it has an owner, present or away, or a bot."""
        return self.owner is not None or self.bot is not None

    @property
    def is_a_bots(self) -> bool:
        """Whether a bot sits there, in nobody's place."""
        return self.owner is None and self.bot is not None

    @property
    def lacks_a_bot(self) -> bool:
        """Whether a bot should play it and none does."""
        return self.taken and not (self.present or self.awaited) and self.player is None

    @property
    def awaited(self) -> bool:
        """Whether its owner is away and nobody plays for him yet."""
        return self.owner is not None and not self.present and self.player is None and self.absence_ms > 0

    @property
    def person(self) -> bool:
        """Whether a person sits there and is present."""
        return self.present and self.owner is not None and not self.owner.program

    @property
    def present(self) -> bool:
        """Whether its owner sits there and is connected."""
        return self.owner is not None and self.owner.present

    @property
    def acting(self) -> Session | None:
        """Who is asked; None: the default action is played."""
        return self.owner if self.present else self.player

    @property
    def name(self) -> str:
        """What the table calls it."""
        return self.owner.name if self.owner is not None else (self.bot or "")

    @property
    def occupant(self) -> Occupant:
        """What sits there."""
        if self.owner is not None:
            return self.owner.occupant
        return Occupant.BOT if self.bot is not None else Occupant.FREE

    def info(self) -> SeatInfo:
        """The seat as the lobby shows it."""
        return SeatInfo(
            seat=self.seat,
            occupant=self.occupant,
            name=self.name,
            connected=self._connected,
            reserved_by="" if self.reservation is None else self.reservation.name,
            closed=self.closed,
        )

    def changed(self) -> SeatChanged:
        """The seat as the table hears of it."""
        return SeatChanged(self.seat, self.occupant, self.name, self._connected, self.closed)

    @property
    def sitting(self) -> Sitting:
        """The seat as it is kept."""
        return Sitting(self.seat, None if self.owner is None else self.owner.id, self.bot, self.since, self.closed)

    @property
    def _connected(self) -> bool:
        return self.owner is None or self.present


@dataclass(slots=True)
class Chairs:
    """The four chairs of a table."""

    table: str
    rules: RuleSet
    by_seat: dict[Seat, Chair] = field(default_factory=lambda: {seat: Chair(seat) for seat in Seat})
    has_people: bool = False
    """Whether a person sits here, present or away."""

    def __iter__(self) -> Iterator[Chair]:
        return iter(self.by_seat.values())

    def __getitem__(self, seat: Seat) -> Chair:
        return self.by_seat[seat]

    @property
    def filled(self) -> bool:
        """Whether all four are taken."""
        return all(chair.taken for chair in self)

    @property
    def people(self) -> list[Session]:
        """The people who sit there and are present."""
        return [chair.owner for chair in self if chair.person and chair.owner is not None]

    @property
    def nobody_acts(self) -> bool:
        """Whether no client and no bot is there for any seat."""
        return all(chair.acting is None for chair in self)

    @property
    def open_seats(self) -> tuple[str, ...]:
        """The seats that somebody may come to have, as an error tells them."""
        return tuple(chair.seat.value for chair in self if chair.open)

    def reserved_for(self, session: Session) -> Chair | None:
        """The chair that the client gets with the next deal."""
        reserved = ((chair, chair.reservation) for chair in self)
        return next((chair for chair, held in reserved if held is not None and held.session is session), None)

    def of(self, session: Session) -> Chair | None:
        """The chair that the client owns."""
        return next((chair for chair in self if chair.owner is session), None)

    def left_by(self, session: Session, wanted: Seat | None) -> Chair | None:
        """The chair that waits for the same client, which has come as a new session."""
        away = (chair for chair in self if chair.owner is not None and chair.owner.peer is None)
        own = (chair for chair in away if chair.owner is not None and chair.owner.who == session.who)
        return next((chair for chair in own if wanted in (None, chair.seat)), None)

    def free_for(self, wanted: Seat | None, held: Collection[Seat], known: Seat | None) -> Chair | None:
        """The chair that a client may have: the wanted one, or one it has `held`, or the first free, else a bot's.

        The seat whose hand is `known` to it it may have even where somebody waits for that.
        """
        if wanted is not None:
            own = wanted is known and self[wanted].owner is None and not self[wanted].closed
            return self[wanted] if own or self[wanted].open else None
        vacant = [chair for chair in self if chair.open]
        return next(iter(sorted(vacant, key=lambda chair: (chair.seat not in held, chair.taken))), None)

    def seat(self, chair: Chair, session: Session) -> None:
        """The client takes the chair, from a bot if need be."""
        self.dismiss(chair)
        chair.bot = None
        self._own(chair, session)

    def vacate(self, chair: Chair, *, playing: bool) -> None:
        """The owner gets up for good; in mid-match a bot takes his place."""
        chair.bot = chair.bot or (STAND_IN_BOT if playing else None)
        self._own(chair, None)

    def swap(self, one: Chair, other: Chair) -> None:
        """Who sits on the one sits on the other from now on; bots have to be called anew."""
        for chair in (one, other):
            self.dismiss(chair)
        one.owner, other.owner = other.owner, one.owner
        one.bot, other.bot = other.bot, one.bot

    def clear(self, chair: Chair) -> None:
        """The bot goes."""
        self.dismiss(chair)
        chair.bot = None

    def recall(self, sitting: Mapping[Seat, Sitting], sessions: Mapping[str, Session], *, playing: bool) -> None:
        """Who sat where before; where that is not known any more a bot does, in mid-match."""
        for chair in self:
            sat = sitting[chair.seat]
            owner = sessions.get(sat.owner or "")
            lost = sat.owner is not None and owner is None and playing
            chair.bot = sat.bot or (STAND_IN_BOT if lost else None)
            chair.since, chair.closed = sat.since, sat.closed
            chair.expected_until = trio.current_time() + limits.STALLED_MS / 1000
            self._own(chair, owner)

    def _own(self, chair: Chair, owner: Session | None) -> None:
        if chair.owner is not None and (owner is None or owner.who != chair.owner.who):
            chair.votes.clear()
        chair.owner = owner
        self.has_people = any(chair.owner is not None and not chair.owner.program for chair in self)

    def dismiss(self, chair: Chair) -> None:
        """The provider that plays there, or was asked to, need not any longer."""
        asked = chair.player or chair.invited
        chair.player = chair.invited = chair.offered_to = None
        if asked is not None:
            asked.send(Dismiss(table=self.table, seat=chair.seat))

    def invite(self, chair: Chair, provider: Session | None) -> None:
        """Ask the provider to play where a bot should and none does.

        It is asked once it has read what it was sent before, and for what is wanted then: however often somebody
        changes his mind, that is no fault of the provider's.
        """
        if provider is not None and chair.lacks_a_bot and chair.offered_to is not provider:
            chair.offered_to = provider
            provider.push_log(self._offer(chair, provider))

    def _offer(self, chair: Chair, provider: Session) -> Iterator[bytes]:
        if chair.offered_to is provider:
            chair.offered_to = None
            if chair.lacks_a_bot:
                bot = chair.bot or STAND_IN_BOT
                chair.invited = provider
                yield encode(Invite(table=self.table, seat=chair.seat, bot=bot, rules=self.rules))

    def accepted(self, seat: Seat, provider: Session) -> bool:
        """The provider plays the seat, if it is still wanted there; it may be about to be asked anew."""
        chair = self[seat]
        if provider.role is not Role.PROVIDER or not chair.lacks_a_bot or chair.offered_to is provider:
            return False
        chair.player, chair.invited = provider, None
        return True

    def played_by(self, provider: Session) -> list[Chair]:
        """The chairs that a provider plays."""
        return [chair for chair in self if chair.player is provider]
