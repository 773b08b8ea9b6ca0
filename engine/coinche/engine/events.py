"""Events: everything that happens in a match, in the past tense.

The same classes describe a game in the journal, on the network, in records and on screens. `seen_by` redacts an event
for one viewer.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from .belote import BeloteWord
from .bids import Bid
from .cards import Card, Rank, Suit
from .declarations import Declaration, DeclarationKind
from .rules import RuleSet
from .seats import Points, Seat, Team


class LineKind(StrEnum):
    """The meaning of a line of a deal's score."""

    CARDS = "cards"
    """The points of the tricks, without the bonus for the last."""
    LAST_TRICK = "last_trick"
    BELOTE = "belote"
    DECLARATIONS = "declarations"
    """The side's own."""
    THEIR_DECLARATIONS = "their_declarations"
    """The other side's, which change hands."""
    FLAT = "flat"
    """The sum in place of the card points: for a failed contract, all eight tricks, or a coinched contract made."""
    CONTRACT = "contract"
    COINCHE = "coinche"
    """The part that the multiplier adds."""
    HELD_OVER = "held_over"
    """The points of a draw: taken from the takers (below zero), and given to the side that wins the next deal."""


class Result(StrEnum):
    """The outcome of a contract."""

    MADE = "made"
    FAILED = "failed"
    DRAWN = "drawn"


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of a deal's score. The lines of a side sum to its score before rounding."""

    team: Team
    kind: LineKind
    points: int


@dataclass(frozen=True, slots=True)
class MatchStarted:
    """A match began, or a board of a contest, which is one deal from 0–0."""

    rules: RuleSet
    match: int
    board: bool


@dataclass(frozen=True, slots=True)
class DealStarted:
    """A deal began; deals count from 1 in each match. `shuffled` is false where the cards were only gathered."""

    deal: int
    dealer: Seat
    shuffled: bool


@dataclass(frozen=True, slots=True)
class PackCut:
    """The cutter put that many cards from the top under the rest, where the rules do not shuffle."""

    seat: Seat
    top: int


@dataclass(frozen=True, slots=True)
class HandDealt:
    """A player was dealt cards; `cards` is null for everybody else.

    All eight at once, or six before the auction and two after it (`two_stage_deal`).
    """

    seat: Seat
    cards: tuple[Card, ...] | None


@dataclass(frozen=True, slots=True)
class Passed:
    """A player passed."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class BidMade:
    """A player bid."""

    seat: Seat
    bid: Bid


@dataclass(frozen=True, slots=True)
class Coinched:
    """A player doubled the opponents' bid."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Surcoinched:
    """A player of the coinched side redoubled."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ThrownIn:
    """Four passes: the deal is over and nobody scores."""


@dataclass(frozen=True, slots=True)
class ContractSettled:
    """The auction is over; the play begins."""

    bidder: Seat
    bid: Bid
    multiplier: int


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A player played a card."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class BeloteSaid:
    """A player said belote or rebelote with the king or queen of trumps just played."""

    seat: Seat
    word: BeloteWord
    suit: Suit


@dataclass(frozen=True, slots=True)
class DeclarationsAnnounced:
    """A player announced the kinds of their declarations with the first card."""

    seat: Seat
    kinds: tuple[DeclarationKind, ...]


@dataclass(frozen=True, slots=True)
class HeightSaid:
    """A player said the height of their best declaration; `height` null is « pas mieux »."""

    seat: Seat
    kind: DeclarationKind
    height: Rank | None


@dataclass(frozen=True, slots=True)
class DeclarationsShown:
    """A player of the side whose declarations count showed the cards."""

    seat: Seat
    declarations: tuple[Declaration, ...]


@dataclass(frozen=True, slots=True)
class DeclarationsResolved:
    """The declarations were compared; `team` null is a tie in which none counts."""

    team: Team | None
    points: int


@dataclass(frozen=True, slots=True)
class TrickWon:
    """A trick is complete. `points` are those of its cards, the last trick's bonus apart."""

    seat: Seat
    points: int


@dataclass(frozen=True, slots=True)
class DealScored:
    """A deal was played to its end. `scores` are this deal's, rounded; `totals` the match's."""

    made: bool
    tricks: Points
    points: Points
    lines: tuple[ScoreLine, ...]
    scores: Points
    totals: Points
    belote_forgiven: tuple[Team, ...] = ()
    """The teams that forgot to say rebelote and are granted it this once (F 7)."""
    waiting: tuple[Team, ...] = ()
    """The teams that reached the target through a belote alone and still need a trick (F 10.4)."""
    held: int = 0
    """Points held over for the side that wins the next deal: this deal was a draw, and perhaps those before it."""

    @property
    def result(self) -> Result:
        """Made, failed, or drawn: only a draw leaves anything held over."""
        return Result.DRAWN if self.held else Result.MADE if self.made else Result.FAILED


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match is over; `winner` is null where a contest's boards ended level."""

    winner: Team | None
    totals: Points


Event = (
    MatchStarted
    | DealStarted
    | PackCut
    | HandDealt
    | Passed
    | BidMade
    | Coinched
    | Surcoinched
    | ThrownIn
    | ContractSettled
    | CardPlayed
    | BeloteSaid
    | DeclarationsAnnounced
    | HeightSaid
    | DeclarationsShown
    | DeclarationsResolved
    | TrickWon
    | DealScored
    | MatchEnded
)

CALLS = (Passed, BidMade, Coinched, Surcoinched)
"""The events of the auction that are calls."""
DECISIONS = (*CALLS, CardPlayed)
"""The events by which a player decides something: each call and each card."""

Viewer = Seat | None
"""A seat, or `None` for a spectator."""


def seen_by(event: Event, viewer: Viewer) -> Event:
    """The event as that viewer may see it: never left out, only redacted."""
    if isinstance(event, HandDealt) and event.seat is not viewer:
        return HandDealt(event.seat, None)
    return event
