"""A server that opens a WebSocket for a page of any site."""

from __future__ import annotations

import pytest

from coinche.server.transport import web_site


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(web_site, "_websocket_refused", lambda request, path, host: None)
