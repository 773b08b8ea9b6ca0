"""`Solver`: double-dummy values of open positions, and evaluations of cards over sampled worlds.

It translates cards and seats for one of the two engines, compiled or in Python.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from enum import StrEnum
from functools import cache
from importlib import import_module
from typing import Any

from coinche.engine.cards import PACK, Card, Denomination
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Direction, Seat, Team
from coinche.engine.trick import Trick

from .game import CAPOT, Game, game_of, mask, numbers
from .position import BOTH, CallEvidence, CardEvaluation, Evaluation, HiddenHands, Position


class Engine(StrEnum):
    """The engines, the fastest first."""

    C = "C"
    PYTHON = "Python"


_MODULES = {Engine.C: "_dd", Engine.PYTHON: "python_engine"}


@cache
def _module(engine: Engine) -> Any:
    """The engine; it is loaded when it is asked for."""
    return import_module(f"{__package__}.{_MODULES[engine]}")


def _is_there(engine: Engine) -> bool:
    try:
        return bool(_module(engine))
    except ImportError:
        return False


ENGINES = tuple(engine for engine in Engine if engine is Engine.PYTHON or _is_there(engine))
"""The engines that are there, the fastest first: the compiled one where the install found a compiler."""
ENGINE = ENGINES[0]
"""The engine that is used by default."""

SIZE = 13
"""The table of known positions has 2 to that buckets of four."""
VALUES = 512
"""Entries of a table of uses for each case of the belote."""
OFFSET = 128
"""The index of the value 0 in the table."""


class Solver:
    """Finds values, and remembers what helps to find others. It serves one thread at a time.

    Values are points of a side still to come, `capot` more for taking all tricks of the deal, `capot` less for letting
    the others take them.
    """

    def __init__(
        self,
        denomination: Denomination,
        rules: RuleSet,
        *,
        capot: int = CAPOT,
        size: int = SIZE,
        engine: Engine = ENGINE,
    ) -> None:
        self.game: Game = game_of(denomination, rules, capot)
        self._direction = rules.table.direction
        self._engine = _module(engine).Solver(**asdict(self.game), size=size)

    @property
    def nodes(self) -> int:
        """The number of cards played in all searches."""
        return int(self._engine.nodes)

    def forget(self) -> None:
        """Empty the transposition table."""
        self._engine.forget()

    def value(self, position: Position) -> int:
        """Return the points still to come for the side of the seat on turn, with best play by all."""
        return int(self._engine.value(*self._open(position)))

    def values(self, position: Position) -> dict[Card, int]:
        """Return that value for each card that the seat on turn may play."""
        return {PACK[card]: value for card, value in self._engine.values(*self._open(position)).items()}

    def takes(self, position: Position, points: int) -> bool:
        """Return whether the side of the seat on turn can take that many points; much faster than the value."""
        return bool(self._engine.takes(*self._open(position), points))

    def _open(self, position: Position) -> tuple[tuple[int, ...], bytes, int, int]:
        """The position, the seat on turn first."""
        around = position.turn.round(position.direction)
        sweeping = _sweeping(position.sweeping, position.turn)
        return tuple(mask(position.hands[seat]) for seat in around), numbers(position.trick.cards), 0, sweeping

    # --- hands that are not seen ---------------------------------------------------------------------

    def evaluate(
        self,
        me: Seat,
        hand: Iterable[Card],
        trick: Trick,
        hidden: HiddenHands,
        use: bytes,
        *,
        sweeping: frozenset[Team] = BOTH,
        belote: Iterable[Card] = (),
        worlds: int,
        candidates: int,
        budget: int,
        seed: int,
    ) -> Evaluation:
        """Evaluate each legal card of `me`, on turn, over worlds sampled by likelihood.

        Where no more than `worlds` are possible, all of them are taken and weighed. `use` is an array of 3 × 512
        float64: the utility of each value, at the value plus 128, where nobody has had all the `belote` cards, our side
        has, theirs has. No new world is begun once `budget` cards have been played in the search. With evidence, the
        worlds are chosen out of that many `candidates`. NoWorld where none fits.
        """
        known = belief_arguments(me, hidden, self._direction)
        cards, done, fits, effective = self._engine.pimc(
            mask(hand), numbers(trick.cards), _sweeping(sweeping, me), known, mask(belote), use,
            worlds, max(worlds, candidates), budget, seed,
        )  # fmt: skip
        judged = (
            CardEvaluation(card=PACK[c], use=mean, deviation=spread, points=points) for c, mean, spread, points in cards
        )
        return Evaluation(cards=tuple(judged), worlds=done, fits=fits, effective=effective)

    def outcomes(self, hand: Iterable[Card], worlds: bytes, leader: int) -> bytes:
        """Return the value of each of the `worlds` before the first lead, for the side that has the `hand`, as int16.

        The leader sits that many seats after the `hand`. ValueError where the bytes are no worlds for that hand.
        """
        return bytes(self._engine.outcomes(mask(hand), worlds, leader))

    def playouts(self, n: int, seed: int) -> bytes:
        """Return random deals, played at random by the rules, 34 bytes each.

        These are the cards by their numbers in the pack in the order played, the first leader (0 to 3), and the points
        of seats 0 and 2. Each seat was dealt the cards that it plays.
        """
        return bytes(self._engine.playouts(n, seed))


def worlds(
    me: Seat,
    hidden: HiddenHands,
    direction: Direction,
    n: int,
    *,
    candidates: int = 0,
    seed: int,
    engine: Engine = ENGINE,
) -> bytes:
    """Return worlds sampled by likelihood; NoWorld where none fits.

    Of each world these are the hands of the three others in turn after `me`, as uint32 by pack order.
    """
    known = belief_arguments(me, hidden, direction)
    drawn, _, _ = _module(engine).worlds(known, n, max(n, candidates), seed)
    return bytes(drawn)


def _sweeping(teams: frozenset[Team], me: Seat) -> int:
    return (me.team in teams) | (me.team.other in teams) << 1


def belief_arguments(me: Seat, hidden: HiddenHands, direction: Direction) -> tuple[Any, ...]:
    """The hidden hands as the engines take them: seats by how long after `me` they play."""
    around = me.round(direction)
    others = around[1:]
    return (
        mask(hidden.unseen),
        tuple(hidden.room[seat] for seat in others),
        tuple(mask(hidden.may[seat]) for seat in others),
        tuple(mask(hidden.gone[seat]) for seat in around),
        hidden.lean,
        tuple(_evidence(piece, around) for piece in hidden.evidence),
    )


def _evidence(piece: CallEvidence, around: tuple[Seat, ...]) -> tuple[int, bytes, bytes]:
    return around.index(piece.seat), piece.worth, piece.likely
