"""A server where whoever comes back with a hand before him may choose his system anew."""

from __future__ import annotations

from typing import Any

import pytest

from coinche.server.seating.bidding_systems import Systems


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    honest = Systems.forget

    def forget(self: Systems, seat: Any, *, playing: bool) -> None:
        honest(self, seat, playing=playing)
        self._beginners.add(seat)

    patch.setattr(Systems, "forget", forget)
