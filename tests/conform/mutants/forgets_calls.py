"""A server that tells nobody who comes to the lobby which calls are open."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from coinche.protocol.messages import CalledToTable
from coinche.server.lobby.lobby_talk import LobbyTalk


def none_of_them(talk: LobbyTalk, now: float) -> Iterator[CalledToTable]:
    """Tell none."""
    return iter(())


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(LobbyTalk, "_open_calls", none_of_them)
