"""Tests of the lobby with people: where the cursor stands, chat, calls, and what is not shown to whom."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coinche.client.keys import conditions, press
from coinche.client.model.messages import LinkUp
from coinche.client.model.notices import Muted, News
from coinche.client.model.people import CALL_SECONDS, MOST_LINES
from coinche.client.model.state import ClientState
from coinche.client.model.ui import Overlay
from coinche.client.update import people
from coinche.client.update.update import reduce
from coinche.client.views import Size
from coinche.connection.validate_message import ImpossibleMessage, check
from coinche.engine.seats import Seat
from coinche.protocol.messages import (
    CalledToTable,
    CallToTable,
    CreateTable,
    Join,
    Lobby,
    LobbyChat,
    LobbyChatted,
    LobbyLine,
    Occupant,
    People,
    SeatChanged,
)
from tests.client.golden import text
from tests.client.scene import Scene
from tests.client.scenes import scene
from tests.client.scenes_of_people import BOTS, CAFE, CLUB, LINK, PEOPLE, lines, on_a_server

USUAL = Size(80, 24)


def arrived(*tables: object) -> Scene:
    made = Scene()
    on_a_server(made, *tables)  # type: ignore[arg-type]
    return made


def tables_become(made: Scene, *tables: object) -> None:
    made.hear(Lobby(tables=tables, presets=("ffb",), bots=()))  # type: ignore[arg-type]


def test_the_cursor_stands_where_a_person_waits_for_players() -> None:
    assert arrived(CAFE, BOTS, CLUB).state.ui.row == 3
    assert arrived(CAFE, BOTS).state.ui.row == 0, "bots wait for nobody"
    away = replace(CLUB, seats=tuple(replace(seat, connected=seat.occupant is Occupant.FREE) for seat in CLUB.seats))
    assert arrived(away).state.ui.row == 0, "nobody is there"
    assert arrived(replace(CLUB, private=True)).state.ui.row == 0, "without its passphrase"


def test_it_comes_to_a_table_that_is_opened_later_until_the_person_moves_it() -> None:
    made = arrived(CAFE)
    assert made.state.ui.row == 0
    tables_become(made, CAFE, CLUB)
    assert made.state.ui.row == 2
    made.press("up")
    assert made.state.ui.row == 1
    tables_become(made, CLUB, BOTS, CAFE)
    assert made.state.ui.row == 3, "it stays on its table"
    tables_become(made, CLUB, BOTS)
    assert made.state.ui.row == 2
    made.press("up", "up")
    tables_become(made, CLUB, CAFE)
    assert made.state.ui.row == 0, "the person wants a new table"


def test_who_comes_back_from_a_table_finds_it_there_again() -> None:
    made = arrived(CLUB, CAFE)
    made.press("down", "up", "up")
    assert made.state.ui.row == 0
    made.state = replace(made.state, in_lobby=False)
    tables_become(made, CAFE, CLUB)
    assert made.state.ui.row == 2


def test_enter_sits_down_with_the_person_who_waits() -> None:
    assert arrived(CAFE, CLUB).press("enter") == (Join(table="t2"),)
    (opened,) = arrived(CAFE).press("enter")
    assert isinstance(opened, CreateTable)


def test_what_is_said_in_the_lobby_is_shown_and_answered() -> None:
    made = scene("lobby_people")
    assert "Rose : Bonsoir à tous !" in text(made.state, USUAL)
    made.press("t")
    assert made.state.ui.overlay is Overlay.LOBBY_CHAT
    assert made.write("Bonsoir") == ()
    assert made.press("enter") == (LobbyChat(text="Bonsoir"),)
    assert made.state.ui.overlay is None
    made.press("t")
    made.write("/bj")
    assert made.press("enter") == (LobbyChat(text="Bien joué !"),)


def test_lines_that_are_recent_take_the_place_of_earlier_ones() -> None:
    made = scene("lobby_people")
    made.hear(LobbyChatted(lines=lines(("Léo", "un"))))
    assert [line.text for line in made.state.presence.lines][-2:] == ["Je regarde en attendant.", "un"]
    made.hear(LobbyChatted(lines=lines(("Max", "deux")), recent=True))
    assert [line.text for line in made.state.presence.lines] == ["deux"]
    made.hear(LobbyChatted(lines=lines(*(("Max", str(number)) for number in range(200)))))
    assert len(made.state.presence.lines) == MOST_LINES


def test_a_muted_name_is_muted_in_the_lobby_too() -> None:
    made = scene("lobby_people")
    made.press("t")
    made.write("/mute rose")
    made.press("enter")
    assert made.state.notice == Muted("Rose", muted=True)
    shown = text(replace(made.state, notice=None), USUAL)
    assert "Rose :" not in shown
    assert "Hugo : On finit" in shown
    made.hear(CalledToTable(table="t2", name="Chez Zoé", by="Rose", seats=1))
    assert made.state.presence.call is None


def test_a_line_to_the_lobby_is_closed_by_a_table() -> None:
    made = scene("lobby_talking")
    made.start()
    assert made.state.ui.overlay is None


def test_a_call_is_answered_with_one_key() -> None:
    made = scene("lobby_called")
    assert "Zoé cherche un quatrième à la table Chez Zoé. j : s'asseoir" in text(made.state, USUAL)
    made.press("down")
    assert made.press("j") == (Join(table="t2"),)


def test_a_call_is_over_when_the_table_is_full_or_gone_or_time_is_up() -> None:
    made = scene("lobby_called")
    assert people.open_call(made.state)
    full = tuple(replace(seat, occupant=Occupant.PERSON, name="x") for seat in CLUB.seats)
    for tables in ((CAFE,), (replace(CLUB, seats=full),)):
        assert people.open_call(replace(made.state, tables=tables)) is None
    assert people.open_call(replace(made.state, now=made.state.now + CALL_SECONDS + 1)) is None


@pytest.mark.parametrize(
    ("seats", "said"),
    [(1, "Zoé cherche un quatrième à la table Chez Zoé."), (2, "Zoé cherche 2 joueurs à la table Chez Zoé.")],
)
def test_a_call_says_how_many_are_wanted(seats: int, said: str) -> None:
    made = arrived(CLUB)
    made.hear(CalledToTable(table="t2", name="Chez Zoé", by="Zoé", seats=seats))
    assert said in text(made.state, USUAL)


def test_a_player_at_a_table_that_waits_calls_with_one_key() -> None:
    made = scene("room_of_people")
    assert "c appeler" in text(made.state, USUAL)
    assert made.press("c") == (CallToTable(table="t1"),)
    assert made.state.notice is News.CALLED_OUT
    made.happen(SeatChanged(Seat.EAST, Occupant.PERSON, "Max", connected=True))
    assert made.press("c") == (), "every seat is taken"


def test_nothing_of_it_is_offered_by_a_server_that_does_not_tell() -> None:
    made = scene("lobby")
    assert not conditions.can_talk(made.state)
    assert press(made.state, "t").state.ui.overlay is None
    assert "Présents" not in text(made.state, USUAL)
    assert scene("hosting").press("c") == ()


def test_a_person_alone_is_told_how_to_play_with_friends() -> None:
    made = scene("lobby_alone")
    assert LINK in text(made.state, USUAL)
    hidden = replace(made.state, server_link="")
    assert "coinche-server a affiché" in text(hidden, USUAL)
    assert "l'adresse ssh" in text(replace(made.state, through_ssh=True), USUAL)
    made.hear(People(people=PEOPLE[:2]))
    assert "Vous êtes seul" not in text(made.state, USUAL)


def test_the_score_and_the_free_seats_of_each_table_are_in_the_list() -> None:
    shown = text(scene("lobby_people").state, USUAL)
    assert "NS 340 - 120 EO" in shown
    assert shown.count("une place libre") == 2


def test_the_servers_own_name_goes_before_its_address() -> None:
    state = ClientState(server="192.168.1.20:24567")
    assert state.server_name == "192.168.1.20:24567"
    assert reduce(state, LinkUp("Ana", resumed=False, title="Chez Ana")).server_name == "Chez Ana"


def test_a_line_from_no_time_ends_the_connection() -> None:
    check(LobbyChatted(lines=lines(("Rose", "x"))))
    with pytest.raises(ImpossibleMessage):
        check(LobbyChatted(lines=(LobbyLine(at=2**60, name="Rose", text="x"),)))
