"""A server whose lobby shows practice tables, too."""

from __future__ import annotations

import pytest

from coinche.server.lobby.listing import TableBroadcast
from coinche.server.table.table import Table


def lists(self: TableBroadcast, table: Table) -> bool:
    """Every table."""
    return True


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(TableBroadcast, "lists", lists)
