"""What hands are worth: deals that `steady` plays out at all four seats, and a least-squares fit over their features.

    python bench/hands.py --deals 1000

Prints the figures of `coinche.bots.bidding.hand_strength` for a suit as trumps, and how much they leave unexplained.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator, Sequence

from duel import DEALERS, pack_of

from coinche.bots.bidding.hand_strength import TAKER, worth
from coinche.bots.steady.agent import Steady
from coinche.engine.actions import MakeBid, Pass
from coinche.engine.belote import BELOTE_POINTS
from coinche.engine.bids import Bid
from coinche.engine.cards import Card, Rank, Suit
from coinche.engine.deal_phases import Bidding
from coinche.engine.match import MatchOver, apply, legal, new_match, next_deal, to_act
from coinche.engine.playing import Hands, Playing
from coinche.engine.presets import FFB
from coinche.engine.seats import Seat
from coinche.engine.tally import LAST_TRICK
from coinche.engine.view import view

Row = dict[str, float]
WORTH_A_TRY = 70.0
"""Hands that nobody would bid are left out, in points."""


def features(hand: tuple[Card, ...], trump: Suit, name: str) -> Row:
    """What of a hand counts, each under the name of its holder."""
    ranks = {suit: {card.rank for card in hand if card.suit is suit} for suit in Suit}
    trumps = ranks.pop(trump)
    row: Row = {f"{name} trumps {length}": float(len(trumps) == length) for length in range(9) if length != 3}
    row |= {f"{name} {rank}": float(rank in trumps) for rank in (Rank.JACK, Rank.NINE, Rank.ACE, Rank.TEN)}
    row[f"{name} ace"] = float(sum(Rank.ACE in side for side in ranks.values()))
    row[f"{name} ace and ten"] = float(sum({Rank.ACE, Rank.TEN} <= side for side in ranks.values()))
    row[f"{name} guarded ten"] = float(
        sum(Rank.TEN in side and Rank.ACE not in side and len(side) > 1 for side in ranks.values())
    )
    row[f"{name} void"] = float(sum(not side for side in ranks.values()))
    return row


def samples(seed: int, deals: int) -> Iterator[tuple[Row, float]]:
    """Features of a bidder's hand and his partner's, and the points that they took without declarations and belote."""
    for deal in range(deals):
        for seat in Seat:
            hands, points, trump = played_out(seed, deal, seat)
            if trump is not None:
                row = {"base": 1.0} | features(hands[seat], trump, "taker")
                yield row | features(hands[seat.partner], trump, "partner"), points


def played_out(seed: int, deal: int, seat: Seat) -> tuple[Hands, float, Suit | None]:
    """The deal with that seat's best suit as trumps at 80, the others passing; None where it has none."""
    bots = {each: Steady() for each in Seat}
    state, _ = new_match(FFB, DEALERS[deal % 4], board=True)
    state, _ = next_deal(state, pack_of(seed, deal))
    assert isinstance(state.phase, Bidding)
    hands = state.phase.hands
    trump = max(Suit, key=lambda suit: worth(hands[seat], suit, TAKER))
    if worth(hands[seat], trump, TAKER) < WORTH_A_TRY + BELOTE_POINTS:
        return hands, 0.0, None
    bid = MakeBid(Bid(f"80{trump}"))
    while isinstance(state.phase, Bidding):
        turn = state.phase.turn
        assert turn is not None
        state, _ = apply(state, turn, bid if turn is seat and state.phase.auction.contract is None else Pass())
    while (turn := to_act(state)) is not None:
        state, _ = apply(state, turn, bots[turn].choose(view(state, turn), legal(state, turn)))
    assert isinstance(state.phase, MatchOver)
    last = state.phase.last
    assert isinstance(last, Playing)
    winner = last.tricks[-1].winner
    return hands, last.points[seat.team] + LAST_TRICK * (winner in seat.team.seats), trump


def fit(rows: Sequence[Row], values: Sequence[float]) -> tuple[Row, float]:
    """The weights that explain the values best, and the standard deviation of what they leave."""
    names = [name for name in rows[0] if any(row[name] for row in rows)]
    table = [[row[name] for name in names] for row in rows]
    size = len(names)
    system = [
        [sum(line[i] * line[j] for line in table) + 1e-6 * (i == j) for j in range(size)]
        + [sum(line[i] * value for line, value in zip(table, values, strict=True))]
        for i in range(size)
    ]
    for at in range(size):
        pivot = max(range(at, size), key=lambda row: abs(system[row][at]))
        system[at], system[pivot] = system[pivot], system[at]
        for row in range(size):
            if row != at:
                share = system[row][at] / system[at][at]
                system[row] = [x - share * y for x, y in zip(system[row], system[at], strict=True)]
    weights = [system[at][-1] / system[at][at] for at in range(size)]
    left = [v - sum(x * w for x, w in zip(line, weights, strict=True)) for line, v in zip(table, values, strict=True)]
    return dict(zip(names, weights, strict=True)), math.sqrt(sum(x * x for x in left) / len(left))


def main() -> None:
    """Play, fit and print."""
    parser = argparse.ArgumentParser(description="what hands are worth, by deals played out")
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rows, values = map(list, zip(*samples(args.seed, args.deals), strict=True))
    alone = [{name: value for name, value in row.items() if not name.startswith("partner")} for row in rows]
    for title, chosen in (("alone", alone), ("with the partner's hand", rows)):
        weights, left = fit(chosen, values)
        print(f"{title}: {len(values)} hands, standard deviation left {left:.1f}")
        for name, weight in weights.items():
            print(f"  {name:<20}{weight:7.1f}")


if __name__ == "__main__":
    main()
