"""Tests that every planted bug is detected by its rule within a few seeds."""

from __future__ import annotations

import pytest

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


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: plant.name)
def test_a_planted_mistake_is_noticed(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    plant.made(monkeypatch.setattr)
    if ENDS in plant.noticed:
        monkeypatch.setattr(world, "PATIENCE", 1800.0)  # a server that waits for ever is given up sooner
    tried = ((seed, noticed(seed, plant)) for seed in range(SEEDS))
    found = next(((seed, violation) for seed, violation in tried if violation is not None), None)
    assert found is not None, f"{SEEDS} seeds do not notice {plant.name}"
    seed, violation = found
    print(f"seed {seed}: {violation}")
    assert violation.rule in plant.noticed, f"seed {seed}: {violation}"
