"""A server that lets the maker of a strict table have hints there."""

from __future__ import annotations

import pytest

from coinche.server.match.table_options import TableOptions


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(TableOptions, "allows_hints", lambda self, policy: self.hints)
