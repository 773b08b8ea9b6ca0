"""A server that archives the matches of practice tables."""

from __future__ import annotations

import pytest

from coinche.server.storage import store


class Unknown:
    """What no entry is."""


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(store, "TableOpened", Unknown)
