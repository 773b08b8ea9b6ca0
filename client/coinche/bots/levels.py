"""The levels of the bots: number of worlds, search budget, and the information that each uses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from coinche.engine.solver import ENGINE, Engine


class BotLevel(StrEnum):
    """The bots that use PIMC, the weakest first; `steady` is between the first two."""

    NOVICE = "novice"
    STRONG = "strong"
    EXPERT = "expert"


@dataclass(frozen=True, slots=True, kw_only=True)
class PimcSettings:
    """The computation of a bot for one decision, and the information that it uses."""

    worlds: int
    """Determinizations that are solved for one card."""
    candidates: int
    """Worlds drawn by the constraints; of these `worlds` are drawn again by their likelihood."""
    budget: int
    """Nodes of the double-dummy search for one decision. A count rather than a time: decisions can be repeated."""
    inference: bool
    """Weigh worlds by the likelihood of calls, cards and declarations."""
    memory: bool = True
    """Use the constraints: who is out of a suit, which cards have been shown."""
    tricks: int = 8
    """Solve with this many tricks left or fewer; before that, play as `steady`."""
    bids: bool = False
    """Search calls by rollout (`bidding`); otherwise bid as `steady`."""
    late: int = 4
    """Factor of `worlds` with four tricks left or fewer, where a world costs little."""


_COMPILED: Mapping[BotLevel, PimcSettings] = {
    BotLevel.NOVICE: PimcSettings(worlds=1, candidates=1, budget=200_000, inference=False, memory=False, late=1),
    BotLevel.STRONG: PimcSettings(worlds=12, candidates=12, budget=600_000, inference=False, late=2),
    BotLevel.EXPERT: PimcSettings(worlds=40, candidates=3000, budget=600_000, inference=True, bids=True),
}


_IN_PYTHON: Mapping[BotLevel, PimcSettings] = {
    BotLevel.NOVICE: PimcSettings(
        worlds=1, candidates=1, budget=5_000, inference=False, memory=False, tricks=5, late=1
    ),
    BotLevel.STRONG: PimcSettings(worlds=6, candidates=6, budget=15_000, inference=False, tricks=5, late=1),
    BotLevel.EXPERT: PimcSettings(worlds=10, candidates=100, budget=20_000, inference=True, tricks=5, late=2),
}
"""The solver in Python is a hundred times slower, so only the last five tricks are solved."""


SETTINGS_BY_ENGINE: Mapping[Engine, Mapping[BotLevel, PimcSettings]] = {Engine.C: _COMPILED, Engine.PYTHON: _IN_PYTHON}


LEVEL_SETTINGS = SETTINGS_BY_ENGINE[ENGINE]
