"""A server whose requests name another event than the last one."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from coinche.protocol.messages import Clock, Request
from coinche.server.turns.decision import LiveRequest

honest = LiveRequest.message


def message(self: LiveRequest, table: str, clock: Clock, rules: str, *, with_view: bool = True) -> Request:
    """The request, with the event before the last."""
    request = honest(self, table, clock, rules, with_view=with_view)
    return replace(request, after=request.after - 1)


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(LiveRequest, "message", message)
