"""A server that tells others of the matches of private tables by what their cards are worth."""

from __future__ import annotations

import pytest

from coinche.protocol.messages import FromServer, GetValues, Values
from coinche.server.archive import archive
from coinche.server.archive.position import OpenPosition

honest = archive._position


def position(lines: tuple[str, ...] | None, message: GetValues) -> FromServer | OpenPosition:
    """The position, or no values where the client may not know of the match."""
    return honest(lines, message) if lines else Values(match=message.match, after=message.after, cards={})


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(archive, "_position", position)
