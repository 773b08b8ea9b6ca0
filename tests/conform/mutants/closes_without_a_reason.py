"""A server that closes every WebSocket as if nothing were wrong."""

from __future__ import annotations

import pytest
from websockets.frames import CloseCode

from coinche.protocol.errors import ErrorCode
from coinche.server.transport import web_reader


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(web_reader, "_CLOSE_CODE", dict.fromkeys((None, *ErrorCode), CloseCode.NORMAL_CLOSURE))
