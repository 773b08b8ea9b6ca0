"""The three others at the table of the lesson: they do what the script says, and else what a sound player would.

Pure: a match and a seat give an action.
"""

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
    """What whoever sits there does."""
    seen = view(game, seat)
    if seen.phase is Phase.BIDDING:
        return _call(game, seat, seen)
    return _lead(game, seat, seen) or _sound(game, seat, seen)


def _call(game: State, seat: Seat, seen: TableView) -> Action:
    """His one bid, unless his side has another suit already, or somebody has coinched."""
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
    """Without the cards that he keeps, where another may be played."""
    kept = {PlayCard(card) for card in KEEPS.get(seat, ())}
    others = tuple(action for action in allowed.actions if action not in kept)
    return replace(allowed, actions=others) if others else allowed
