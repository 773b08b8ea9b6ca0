"""A server that lets itself be called by any name, also by one that an attacker has pointed at it."""

from __future__ import annotations

import pytest

from coinche.server.transport.web_site import WebSite


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(WebSite, "_is_own", lambda self, host: True)
