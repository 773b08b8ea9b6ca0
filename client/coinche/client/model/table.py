"""The table at which the person sits or watches: the fold of its events, and the open request."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from coinche.client.texts.bots import name_of
from coinche.connection.fair_shuffle import ShuffleVerdict
from coinche.engine.actions import Action
from coinche.engine.events import Coinched, DealScored, Event, MatchEnded, Surcoinched
from coinche.engine.fair import Shares
from coinche.engine.rules import RuleSet, TrickHistory
from coinche.engine.seats import Seat
from coinche.engine.view import Phase, TableView
from coinche.hints.render import Advice
from coinche.protocol.messages import Occupant, Request, SeatChanged, SeatInfo, System, TableEvent

from .agreements import Agreements
from .match_story import PastDeal, Story, last_deal
from .people import Applicant


@dataclass(frozen=True, slots=True)
class PastOccupant:
    """The former occupant of a seat, and the end of their time there: a deal, and a number of its events."""

    until: tuple[int, int]
    info: SeatInfo


def past_occupants(table: AtTable, event: SeatChanged) -> tuple[PastOccupant, ...]:
    """The former occupants, with the one whom the event replaces during a match."""
    info, deal = table.seats.get(event.seat), table.view.deal
    stays = info is None or (info.occupant, info.name) == (event.occupant, event.name)
    if info is None or stays or info.occupant is Occupant.FREE or not table.story:
        return table.past_occupants
    is_over = table.view.phase in (Phase.DEAL_OVER, Phase.MATCH_OVER)
    until = (deal + 1, 0) if is_over else (deal, len(last_deal(table.story)))
    return (*table.past_occupants, PastOccupant(until, info))


def occupants_at(
    seats: Mapping[Seat, SeatInfo], past: tuple[PastOccupant, ...], place: tuple[int, int]
) -> Mapping[Seat, SeatInfo]:
    """The players who had the seats at that place of the match: a deal, and a number of its events."""
    return {**seats, **{left.info.seat: left.info for left in reversed(past) if place < left.until}}


LOG_LENGTH = 200
UNDONE = "undone"
"""The reason for which a practice table ends when a move is taken back; the match goes on at another table."""


@dataclass(frozen=True, slots=True)
class Celebration:
    """An event to celebrate, and its time in seconds of the server's clock."""

    event: Coinched | Surcoinched | DealScored | MatchEnded
    at: float


@dataclass(frozen=True, slots=True)
class Newcomer:
    """The player who gets a seat with the next deal, and the players who agree to hand it over at once."""

    seat: Seat
    occupant: Occupant
    name: str
    agreed: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class AtTable:
    """The table at which the person sits or watches: the fold of its events, and the open request."""

    table: str
    name: str
    seat: Seat | None
    preset: str
    view: TableView
    rules: RuleSet | None = None
    host: Seat | None = None
    one_address: tuple[tuple[Seat, ...], ...] = ()
    """Groups of seats whose players share an address; the server tells only the host."""
    applicants: tuple[Applicant, ...] = ()
    """Those who wait to be let into the server, in the order in which they came; it tells only a host with a name."""
    approvals: int = 0
    """The number of requests to let an applicant in that were sent from this table."""
    hold: bool = False
    """True while the first match waits for the host."""
    seats: Mapping[Seat, SeatInfo] = field(default_factory=dict)
    n: int = 0
    """The number of the last event."""
    request: Request | None = None
    asked_at: float = 0.0
    answered: bool = False
    """True once the answer has been sent."""
    sent_at: float | None = None
    """The time of the first tick after the answer was sent."""
    reaction: Request | None = None
    """The offer to coinche out of turn, while the bid stands and the player has not reacted."""
    declined: int | None = None
    """The number of the offer declined last."""
    reacted: bool = False
    """True once a coinche out of turn has been sent."""
    reserved: Seat | None = None
    """The seat that this player gets with the next deal; until then they watch."""
    newcomers: Mapping[Seat, Newcomer] = field(default_factory=dict)
    """The newcomer of each seat that changes hands with the next deal."""
    retold: int = 0
    """The number of the last event known before the server sent all events again, as from another seat."""
    votes: frozenset[tuple[Seat, Seat]] = frozenset()
    """Pairs of a voter and the seat to be given to a bot, since that seat's last action."""
    systems: Mapping[Seat, System] = field(default_factory=dict)
    """The bidding systems that players have declared."""
    strict: bool = False
    """True at the table of a contest, which has no pause and no chat."""
    shares: Shares | None = None
    """The players who contribute to the shuffles; None if unknown or nobody."""
    hints: bool = True
    """False if the table was opened without hints."""
    practice: bool = False
    """True at a practice table, where moves can be taken back and nothing is kept."""
    private: bool = False
    """True if the person has opened or entered it with the passphrase."""
    since: float = 0.0
    """The time at which the person came to the table, by the client's clock."""
    called: bool = False
    """True once the person has called players from the lobby."""
    undoing: bool = False
    """True once an undo has been sent, until the match goes on at another table or the undo is refused."""
    agreements: Agreements = field(default_factory=Agreements)
    ahead: float | None = None
    """Lower bound of the seconds by which the server's clock is ahead of the client's; None before the first event."""
    stalls_after: float = 30.0
    """Seconds of thinking after which the others can vote for a bot in a player's place: half of the time."""
    closed: bool = False
    scored: int = 0
    """The number of deals of the match that were played to the end."""
    log: tuple[Event | TableEvent, ...] = ()
    story: Story = ()
    """The events of the match, for a replay."""
    past_occupants: tuple[PastOccupant, ...] = ()
    """The players of this match who have left their seats, in the order in which they left."""
    history: tuple[PastDeal, ...] = ()
    """The finished deals of the match."""
    checked: Mapping[int, ShuffleVerdict] = field(default_factory=dict)
    """The results of checking the shuffles, by deal."""
    eyes: Seat | None = None
    """The seat whose hand a spectator sees, where that is allowed."""
    turned: Seat | None = None
    """The seat that a spectator has turned to the bottom of the screen."""
    said_at: tuple[float, ...] = ()
    """The times of the latest chat messages, in seconds of the server's clock."""
    seat_changed_at: float = 0.0
    """The time of the last change of a seat, in seconds of the server's clock."""
    turn_since: float = 0.0
    """The time at which the current turn began."""
    trick_shown: bool = False
    """True while the last trick stays on display, even if the next one has begun."""
    trick_shown_since: float = 0.0
    celebration: Celebration | None = None
    """The latest event that is celebrated, even if it is long past; None once the player has ended it."""
    advice: Advice | None = None
    """The advice of a sound player, once asked for."""

    @property
    def names(self) -> Mapping[Seat, str]:
        """The names of the players, without those that two share."""
        names = {seat: name_of(info) for seat, info in self.seats.items()}
        given = Counter(names.values())
        return {seat: name for seat, name in names.items() if name and given[name] == 1}

    @property
    def asked(self) -> Request | None:
        """The request to answer now; None during a pause and once it is answered."""
        return None if self.answered or self.agreements.paused else self.request

    @property
    def hinted(self) -> Action | None:
        """The hint for the open request; None without one, or while it is computed."""
        given, asked = self.advice, self.asked
        return given.action if given is not None and asked is not None and given.request == asked.request else None

    @property
    def bottom(self) -> Seat:
        """The seat drawn at the bottom of the screen."""
        return self.seat or self.turned or self.eyes or self.reserved or Seat.SOUTH

    @property
    def plays(self) -> bool:
        """True if the person has a seat at an open table; a bot plays it while the connection is lost."""
        return self.seat is not None and not self.closed

    @property
    def in_play(self) -> bool:
        """True if the person plays in a running match."""
        return self.plays and self.view.phase not in (Phase.WAITING, Phase.MATCH_OVER)

    @property
    def plays_position(self) -> bool:
        """True at a practice table for one deal, whose totals are no more than its score."""
        return self.practice and self.view.board

    @property
    def gathering(self) -> bool:
        """True while players are still missing."""
        return self.view.phase is Phase.WAITING

    @property
    def has_free_seats(self) -> bool:
        taken = [info for info in self.seats.values() if info.occupant is not Occupant.FREE]
        return len(taken) < len(Seat)

    @property
    def may_look_back(self) -> bool:
        """True if the rules let players look at the tricks before the last one."""
        return self.rules is not None and self.rules.match.trick_history is TrickHistory.ALL

    @property
    def allows_hints(self) -> bool:
        """True if players may ask for hints; never in a contest, even if the server does not say so."""
        return self.hints and not self.strict

    @property
    def covers_cards(self) -> bool:
        """True while the last trick on display covers cards of the next one."""
        return self.trick_shown and self.view.trick is not None and bool(self.view.trick.cards)

    @property
    def to_go_on(self) -> bool:
        """True if the recap or the pause waits for this player."""
        waits = self.agreements.recap or self.agreements.paused
        return waits and self.seat is not None and self.seat not in self.agreements.went_on

    @property
    def people_away(self) -> tuple[Seat, ...]:
        """The seats kept for other people, who have lost the connection."""
        away = (info for info in self.seats.values() if info.occupant is Occupant.PERSON and not info.connected)
        return tuple(info.seat for info in away if info.seat is not self.seat)

    @property
    def people(self) -> frozenset[Seat]:
        """The connected people at the table; all must agree."""
        there = (info for info in self.seats.values() if info.connected)
        return frozenset(info.seat for info in there if info.occupant is Occupant.PERSON)


def refused(table: AtTable, seat: Seat) -> AtTable:
    """The table after a player has gone on; once the match is over, that means no rematch."""
    info, agreements = table.seats.get(seat), table.agreements
    if seat is table.seat or info is None or not agreements.rematch_by:
        return table
    declined = {**agreements.declined, seat: name_of(info)}
    return replace(table, agreements=replace(agreements, declined=declined))
