"""A server at which everybody at a table may do what is the host's."""

from __future__ import annotations

import pytest

from coinche.server.seating.host import Host
from coinche.server.sessions.session import Session


def is_host(self: Host, session: Session) -> bool:
    """True for every session."""
    return True


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(Host, "is_host", is_host)
