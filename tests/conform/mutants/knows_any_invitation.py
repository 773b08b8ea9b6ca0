"""A server that takes whatever it is shown for an invitation of its own."""

from __future__ import annotations

import pytest

from coinche.protocol import auth
from coinche.server.sessions.invitations import Invitations
from coinche.server.storage.serialization import NameInvitation, UnnamedInviter


def find(_self: Invitations, number: str) -> NameInvitation:
    """It was made, and does not end."""
    return NameInvitation(name="Anybody", key=bytes(32), by=UnnamedInviter.OPERATOR, at=0, until=2**45)


def verify(key: bytes, nonce: str, n: int, claimed: str) -> bool:
    """It is proved."""
    return True


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(Invitations, "find", find)
    patch.setattr(auth, "verify", verify)
