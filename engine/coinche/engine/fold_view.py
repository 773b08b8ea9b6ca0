"""The view of a match folded from the events that a viewer was sent.

Clients build their view this way. A test compares it with `view` after every event: whoever folds has seen only
redacted events, so equality proves that neither door shows more than the other.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from .actions import Action, Coinche, MakeBid, Pass, Surcoinche
from .auction import Auction, heard
from .belote import Said
from .deal_phases import leads, to_cut
from .dealing import in_order
from .declarations import Announced, Height, Kinds
from .events import (
    BeloteSaid,
    BidMade,
    CardPlayed,
    Coinched,
    ContractSettled,
    DealScored,
    DealStarted,
    DeclarationsAnnounced,
    DeclarationsResolved,
    DeclarationsShown,
    Event,
    HandDealt,
    HeightSaid,
    MatchEnded,
    MatchStarted,
    PackCut,
    Passed,
    Surcoinched,
    ThrownIn,
    TrickWon,
)
from .rules import TRICKS, RuleSet
from .seats import Points
from .trick import Trick, laid
from .view import Phase, TableView


def fold(seen: TableView, event: Event, rules: RuleSet) -> TableView:
    """The view after one more event of the match, which is played by those rules."""
    match event:
        case MatchStarted():
            return TableView(viewer=seen.viewer, match=event.match, board=event.board)
        case DealStarted():
            return _deal_started(seen, event, rules)
        case PackCut():
            assert seen.dealer is not None
            return replace(seen, phase=Phase.BIDDING, turn=seen.dealer.next(rules.table.direction))
        case HandDealt():
            return seen if event.cards is None else replace(seen, hand=in_order((*seen.hand, *event.cards)))
        case Passed() | BidMade() | Coinched() | Surcoinched():
            return _called(seen, event, rules)
        case CardPlayed():
            return _card_played(seen, event, rules)
        case TrickWon():
            return _trick_won(seen, event)
        case BeloteSaid():
            return replace(seen, belotes=(*seen.belotes, Said(event.seat, event.word, event.suit)))
        case DeclarationsAnnounced() | HeightSaid() | DeclarationsShown() | DeclarationsResolved():
            return _declared(seen, event)
        case ContractSettled():
            assert seen.dealer is not None
            assert seen.contract is not None
            leader = leads(seen.dealer, seen.contract, rules)
            return replace(seen, phase=Phase.PLAYING, turn=leader, trick=Trick(leader, (), None))
        case ThrownIn():
            return replace(seen, phase=Phase.DEAL_OVER, turn=None)
        case DealScored():
            return replace(seen, phase=Phase.DEAL_OVER, score=event, totals=event.totals, held=event.held)
        case MatchEnded():
            return replace(seen, phase=Phase.MATCH_OVER, winner=event.winner)
        case _:
            assert_never(event)


def _deal_started(seen: TableView, event: DealStarted, rules: RuleSet) -> TableView:
    cutting = to_cut(rules, board=seen.board)
    direction = rules.table.direction
    return TableView(
        viewer=seen.viewer,
        match=seen.match,
        board=seen.board,
        totals=seen.totals,
        held=seen.held,
        phase=Phase.CUTTING if cutting else Phase.BIDDING,
        deal=event.deal,
        dealer=event.dealer,
        shuffled=event.shuffled,
        turn=event.dealer.previous(direction) if cutting else event.dealer.next(direction),
    )


def _called(seen: TableView, event: Passed | BidMade | Coinched | Surcoinched, rules: RuleSet) -> TableView:
    before = Auction(seen.auction, seen.contract, seen.turn)
    auction = heard(before, event.seat, _action(event), rules.auction, rules.table.direction)
    return replace(seen, auction=auction.calls, contract=auction.contract, turn=auction.turn)


def _action(event: Passed | BidMade | Coinched | Surcoinched) -> Action:
    match event:
        case Passed():
            return Pass()
        case BidMade():
            return MakeBid(event.bid)
        case Coinched():
            return Coinche()
        case Surcoinched():
            return Surcoinche()


def _card_played(seen: TableView, event: CardPlayed, rules: RuleSet) -> TableView:
    assert seen.trick is not None
    assert seen.contract is not None
    return replace(
        seen,
        hand=tuple(card for card in seen.hand if card is not event.card),
        trick=laid(seen.trick, event.seat, event.card, seen.contract.denomination, rules.table.direction),
        turn=event.seat.next(rules.table.direction),
    )


def _trick_won(seen: TableView, event: TrickWon) -> TableView:
    assert seen.trick is not None
    tricks = (*seen.tricks, seen.trick)
    last = len(tricks) == TRICKS
    return replace(
        seen,
        tricks=tricks,
        trick=None if last else Trick(event.seat, (), None),
        turn=None if last else event.seat,
        tricks_won=seen.tricks_won + Points.of(event.seat.team, 1),
        points=seen.points + Points.of(event.seat.team, event.points),
    )


def _declared(
    seen: TableView, event: DeclarationsAnnounced | HeightSaid | DeclarationsShown | DeclarationsResolved
) -> TableView:
    match event:
        case DeclarationsAnnounced():
            return replace(seen, announced=(*seen.announced, Kinds(event.seat, event.kinds)))
        case HeightSaid():
            return replace(seen, heights=(*seen.heights, Height(event.seat, event.kind, event.height)))
        case DeclarationsShown():
            return replace(seen, shown=(*seen.shown, *(Announced(event.seat, d) for d in event.declarations)))
        case DeclarationsResolved():
            return replace(seen, declarations_won=event.team, declaration_points=event.points)
