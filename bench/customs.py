"""How our bidders call: what each says in auctions of its own, counted by what its hand is worth, as curves.

    python bench/customs.py steady --deals 2500

Prints the figures of `coinche.bots.beliefs.auction_likelihood`, and by how much the evidence of a whole auction makes
the true hands likelier than hands that are drawn without it.
"""

from __future__ import annotations

import argparse
import math
import statistics
from array import array
from collections import Counter
from collections.abc import Iterator
from itertools import accumulate
from random import Random

from bidders import BIDDERS, shuffling
from duel import DEALERS, pack_of

from coinche.bots.beliefs.auction_likelihood import EDGE, FLOOR, STEP, Custom, evidence, readings, worth_by
from coinche.bots.beliefs.convention_evidence import OFFSET, SUMS, Bids
from coinche.bots.bidding.auction_policy import bid
from coinche.bots.bidding.hand_strength import HOLDINGS, bits, by_suit
from coinche.engine.actions import Action, Coinche, MakeBid, Pass
from coinche.engine.auction import lowest_bids
from coinche.engine.cards import PACK
from coinche.engine.deal_phases import Bidding
from coinche.engine.match import State, apply, legal, new_match, next_deal
from coinche.engine.presets import PRESETS
from coinche.engine.rules import HAND_SIZE, RuleSet
from coinche.engine.seats import Seat
from coinche.engine.solver import CallEvidence
from coinche.engine.view import view

SILENT = (Custom.NO_OPENING, Custom.NO_OVERCALL, Custom.NO_RAISE, Custom.NO_ANSWER)
NUMBERS = 6
"""So many numbers upwards of the lowest are counted."""
BINS = 2 * EDGE // STEP + 1
DRAWN = 200
"""So many worlds stand for all."""

Counts = Counter[tuple[Custom, int]]


def auctions(name: str, rules: RuleSet, deals: int, seed: int) -> Iterator[tuple[State, Seat, Action]]:
    """Every call of a series, and where it was made."""
    for deal in range(deals):
        bots = {seat: BIDDERS[name](at) for at, seat in enumerate(Seat)}
        for bot in bots.values():
            bot.rules = rules
        state, _ = new_match(rules, DEALERS[deal % 4], board=True)
        state, _ = next_deal(state, pack_of(seed, deal))
        while isinstance(state.phase, Bidding) and (turn := state.phase.turn) is not None:
            action = bots[turn].choose(view(state, turn), legal(state, turn))
            yield state, turn, action
            state, _ = apply(state, turn, action)


def could_say(phase: Bidding, seat: Seat, rules: RuleSet) -> Iterator[Action]:
    """What is counted as said or not."""
    yield Pass()
    for denomination, lowest in lowest_bids(phase.auction, rules.auction).items():
        numbers = range(lowest, lowest + NUMBERS * rules.auction.bid_step, rules.auction.bid_step)
        yield from (bid(number, denomination) for number in numbers)
    contract = phase.auction.contract
    if contract is not None and contract.takers is not seat.team and contract.coinched_by is None:
        yield Coinche()


def worth_of(table: bytes, hand: int) -> int:
    """The sum of a hand by such a table."""
    numbers = array("h", table)
    return sum(numbers[HOLDINGS * at + held] for at, held in enumerate(by_suit(hand)))


def counted(name: str, rules: RuleSet, deals: int, seed: int) -> tuple[Counts, Counts]:
    """How often each custom could be followed, by the place of the hand on its curve, and how often it was."""
    could, did = Counts(), Counts()
    said: Bids = ()
    for state, seat, action in auctions(name, rules, deals, seed):
        assert isinstance(state.phase, Bidding)
        auction = state.phase.auction
        said = said if auction.calls else ()
        hand = bits(state.phase.hands[seat])
        for other in could_say(state.phase, seat, rules):
            for one in readings(auction, said, seat, other, rules):
                over = worth_of(worth_by(one, rules), hand) - OFFSET - one.asked
                place = min(max(round((over + EDGE) / STEP), 0), BINS - 1)
                could[one.custom, place] += 1
                did[one.custom, place] += other == action
        if isinstance(action, MakeBid):
            said = (*said, (seat, action.bid))
    return could, did


def curves(could: Counts, did: Counts) -> dict[Custom, tuple[float, ...]]:
    """The logarithms, the likeliest 0; a better hand never keeps silent more often, and neighbours are alike."""
    found = {}
    for custom in Custom:
        everywhere = sum(could[custom, at] for at in range(BINS)) or 1
        usual = max(sum(did[custom, at] for at in range(BINS)) / everywhere, 1e-4)
        shares = [(did[custom, at] + 3 * usual) / (could[custom, at] + 3) for at in range(BINS)]
        if custom in SILENT:
            shares = list(accumulate(shares, min))
        padded = [shares[0], *shares, shares[-1]]
        alike = [(padded[at] + 4 * padded[at + 1] + padded[at + 2]) / 6 for at in range(BINS)]
        found[custom] = tuple(round(max(math.log(share / max(alike)), FLOOR), 1) + 0.0 for share in alike)
    return found


# --- what it is good for -----------------------------------------------------------------------------------


def gains(name: str, rules: RuleSet, deals: int, seed: int) -> Iterator[float]:
    """By how much the true hands are likelier, as a logarithm, than such as are drawn without evidence."""
    chance = Random(seed)
    last: tuple[State, Seat] | None = None
    for state, seat, _ in auctions(name, rules, deals + 1, seed):
        assert isinstance(state.phase, Bidding)
        if not state.phase.auction.calls and last is not None:
            yield gain(*last, rules, chance)
        last = state, seat


def gain(state: State, seat: Seat, rules: RuleSet, chance: Random) -> float:
    """One deal, seen by who speaks last."""
    assert isinstance(state.phase, Bidding)
    pieces = evidence(view(state, seat), rules)
    hands = state.phase.hands
    true = weight(pieces, {at: bits(hands[at]) for at in Seat})
    others = [at for at in Seat if at is not seat]
    rest = [card for card in PACK if card not in hands[seat]]
    drawn = []
    for _ in range(DRAWN):
        chance.shuffle(rest)
        dealt = {at: bits(rest[HAND_SIZE * n : HAND_SIZE * (n + 1)]) for n, at in enumerate(others)}
        drawn.append(weight(pieces, dealt))
    highest = max(drawn)
    return true - highest - math.log(statistics.fmean(math.exp(one - highest) for one in drawn))


def weight(pieces: tuple[CallEvidence, ...], hands: dict[Seat, int]) -> float:
    """The logarithm of how likely what was said is from these hands."""
    return sum(
        array("f", piece.likely)[min(max(worth_of(piece.worth, hands[piece.seat]), 0), SUMS - 1)] for piece in pieces
    )


def main() -> None:
    """Count, print, and tell what it is worth."""
    parser = argparse.ArgumentParser(description="how our bidders call")
    parser.add_argument("bidder", choices=BIDDERS)
    parser.add_argument("--deals", type=int, default=2500)
    parser.add_argument("--told", type=int, default=300, help="deals for what it is worth")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--preset", choices=PRESETS, default="ffb")
    args = parser.parse_args()
    rules = shuffling(PRESETS[args.preset])
    if args.deals:
        could, did = counted(args.bidder, rules, args.deals, args.seed)
        for custom, curve in curves(could, did).items():
            print(f"    Custom.{custom.name}: {curve},  # {sum(did[custom, at] for at in range(BINS))}")
    found = list(gains(args.bidder, rules, args.told, args.seed + 1000))
    error = statistics.stdev(found) / math.sqrt(len(found))
    print(
        f"the true hands are likelier by {statistics.fmean(found):+.2f} ± {error:.2f} (logarithm, {len(found)} deals)"
    )


if __name__ == "__main__":
    main()
