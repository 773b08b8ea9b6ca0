"""A server that asks all four where the cutter alone gives a share."""

from __future__ import annotations

import pytest

from coinche.engine.seats import Seat
from coinche.server.match.packs import FairShuffle


def missing(self: FairShuffle) -> tuple[Seat, ...]:
    """Everybody's, until there is one."""
    return () if self._shares else tuple(Seat)


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(FairShuffle, "missing", property(missing))
