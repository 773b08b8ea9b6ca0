"""A server that gives hints at every table, in contests too."""

from __future__ import annotations

import pytest

from coinche.server.table.hints import TableHints


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(TableHints, "_refusal", lambda self: None)
