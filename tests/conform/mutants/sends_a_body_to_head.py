"""A server that answers HEAD with the whole page."""

from __future__ import annotations

import pytest

from coinche.server.transport import web_site


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(web_site, "_without_body", lambda answer: answer)
