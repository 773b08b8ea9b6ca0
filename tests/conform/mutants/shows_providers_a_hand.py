"""A server that shows the provider that it asks for a hint the hand of the player's partner."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from coinche.engine.view import view
from coinche.protocol.messages import GetHint, HintWanted
from coinche.server.table.hints import TableHints
from coinche.server.turns.decision import LiveRequest

honest = TableHints._wanted


def wanted(self: TableHints, request: LiveRequest, message: GetHint) -> HintWanted:
    """The question, with the view of the partner's seat."""
    return replace(honest(self, request, message), view=view(request.state, request.seat.partner))


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(TableHints, "_wanted", wanted)
