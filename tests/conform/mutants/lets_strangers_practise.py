"""A server at whose practice tables anybody may sit down."""

from __future__ import annotations

import pytest

from coinche.server.table.table import Table


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(Table, "is_hidden_from", lambda self, session: False)
