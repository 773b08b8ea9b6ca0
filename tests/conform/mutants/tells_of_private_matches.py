"""A server whose archive tells anybody of any match."""

from __future__ import annotations

import pytest

from coinche.server.archive import archive


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(archive, "OPEN_TO", "? IS NOT NULL")
