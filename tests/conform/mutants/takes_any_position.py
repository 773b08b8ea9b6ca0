"""A server that opens a practice table for whatever it is told."""

from __future__ import annotations

import pytest

from coinche.server.lobby import tables


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(tables, "check_position", lambda position, rules: None)
