"""A server at which a held match begins with its fourth player, as any other."""

from __future__ import annotations

import pytest

from coinche.server.table.host_orders import HostOrders


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(HostOrders, "held", property(lambda self: False, lambda self, held: None), raising=False)
