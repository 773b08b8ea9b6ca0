"""Everything the person's client knows and shows, as one frozen value; `reducing` turns it into the next.

Knows what the server sent and where the cursor stands. Refuses to know rules, sockets and the terminal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto

from coinche.engine.actions import Reason
from coinche.engine.cards import Card, Denomination
from coinche.engine.events import Event
from coinche.engine.rules import RuleSet, TrickHistory
from coinche.engine.seats import Seat
from coinche.engine.view import Phase, TableView
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import Occupant, OptionValue, Request, SeatInfo, TableEvent, TableInfo

from .accord import Accord
from .language import Language

LOG_LENGTH = 200


class Link(Enum):
    """How the connection stands."""

    CONNECTING = auto()
    UP = auto()
    LOST = auto()
    """Being mended: nothing that is done now reaches the server."""


class Overlay(Enum):
    """What lies over the screen until it is put away."""

    HELP = auto()
    LAST_TRICK = auto()
    LOG = auto()
    LEAVE = auto()
    """Are you sure?"""
    RULES = auto()
    """The rules in words."""
    FORM = auto()
    """What a new table is to be like."""
    CHAT = auto()
    """Something to say to the table is being written."""


class Sort(Enum):
    """How the hand is laid out; colours alternate in all of them."""

    TRUMPS_FIRST = auto()
    TRUMPS_LAST = auto()
    BY_RANK = auto()


@dataclass(frozen=True, slots=True)
class Refused:
    """The rules forbid what was tried."""

    reason: Reason


@dataclass(frozen=True, slots=True)
class Rejected:
    """The server would not."""

    code: ErrorCode
    told: str = ""
    """What the server says about it; only about rules does it know more than the code."""
    seat: Seat | None = None
    """The one that is open to this person, where no other is."""


@dataclass(frozen=True, slots=True)
class NoSuchRules:
    """Rules that cannot be had; `why` says what would be right."""

    why: str


@dataclass(frozen=True, slots=True)
class FirstSeen:
    """What is seen for the first time, each where there is any."""

    fingerprint: str | None = None
    """Of a server that nobody has been to; from now on it is held to it."""
    own: str | None = None
    """The name that is the person's own from now on, by the key that was made."""


class News(Enum):
    """Something that the person should know and no event tells."""

    LINK_BACK = auto()
    SESSION_GONE = auto()
    """The server forgot us: the seat is lost."""
    OFFLINE = auto()
    """That did not reach the server."""
    NO_CHOICE = auto()
    """That bid is not on offer."""
    NO_CUT = auto()
    """That leaves too few cards on a side."""
    CROSSED = auto()
    """Somebody else spoke first: what we said is refused, not moved to another bid."""
    STANDING = auto()
    """Nothing is played during a pause."""
    NO_CLAIM = auto()
    """That the rest is one's own does not follow from what one sees."""
    PRIVATE = auto()
    """A private table, to which we do not know the words."""


Notice = Refused | Rejected | NoSuchRules | FirstSeen | News


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What this person wants of a new table."""

    table_name: str = "Coinche"
    preset: str | None = None
    """None is what the server plays."""
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    """Those in which its rules are to differ from the preset's."""
    target: int | None = None
    """None is what the server says, by its rules or otherwise."""
    seat: Seat = Seat.SOUTH
    bots: bool = False
    """Fill the other seats with bots at once."""
    private: bool = False
    """Whether there is a passphrase, which makes it private."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pad:
    """The bid being made: its level (`90`, `capot`, `generale`) and what is to be trumps.

    `typed` is what the keyboard says of the level so far.

    Until it was `touched` it is a mere proposal: Enter takes it up, and only Enter again makes the bid, so that one
    Enter too many after a recap bids nothing.
    """

    level: str = ""
    denomination: Denomination = Denomination.SPADES
    typed: str = ""
    letter: str = ""
    """The letter that was typed last for a denomination: another may follow it."""
    touched: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Knife:
    """Where the pack is to be cut; `typed` is what the keyboard says so far."""

    at: int = 16
    typed: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ui:
    """Where the person is with keys and cursor."""

    language: Language = Language.ENGLISH
    overlay: Overlay | None = None
    row: int = 0
    """The line of the lobby; 0 is the new table."""
    place: Seat | None = None
    """The seat of that line that is meant."""
    card: Card | None = None
    pad: Pad = Pad()
    knife: Knife = Knife()
    once: str = ""
    """The key that was pressed and does what it does only when pressed again."""
    trick: int = 0
    """How many tricks before the last one are looked at."""
    scroll: int = 0
    """How many options of the rules are above the screen."""
    option: int = 0
    """The line of the form."""
    unchanged: Wish | None = None
    """What was wished for when the form was opened."""
    silent: bool = False
    """Say nothing with the next card."""
    line: str = ""
    """What is being written to the table."""
    sort: Sort = Sort.TRUMPS_FIRST


@dataclass(frozen=True, slots=True, kw_only=True)
class AtTable:
    """The table that one sits at or watches: the fold of its events, and what is asked."""

    table: str
    name: str
    seat: Seat | None
    preset: str
    view: TableView
    rules: RuleSet | None = None
    seats: Mapping[Seat, SeatInfo] = field(default_factory=dict)
    n: int = 0
    """The number of the last event."""
    request: Request | None = None
    asked_at: float = 0.0
    answered: bool = False
    """Our act is on its way."""
    reaction: Request | None = None
    """The offer to coinche out of turn, while the bid stands and nothing was said to it."""
    declined: int | None = None
    """The number of the offer that was declined last."""
    reacted: bool = False
    """Our coinche out of turn is on its way."""
    strict: bool = False
    """A contest: no pause and no chat."""
    accord: Accord = field(default_factory=Accord)
    closed: bool = False
    scored: int = 0
    """How many deals of the match were played to their ends."""
    log: tuple[Event | TableEvent, ...] = ()

    @property
    def names(self) -> Mapping[Seat, str]:
        """What those who sit there are called, as far as that tells one from another: not two bots of a kind."""
        given = Counter(info.name for info in self.seats.values())
        return {seat: info.name for seat, info in self.seats.items() if info.name and given[info.name] == 1}

    @property
    def asked(self) -> Request | None:
        """What is to be answered now; nothing during a pause."""
        return None if self.answered or self.accord.paused else self.request

    @property
    def bottom(self) -> Seat:
        """The seat that is drawn nearest to the person."""
        return self.seat or Seat.SOUTH

    @property
    def plays(self) -> bool:
        """Whether this person has a part in it, which a bot takes while the connection is lost."""
        return self.seat is not None and not self.closed

    @property
    def gathering(self) -> bool:
        """Whether players are still missing."""
        return self.view.phase is Phase.WAITING

    @property
    def has_free_seats(self) -> bool:
        """Whether anybody could sit down."""
        taken = [info for info in self.seats.values() if info.occupant is not Occupant.FREE]
        return len(taken) < len(Seat)

    @property
    def may_look_back(self) -> bool:
        """Whether the rules let one look at the tricks before the last one."""
        return self.rules is not None and self.rules.match.trick_history is TrickHistory.ALL

    @property
    def to_go_on(self) -> bool:
        """Whether the recap, or the pause, waits for this person."""
        waits = self.accord.recap or self.accord.paused
        return waits and self.seat is not None and self.seat not in self.accord.went_on

    @property
    def people(self) -> frozenset[Seat]:
        """Those who have to agree: people who are there."""
        there = (info for info in self.seats.values() if info.connected)
        return frozenset(info.seat for info in there if info.occupant is Occupant.PERSON)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientState:
    """The whole of it."""

    link: Link = Link.CONNECTING
    attempt: int = 0
    """How many times the lost connection was tried for."""
    now: float = 0.0
    """Seconds of the client's clock, as of the last tick."""
    name: str = ""
    server: str = ""
    tables: tuple[TableInfo, ...] = ()
    in_lobby: bool = False
    presets: tuple[str, ...] = ()
    bots: tuple[str, ...] = ()
    table: AtTable | None = None
    notice: Notice | None = None
    wish: Wish = Wish()
    solo: bool = False
    """The server is our own and ends with us."""
    ui: Ui = Ui()
