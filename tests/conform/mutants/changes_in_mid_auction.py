"""A server where a bidding system may be changed with a hand before one."""

from __future__ import annotations

import pytest

from coinche.server.seating import bidding_systems


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(bidding_systems, "_is_dealt", lambda state: False)
