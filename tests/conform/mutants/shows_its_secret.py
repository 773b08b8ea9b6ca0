"""A server that shows its secret as soon as the cards are dealt."""

from __future__ import annotations

import pytest

from coinche.engine.match import State
from coinche.server.table.table import Table

honest = Table._deal


async def deal(self: Table, state: State) -> None:
    """Deal, and tell."""
    await honest(self, state)
    self._fairness.show()


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(Table, "_deal", deal)
