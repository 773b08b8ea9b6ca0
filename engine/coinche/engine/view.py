"""What a viewer may know of a match: `view` reads it off the state, `fold` builds it from the events he was sent.

Both give the same `TableView`. Allow-list: what is not named here is shown to nobody. Knows no state beyond
what it shows.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from .actions import BeloteWord
from .bids import Contract
from .cards import Card, Denomination
from .declarations import Announced, DeclarationKind, Height
from .events import DealScored, Viewer
from .seats import Points, Seat, Team


class Phase(StrEnum):
    """Where a match is."""

    WAITING = "waiting"
    """No deal yet."""
    BIDDING = "bidding"
    PLAYING = "playing"
    DEAL_OVER = "deal_over"
    MATCH_OVER = "match_over"


@dataclass(frozen=True, slots=True)
class Call:
    """One word of the auction: `action` is pass, a bid, coinche or surcoinche, in notation."""

    seat: Seat
    action: str


@dataclass(frozen=True, slots=True)
class Trick:
    """Cards in the order played, the leader's first. `winner` is who wins it so far; null while it is empty."""

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat | None


@dataclass(frozen=True, slots=True)
class Kinds:
    """What a player said about his declarations with his first card."""

    seat: Seat
    kinds: tuple[DeclarationKind, ...]


@dataclass(frozen=True, slots=True)
class Said:
    """Belote or rebelote, said."""

    seat: Seat
    word: BeloteWord
    trump: Denomination


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """Everything a viewer knows of the deal on the table, and the totals of the match.

    `turn` is who must act; `hand` is the viewer's own, in pack order, empty for a spectator; `points` are those
    of the cards in each side's tricks; `declarations_won` is the side whose declarations count, once resolved.
    """

    viewer: Viewer
    phase: Phase = Phase.WAITING
    match: int = 0
    board: bool = False
    deal: int = 0
    dealer: Seat | None = None
    turn: Seat | None = None
    hand: tuple[Card, ...] = ()
    auction: tuple[Call, ...] = ()
    contract: Contract | None = None
    tricks: tuple[Trick, ...] = ()
    trick: Trick | None = None
    tricks_won: Points = Points()
    points: Points = Points()
    belotes: tuple[Said, ...] = ()
    announced: tuple[Kinds, ...] = ()
    heights: tuple[Height, ...] = ()
    shown: tuple[Announced, ...] = ()
    declarations_won: Team | None = None
    declaration_points: int = 0
    totals: Points = Points()
    score: DealScored | None = None
    winner: Team | None = None
