"""Tests that every planted bug is detected by its rule within a few seeds.

The search begins at the seed that is known to come to the bug, and goes on to all others where that has changed; in
`make prove` it begins at the first.
"""

from __future__ import annotations

import pytest

from tests.extent import WHOLE

from . import world
from .plants import PLANTS, Plant
from .violation import Violation
from .world import World

SEEDS = 50
ENDS = "every table ends once nothing goes wrong"


def noticed(seed: int, plant: Plant) -> Violation | None:
    try:
        World(seed, turned=plant.turned).run()
    except Violation as violation:
        return violation
    return None


def seeds(plant: Plant) -> tuple[int, ...]:
    """All seeds, in the order in which they are tried."""
    known = 0 if WHOLE else plant.seed
    return (*range(known, SEEDS), *range(known))


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: plant.name)
def test_a_planted_mistake_is_noticed(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    plant.made(monkeypatch.setattr)
    if ENDS in plant.noticed:
        monkeypatch.setattr(world, "PATIENCE", 1800.0)  # a server that waits for ever is given up sooner
    tried = ((seed, noticed(seed, plant)) for seed in seeds(plant))
    found = next(((seed, violation) for seed, violation in tried if violation is not None), None)
    assert found is not None, f"{SEEDS} seeds do not notice {plant.name}"
    seed, violation = found
    print(f"seed {seed}: {violation}")
    assert violation.rule in plant.noticed, f"seed {seed}: {violation}"
