"""The deal of the lesson: who sits there, the four hands, and what the others bid and lead where it matters.

Data only: `table` deals it, `players` obeys it. A test proves that each thing to be learnt occurs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from coinche.engine.cards import Card, Denomination
from coinche.engine.presets import FFB
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat

RULES: RuleSet = FFB
PRESET = "ffb"
DEALER = Seat.NORTH
"""So that West speaks and leads first, and the learner, in the South, right after him."""
NAMES: Mapping[Seat, str] = {Seat.NORTH: "Nora", Seat.EAST: "Emma", Seat.WEST: "Willy"}


def _hand(notation: str) -> tuple[Card, ...]:
    return tuple(map(Card, notation.split()))


HANDS: Mapping[Seat, tuple[Card, ...]] = {
    Seat.SOUTH: _hand("JH 9H AH 7H 8D QC JC 10C"),
    Seat.EAST: _hand("QS JS 9S 8S QD JD 9D AC"),
    Seat.NORTH: _hand("KH QH AD KD 10D KC 8C 7S"),
    Seat.WEST: _hand("10H 8H AS KS 10S 7D 9C 7C"),
}
"""The learner declares a tierce in clubs, follows to West's diamond, overtrumps him on North's, draws the last trumps,
gives East a trick, discards on the next diamond and trumps a spade. Nobody else has anything to declare but North,
king and queen of trumps.
"""


@dataclass(frozen=True, slots=True)
class Call:
    """A bid in that denomination, as low as it may be, but no higher than that; else a pass."""

    denomination: Denomination
    highest: int


CALLS: Mapping[Seat, Call] = {
    Seat.WEST: Call(Denomination.SPADES, 80),
    Seat.NORTH: Call(Denomination.HEARTS, 110),
}
"""What each says first; then, and East always, a pass."""

LEADS: Mapping[Seat, tuple[Card, ...]] = {
    Seat.WEST: _hand("7D AS KS"),
    Seat.EAST: _hand("QD"),
    Seat.NORTH: _hand("AD KD 10D 7S"),
}
"""What each leads with, as long as he has it; else what a sound player would."""

KEEPS: Mapping[Seat, tuple[Card, ...]] = {Seat.EAST: _hand("QD AC")}
"""What a player keeps as long as he may: East is to take a trick, and then to lead what the learner cannot follow."""
