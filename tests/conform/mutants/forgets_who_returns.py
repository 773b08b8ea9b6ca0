"""A server whose ladder gives no seat back to a program that was started again."""

from __future__ import annotations

import pytest

from coinche.server.lobby.ladder import LadderTables


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(LadderTables, "_bring_back", lambda *_, **__: None)
