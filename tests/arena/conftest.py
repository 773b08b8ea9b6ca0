"""Built-in bots from the fork server: a duel starts eight, and takes most of its time to import them.

`tests/examples/test_page.py` runs duels as commands, with ordinary processes.
"""

from __future__ import annotations

import pytest

from coinche.arena import entrants


@pytest.fixture(autouse=True)
def forked_bots(forked_python: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """The built-in bots of duels, forked."""
    monkeypatch.setattr(entrants, "BUILT_IN", (*forked_python, *entrants.BUILT_IN[1:]))
