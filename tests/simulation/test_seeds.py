"""Tests that the rules hold in every run, and that a seed always gives the same run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
import trio

from tests.extent import WHOLE

from . import determinism
from .__main__ import main
from .plants import PLANTS
from .soak import tried
from .world import World

pytestmark = pytest.mark.slow

SEEDS = 50 if WHOLE else 20
"""The number of runs; every planted bug is detected by fewer, and `make soak` has thousands."""

AT_ONCE = 5
"""So many in one test."""

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("first", range(0, SEEDS, AT_ONCE))
def test_in_every_run_what_must_hold_holds(first: int) -> None:
    tries = map(tried, range(first, min(first + AT_ONCE, SEEDS)))
    broken = [outcome for outcome in tries if isinstance(outcome, str)]
    assert not broken, "\n".join(broken)


@pytest.mark.parametrize("seed", range(3))
def test_a_run_is_the_same_again(seed: int) -> None:
    assert World(seed).run() == World(seed).run()


def test_another_seed_is_another_run() -> None:
    assert len({World(seed).run().hash for seed in range(4)}) == 4


def test_a_run_is_the_same_in_every_process() -> None:
    program = "from tests.simulation.world import World; print([World(seed).run().hash for seed in (5, 6)])"
    told = [
        subprocess.run(
            [sys.executable, "-c", program],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": hashed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hashed in ("0", "1")
    ]
    assert told[0] == told[1]


def test_a_trio_that_has_changed_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trio, "_core", SimpleNamespace(_run=SimpleNamespace(_r=None)))
    with pytest.raises(determinism.TrioChanged):
        determinism.scheduler()


def test_a_broken_seed_is_told_with_how_to_see_it_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    next(plant for plant in PLANTS if plant.name == "a wrong number").made(monkeypatch.setattr)
    seed = next(seed for seed in range(100) if main(["--seed", str(seed)]))
    assert f"seed {seed}: events are told in order" in capsys.readouterr().err
    assert main(["--seed", str(seed), "--trace"]) == 1
    assert "VIOLATION events are told in order" in capsys.readouterr().out
