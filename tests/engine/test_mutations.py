"""Tests that every option is tested: an engine that ignores any value of one fails a row (`bench/mutate_rules.py`)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]


def test_no_option_can_be_ignored() -> None:
    run = subprocess.run(
        [sys.executable, "bench/mutate_rules.py"], cwd=ROOT, capture_output=True, text=True, timeout=300, check=False
    )
    last = run.stdout.splitlines()[-1:]
    assert run.returncode == 0, run.stdout[-2000:] + run.stderr[-2000:]
    assert last
    _, caught, _, total = last[0].split()
    assert int(caught) == int(total) > 300
