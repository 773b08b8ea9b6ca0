"""Who is no longer at a table, and has not left it of his own, is told why."""

from __future__ import annotations

import pytest

from coinche.client.model.notices import News
from coinche.client.views.notice import notice
from coinche.protocol.messages import Left
from tests.client.scenes import scene
from tests.client.test_asides import ENGLISH, FRENCH


@pytest.mark.parametrize(
    ("reason", "told", "english", "french"),
    [
        ("removed", News.REMOVED, "The host has freed your seat.", "L'hôte a libéré votre place."),
        ("operator", News.TABLE_CLOSED, "The server has closed that table.", "Le serveur a fermé cette table."),
    ],
)
def test_whoever_is_sent_from_a_table_is_told_why(reason: str, told: News, english: str, french: str) -> None:
    played = scene("follow")
    played.hear(Left(table=played.table.table, reason=reason))
    assert played.state.table is None
    assert played.state.notice is told
    assert [notice(told, face) for face in (ENGLISH, FRENCH)] == [english, french]
