"""A server that closes the connection at the first message that is not valid."""

from __future__ import annotations

import pytest

from coinche.protocol.connection import ServerConnection
from coinche.protocol.errors import BadFrame, ProtocolError
from coinche.protocol.messages import FromClient

honest = ServerConnection._next


def following(self: ServerConnection) -> FromClient | ProtocolError | None:
    """Whatever is wrong is a bad frame."""
    found = honest(self)
    return BadFrame(found.message) if isinstance(found, ProtocolError) else found


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(ServerConnection, "_next", following)
