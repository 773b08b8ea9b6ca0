"""The agents of the package colver at our tables: a foreign program in a seat, by the rules of the preset `colver`.

    pip install colver==0.11.1
    python colver_bot.py --bid improved --play isdd --worlds 20 --host HOST:PORT --table TABLE

It needs `coinche` installed. It downloads nothing: agents that need trained networks are not offered.

The package thinks about all four hands. A seat is sent its own, so the other three are made up for each decision, as
they may be by what was played; the deal so far is played again with them. The package's `heuristic` looks at all
hands: it is asked with several guesses, and the card that it names most often is played.
"""

import argparse
import os
import random
import sys
from collections import Counter

from coinche.bot import Bot, run, say_all
from coinche.bots.steady.card_tracking import card_probabilities
from coinche.engine.actions import PlayCard, parse_action
from coinche.engine.cards import PACK
from coinche.engine.presets import COLVER
from coinche.engine.seats import Seat
from coinche.engine.solver import HiddenHands, worlds
from coinche.engine.view import Phase

os.environ.setdefault("RAYON_NUM_THREADS", "1")  # else each decision takes all processors of the machine
try:
    import colver
except ImportError:
    colver = None

MISSING = "colver_bot: the package colver is not installed; `pip install colver==0.11.1` would be right"
OTHER_RULES = (
    "colver_bot: colver knows the rules of the preset `colver` only; by these it plays whatever is the default"
)

BIDDERS = ("improved", "improved_v2")
PLAYERS = ("heuristic", "smart_ismcts", "isdd")
GUESSES = {"heuristic": 15}
"""How often a card player is asked who looks at all hands; the others draw worlds of their own, and are asked once."""

SEATS, SUITS = tuple(Seat), "SHDC"
BIDDING = 0
CALLS = (
    "pass",
    *(f"{number}{suit}" for number in range(80, 170, 10) for suit in SUITS),
    *(f"capot{suit}" for suit in SUITS),
    "coinche",
    "surcoinche",
)
CARDS = tuple(f"{rank}{suit}" for suit in SUITS for rank in ("7", "8", "9", "J", "Q", "K", "10", "A"))
WORDS = (CALLS, CARDS)
"""What the package's numbers stand for in the auction and in the play."""

SPEC = """
[bid]
strategy = "{bid}"
[play]
method = "{play}"
{spent}
[worlds]
source = "uniform"
"""
SPENT = {"smart_ismcts": "time_ms = {ms}", "isdd": "determinizations = {worlds}"}
"""What bounds the thinking of those that search; a time would cut the worlds of isdd short."""


class Colver(Bot):
    """One agent of the package in a seat."""

    def __init__(self, options, seed=0):
        super().__init__(seed)
        self.name = f"{options.bid} {options.play}"
        self.spec = SPEC.format(**vars(options), spent=SPENT.get(options.play, "").format(**vars(options)))
        self.guesses = GUESSES.get(options.play, 1)
        self.chance = random.Random(seed)
        self.known = True

    def on_match(self, rules):
        """The package has rules of its own; only the target of a match does not concern it."""
        self.known = rules.changed(target=COLVER.match.target) == COLVER
        if not self.known:
            print(OTHER_RULES, file=sys.stderr, flush=True)

    def choose(self, view, legal):
        """What the agent says most often."""
        if not self.known:
            return legal.default
        if len(legal.actions) == 1 and not legal.bids:
            return legal.default
        guesses = 1 if view.phase is Phase.BIDDING else self.guesses
        words = Counter(self.asked(view, hands) for hands in self.guessed(view, guesses))
        action = parse_action(words.most_common(1)[0][0])
        return say_all(action.card, legal) if isinstance(action, PlayCard) else action

    def asked(self, view, hands):
        """What the agent says in a deal of these hands, of which it has heard every word and seen every card."""
        numbers = [[CARDS.index(str(card)) for card in hands[seat]] for seat in SEATS]
        deal = colver.Env.deal_with_hands(SEATS.index(view.dealer), numbers)
        agent = colver.Agent(self.spec, SEATS.index(view.viewer), self.chance.getrandbits(32))
        agent.init_deal(deal)

        def take(number):
            agent.observe(deal, number)
            deal.step(number)

        for seat, word in said_and_played(view, self.rules):
            pass_for_the_coincheurs_partner(deal, seat, take)
            take(WORDS[deal.phase()].index(word))
        pass_for_the_coincheurs_partner(deal, view.viewer, take)
        return WORDS[deal.phase()][agent.action(deal)]

    def guessed(self, view, guesses):
        """So many deals as this one may be: what each seat was dealt."""
        gone = {seat: [] for seat in SEATS}
        for seat, card in played(view, self.rules):
            gone[seat].append(card)
        unseen = frozenset(PACK) - frozenset(view.hand) - {card for cards in gone.values() for card in cards}
        others = view.viewer.round(self.rules.table.direction)[1:]
        told = (
            card_probabilities(view, self.rules).may_hold
            if view.phase is Phase.PLAYING
            else dict.fromkeys(others, unseen)
        )
        hidden = HiddenHands(
            unseen=unseen,
            room={seat: 8 - len(gone[seat]) for seat in others},
            may={seat: told[seat] & unseen for seat in others},
            gone={seat: frozenset(cards) for seat, cards in gone.items()},
        )
        seed = self.chance.getrandbits(32)
        drawn = memoryview(worlds(view.viewer, hidden, self.rules.table.direction, guesses, seed=seed)).cast("I")
        for first in range(0, len(drawn), len(others)):
            masks = dict(zip(others, drawn[first : first + len(others)], strict=True))
            held = {seat: [card for at, card in enumerate(PACK) if mask >> at & 1] for seat, mask in masks.items()}
            held[view.viewer] = list(view.hand)
            yield {seat: held[seat] + gone[seat] for seat in SEATS}


def pass_for_the_coincheurs_partner(deal, seat, take):
    """After a coinche the package asks him as well, who can only pass; here he is not asked."""
    if deal.phase() == BIDDING and SEATS[deal.current_player()] is not seat and deal.legal_actions() == [0]:
        take(0)


def played(view, rules):
    """Every card played: by whom, and which."""
    for trick in (*view.tricks, *((view.trick,) if view.trick else ())):
        yield from zip(trick.leader.round(rules.table.direction), trick.cards, strict=False)


def said_and_played(view, rules):
    """The deal so far, word by word."""
    for call in view.auction:
        yield call.seat, call.action
    for seat, card in played(view, rules):
        yield seat, str(card)


def parser():
    """What the package is told; all else concerns the SDK."""
    options = argparse.ArgumentParser(
        description="An agent of the package colver in a seat, by the preset `colver`.",
        epilog="All other options are those of every bot: see `coinche-bot --help`.",
        allow_abbrev=False,
    )
    options.add_argument("--bid", choices=BIDDERS, default="improved", help="how it bids (default improved)")
    options.add_argument("--play", choices=PLAYERS, default="isdd", help="how it plays (default isdd)")
    options.add_argument("--worlds", type=positive, default=20, help="worlds that isdd solves (default 20)")
    options.add_argument("--ms", type=positive, default=100, help="ms that smart_ismcts thinks (default 100)")
    return options


def positive(text):
    """A number of at least 1."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number of at least 1")
    return int(text)


def main(arguments):
    """Read what concerns the package, and leave the rest to the SDK."""
    options, others = parser().parse_known_args(arguments)
    if colver is None:
        sys.exit(MISSING)
    run(lambda seed: Colver(options, seed), others)


if __name__ == "__main__":
    main(sys.argv[1:])
