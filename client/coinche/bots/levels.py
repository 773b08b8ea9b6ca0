"""How strong a bot of cards and calculation is: how many worlds it thinks of, and what it makes of what it has seen.

Knows the numbers. Refuses to know what is done with them (`evaluation`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from coinche.engine.solver import ENGINE, Engine


class Level(StrEnum):
    """The bots that solve, the weakest first; `steady` is between the first two."""

    NOVICE = "novice"
    STRONG = "strong"
    EXPERT = "expert"


@dataclass(frozen=True, slots=True, kw_only=True)
class Strength:
    """What a level may use. `budget` is in cards played in the search, for one decision.

    With `memory` it knows who is out of a suit, with `inference` it believes what calls and cards tell. `tricks` is how
    many must be left at most for it to solve anything; before, it plays as `steady`.
    """

    worlds: int
    candidates: int
    budget: int
    inference: bool
    memory: bool = True
    tricks: int = 8
    bids: bool = False
    """Whether calls are reckoned, too (`bidding`); else they are `steady`'s."""
    late: int = 4
    """How many times as many worlds with four tricks left or fewer: they cost little."""


_COMPILED: Mapping[Level, Strength] = {
    Level.NOVICE: Strength(worlds=1, candidates=1, budget=200_000, inference=False, memory=False, late=1),
    Level.STRONG: Strength(worlds=12, candidates=12, budget=600_000, inference=False, late=2),
    Level.EXPERT: Strength(worlds=40, candidates=3000, budget=600_000, inference=True, bids=True),
}
_IN_PYTHON: Mapping[Level, Strength] = {
    Level.NOVICE: Strength(worlds=1, candidates=1, budget=5_000, inference=False, memory=False, tricks=5, late=1),
    Level.STRONG: Strength(worlds=6, candidates=6, budget=15_000, inference=False, tricks=5, late=1),
    Level.EXPERT: Strength(worlds=10, candidates=100, budget=20_000, inference=True, tricks=5, late=2),
}
"""Uncompiled, the solver is a hundred times slower: only the end is solved."""

ENGINES: Mapping[Engine, Mapping[Level, Strength]] = {Engine.C: _COMPILED, Engine.PYTHON: _IN_PYTHON}
STRENGTHS = ENGINES[ENGINE]
