"""A server that does not know an act again."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import pytest

from coinche.engine.seats import Seat
from coinche.protocol.messages import Act, Claim, Error, Ok
from coinche.server.turns.decision import AnsweredRequests, LiveRequest, stale


def reply(
    self: AnsweredRequests, said: Act | Claim, seats: Collection[Seat], live: Iterable[LiveRequest]
) -> Ok | Error:
    """Whatever answers no live request is stale."""
    return stale(said, "that is over")


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(AnsweredRequests, "reply", reply)
