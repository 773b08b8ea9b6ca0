"""A server where a bidding system may be changed with a hand before one."""

from __future__ import annotations

import pytest

from coinche.server.seating import systems


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(systems, "_is_dealt", lambda state: False)
