"""Tests of people, chat and calls in line mode."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from coinche.client.line.commands import obey
from coinche.client.line.loop import news, read_lines
from coinche.client.model.messages import Received
from coinche.client.runtime.store import ClientStore
from coinche.client.update.update import reduce
from coinche.protocol.messages import (
    CalledToTable,
    CallToTable,
    FromClient,
    FromServer,
    Join,
    Lobby,
    LobbyChat,
    LobbyChatted,
)
from coinche.text.formatting import Face
from coinche.text.glyphs import UNICODE
from coinche.text.language import Language
from tests.client.scenes import scene, state_of
from tests.client.scenes_of_people import LINK, WEB_LINK, lines

FRENCH, ENGLISH = Face(Language.FRENCH, UNICODE), Face(Language.ENGLISH, UNICODE)


@pytest.mark.parametrize(
    ("name", "line", "expected"),
    [
        ("lobby_people", "dire Bonsoir Zoé", LobbyChat(text="Bonsoir Zoé")),
        ("lobby_people", "say hello", LobbyChat(text="hello")),
        ("lobby_called", "venir", Join(table="t2")),
        ("lobby_called", "come", Join(table="t2")),
        ("room_of_people", "appeler", CallToTable(table="t1")),
        ("room_of_people", "call", CallToTable(table="t1")),
    ],
)
def test_a_word_does_it(name: str, line: str, expected: FromClient) -> None:
    assert obey(state_of(name), line, FRENCH).done.send == (expected,)


@pytest.mark.parametrize(
    ("name", "line"), [("lobby_people", "venir"), ("lobby_people", "appeler"), ("hosting", "call")]
)
def test_a_word_that_means_nothing_now_sends_nothing(name: str, line: str) -> None:
    obeyed = obey(state_of(name), line, FRENCH)
    assert obeyed.done.send == ()
    assert len(obeyed.answers) == 1


def test_the_people_are_told_by_place() -> None:
    (french,) = obey(state_of("lobby_people"), "qui", FRENCH).answers
    assert french == (
        "Présents : Au salon : Ana, Rose, minimal (programme) · Chez Zoé : Zoé, Léo, Max · "
        "Café : Hugo, Inès, Jean, Paul (regarde) · Table privée : Lou · et 2 autres"
    )
    (english,) = obey(state_of("lobby"), "people", ENGLISH).answers
    assert english == "This server does not say who is there."


def told(name: str, message: FromServer) -> list[str]:
    before = scene(name).state
    came = Received(message, before.now)
    return list(news(before, reduce(before, came), came, FRENCH))


def test_a_line_of_the_chat_is_news_and_a_muted_one_is_not() -> None:
    assert told("lobby_people", LobbyChatted(lines=lines(("Rose", "À table !")))) == ["19:34  Rose : À table !"]
    made = scene("lobby_people")
    made.state = obey(made.state, "dire /mute Rose", FRENCH).done.state
    came = Received(LobbyChatted(lines=lines(("Rose", "À table !"))), made.state.now)
    assert list(news(made.state, reduce(made.state, came), came, FRENCH)) == []


def test_who_arrives_is_told_the_last_lines_once() -> None:
    said = LobbyChatted(lines=lines(*(("Rose", str(number)) for number in range(9))), recent=True)
    assert [line[-1] for line in told("lobby_alone", said)] == ["4", "5", "6", "7", "8"]
    assert told("lobby_people", said) == []


def test_a_call_is_news_with_the_word_that_answers_it() -> None:
    call = CalledToTable(table="t2", name="Chez Zoé", by="Zoé", seats=1)
    assert told("lobby_people", call) == ["Zoé cherche un quatrième (Chez Zoé).  venir : rejoindre."]


def test_a_call_that_came_before_the_tables_is_told_with_them() -> None:
    made = scene("lobby_people")
    tables = Lobby(tables=made.state.tables)
    made.state = replace(made.state, tables=())
    made.hear(CalledToTable(table="t2", name="Chez Zoé", by="Zoé", seats=1))
    came = Received(tables, made.state.now)
    *_, last = news(made.state, reduce(made.state, came), came, FRENCH)
    assert last == "Zoé cherche un quatrième (Chez Zoé).  venir : rejoindre."


def test_the_list_of_tables_has_the_score() -> None:
    listed = obey(state_of("lobby_people"), "t", FRENCH).answers
    assert any("NS 340 - 120 EO" in line for line in listed)


def test_the_ways_to_join_are_told() -> None:
    told = obey(state_of("lobby_people"), "inviter", FRENCH).answers
    assert f"coinche-client '{LINK}'" in told
    assert "HT2B-NXRJ-4ZJ2-WQ5K-B3YA-C7LM" in told
    by_ssh = obey(state_of("invitation_by_ssh"), "invite", ENGLISH).answers
    assert "Your table Café is private. Passphrase: sésame ouvre-toi" in by_ssh
    assert "ssh -p 2222 NAME@192.168.1.20" in by_ssh
    assert obey(state_of("bidding"), "inviter", FRENCH).answers[0].startswith("« inviter » est impossible")


@pytest.mark.parametrize(("face", "word"), [(FRENCH, "téléphone"), (FRENCH, "telephone"), (ENGLISH, "phone")])
@pytest.mark.parametrize("name", ["lobby_people", "room_of_people"])
def test_the_link_for_phones_is_told_with_its_code(face: Face, word: str, name: str) -> None:
    obeyed = obey(state_of(name), word, face)
    sentences = {
        Language.FRENCH: "Vos amis sans terminal ouvrent ce lien sur leur téléphone.",
        Language.ENGLISH: "Friends without a terminal open this link on their phone.",
    }
    assert obeyed.answers == (sentences[face.language], WEB_LINK)
    assert len(obeyed.drawing) == 15
    assert {len(row) for row in obeyed.drawing} == {29}


def test_a_server_without_a_link_for_phones_is_told_and_nothing_is_drawn() -> None:
    for link, part in (("", "ne donne pas de lien"), ("http://127.0.0.1:24567/", "que cette machine")):
        obeyed = obey(replace(state_of("lobby_people"), web_link=link), "téléphone", FRENCH)
        assert part in obeyed.answers[0]
        assert obeyed.answers[1:] == ((link,) if link else ())
        assert obeyed.drawing == ()


def test_in_play_nobody_is_given_the_link() -> None:
    (answer,) = obey(state_of("bidding"), "téléphone", FRENCH).answers
    assert answer.startswith("« téléphone » est impossible")


@pytest.mark.parametrize(("columns", "drawn"), [(80, True), (30, True), (29, False), (10, False)])
async def test_the_code_is_drawn_where_the_terminal_is_wide_enough(columns: int, drawn: bool) -> None:
    told: list[str] = []

    async def typed() -> AsyncIterator[str]:
        yield "téléphone"

    await read_lines(ClientStore(state_of("lobby_people")), typed(), told.append, lambda: columns)
    assert told[1] == WEB_LINK
    assert len(told) == (2 + 15 if drawn else 2)


def test_of_the_tables_only_what_has_changed_is_told() -> None:
    state = state_of("lobby_people")
    first, *others = state.tables
    assert told("lobby_people", Lobby(tables=state.tables)) == []
    (line,) = told("lobby_people", Lobby(tables=(replace(first, name="Belote"), *others)))
    assert line.startswith("1. Belote, ")
    title, *_ = told("lobby_people", Lobby(tables=tuple(others)))
    assert title == "Tables :"


def test_tables_of_the_ladder_are_not_told_but_listed_when_asked_for() -> None:
    state = state_of("lobby_people")
    ladder = replace(state.tables[0], table="t99", name="ladder", ladder=True)
    assert told("lobby_people", Lobby(tables=(*state.tables, ladder))) == []
    listed = obey(replace(state, tables=(*state.tables, ladder)), "t", FRENCH).answers
    assert any(line.startswith(f"{len(state.tables) + 1}. ladder, ") for line in listed)
