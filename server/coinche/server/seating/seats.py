"""The four seats of one table: who owns each, and who acts for it.

A seat has an owner (a session, connected or away), or a bot, or nobody. While the owner is away a bot may play in its
place; bots are played by providers, which are invited and accept. Every other module of a table asks here who is to be
asked (`TableSeat.acting`) and whom a seat shows in the lobby (`TableSeat.occupant`).
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from coinche.engine.seats import Seat
from coinche.protocol.messages import Dismiss, Occupant, SeatChanged, SeatInfo
from coinche.server import limits
from coinche.server.match.entries import Sitting
from coinche.server.sessions.session import Session

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
        """The name that the table shows."""
        return self.session.name if self.session is not None else (self.bot or "")

    @property
    def occupant(self) -> Occupant:
        """The kind of player who will sit there."""
        return self.session.occupant if self.session is not None else Occupant.BOT


@dataclass(slots=True)
class TableSeat:
    """One seat of a table. `owner` sits there, connected or away; `bot` names the bot that plays otherwise.

    The owner sees hands that were dealt here after event `since`. A `closed` seat stays with its bot until the match is
    over; one with a `reservation` changes hands with the next deal. `votes` are those against the owner: by seat, the
    voter (`Session.who`).

    `player` is the provider's session that has accepted to play, `invited` one that was asked to, `offered_to` one that
    is about to be. `bank_ms` is what is left of the clock, `absence_ms` of the time that the table waits for an absent
    owner. Nobody is voted out before `expected_until` (trio's clock): connections are lost, and servers restarted. The
    seat of an owner who is away before the first match is kept until `kept_until`, which is None for all others.
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
    kept_until: float | None = None
    since: int = 0
    closed: bool = False
    reservation: Reservation | None = None
    votes: dict[Seat, str] = field(default_factory=dict)

    @property
    def open(self) -> bool:
        """True if somebody may take the seat: it has no owner, is not closed, and no client waits for it."""
        waited_for = self.reservation is not None and self.reservation.session is not None
        return self.owner is None and not self.closed and not waited_for

    @property
    def taken(self) -> bool:
        """True if it has an owner, present or away, or a bot."""
        return self.owner is not None or self.bot is not None

    @property
    def is_a_bots(self) -> bool:
        """True if a bot sits there, in nobody's place."""
        return self.owner is None and self.bot is not None

    @property
    def lacks_a_bot(self) -> bool:
        """True if a bot should play it and none does."""
        return self.taken and not (self.present or self.awaited or self.is_kept) and self.player is None

    @property
    def awaited(self) -> bool:
        """True if its owner is away and nobody plays in its place yet."""
        owner = self.owner
        return owner is not None and owner.peer is None and self.player is None and self.absence_ms > 0

    @property
    def is_kept(self) -> bool:
        """True if its owner is away before the first match."""
        return self.kept_until is not None

    def keep_for_owner(self, now: float, spent: float = 0.0) -> None:
        """Keep the seat for a while, less the seconds spent: its owner is away before the first match."""
        self.kept_until = now + max(0.0, limits.GATHERING_AWAY - spent)

    def stop_keeping(self) -> None:
        """Note that its owner is back, or another one, or that the match begins."""
        self.kept_until = None

    @property
    def person(self) -> bool:
        """True if a person sits there and is present."""
        return self.owner is not None and not self.owner.program and self.owner.peer is not None

    @property
    def present(self) -> bool:
        """True if its owner is connected."""
        return self.owner is not None and self.owner.peer is not None

    @property
    def acting(self) -> Session | None:
        """The session that is asked; with None the default action is played."""
        owner = self.owner
        return owner if owner is not None and owner.peer is not None else self.player

    @property
    def name(self) -> str:
        """The name that the table shows."""
        return self.owner.name if self.owner is not None else (self.bot or "")

    @property
    def occupant(self) -> Occupant:
        """The kind of player who sits there."""
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
        """The event that tells the table of the seat as it is now."""
        return SeatChanged(self.seat, self.occupant, self.name, self._connected, self.closed)

    @property
    def sitting(self) -> Sitting:
        """The seat as it is kept."""
        return Sitting(self.seat, None if self.owner is None else self.owner.id, self.bot, self.since, self.closed)

    @property
    def _connected(self) -> bool:
        return self.owner is None or self.present


class TableSeats(dict[Seat, TableSeat]):
    """The four seats of the table of that id, in the order of `Seat`."""

    def __init__(self, table: str) -> None:
        super().__init__((seat, TableSeat(seat)) for seat in Seat)
        self.table = table
        self.has_people = False
        """True if a person owns a seat, present or away."""
        self._kept_waiting: dict[str, float] = {}
        """The seconds for which each client was away while all seats were taken, before the first match; by `who`."""
        self._counted_until = 0.0

    @property
    def filled(self) -> bool:
        """True if all four are taken."""
        return all(place.taken for place in self.values())

    @property
    def kept_until(self) -> float | None:
        """The first moment at which a seat is kept no longer for its owner; None if none is kept."""
        return min((place.kept_until for place in self.values() if place.kept_until is not None), default=None)

    def keep(self, place: TableSeat, owner: Session, now: float) -> None:
        """Keep the seat for an owner who is away from now on, before the first match."""
        place.keep_for_owner(now, spent=self._kept_waiting.get(owner.who, 0.0))

    def count_absences(self, now: float) -> None:
        """Count the time since the last call for those for whom seats are kept while all seats are taken.

        It is one account for all absences of a client, in any session: otherwise two clients that are hardly ever
        connected could take turns, and no match would begin.
        """
        since, self._counted_until = self._counted_until, max(self._counted_until, now)
        if now > since and self.filled:
            for place in self.values():
                if place.owner is not None and place.is_kept:
                    who = place.owner.who
                    self._kept_waiting[who] = self._kept_waiting.get(who, 0.0) + now - since

    def no_longer_kept(self, now: float) -> tuple[Session, ...]:
        """The owners who have been away for too long before the first match."""
        kept = (place for place in self.values() if place.kept_until is not None and place.kept_until <= now)
        return tuple(place.owner for place in kept if place.owner is not None)

    @property
    def people(self) -> list[Session]:
        """The people who sit there and are present."""
        return [place.owner for place in self.values() if place.person and place.owner is not None]

    @property
    def has_newcomer(self) -> bool:
        """True if a connected client waits for a seat, which it gets with the next deal."""
        waiting = (place.reservation.session for place in self.values() if place.reservation is not None)
        return any(session is not None and session.peer is not None for session in waiting)

    @property
    def nobody_acts(self) -> bool:
        """True if no client and no bot is there for any seat."""
        return all(place.acting is None for place in self.values())

    @property
    def open_seats(self) -> tuple[str, ...]:
        """The seats that somebody may take, as an error names them."""
        return tuple(place.seat.value for place in self.values() if place.open)

    def reserved_for(self, session: Session) -> TableSeat | None:
        """The seat that the client gets with the next deal."""
        reserved = ((place, place.reservation) for place in self.values())
        return next((place for place, held in reserved if held is not None and held.session is session), None)

    def of(self, session: Session) -> TableSeat | None:
        """The seat that the client owns."""
        for place in self.values():
            if place.owner is session:
                return place
        return None

    def away_since(self, who: str, before: float, dealt: float | None) -> tuple[Seat, ...]:
        """The seats of that client (`Session.who`) whose sessions are away since before that moment of trio's clock.

        `dealt` is when the deal under way was dealt, if there is one. A program that comes anew may have held either
        seat of a side: in mid-deal it gets none while nobody is at the partner's, unless nobody has been there since
        the cards were dealt.
        """
        return tuple(
            place.seat
            for place in self.values()
            if (owner := place.owner) is not None
            and owner.who == who
            and owner.peer is None
            and owner.away_since < before
            and (dealt is None or not self._were_cards_seen(place.seat.partner, dealt))
        )

    def _were_cards_seen(self, seat: Seat, dealt: float) -> bool:
        """Return whether somebody has held those cards who is there no longer."""
        owner = self[seat].owner
        return owner is None or (owner.peer is None and owner.away_since >= dealt)

    def left_by(self, session: Session, wanted: Seat | None) -> TableSeat | None:
        """The seat that waits for the same client, which comes now with a new session."""
        away = (place for place in self.values() if place.owner is not None and place.owner.peer is None)
        own = (place for place in away if place.owner is not None and place.owner.who == session.who)
        return next((place for place in own if wanted in (None, place.seat)), None)

    def free_for(self, wanted: Seat | None, held: Collection[Seat], known: Seat | None) -> TableSeat | None:
        """The seat that a client may have: the wanted one, or one it has `held`, or the first free, else a bot's.

        The client may have the seat whose hand is `known` to it even where another waits for that.
        """
        if wanted is not None:
            own = wanted is known and self[wanted].owner is None and not self[wanted].closed
            return self[wanted] if own or self[wanted].open else None
        vacant = [place for place in self.values() if place.open]
        return next(iter(sorted(vacant, key=lambda place: (place.seat not in held, place.taken))), None)

    def give(self, place: TableSeat, session: Session) -> None:
        """Let the client own the seat, a bot's before or nobody's."""
        self.dismiss(place)
        place.bot = None
        self._own(place, session)

    def vacate(self, place: TableSeat, *, playing: bool) -> None:
        """Take the seat from its owner for good; in mid-match a bot takes over."""
        place.bot = place.bot or (STAND_IN_BOT if playing else None)
        self._own(place, None)

    def swap(self, one: TableSeat, other: TableSeat) -> None:
        """Exchange owners and bots; bots have to be invited anew."""
        for place in (one, other):
            self.dismiss(place)
        one.owner, other.owner = other.owner, one.owner
        one.bot, other.bot = other.bot, one.bot
        one.kept_until, other.kept_until = other.kept_until, one.kept_until

    def recall(
        self, sitting: Mapping[Seat, Sitting], sessions: Mapping[str, Session], now: float, *, playing: bool
    ) -> None:
        """Restore the seats after a restart; in mid-match a bot takes the seat of an owner who is unknown now.

        For an absence that the restart has caused, no time is counted.
        """
        self._counted_until = now + limits.RETURN
        for place in self.values():
            sat = sitting[place.seat]
            owner = sessions.get(sat.owner or "")
            lost = sat.owner is not None and owner is None and playing
            place.bot = sat.bot or (STAND_IN_BOT if lost else None)
            place.since, place.closed = sat.since, sat.closed
            place.expected_until = now + limits.STALLED_MS / 1000
            self._own(place, owner)
            if owner is not None and not playing:
                place.keep_for_owner(now)

    def _own(self, place: TableSeat, owner: Session | None) -> None:
        if place.owner is not None and (owner is None or owner.who != place.owner.who):
            place.votes.clear()
        place.owner = owner
        place.stop_keeping()
        self.has_people = any(place.owner is not None and not place.owner.program for place in self.values())

    def dismiss(self, place: TableSeat) -> None:
        """Tell the provider that plays there, or was asked to, that it need not any longer."""
        asked = place.player or place.invited
        place.player = place.invited = place.offered_to = None
        if asked is not None:
            asked.send(Dismiss(table=self.table, seat=place.seat))
