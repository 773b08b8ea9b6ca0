"""Contests in the process of the test, for imports take most of the time of a bot's process.

`test_workers.py` and `test_sandbox.py` have real workers and ordinary processes, `tests/examples/test_page.py` runs
contests as commands.
"""

from __future__ import annotations

import pytest

from tests.arena.in_process import play_here


@pytest.fixture(autouse=True)
def contests_in_this_process(forked_python: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """Play all contests in this process."""
    play_here(monkeypatch, forked_python)
