"""Tests of the solver against that of the package colver: `bench/solver.py` runs, and finds the same values."""

from __future__ import annotations

import platform
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from coinche.engine.solver import ENGINE, Engine

BENCH = Path(__file__).parents[3] / "bench" / "solver.py"


def bench(*options: str) -> list[str]:
    """The lines of a run with few deals."""
    command = [sys.executable, str(BENCH), "--deals", "1", "--python", "0", *options]
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout.splitlines()


@pytest.mark.skipif(
    find_spec("colver") is None and (sys.platform, platform.machine()) != ("linux", "x86_64"),
    reason="no wheel of colver here",
)
@pytest.mark.skipif(ENGINE is not Engine.C, reason="the solver in Python takes too long for a test")
def test_each_card_of_a_full_deal_is_worth_the_same_to_both() -> None:
    assert bench("--colver", "10")[-1] == "80 of 80 values are the same"
