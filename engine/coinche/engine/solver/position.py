"""Positions: the state of play with all cards open, and the information of a seat that does not see them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from coinche.engine.cards import Card
from coinche.engine.playing import Playing
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Direction, Seat, Team
from coinche.engine.trick import Trick

BOTH = frozenset(Team)


class NoWorld(ValueError):
    """No hands fit the known facts: none at all, or none that the evidence about the cards leaves possible."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """All cards open, a seat on turn. `sweeping` are the teams that have every trick so far: both before the first.

    `hands` are what each still holds; the cards of the `trick` are in none.
    """

    hands: Mapping[Seat, tuple[Card, ...]]
    trick: Trick
    turn: Seat
    direction: Direction
    sweeping: frozenset[Team] = BOTH

    @classmethod
    def of(cls, deal: Playing, rules: RuleSet) -> Position:
        """Return the position of the deal; somebody has to be on turn."""
        assert deal.turn is not None
        return cls(
            hands=deal.hands,
            trick=deal.trick,
            turn=deal.turn,
            direction=rules.table.direction,
            sweeping=frozenset(team for team in Team if deal.won[team] == len(deal.tricks)),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class CallEvidence:
    """The likelihood of something that a seat said, given the eight cards that it was dealt.

    `worth` is an array of 4 × 256 int16: of each suit, by which of its cards are held (a bit each, the seven first), a
    number; `likely` one of 256 float32: by the sum of the four, the logarithm of how likely it was to say that. Sums
    under 0 and over 255 count as these.
    """

    seat: Seat
    worth: bytes
    likely: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class HiddenHands:
    """The constraints on the three hands that a seat does not see.

    `unseen` lie in them, so many in each as its `room`; each is one that the seat `may` have. `gone` is what every
    seat, the one that looks included, has played. `lean` is an array of 3 × 32 float64, empty for none: of the seats
    in turn after the one that looks, by pack order, the logarithm of how much likelier the card is there.
    """

    unseen: frozenset[Card]
    room: Mapping[Seat, int]
    may: Mapping[Seat, frozenset[Card]]
    gone: Mapping[Seat, frozenset[Card]]
    lean: bytes = b""
    evidence: tuple[CallEvidence, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CardEvaluation:
    """A legal card: how good it is over all worlds, how much that varies, and its mean value, CAPOT counted in."""

    card: Card
    use: float
    deviation: float
    points: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """The evaluation of every legal card, over that many worlds. `fits` is the number of possible worlds; `effective`
    is the effective sample size, the number of equally likely candidates that the weighed ones are worth."""

    cards: tuple[CardEvaluation, ...]
    worlds: int
    fits: float
    effective: float
