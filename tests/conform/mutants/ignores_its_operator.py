"""A server that says that none of its tables has hints, and opens them as their makers ask."""

from __future__ import annotations

import pytest

from coinche.server.app import Server
from coinche.server.match.table_options import HintsPolicy, TableOptions


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    defaults = Server.__init__.__kwdefaults__
    assert defaults is not None
    patch.setitem(defaults, "hints", HintsPolicy.OFF)
    patch.setattr(TableOptions, "allows_hints", lambda self, policy: self.hints and not self.strict)
