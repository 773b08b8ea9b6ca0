"""A server that takes the last fragment of a message in a browser for all of it."""

from __future__ import annotations

import pytest
from websockets.frames import Frame

from coinche.server.transport.web_reader import WebReader

honest = WebReader._framed


def framed(self: WebReader, frame: Frame) -> None:
    """Without those before it."""
    self._message.clear()
    honest(self, frame)


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(WebReader, "_framed", framed)
