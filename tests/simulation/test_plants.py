"""Every mistake that is planted is noticed, within a few seeds, as what it is."""

from __future__ import annotations

import pytest

from .plants import PLANTS, Plant
from .violation import Violation
from .world import World

SEEDS = 150


def noticed(seed: int) -> Violation | None:
    try:
        World(seed).run()
    except Violation as violation:
        return violation
    return None


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: plant.name)
def test_a_planted_mistake_is_noticed(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    plant.made(monkeypatch.setattr)
    found = next(((seed, violation) for seed in range(SEEDS) if (violation := noticed(seed)) is not None), None)
    assert found is not None, f"{SEEDS} seeds do not notice {plant.name}"
    seed, violation = found
    print(f"seed {seed}: {violation}")
    assert violation.rule in plant.noticed, f"seed {seed}: {violation}"
