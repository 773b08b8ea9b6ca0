"""The solver in Python, for installs without a compiler: the same answers as `_dd`, node for node, only slower."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any

from .arguments import HIDDEN, World, belief_of
from .bits import CARDS, NONE, SEATS, BitRules, cards_of
from .evaluation import Row, UtilityTable, evaluated
from .exact_values import NO_POSITION, ExactValues, SearchNode
from .game import Game
from .move_ordering import MoveOrdering
from .sampling import SplitMix64, sampled_worlds
from .search import Search

_WAYS = 4
_MOST_DEALS = 1 << 24
_WORLD = struct.Struct(f"={HIDDEN}I")
_VALUE = struct.Struct("=h")


class PythonSolver:
    """The same solver as `_dd.Solver`, with the same methods."""

    def __init__(
        self,
        order: bytes,
        points: bytes,
        trumps: int,
        beat_partner: bool,
        undertrump: bool,
        under_partner: int,
        capot: int,
        last_trick: int,
        weights: bytes,
        size: int,
    ) -> None:
        game = Game(
            order=order,
            points=points,
            trumps=trumps,
            beat_partner=beat_partner,
            undertrump=undertrump,
            under_partner=under_partner,
            capot=capot,
            last_trick=last_trick,
            weights=weights,
        )
        self._duties = BitRules(game)
        moves = MoveOrdering(self._duties, weights)
        self._search = Search(self._duties, moves, capot, _WAYS << size)
        self._settling = ExactValues(self._duties, moves, self._search, capot)
        self._busy = Lock()

    @property
    def nodes(self) -> int:
        """The number of cards played in all searches."""
        return self._search.nodes

    def value(self, hands: tuple[int, ...], trick: bytes, seat: int, sweep: int) -> int:
        """Points of seats 0 and 2 still to come."""
        with self._alone():
            return self._settling.value(self._begun(hands, trick, seat, sweep))

    def takes(self, hands: tuple[int, ...], trick: bytes, seat: int, sweep: int, points: int) -> bool:
        """Return whether that many points are still to come."""
        with self._alone():
            return self._settling.at_least(self._begun(hands, trick, seat, sweep), points)

    def values(self, hands: tuple[int, ...], trick: bytes, seat: int, sweep: int) -> dict[int, int]:
        """Return the value of every legal card of the seat."""
        with self._alone():
            found = self._settling.values(self._begun(hands, trick, seat, sweep))
        return {self._duties.number[card]: value for card, value in found.items()}

    def forget(self) -> None:
        """Empty the transposition table."""
        with self._alone():
            self._search.forget()

    def outcomes(self, mine: int, worlds: bytes, leader: int) -> bytes:
        """The value in each world, as int16."""
        if len(worlds) % _WORLD.size:
            raise ValueError("these are no worlds for that hand")
        with self._alone():
            values = (self._value((mine, *world), leader) for world in _WORLD.iter_unpack(worlds))
            return b"".join(_VALUE.pack(value) for value in values)

    def _value(self, hands: tuple[int, ...], leader: int) -> int:
        try:
            return self._settling.value(self._begun(hands, b"", leader, 3))
        except ValueError:
            raise ValueError("these are no worlds for that hand") from None

    def pimc(
        self, mine: int, trick: bytes, sweep: int, knowledge: tuple[Any, ...], belote: int, use: bytes,
        worlds: int, candidates: int, budget: int, seed: int,
    ) -> tuple[list[Row], int, float, float]:  # fmt: skip
        """Evaluate every legal card; return its row, the worlds used, the possible worlds, the effective sample
        size."""
        known, uses = belief_of(knowledge), UtilityTable.of(mine, belote, use)
        with self._alone():
            drawn = sampled_worlds(known, worlds, candidates, seed, the_same=False)
            begun = self.nodes

            def values(world: World) -> dict[int, int]:
                return self._settling.values(self._begun((mine, *world), trick, 0, sweep))

            sums = evaluated(drawn, known, uses, values, lambda: self.nodes - begun < budget)
        rows = [(self._duties.number[card], use, spread, points) for card, use, spread, points in sorted(sums.rows())]
        return rows, sums.worlds, float(drawn.fits), drawn.effective

    def playouts(self, n: int, seed: int) -> bytes:
        """Random deals played at random, 34 bytes each."""
        if not 0 <= n <= _MOST_DEALS:
            raise ValueError("between no deals and 2^24")
        chance = SplitMix64(seed)
        return b"".join(_playout(self._duties, chance) for _ in range(n))

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Have the solver for oneself."""
        if not self._busy.acquire(blocking=False):
            raise RuntimeError("this solver is at work in another thread; each thread needs its own")
        try:
            yield
        finally:
            self._busy.release()

    def _begun(self, hands: tuple[int, ...], trick: bytes, seat: int, sweep: int) -> SearchNode:
        if not all(0 <= card < CARDS for card in trick):
            raise ValueError(NO_POSITION)
        bits = [self._duties.bits(hand) for hand in hands]
        return self._settling.begun(bits, [self._duties.card(card) for card in trick], seat % SEATS, sweep & 3)


def _playout(duties: BitRules, chance: SplitMix64) -> bytes:
    """One deal: the cards by their numbers in the pack in the order played, who led, the points of seats 0 and 2."""
    hands, seat = _random_hands(chance), chance.below(SEATS)
    row, leader, won = bytearray(), seat, 0
    while any(hands):
        trick: list[int] = []
        best, winner = NONE, seat
        for _ in range(SEATS):
            legal = hands[seat]
            if trick:
                legal = duties.legal(legal, trick[0], best, not (seat ^ winner) & 1)
            cards = cards_of(legal)
            card = cards[chance.below(len(cards))]
            if not trick or duties.beats(card, best):
                best, winner = card, seat
            hands[seat] ^= 1 << card
            trick.append(card)
            row.append(duties.number[card])
            seat = (seat + 1) % SEATS
        seat = winner
        won += 0 if winner & 1 else duties.worth(trick)
    return bytes((*row, leader, won + (0 if seat & 1 else duties.last_trick)))


def _random_hands(chance: SplitMix64) -> list[int]:
    """Four hands of eight."""
    pack = list(range(CARDS))
    for card in range(CARDS):
        to = chance.below(card + 1)
        pack[card], pack[to] = pack[to], card
    return [sum(1 << card for card in pack[seat::SEATS]) for seat in range(SEATS)]


def worlds(knowledge: tuple[Any, ...], n: int, candidates: int, seed: int) -> tuple[bytes, float, float]:
    """Hands of seats 1 to 3 as uint32, how many fit, how many the candidates are worth."""
    drawn = sampled_worlds(belief_of(knowledge), n, candidates, seed, the_same=True)
    return b"".join(_WORLD.pack(*world) for world, _ in drawn.each), float(drawn.fits), drawn.effective


Solver = PythonSolver
"""The name under which both engines are asked for it."""
