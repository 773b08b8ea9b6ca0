"""A server where one vote is enough, however many people there are."""

from __future__ import annotations

import pytest

from coinche.server.table.agreements import Votes


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(Votes, "_carried", lambda self, against: True)
