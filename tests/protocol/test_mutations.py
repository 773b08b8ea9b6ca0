"""A sample of `bench/mutate_protocol.py`: for every check of the protocol, a test fails without it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]


def test_no_check_of_the_sample_can_be_taken_away_unnoticed() -> None:
    command = [sys.executable, "bench/mutate_protocol.py", "--every", "40", "json_lines.py", "requests.py"]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert found.returncode == 0, found.stdout + found.stderr
