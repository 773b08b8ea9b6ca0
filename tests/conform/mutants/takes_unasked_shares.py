"""A server that takes shares from whoever gives one."""

from __future__ import annotations

import pytest

from coinche.protocol.messages import Ok, Pledge, Share
from coinche.server.sessions.session import Session
from coinche.server.table.shuffle_shares import ShareCollector


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    hear = ShareCollector.hear

    def takes(collector: ShareCollector, session: Session, said: Pledge | Share) -> None:
        with pytest.MonkeyPatch.context() as here:
            here.setattr(Session, "refuse", lambda session, message, *why: session.answer(Ok(), message.id))
            hear(collector, session, said)

    patch.setattr(ShareCollector, "hear", takes)
