"""A server that takes back what followed the player's last action, and not the action itself."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from coinche.engine.seats import Seat
from coinche.server.match.entries import Entry
from coinche.server.match.practice import before_last_action
from coinche.server.table import table


def with_it(entries: Sequence[Entry], seat: Seat) -> Sequence[Entry] | None:
    """One entry more."""
    before = before_last_action(entries, seat)
    return None if before is None else entries[: len(before) + 1]


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(table, "before_last_action", with_it)
