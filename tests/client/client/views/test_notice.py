"""Tests of notices: players who share an address, and the reasons for which a player has left a table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coinche.client.line.loop import news
from coinche.client.model.messages import Received
from coinche.client.model.notices import Broken, News, OneAddress, OwnFault
from coinche.client.texts.screens import Phrase
from coinche.client.views import Size
from coinche.client.views.notice import notice
from coinche.engine.seats import Seat
from coinche.protocol.messages import Left, Occupant, SameAddress, SeatChanged
from coinche.text.formatting import Face
from coinche.text.glyphs import UNICODE
from coinche.text.language import Language
from tests.client.client.line.test_asides import ENGLISH, FRENCH
from tests.client.golden import text
from tests.client.scene import NAMES, Scene
from tests.client.scenes import scene, state_of
from tests.for_each import for_each

PAIR = ((Seat.NORTH, Seat.SOUTH),)
BOTH = OneAddress(((NAMES[Seat.NORTH], NAMES[Seat.SOUTH]),))


def heard(host: Scene, *groups: tuple[Seat, ...]) -> object:
    """The host's notice for a message."""
    host.hear(SameAddress(table="t1", groups=groups))
    return host.state.notice


def test_the_host_is_told_their_names_in_both_languages() -> None:
    assert heard(scene("hosting"), *PAIR) == BOTH
    shown = [notice(BOTH, Face(language, UNICODE)) for language in (Language.FRENCH, Language.ENGLISH)]
    assert shown == ["Même adresse : Zoé, Ana.", "Same address: Zoé, Ana."]


def test_who_was_told_of_already_is_not_told_of_again() -> None:
    host = scene("hosting")
    first = heard(host, *PAIR)
    assert heard(host, *PAIR) is first
    assert heard(host) is first
    assert host.table.one_address == ()


@pytest.mark.parametrize("language", Language)
def test_in_line_mode_it_is_a_line(language: Language) -> None:
    host = scene("hosting", language)
    before, message, face = host.state, SameAddress(table="t1", groups=PAIR), Face(language, UNICODE)
    host.hear(message)
    assert list(news(before, host.state, Received(message, now=0.0), face)) == [notice(BOTH, face)]


@pytest.mark.parametrize(
    ("reason", "told", "english", "french"),
    [
        ("removed", News.REMOVED, "The host has freed your seat.", "L'hôte a libéré votre place."),
        ("operator", News.TABLE_CLOSED, "The server has closed this table.", "Le serveur a fermé cette table."),
    ],
)
def test_whoever_is_sent_from_a_table_is_told_why(reason: str, told: News, english: str, french: str) -> None:
    played = scene("follow")
    played.hear(Left(table=played.table.table, reason=reason))
    assert played.state.table is None
    assert played.state.notice is told
    assert [notice(told, face) for face in (ENGLISH, FRENCH)] == [english, french]


PATH = "~/.local/state/coinche/log/error-20261128-130642-24611.txt"


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("size", [Size(80, 24), Size(120, 40), Size(40, 12)])
@pytest.mark.parametrize("name", ["home", "lobby", "follow", "hosting", "recap"])
def test_the_file_of_an_error_is_named_in_full(name: str, size: Size, language: Language) -> None:
    state = replace(state_of(name, language), notice=Broken(OwnFault("LookupError: no card", PATH)))
    assert PATH in "".join(line.strip() for line in text(state, size).splitlines())


@pytest.mark.parametrize("language", Language)
def test_a_small_room_says_no_sentence_twice(language: Language) -> None:
    host = scene("hosting", language)
    host.happen(SeatChanged(Seat.EAST, Occupant.BOT, "steady", connected=True))
    shown = " ".join(text(host.state, Size(40, 12)).split())
    assert shown.count(Face(language, UNICODE).say(Phrase.ROOM_HOST)) == 1


@pytest.mark.parametrize("language", Language)
@for_each("news", News)
def test_all_news_have_a_sentence(news: News, language: Language) -> None:
    assert notice(news, Face(language, UNICODE))
