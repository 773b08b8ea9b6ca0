"""A server that says that none of its tables has hints, and opens them as their makers ask."""

from __future__ import annotations

import pytest

from coinche.server.match.table_options import HintsPolicy, TableOptions


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(HintsPolicy, "decided", property(lambda self: False))
    patch.setattr(TableOptions, "allows_hints", lambda self, policy: self.hints and not self.strict)
