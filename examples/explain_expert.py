"""Print two decisions of `expert` with all their figures, a card and a call: `docs/bots-internals.md` explains them.

python examples/explain_expert.py
"""

from __future__ import annotations

from array import array
from dataclasses import replace
from statistics import fmean

from coinche.bots.beliefs.auction_likelihood import auction_evidence
from coinche.bots.beliefs.beliefs import hidden_hands
from coinche.bots.bidding.auction_policy import PLACE
from coinche.bots.bidding.call_search import CallSearch
from coinche.bots.built_in import Steady
from coinche.bots.double_dummy_correction import expected_from_estimate, expected_scores
from coinche.bots.hand_strength import cards_of, has_belote
from coinche.bots.pimc import SETTINGS_BY_ENGINE, BotLevel, SolverCache, card_values
from coinche.bots.utility import utility_table
from coinche.engine.auction import Auction, heard
from coinche.engine.belote import BELOTE_POINTS
from coinche.engine.dealing import shuffled
from coinche.engine.match import State, apply, legal, new_match, next_deal, to_act
from coinche.engine.playing import Playing
from coinche.engine.presets import FFB
from coinche.engine.seats import Seat
from coinche.engine.solver import Engine, Position, Solver
from coinche.engine.solver.arguments import Belief, World, belief_of
from coinche.engine.solver.sampling import sampled_worlds
from coinche.engine.solver.solver import OFFSET, belief_arguments
from coinche.engine.view import view

DEAL = 430
CALL, CARD = 1, 27
"""The decisions before which the deal stops, counted from the first call."""
SETTINGS = SETTINGS_BY_ENGINE[Engine.C][BotLevel.EXPERT]
SHOWN = 3
"""Worlds of the rollout that are printed."""


def position(decisions: int) -> State:
    """Return the deal after so many decisions of `steady` at all seats."""
    steady = Steady()
    state, _ = new_match(FFB, Seat.NORTH, board=True)
    state, _ = next_deal(state, shuffled(DEAL.to_bytes(32, "big")))
    for _ in range(decisions):
        seat = to_act(state)
        assert seat is not None
        state, _ = apply(state, seat, steady.choose(view(state, seat), legal(state, seat)))
    return state


def explain_card(state: State) -> None:
    """Print the worlds of a card, their weights, the value of each card in them, and the choice."""
    me = to_act(state)
    assert me is not None
    assert isinstance(state.phase, Playing)
    seen = view(state, me)
    assert seen.contract is not None
    print("auction  ", *(f"{call.seat}:{call.action}" for call in seen.auction))
    for trick in seen.tricks:
        print(f"trick     {trick.leader}:", *trick.cards, f"({trick.winner})")
    print("belotes  ", *(f"{said.seat}:{said.word}" for said in seen.belotes), end=" ")
    print(f" declarations {seen.declarations_won}:{seen.declaration_points}", end=" ")
    print(f" points N-S {seen.points.NS}, E-W {seen.points.EW}")
    print(f"{me} holds  ", *seen.hand)
    known = hidden_hands(seen, FFB)
    for seat in known.room:
        print(f"{seat} may hold", *sorted(known.may[seat]))
    belief = belief_of(belief_arguments(me, known, FFB.table.direction))
    drawn = sampled_worlds(belief, SETTINGS.worlds, SETTINGS.candidates, 0, the_same=False)
    solver = Solver(seen.contract.denomination, FFB)
    utilities = array("d", utility_table(seen, FFB, me))
    total = sum(weight for _, weight in drawn.each)
    for world, weight in sorted(drawn.each, key=lambda each: -each[1]):
        calls, cards = log_likelihoods(belief, world)
        hands = dict(zip(known.room, map(cards_of, world), strict=True))
        found = solver.values(Position.of(replace(state.phase, hands={**hands, me: seen.hand}), FFB))
        print(" ", *(f"{seat}: {' '.join(hands[seat]):<10}" for seat in hands), end="")
        print(f" calls {calls:+.2f} cards {cards:+.2f} weight {weight / total:.3f} ", end="")
        print(*(f" {card} {found[card]}:{utilities[OFFSET + found[card]]:+.0f}" for card in sorted(seen.hand)))
    for title, settings in (("by beliefs", SETTINGS), ("all worlds alike", replace(SETTINGS, inference=False))):
        valued = card_values(seen, legal(state, me), FFB, settings=settings, solvers=SolverCache())
        print(f"{title}:", *(f"{str(one.action)[:3].rstrip('+')} {one.utility:+.1f}" for one in valued))


def log_likelihoods(belief: Belief, world: World) -> tuple[float, float]:
    """Return the log likelihoods of the calls and of the cards played, declarations included in the first."""
    calls = sum(piece.weighed(world[piece.seat] | belief.gone[piece.seat + 1]) for piece in belief.told)
    return calls, belief.weighed(world) - calls


def explain_call(state: State) -> None:
    """Print the candidate calls, the first rollouts of the chosen one with their corrections, and the choice."""
    me = to_act(state)
    assert me is not None
    seen, search = view(state, me), CallSearch(FFB)
    print("auction  ", *(f"{call.seat}:{call.action}" for call in seen.auction))
    print(f"{me} holds  ", *seen.hand)
    evidence = auction_evidence(seen, FFB)
    valued = search.evaluate(seen, legal(state, me), 0, evidence)
    for one in valued:
        print(f"  {one.action!s:<5} utility {one.utility:+.1f}, deviation {one.deviation:.1f}, won {one.won:.2f}")
    rollout = search.rollout(seen, 0, evidence)
    auction = Auction(seen.auction, seen.contract, seen.turn)
    after = heard(auction, me, valued[0].action, FFB.auction, FFB.table.direction)
    ends = rollout.ends(after)
    for end in ends[:SHOWN]:
        world, contract = rollout.worlds[end.world], end.contract
        assert contract is not None
        bidder, place = rollout.around.index(contract.bidder), PLACE[contract.denomination]
        both = bidder, bidder ^ 2
        estimate = (
            world.bidding_hands[bidder].strength.taker[place] + world.bidding_hands[bidder ^ 2].strength.partner[place]
        ) - BELOTE_POINTS * any(has_belote(world.hands[seat], place) for seat in both)
        points, side = expected_from_estimate(contract.denomination, estimate), rollout.side_points(world, contract)
        score = expected_scores(FFB).expected(contract, points, side)
        print(
            "  world",
            *(f"{seat}: {' '.join(cards_of(h))}" for seat, h in zip(rollout.around[1:], world.hands[1:], strict=True)),
        )
        print(f"    {contract.bid} by {contract.bidder} x{contract.multiplier}: estimate {estimate:.0f},", end=" ")
        print(f"expected points {points:.0f}, belote {side.belote}, score of the takers {score:+.0f}")
    print(f"  mean of {len(ends)} worlds: {fmean(rollout.scores(ends)):+.1f}")


if __name__ == "__main__":
    explain_card(position(CARD))
    print()
    explain_call(position(CALL))
