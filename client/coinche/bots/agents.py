"""The built-in bots by name. Knows what each is called and what it is said to do.

`random`: any legal action, drawn from a seed. Knows no strategy, but keeps its auctions short.

`greedy`: takes every trick it can with the cheapest card that does, and throws its lowest card otherwise.

It bids as `steady` does, so that a duel between the two compares nothing but the play.

`novice`: somebody to beat. It does not remember who is out of a suit, and listens to nobody's bids but its own.

It plays by the rules, says all it may, and sees its own cards as anybody does.

`strong`: it solves fewer worlds than `expert`, believes nothing that is not certain, and bids as `steady`.

`expert`: it solves many hands that the others may have, and believes what it sees and hears of them.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace

from coinche.bot.bot import Bot, say_all
from coinche.bot.texts import BotSays
from coinche.bots.beliefs.constraints import SUIT_CARDS
from coinche.bots.beliefs.conventions import novice_system
from coinche.bots.steady.agent import Steady
from coinche.bots.steady.bidding import call
from coinche.engine.actions import Action, Coinche, Cut, Legal, MakeBid, Pass, PlayCard, Surcoinche
from coinche.engine.bids import Bid
from coinche.engine.card_values import STRENGTH, points_of
from coinche.engine.cards import Card
from coinche.engine.rules import RuleSet
from coinche.engine.trick import beats, winner_index
from coinche.engine.view import TableView
from coinche.protocol.messages import System

from .levels import Level
from .pimc import Solving

_CALLS: dict[type[Action], float] = {Pass: 60.0, Coinche: 2.0, Surcoinche: 5.0, MakeBid: 0.1}
"""How often each call is drawn against the others; a `MakeBid` that is spelled out is a capot or a générale."""
_PASS_EACH_CALL = 15.0
"""A pass is drawn more often, the longer the auction lasts."""
_LOWEST_BID = 6.0
_EVERY_STEP_HIGHER = 0.4
"""A number bid is drawn that much less often than the one below it."""


class Random(Bot):
    """Plays at random: cuts, cards, and what is said with them, evenly; calls so that auctions look like some."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.chance = random.Random(seed)

    def choose(self, view: TableView, legal: Legal) -> Action:
        """Any legal action."""
        if isinstance(legal.default, PlayCard | Cut):
            return self.chance.choice(tuple(legal))
        calls: list[Action] = list(legal.actions)
        weights = [_CALLS[type(call)] for call in calls]
        weights[calls.index(Pass())] += _PASS_EACH_CALL * len(view.auction)
        for denomination, lowest in legal.bids.items():
            weight = _LOWEST_BID
            for number in range(lowest, legal.maximum + 1, legal.step):
                calls.append(MakeBid(Bid(f"{number}{denomination}")))
                weights.append(weight)
                weight *= _EVERY_STEP_HIGHER
        return self.chance.choices(calls, weights)[0]


class Greedy(Bot):
    """Sees one trick at a time."""

    name = "greedy"

    def choose(self, view: TableView, legal: Legal) -> Action:
        """The cheapest card that takes the trick, else the lowest."""
        cards = tuple(action.card for action in legal.actions if isinstance(action, PlayCard))
        return say_all(_cheapest(view, cards, self.rules), legal) if cards else call(view, legal, self.rules)


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


class Novice(Solving):
    """It guesses who has what, once, and believes it."""

    level = Level.NOVICE
    name = str(level)

    def declares(self) -> System:
        """What its calls promise, by the rules."""
        return novice_system(self.rules)

    def call(self, view: TableView, legal: Legal) -> Action:
        """What its own hand is worth, whatever its partner has said."""
        mine = tuple(said for said in view.auction if said.seat is view.viewer)
        return call(replace(view, auction=mine), legal, self.rules)


class Strong(Solving):
    """It believes only what must be so."""

    level = Level.STRONG
    name = str(level)


class Expert(Solving):
    """It believes what it sees and hears."""

    level = Level.EXPERT
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
"""One line about each."""
