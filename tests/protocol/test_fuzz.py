"""A sample of `bench/fuzz_protocol.py`: malformed bytes break nothing, and a match beside them continues."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    "asked",
    [("--frames", "4000", "--seed", "2"), ("--server", "--frames", "300", "--target", "500", "--seed", "2")],
    ids=["in memory", "at a server"],
)
def test_a_sample_of_the_fuzz_finds_nothing(asked: tuple[str, ...]) -> None:
    command = [sys.executable, "bench/fuzz_protocol.py", *asked]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert found.returncode == 0, found.stdout + found.stderr
