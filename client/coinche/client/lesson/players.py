"""The three other players of the lesson: they follow the script, and otherwise play as a steady bot would. Pure."""

from __future__ import annotations

from dataclasses import replace

from coinche.bots.agents import Steady
from coinche.engine.actions import Action, Legal, MakeBid, Pass, PlayCard
from coinche.engine.bids import Bid
from coinche.engine.match import State, legal
from coinche.engine.seats import Seat
from coinche.engine.view import Phase, TableView, view

from .script import CALLS, KEEPS, LEADS


def move(game: State, seat: Seat) -> Action:
    """The action of the player at a seat."""
    seen = view(game, seat)
    if seen.phase is Phase.BIDDING:
        return _call(game, seat, seen)
    return _lead(game, seat, seen) or _sound(game, seat, seen)


def _call(game: State, seat: Seat, seen: TableView) -> Action:
    """The player's one bid; a pass if the side has bid another suit already, or the bid would be too low."""
    call = CALLS.get(seat)
    if call is None or any(said.seat is seat for said in seen.auction):
        return Pass()
    stands = seen.contract
    if stands is not None and stands.takers is seat.team and stands.bid.denomination is not call.denomination:
        return Pass()
    lowest = legal(game, seat).bids.get(call.denomination)
    return Pass() if lowest is None or lowest > call.highest else MakeBid(Bid(f"{lowest}{call.denomination}"))


def _lead(game: State, seat: Seat, seen: TableView) -> Action | None:
    if seen.trick is None or seen.trick.cards:
        return None
    actions = legal(game, seat).actions
    return next((play for card in LEADS.get(seat, ()) if (play := PlayCard(card)) in actions), None)


def _sound(game: State, seat: Seat, seen: TableView) -> Action:
    player = Steady()
    player.rules = game.rules
    return player.choose(seen, _kept(legal(game, seat), seat))


def _kept(allowed: Legal, seat: Seat) -> Legal:
    """The legal actions without the cards to keep, unless there are no others."""
    kept = {PlayCard(card) for card in KEEPS.get(seat, ())}
    others = tuple(action for action in allowed.actions if action not in kept)
    return replace(allowed, actions=others) if others else allowed
