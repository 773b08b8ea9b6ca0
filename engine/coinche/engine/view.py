"""Everything that one viewer may know of a match, read off its state. `fold_view` builds the same from events.

This is an allow-list: a field that is not named here is shown to nobody.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypedDict

from .auction import Call
from .belote import Said
from .bids import Contract
from .cards import Card
from .deal_phases import Bidding, Cutting, Deal
from .declarations import Announced, Height, Kinds, Resolution
from .events import DealScored, Viewer
from .match import DealOver, MatchOver, State
from .playing import Playing
from .seats import ZERO, Points, Seat, Team
from .trick import Trick


class Phase(StrEnum):
    """The phase of a match."""

    WAITING = "waiting"
    """No deal yet."""
    CUTTING = "cutting"
    """The cards were not shuffled, and the cutter has the pack."""
    BIDDING = "bidding"
    PLAYING = "playing"
    DEAL_OVER = "deal_over"
    MATCH_OVER = "match_over"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """Everything a viewer knows of the deal on the table, and the totals of the match.

    `turn` is who must act; `hand` is the viewer's own, in pack order, empty for a spectator; `points` are those
    of the cards in each side's tricks; `declarations_won` is the side whose declarations count, once resolved.
    `shuffled` is false where the cards of the last deal were only gathered and cut. `held` are the points of draws that
    wait for the side that wins the next deal.
    """

    viewer: Viewer
    phase: Phase = Phase.WAITING
    match: int = 0
    board: bool = False
    deal: int = 0
    dealer: Seat | None = None
    shuffled: bool = True
    turn: Seat | None = None
    hand: tuple[Card, ...] = ()
    auction: tuple[Call, ...] = ()
    contract: Contract | None = None
    tricks: tuple[Trick, ...] = ()
    trick: Trick | None = None
    tricks_won: Points = ZERO
    points: Points = ZERO
    belotes: tuple[Said, ...] = ()
    announced: tuple[Kinds, ...] = ()
    heights: tuple[Height, ...] = ()
    shown: tuple[Announced, ...] = ()
    declarations_won: Team | None = None
    declaration_points: int = 0
    totals: Points = ZERO
    held: int = 0
    score: DealScored | None = None
    winner: Team | None = None


def phase_of(state: State) -> Phase:
    """Return the phase of the match."""
    waiting = isinstance(state.phase, DealOver) and state.phase.last is None
    return Phase.WAITING if waiting else _PHASES[type(state.phase)]


def view(state: State, viewer: Viewer) -> TableView:
    """Return everything that the viewer may know of the match now."""
    return TableView(
        viewer=viewer,
        phase=phase_of(state),
        match=state.match,
        board=state.board,
        deal=state.deal,
        dealer=state.dealer if state.deal else None,
        shuffled=state.shuffled,
        totals=state.standing.totals,
        held=state.standing.held,
        **_of_phase(state.phase, viewer),
    )


_PHASES = {
    Cutting: Phase.CUTTING,
    Bidding: Phase.BIDDING,
    Playing: Phase.PLAYING,
    DealOver: Phase.DEAL_OVER,
    MatchOver: Phase.MATCH_OVER,
}


def _of_phase(phase: Deal | DealOver | MatchOver, viewer: Viewer) -> _Seen:
    match phase:
        case DealOver():
            return {**_of_deal(phase.last, viewer), "score": phase.score}
        case MatchOver():
            return {**_of_deal(phase.last, viewer), "score": phase.score, "winner": phase.winner}
        case _:
            return _of_deal(phase, viewer)


def _of_deal(deal: Deal | None, viewer: Viewer) -> _Seen:
    match deal:
        case None:
            return {}
        case Cutting():
            return {"turn": deal.turn}
        case Bidding():
            return {
                "turn": deal.turn,
                "hand": deal.hands[viewer] if viewer else (),
                "auction": deal.auction.calls,
                "contract": deal.auction.contract,
            }
        case Playing():
            return {
                "turn": deal.turn,
                "hand": deal.hands[viewer] if viewer else (),
                "auction": deal.calls,
                "contract": deal.contract,
                "tricks": deal.tricks,
                "trick": None if deal.over else deal.trick,
                "tricks_won": deal.won,
                "points": deal.points,
                "belotes": deal.said,
                "announced": _kinds(deal.announced) if deal.announced else (),
                **_resolved(deal.resolution),
            }


def _kinds(announced: tuple[Announced, ...]) -> tuple[Kinds, ...]:
    seats = dict.fromkeys([a.seat for a in announced])
    return tuple([Kinds(seat, tuple([a.declaration.kind for a in announced if a.seat is seat])) for seat in seats])


def _resolved(resolution: Resolution | None) -> _Seen:
    if resolution is None:
        return {}
    worth = resolution.points[resolution.winner] if resolution.winner else 0
    return {
        "heights": resolution.heights,
        "shown": resolution.shown,
        "declarations_won": resolution.winner,
        "declaration_points": worth,
    }


class _Seen(TypedDict, total=False):
    """Fields of a view that a phase has something to say about."""

    turn: Seat | None
    hand: tuple[Card, ...]
    auction: tuple[Call, ...]
    contract: Contract | None
    tricks: tuple[Trick, ...]
    trick: Trick | None
    tricks_won: Points
    points: Points
    belotes: tuple[Said, ...]
    announced: tuple[Kinds, ...]
    heights: tuple[Height, ...]
    shown: tuple[Announced, ...]
    declarations_won: Team | None
    declaration_points: int
    score: DealScored | None
    winner: Team | None
