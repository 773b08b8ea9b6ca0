"""The reference for the solvers: every card tried, by the rules of one trick, without a table or a shortcut.

Seats are counted from the one on turn, which is 0; values are points of its side still to come.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial
from itertools import chain

from coinche.engine.card_values import STRENGTH, points_of
from coinche.engine.cards import Card, Denomination
from coinche.engine.legal_cards import playable
from coinche.engine.rules import RuleSet
from coinche.engine.solver import Position
from coinche.engine.tally import LAST_TRICK
from coinche.engine.trick import winner_index

Hands = tuple[tuple[Card, ...], ...]


@dataclass(frozen=True)
class Standing:
    """Somebody on turn. `sweep` says of both sides whether they may still take all tricks."""

    hands: Hands
    trick: tuple[Card, ...]
    turn: int
    sweep: tuple[bool, bool]


@dataclass(frozen=True)
class Referee:
    """A game by its rules; all tricks are worth so much more."""

    denomination: Denomination
    rules: RuleSet
    capot: int

    @cached_property
    def points(self) -> dict[Card, int]:
        return dict(points_of(self.denomination, self.rules.scoring))

    def values(self, position: Position) -> dict[Card, int]:
        """By minimax, of every card that may be played."""
        stands = self.standing(position)
        return {card: self._worth(stands, card) for card in self.legal(stands)}

    def takes(self, position: Position, points: int) -> bool:
        """By plain alpha-beta."""
        return self._takes(self.standing(position), points)

    def standing(self, position: Position) -> Standing:
        around = position.turn.round(position.direction)
        sweep = position.turn.team in position.sweeping, position.turn.team.other in position.sweeping
        hands = tuple(tuple(position.hands[seat]) for seat in around)
        return Standing(hands, position.trick.cards, 0, sweep if self.capot else (False, False))

    def legal(self, stands: Standing) -> tuple[Card, ...]:
        return playable(stands.hands[stands.turn], stands.trick, self.denomination, self.rules.play)

    def _worth(self, before: Standing, card: Card) -> int:
        """The points of our side with that card and after it."""
        won, stands = self._played(before, card)
        if stands is None:
            return won
        worths = map(partial(self._worth, stands), self.legal(stands))
        return won + (min(worths) if stands.turn % 2 else max(worths))

    def _takes(self, before: Standing, points: int) -> bool:
        """Return whether our side gets that many points: with one card of ours, whatever the others play."""
        left = sum(map(self.points.__getitem__, chain(before.trick, *before.hands))) + LAST_TRICK
        least, most = -self.capot * before.sweep[1], left + self.capot * before.sweep[0]
        if not least < points <= most:
            return points <= least
        cards = sorted(self.legal(before), key=partial(self._promise, before), reverse=True)
        answers = (self._takes_with(before, card, points) for card in cards)
        return all(answers) if before.turn % 2 else any(answers)

    def _takes_with(self, before: Standing, card: Card, points: int) -> bool:
        won, stands = self._played(before, card)
        return won >= points if stands is None else self._takes(stands, points - won)

    def _promise(self, stands: Standing, card: Card) -> tuple[bool, int]:
        """The order in which to try cards, which only saves time: points on our tricks, few on theirs."""
        trick = (*stands.trick, card)
        ours = (len(trick) - 1 - winner_index(trick, self.denomination)) % 2 == 0
        strength = STRENGTH[self.denomination][card]
        return ours, 10 * self.points[card] + strength if ours else -10 * self.points[card] - strength

    def _played(self, before: Standing, card: Card) -> tuple[int, Standing | None]:
        """The points that our side has got with the card, and how it goes on."""
        turn, trick = before.turn, (*before.trick, card)
        hands = tuple(
            tuple(held for held in hand if held is not card) if seat == turn else hand
            for seat, hand in enumerate(before.hands)
        )
        if len(trick) < 4:
            return 0, Standing(hands, trick, (turn + 1) % 4, before.sweep)
        winner = (turn + 1 + winner_index(trick, self.denomination)) % 4
        won = 0 if winner % 2 else sum(map(self.points.__getitem__, trick))
        sweep = before.sweep[0] and winner % 2 == 0, before.sweep[1] and winner % 2 == 1
        if any(hands):
            return won, Standing(hands, (), winner, sweep)
        won += 0 if winner % 2 else LAST_TRICK
        return won + self.capot * (sweep[0] - sweep[1]), None
