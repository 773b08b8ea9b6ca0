"""A server whose pages of players tell anybody of any partner and opponent."""

from __future__ import annotations

import pytest

from coinche.server.archive import statistics


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(statistics, "_PAIRS", statistics._PAIRS.replace(statistics.OPEN_TO, "? IS NOT NULL"))
