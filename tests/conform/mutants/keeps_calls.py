"""A server that goes on telling a call whose caller has left."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from coinche.protocol.messages import CalledToTable
from coinche.server.lobby.lobby_talk import LobbyTalk


def all_of_them(talk: LobbyTalk, now: float) -> Iterator[CalledToTable]:
    """Tell them all, those that are over with one seat."""
    return (call.message(call.seats or 1) for call in talk._calls.values())


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(LobbyTalk, "_open_calls", all_of_them)
