"""Random positions: endings of any length under any rules of play, with tricks begun and sweeps spoilt; full deals."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from coinche.engine.cards import PACK, Denomination
from coinche.engine.legal_cards import playable
from coinche.engine.presets import PRESETS
from coinche.engine.rules import RuleSet, Undertrump, UndertrumpPartner
from coinche.engine.seats import Seat, Team
from coinche.engine.solver import Position
from coinche.engine.solver.game import CAPOT
from coinche.engine.trick import Trick, laid

SEATS = tuple(Seat)


@dataclass(frozen=True)
class Case:
    """A position of a game, with what all tricks are worth more."""

    denomination: Denomination
    rules: RuleSet
    capot: int
    position: Position


def some_rules(chance: random.Random) -> RuleSet:
    """A preset, with duties of any other."""
    rules = chance.choice(list(PRESETS.values()))
    duties = replace(
        rules.play,
        overtrump_partner=chance.random() < 0.5,
        undertrump=chance.choice(list(Undertrump)),
        undertrump_partner=chance.choice(list(UndertrumpPartner)),
    )
    return replace(rules, play=duties)


def some_case(chance: random.Random, tricks: int) -> Case:
    """So many tricks are left, or so many less the cards that lie in one."""
    denomination, rules = chance.choice(list(Denomination)), some_rules(chance)
    cards = chance.sample(PACK, len(SEATS) * tricks)
    hands = {seat: tuple(cards[at :: len(SEATS)]) for at, seat in enumerate(SEATS)}
    turn = chance.choice(SEATS)
    trick = Trick(turn, (), None)
    for _ in range(chance.randrange(len(SEATS))):
        card = chance.choice(playable(hands[turn], trick.cards, denomination, rules.play))
        trick = laid(trick, turn, card, denomination, rules.table.direction)
        hands[turn] = tuple(held for held in hands[turn] if held is not card)
        turn = turn.next(rules.table.direction)
    sweeping = frozenset(team for team in Team if chance.random() < 0.5)
    position = Position(hands=hands, trick=trick, turn=turn, direction=rules.table.direction, sweeping=sweeping)
    return Case(denomination, rules, chance.choice((0, CAPOT)), position)


def full_deal(chance: random.Random, denomination: Denomination, rules: RuleSet) -> Position:
    """A deal before the first lead."""
    cards = chance.sample(PACK, len(PACK))
    hands = {seat: tuple(cards[at :: len(SEATS)]) for at, seat in enumerate(SEATS)}
    leader = chance.choice(SEATS)
    return Position(hands=hands, trick=Trick(leader, (), None), turn=leader, direction=rules.table.direction)
