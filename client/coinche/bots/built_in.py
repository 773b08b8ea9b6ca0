"""The built-in bots: their classes by name, and one line about each."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate

from coinche.bot.bot import Bot, say_all
from coinche.bot.texts import BotSays
from coinche.bots.beliefs.conventions import novice_system, steady_system
from coinche.bots.pimc import BotLevel, PimcBot
from coinche.bots.steady.bidding import Margins, natural_call
from coinche.bots.steady.card_play import FOLLOW_WEIGHTS, best_card
from coinche.engine.actions import Action, Coinche, Cut, Legal, MakeBid, Pass, PlayCard, Surcoinche
from coinche.engine.bids import Bid
from coinche.engine.card_values import STRENGTH, points_of
from coinche.engine.cards import Card, Denomination
from coinche.engine.rules import RuleSet
from coinche.engine.trick import beats, winner_index
from coinche.engine.view import TableView
from coinche.protocol.messages import System

from .constraints import SUIT_CARDS

_CALLS: dict[type[Action], float] = {Pass: 60.0, Coinche: 2.0, Surcoinche: 5.0, MakeBid: 0.1}
"""The weight of each call; the `MakeBid` among the actions are capot and générale."""
_PASS_EACH_CALL = 15.0
"""Added to the weight of a pass for each call so far, so that auctions end."""
_LOWEST_BID = 6.0
_EVERY_STEP_HIGHER = 0.4
"""Factor of the weight from one number to the next."""


class Random(Bot):
    """A bot that draws any legal card evenly, and calls with weights that keep auctions short."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.chance = random.Random(seed)

    def choose(self, view: TableView, legal: Legal) -> Action:
        """Draw a legal action."""
        if isinstance(legal.default, PlayCard | Cut):
            return self.chance.choice(tuple(legal))
        calls: list[Action] = list(legal.actions)
        weights = [_CALLS[type(call)] for call in calls]
        weights[calls.index(Pass())] += _PASS_EACH_CALL * len(view.auction)
        for denomination, lowest in legal.bids.items():
            bids, of_bids = _weighted_bids(denomination, lowest, legal.maximum, legal.step)
            calls += bids
            weights += of_bids
        return self.chance.choices(calls, weights)[0]


@lru_cache(maxsize=1024)
def _weighted_bids(
    denomination: Denomination, lowest: int, maximum: int, step: int
) -> tuple[tuple[MakeBid, ...], tuple[float, ...]]:
    """The bids of numbers in a denomination, and their weights."""
    numbers = range(lowest, maximum + 1, step)
    bids = tuple(MakeBid(Bid(f"{number}{denomination}")) for number in numbers)
    weights = accumulate(numbers[1:], lambda weight, _: weight * _EVERY_STEP_HIGHER, initial=_LOWEST_BID)
    return bids, tuple(weights)[: len(bids)]


class Greedy(Bot):
    """A bot that takes every trick it can with the cheapest card, and otherwise throws its lowest card.

    It bids as `steady` does, so that a duel between the two compares card play alone.
    """

    name = "greedy"

    def choose(self, view: TableView, legal: Legal) -> Action:
        """Choose the cheapest card that takes the trick, else the lowest."""
        cards = tuple(action.card for action in legal.actions if isinstance(action, PlayCard))
        return say_all(_cheapest(view, cards, self.rules), legal) if cards else natural_call(view, legal, self.rules)


def _cheapest(view: TableView, cards: tuple[Card, ...], rules: RuleSet) -> Card:
    assert view.contract is not None
    denomination = view.contract.denomination
    points, strength = points_of(denomination, rules.scoring), STRENGTH[denomination]
    on_table = view.trick.cards if view.trick is not None else ()
    if on_table:
        best = on_table[winner_index(on_table, denomination)]
        winning = [card for card in cards if beats(card, best, denomination)]
    else:
        seen = {card for trick in view.tricks for card in trick.cards} | set(view.hand)
        winning = [
            card
            for card in cards
            if not any(strength[other] > strength[card] for other in SUIT_CARDS[card.suit] - seen)
        ]
    return min(winning or cards, key=lambda card: (points[card], strength[card]))


class Steady(Bot):
    """A bot that plays soundly by rules, says everything that may be said, and draws no random numbers.

    It takes over an absent player's seat.
    """

    name = "steady"
    margins: Margins | None = None
    """Margins in place of those that fit the rules."""
    weights = FOLLOW_WEIGHTS

    def declares(self) -> System:
        """Declare the bidding system that fits the rules."""
        return steady_system(self.rules)

    def choose(self, view: TableView, legal: Legal) -> Action:
        """Choose a call, or a card with everything that may be said."""
        cards = tuple(action.card for action in legal.actions if isinstance(action, PlayCard))
        if not cards:
            return natural_call(view, legal, self.rules, self.margins)
        return say_all(best_card(view, cards, self.rules, self.weights), legal)


class Novice(PimcBot):
    """An opponent for beginners: it solves a single world, forgets voids, and ignores its partner's bids."""

    level = BotLevel.NOVICE
    name = str(level)

    def declares(self) -> System:
        """Declare the bidding system that fits the rules."""
        return novice_system(self.rules)

    def call(self, view: TableView, legal: Legal) -> Action:
        """Bid its own hand as `steady` does, whatever its partner has bid."""
        mine = tuple(said for said in view.auction if said.seat is view.viewer)
        return natural_call(replace(view, auction=mine), legal, self.rules)


class Strong(PimcBot):
    """A bot that uses constraints only, with all worlds equally likely, and bids as `steady`."""

    level = BotLevel.STRONG
    name = str(level)


class Expert(PimcBot):
    """A bot that uses all beliefs, and searches its calls."""

    level = BotLevel.EXPERT
    name = str(level)


BOTS: Mapping[str, type[Bot]] = {bot.name: bot for bot in (Random, Novice, Greedy, Steady, Strong, Expert)}
"""Every built-in bot, the weakest first."""

ABOUT: Mapping[str, BotSays] = {
    Random.name: BotSays.ABOUT_RANDOM,
    Novice.name: BotSays.ABOUT_NOVICE,
    Greedy.name: BotSays.ABOUT_GREEDY,
    Steady.name: BotSays.ABOUT_STEADY,
    Strong.name: BotSays.ABOUT_STRONG,
    Expert.name: BotSays.ABOUT_EXPERT,
}
"""One line about each bot, for people."""
