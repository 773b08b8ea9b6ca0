"""A server that lists a player's partners among the opponents, and the other way round."""

from __future__ import annotations

import pytest

from coinche.server.archive import statistics


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(statistics, "_PAIRS", statistics._PAIRS.replace("partner = ?", "partner <> ?"))
