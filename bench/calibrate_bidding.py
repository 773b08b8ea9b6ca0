"""How far real play ends from double dummy: deals bid and played by a bot, against the exact value of each.

    python bench/calibrate_bidding.py --player steady --deals 1000 --preset ffb-sa-ta

Prints the figures of `coinche.bots.double_dummy_correction`: what the takers get by the exact value, and by the
estimates of both their hands.
"""

from __future__ import annotations

import argparse
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bidders import shuffling
from duel import DEALERS, pack_of
from hands import fit

from coinche.bot import Bot
from coinche.bots.agents import BOTS
from coinche.bots.bidding.auction_policy import PLACE
from coinche.bots.bidding.hand_strength import bits, estimate, has_belote
from coinche.bots.bidding.rollout import Values
from coinche.bots.double_dummy_correction import FULL, KNEE, guessed
from coinche.bots.steady.agent import Steady
from coinche.engine.belote import BELOTE_POINTS
from coinche.engine.cards import Denomination
from coinche.engine.deal_phases import Bidding
from coinche.engine.match import MatchOver, apply, legal, new_match, next_deal, to_act
from coinche.engine.playing import Hands, Playing
from coinche.engine.presets import PRESETS
from coinche.engine.rules import TRICKS, RuleSet
from coinche.engine.seats import Seat
from coinche.engine.tally import LAST_TRICK
from coinche.engine.view import Phase, view

KINDS = {0: "no trump", 1: "a suit", 4: "all trump"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """A deal that was played: of the takers the points, all tricks, the exact value, and the estimate of both hands."""

    denomination: Denomination
    points: int
    swept: bool
    value: int
    estimate: float


def samples(player: type[Bot], rules: RuleSet, deals: int, seed: int) -> Iterator[Sample]:
    """The deals of a series; `steady` bids, the player plays."""
    values = Values(rules)
    for deal in range(deals):
        bidders: dict[Seat, Bot] = {seat: Steady(at) for at, seat in enumerate(Seat)}
        players = {seat: player(at) for at, seat in enumerate(Seat)}
        for bot in (*bidders.values(), *players.values()):
            bot.rules = rules
        state, _ = new_match(rules, DEALERS[deal % 4], board=True)
        state, _ = next_deal(state, pack_of(seed, deal))
        hands: Hands = {}
        while (turn := to_act(state)) is not None:
            if isinstance(state.phase, Bidding):
                hands = state.phase.hands
            seen = view(state, turn)
            bots = bidders if seen.phase is Phase.BIDDING else players
            state, _ = apply(state, turn, bots[turn].choose(seen, legal(state, turn)))
        assert isinstance(state.phase, MatchOver)
        if isinstance(state.phase.last, Playing):
            yield sample(state.phase.last, hands, values, rules)


def sample(last: Playing, hands: Hands, values: Values, rules: RuleSet) -> Sample:
    """One of them."""
    contract, taker = last.contract, last.contract.bidder
    around = taker.round(rules.table.direction)
    mine, *others = (bits(hands[seat]) for seat in around)
    leader = around.index(last.dealer.next(rules.table.direction))
    value = values.of(contract.denomination, mine, struct.pack("=3I", *others), leader)[0]
    place = PLACE[contract.denomination]
    return Sample(
        denomination=contract.denomination,
        points=last.points[taker.team] + LAST_TRICK * (last.tricks[-1].winner in taker.team.seats),
        swept=last.won[taker.team] == TRICKS,
        value=value,
        estimate=estimate(mine).taker[place]
        + estimate(others[1]).partner[place]
        - BELOTE_POINTS * (has_belote(mine, place) or has_belote(others[1], place)),
    )


def show(kind: str, found: Sequence[Sample]) -> None:
    """The figures of one kind of denomination."""
    points = [float(s.points) for s in found]
    exact = [{"base": 1.0, "slope": float(min(max(s.value, 0), FULL))} for s in found]
    line, left = fit(exact, points)
    guess, apart = fit(
        [{"start": 1.0, "rise": s.estimate, "bend": -max(0.0, s.estimate - KNEE)} for s in found], points
    )
    figures = ", ".join(f"{name}={number:.2f}" for name, number in (line | guess).items())
    print(f"{kind}, {len(found)} deals: Play({figures}, spread={(left + apart) / 2:.1f})")
    print(f"  left over by the exact value {left:.1f}, by the estimates {apart:.1f}")
    swept = [s.swept for s in found if s.value > FULL]
    print(f"  all eight tricks in {sum(swept)} of the {len(swept)} in which they could be taken")
    for low in range(100, FULL, 15):
        share = [s.swept for s in found if low <= guessed(s.denomination, s.estimate) < low + 15]
        print(f"  where {low} or more are expected, in {sum(share)} of {len(share)}")


def main() -> None:
    """Play, fit and print."""
    parser = argparse.ArgumentParser(description="how far real play ends from double dummy")
    parser.add_argument("--player", choices=BOTS, default="steady")
    parser.add_argument("--deals", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--preset", choices=PRESETS, default="ffb")
    args = parser.parse_args()
    rules = shuffling(PRESETS[args.preset])
    found = list(samples(BOTS[args.player], rules, args.deals, args.seed))
    for trumps, kind in KINDS.items():
        of_kind = [s for s in found if len(s.denomination.trumps) == trumps]
        if len(of_kind) > 2 * len(KINDS):
            show(kind, of_kind)


if __name__ == "__main__":
    main()
