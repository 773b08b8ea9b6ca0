"""A server at which a held match begins with its fourth player, as any other."""

from __future__ import annotations

import pytest

from coinche.server.table.hosting import Hosting


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(Hosting, "held", property(lambda self: False, lambda self, held: None), raising=False)
