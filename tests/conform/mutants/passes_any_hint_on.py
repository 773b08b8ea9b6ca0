"""A server that hands on what a provider advises, legal or not."""

from __future__ import annotations

import pytest

from coinche.protocol.messages import Hint, HintGiven, ProviderAnswer
from coinche.server.sessions.questions import HintTopic


def answer(self: HintTopic, given: ProviderAnswer) -> Hint | None:
    """The answer as it came."""
    if not isinstance(given, HintGiven):
        return None
    return Hint(table=self.table, request=self.request, action=given.action, text=given.text)


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(HintTopic, "answer", answer)
