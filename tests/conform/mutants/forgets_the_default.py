"""A server that leaves the default out of what is legal."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from coinche.protocol.messages import Clock, Request
from coinche.server.turns.decision import LiveRequest

honest = LiveRequest.message


def message(self: LiveRequest, table: str, clock: Clock, rules: str, *, with_view: bool = True) -> Request:
    """The request, with one legal action too few where there are several."""
    request = honest(self, table, clock, rules, with_view=with_view)
    bare = request.default.split("+")[0]
    fewer = tuple(action for action in request.legal if action != bare)
    return replace(request, legal=fewer or request.legal)


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(LiveRequest, "message", message)
