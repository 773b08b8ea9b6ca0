"""What cards that are played tell of those that are kept: deals between `steady` and `expert`, and a logistic fit.

    python bench/tells.py --deals 600

Prints the table of `coinche.bots.beliefs.play_likelihood`: tenths of a logarithm by kind and classes, and how much
better the owners of hidden cards are known by it, in nats a card, on deals that were not fitted.
"""

from __future__ import annotations

import argparse
import math
import random
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace

from duel import DEALERS, pack_of

from coinche.bot import Bot
from coinche.bots.agents import Expert
from coinche.bots.beliefs.beliefs import hidden
from coinche.bots.beliefs.constraints import plays
from coinche.bots.beliefs.play_likelihood import CLASSES, Kind, traits
from coinche.bots.steady.agent import Steady
from coinche.engine.cards import Card
from coinche.engine.match import apply, legal, new_match, next_deal, to_act
from coinche.engine.playing import Playing
from coinche.engine.presets import PRESETS
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat
from coinche.engine.view import TableView, view

Row = tuple[list[tuple[float, tuple[object, ...]]], int]
"""Of each seat that may hold a card the logarithm of its room and its features; which of them does."""
EVERY = 3
"""One decision in so many is looked at."""
PRESET_NAMES = ("ffb", "colver", "ffb-sa-ta")
SOLVED = 2
"""In one deal of so many all are `steady`, in the others all solve, a few worlds each."""
WORLDS = 4
MOST = 20
"""No single card tells more, in tenths."""
STEPS, RATE, DECAY = 12, 0.05, 2e-5


def rows(seed: int, deals: range) -> Iterator[list[Row]]:
    """Of each deal, what was to be guessed."""
    for deal in deals:
        rules = PRESETS[PRESET_NAMES[deal % len(PRESET_NAMES)]]
        bots: dict[Seat, Bot] = {seat: _bot(seat, deal, rules) for seat in Seat}
        state, _ = new_match(rules, DEALERS[deal % 4], board=True)
        state, _ = next_deal(state, pack_of(seed, deal))
        found: list[Row] = []
        while (seat := to_act(state)) is not None:
            seen = view(state, seat)
            if isinstance(state.phase, Playing) and (len(seen.hand) * 4 + len(found)) % EVERY == 0:
                found += _of_view(seen, rules, state.phase.hands)
            state, _ = apply(state, seat, bots[seat].choose(seen, legal(state, seat)))
        yield found


def _bot(seat: Seat, deal: int, rules: RuleSet) -> Bot:
    bot: Bot = Steady()
    if deal % SOLVED:
        bot = Expert(deal)
        bot.strength = replace(bot.strength, worlds=WORLDS, candidates=100, late=1, bids=False)
    bot.rules = rules
    return bot


def _of_view(seen: TableView, rules: RuleSet, hands: Mapping[Seat, tuple[Card, ...]]) -> list[Row]:
    assert seen.contract is not None
    known = hidden(seen, rules, inference=False)
    denomination = seen.contract.denomination
    told: dict[Seat, dict[object, list[object]]] = {seat: defaultdict(list) for seat in Seat}
    for seat, card, before in plays(seen, rules.table.direction):
        for other, trait in traits(card, before, denomination):
            told[seat][other].append(trait)
    found: list[Row] = []
    for card in sorted(known.unseen):
        seats = [seat for seat in known.room if card in known.may[seat] and known.room[seat]]
        if len(seats) > 1:
            trump = card.suit in denomination.trumps
            options = []
            for seat in seats:
                role = (seat is seen.contract.bidder) + 2 * (seat is seen.contract.bidder.partner)
                options.append((math.log(known.room[seat]), (("role", role, trump), *told[seat][card])))
            found.append((options, next(at for at, seat in enumerate(seats) if card in hands[seat])))
    return found


def fit(data: list[Row], chance: random.Random) -> dict[object, float]:
    """The weight of each feature."""
    weights: dict[object, float] = defaultdict(float)
    for step in range(STEPS):
        rate = RATE / (1 + step / 3)
        chance.shuffle(data)
        for options, owner in data:
            likely = guessed(options, weights)
            for at, (_, features) in enumerate(options):
                error = (at == owner) - likely[at]
                for feature in features:
                    weights[feature] += rate * (error - DECAY * len(data) / 1000 * weights[feature])
    return weights


def guessed(options: list[tuple[float, tuple[object, ...]]], weights: dict[object, float]) -> list[float]:
    """How likely each seat holds the card."""
    logs = [offset + sum(weights.get(feature, 0.0) for feature in features) for offset, features in options]
    most = max(logs)
    parts = [math.exp(log - most) for log in logs]
    return [part / sum(parts) for part in parts]


def loss(data: list[Row], weights: dict[object, float]) -> float:
    """The mean surprise at the owner of a card, in nats."""
    return -sum(math.log(guessed(options, weights)[owner]) for options, owner in data) / len(data)


def _tenths(weight: float) -> int:
    return max(-MOST, min(MOST, round(10 * weight)))


def main() -> None:
    """Play, fit and print."""
    parser = argparse.ArgumentParser(description="what cards that are played tell of those that are kept")
    parser.add_argument("--deals", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    by_deal = list(rows(args.seed, range(args.deals)))
    at = args.deals * 4 // 5
    fitted = [row for deal in by_deal[:at] for row in deal]
    kept = [row for deal in by_deal[at:] for row in deal]
    weights = fit(fitted, random.Random(args.seed))
    roles = {key: value for key, value in weights.items() if isinstance(key, tuple) and key[0] == "role"}
    print(f"# {len(fitted)} cards fitted; on {len(kept)} others: {loss(kept, {}):.4f} nats without,")
    print(f"# {loss(kept, roles):.4f} by the bidder alone, {loss(kept, weights):.4f} with the table")
    for kind in Kind:
        table = [
            [round(10 * weights.get((kind, own, other), 0.0)) for other in range(CLASSES)] for own in range(CLASSES)
        ]
        print(f"    Kind.{kind.name}: {table},")


if __name__ == "__main__":
    main()
