"""Tests of the lobby with people: where the cursor stands, chat, calls, and what is not shown to whom."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coinche.client.keys import conditions, press
from coinche.client.line.commands import obey
from coinche.client.model.messages import LinkUp, Received
from coinche.client.model.notices import Muted, News
from coinche.client.model.people import CALL_SECONDS, MOST_LINES
from coinche.client.model.state import ClientState, Link, Screen
from coinche.client.model.ui import Overlay
from coinche.client.screen.alerts import TurnAlerts
from coinche.client.update import people
from coinche.client.update.archive import BROWSING
from coinche.client.update.update import reduce
from coinche.client.views import Size, screen
from coinche.client.views.notice import notice
from coinche.client.views.text_lines import text_of
from coinche.connection.validate_message import ImpossibleMessage, check
from coinche.engine.seats import Seat
from coinche.engine.view import Phase
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import (
    CalledToTable,
    CallToTable,
    CreateTable,
    Error,
    GetPlayer,
    HostChanged,
    Join,
    Lobby,
    LobbyChat,
    LobbyChatted,
    LobbyLine,
    Occupant,
    People,
    PlayerPage,
    PlayerStatistics,
    SeatChanged,
    SeatInfo,
)
from coinche.text.formatting import Face
from coinche.text.glyphs import UNICODE
from coinche.text.language import Language
from tests.client.client.screen.test_alerts import Said, liking
from tests.client.golden import text
from tests.client.scene import Scene
from tests.client.scenes import scene, state_of
from tests.client.scenes_of_people import BOTS, CAFE, CLUB, LINK, PEOPLE, lines, on_a_server
from tests.client.scenes_of_people import seats as seats_of

USUAL = Size(80, 24)
FRENCH = Face(Language.FRENCH, UNICODE)


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


def test_a_table_that_comes_or_goes_leaves_the_cursor_on_its_line() -> None:
    made = arrived(CAFE)
    assert made.state.ui.row == 0
    tables_become(made, CAFE, CLUB)
    assert made.state.ui.row == 0, "it is preselected on arrival only"
    made.press("down")
    assert made.state.ui.row == 1
    tables_become(made, CLUB, BOTS, CAFE)
    assert made.state.ui.row == 3, "it stays on its table"
    tables_become(made, CLUB, BOTS)
    assert made.state.ui.row == 2
    there = arrived(CLUB, CAFE)
    tables_become(there, BOTS, CAFE, CLUB)
    assert there.state.ui.row == 3, "it stays on the table that was preselected"


def test_on_a_new_table_the_last_line_points_to_a_table_that_waits() -> None:
    made = arrived(CAFE)
    assert "↓ :" not in text(made.state, USUAL)
    tables_become(made, CAFE, CLUB)
    assert "↓ : Chez Zoé attend un joueur." in text(made.state, USUAL)
    made.press("down")
    assert "↓ :" not in text(made.state, USUAL)


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
    assert "Zoé cherche un quatrième (Chez Zoé).  j : rejoindre" in text(made.state, USUAL)
    made.press("down")
    assert made.press("j") == (Join(table="t2"),)


def test_a_call_is_over_when_the_table_is_full_or_gone_or_time_is_up() -> None:
    made = scene("lobby_called")
    assert people.open_call(made.state)
    full = tuple(replace(seat, occupant=Occupant.PERSON, name="x") for seat in CLUB.seats)
    without_her = tuple(seat for seat in CLUB.seats if seat.name != "Zoé")
    for tables in ((CAFE,), (replace(CLUB, seats=full),), (replace(CLUB, seats=without_her),)):
        assert people.open_call(replace(made.state, tables=tables)) is None
    assert people.open_call(replace(made.state, now=made.state.now + CALL_SECONDS + 1)) is None


@pytest.mark.parametrize(
    ("seats", "said"),
    [(1, "Zoé cherche un quatrième (Chez Zoé)."), (2, "Zoé cherche 2 joueurs (Chez Zoé).")],
)
def test_a_call_says_how_many_are_wanted(seats: int, said: str) -> None:
    made = arrived(replace(CLUB, seats=seats_of(N="Léo" if seats == 1 else "", S="Zoé", W="Max")))
    made.hear(CalledToTable(table="t2", name="Chez Zoé", by="Zoé", seats=seats))
    assert said in text(made.state, USUAL)


def test_a_call_counts_the_seats_that_are_left() -> None:
    made = arrived(CLUB)
    made.hear(CalledToTable(table="t2", name="Chez Zoé", by="Zoé", seats=3))
    assert "Zoé cherche un quatrième" in text(made.state, USUAL)


def test_a_player_at_a_table_that_waits_calls_with_one_key() -> None:
    made = scene("room_of_people")
    assert "k : appeler des joueurs" in text(made.state, USUAL)
    assert made.press("k") == (CallToTable(table="t1"),)
    assert made.state.notice is News.CALLED_OUT
    made.happen(SeatChanged(Seat.EAST, Occupant.PERSON, "Max", connected=True))
    assert made.press("k") == (CallToTable(table="t1"),), "the host calls to the bot's seat"
    made.happen(SeatChanged(Seat.WEST, Occupant.PERSON, "Lou", connected=True))
    assert made.press("k") == (), "every seat is taken"


def test_nothing_of_it_is_offered_by_a_server_that_does_not_tell() -> None:
    made = scene("lobby")
    assert not conditions.can_talk(made.state)
    assert press(made.state, "t").state.ui.overlay is None
    assert "Présents" not in text(made.state, USUAL)
    assert scene("hosting").press("k") == ()


def test_a_person_alone_is_told_how_to_play_with_friends() -> None:
    made = scene("lobby_alone")
    assert LINK in text(made.state, USUAL)
    hidden = replace(made.state, server_link="")
    assert "coinche-server a affiché" in text(hidden, USUAL)
    assert "l'adresse ssh" in text(replace(made.state, through_ssh=True), USUAL)
    made.hear(People(people=PEOPLE[:2]))
    assert "Vous êtes seul" not in text(made.state, USUAL)


def test_the_way_to_friends_stays_while_there_is_no_table_and_goes_with_the_first() -> None:
    people = scene("lobby_people").state
    shown = text(replace(people, tables=(), ui=replace(people.ui, row=0)), WIDE)
    assert "1. « Nouvelle table », puis Entrée" in shown
    assert LINK in shown
    assert "Pour jouer avec des amis" not in text(people, WIDE)


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


WIDE = Size(120, 40)


def in_a_match(host: Seat = Seat.SOUTH) -> Scene:
    """A match with a bot in West."""
    made = Scene()
    on_a_server(made)
    made.start()
    made.happen(HostChanged(host))
    return made


def test_the_host_of_a_running_match_calls_to_a_bots_seat() -> None:
    made = in_a_match()
    assert made.press("k") == (CallToTable(table="t1"),)
    assert made.state.notice is News.CALLED_OUT
    assert obey(made.state, "appeler", FRENCH).done.send == (CallToTable(table="t1"),)


@pytest.mark.parametrize(
    "made",
    [in_a_match(Seat.NORTH), in_a_match()],
    ids=["another is the host", "the table is strict"],
)
def test_nobody_else_calls_from_a_match(made: Scene) -> None:
    assert made.state.table is not None
    if made.state.table.host is Seat.SOUTH:
        made.state = replace(made.state, table=replace(made.state.table, strict=True))
    assert not conditions.can_call_in_play(made.state)
    assert made.press("k") == ()


def test_a_seat_that_is_closed_or_promised_is_called_to_by_nobody() -> None:
    for seat in (SeatInfo(seat=Seat.WEST, occupant=Occupant.BOT, name="steady", closed=True),):
        made = in_a_match()
        assert made.state.table is not None
        made.state = replace(
            made.state, table=replace(made.state.table, seats={**made.state.table.seats, Seat.WEST: seat})
        )
        assert not people.may_call(made.state)


def test_the_list_of_people_scrolls_to_its_end_and_no_further() -> None:
    made = arrived(CLUB)
    made.hear(People(people=tuple(replace(PEOPLE[0], name=f"Ana {number}") for number in range(100)), more=7))
    made.press("p")
    assert made.state.ui.overlay is Overlay.PEOPLE
    assert "1-21/101" in text(made.state, USUAL)
    made.press("end")
    shown = text(made.state, USUAL)
    assert "▶ Ana 99" in shown
    assert "et 7 autres" in shown
    made.press("down")
    assert text(made.state, USUAL) == shown
    made.press("p")
    assert made.state.ui.overlay is None


def shown_page(made: Scene, name: str, deals: int = 0) -> str:
    """The screen once the page of that player has come, without a match or with some deals."""
    numbers = ("matches", "won", "deals", "taken", "made", "coinches", "beaten", "points", "against")
    player = PlayerStatistics(name=name, occupant=Occupant.PERSON, **dict.fromkeys(numbers, deals))
    made.hear(PlayerPage(player=player, matches=(), partners=(), opponents=(), best_partner=None))
    return text(made.state, USUAL)


def test_enter_in_the_list_opens_the_page_of_the_person_and_escape_leads_back() -> None:
    made = scene("people_listed")
    assert "▶ Zoé" in text(made.state, USUAL)
    assert made.press("enter") == (GetPlayer(name="Zoé", occupant=Occupant.PERSON, id=BROWSING),)
    assert "Zoé n'a encore terminé aucune partie ici." in shown_page(made, "Zoé")
    made.press("escape")
    assert "▶ Zoé" in text(made.state, USUAL)
    made.press("end")
    assert made.press("enter") == (GetPlayer(name="minimal", occupant=Occupant.PROGRAM, id=BROWSING),)
    assert "12" in shown_page(made, "minimal", deals=12)
    made.press("escape", "escape")
    assert (made.state.screen, made.state.ui.overlay) == (Screen.PLAY, None)


def test_the_page_of_a_person_returns_to_the_list_even_after_the_statistics() -> None:
    made = scene("people_listed")
    made.press("escape")
    made.state = replace(made.state, archive=replace(made.state.archive, players=()))
    made.press("p", "enter")
    made.hear(Error.of(ErrorCode.RATE, "too fast", re=BROWSING))
    assert made.state.ui.overlay is Overlay.PEOPLE
    made.press("enter", "escape")
    assert (made.state.screen, made.state.ui.overlay) == (Screen.PLAY, Overlay.PEOPLE)


def test_the_cursor_follows_its_person_in_the_list() -> None:
    made = scene("people_listed")
    made.hear(People(people=PEOPLE[1:], more=2))
    assert "▶ Zoé" in text(made.state, USUAL)
    made.hear(People(people=tuple(one for one in PEOPLE if one.name != "Zoé"), more=2))
    assert "▶ Rose" in text(made.state, USUAL)
    made.hear(People(people=()))
    assert made.press("enter") == ()
    assert "▶" not in text(made.state, USUAL)


def test_without_statistics_the_list_opens_no_page() -> None:
    made = scene("people_listed")
    assert "Entrée voir le joueur" in text(made.state, USUAL)
    made.state = replace(made.state, archive=replace(made.state.archive, offered=False))
    assert "Entrée" not in text(made.state, USUAL)
    assert made.press("enter") == ()
    assert made.state.ui.overlay is Overlay.PEOPLE


def test_without_a_connection_the_list_stays_and_says_so() -> None:
    made = scene("people_listed")
    made.state = replace(made.state, link=Link.LOST)
    assert made.press("enter") == ()
    assert notice(News.OFFLINE, FRENCH) in text(made.state, USUAL)
    assert made.state.ui.overlay is Overlay.PEOPLE


def test_a_click_on_a_person_opens_their_page() -> None:
    made = scene("people_listed")
    (line,) = (line for line in screen(made.state, FRENCH, USUAL) if "Max" in text_of(line))
    assert line[-1].click is not None
    done = line[-1].click(made.state)
    assert done.send == (GetPlayer(name="Max", occupant=Occupant.PERSON, id=BROWSING),)


def test_the_list_of_people_closes_when_a_table_comes() -> None:
    made = scene("people_listed")
    made.join()
    assert made.state.ui.overlay is None


def test_a_server_that_tells_of_nobody_has_no_such_list() -> None:
    made = scene("lobby")
    made.press("p")
    assert made.state.ui.overlay is None


def test_the_invitation_has_the_link_whole_and_in_parts() -> None:
    shown = text(state_of("invitation"), USUAL)
    assert f"coinche-client '{LINK}'" in shown
    assert "    192.168.1.20:24567\n" in shown
    assert "    HT2B-NXRJ-4ZJ2-WQ5K-B3YA-C7LM\n" in shown


def test_a_server_on_this_machine_has_no_link_to_show() -> None:
    made = arrived(CLUB)
    made.state = replace(made.state, server_link="")
    made.press("i")
    assert "le lien que coinche-server a affiché" in text(made.state, USUAL)


def test_nobody_is_invited_to_a_solo_match_or_in_the_middle_of_one() -> None:
    assert not conditions.can_read_how_to_join(replace(scene("lobby_people").state, solo=True))
    assert not conditions.can_read_how_to_join(in_a_match().state)


def test_the_passphrase_is_shown_at_ones_own_private_table_alone() -> None:
    assert "mot de passe : sésame ouvre-toi" in text(state_of("room_private"), USUAL)
    public = arrived(replace(CLUB, table="t1"))
    public.state = replace(public.state, passphrase="sésame")
    public.join()
    assert "sésame" not in text(public.state, USUAL)
    private = arrived(replace(CLUB, table="t1", private=True))
    private.state = replace(private.state, passphrase="sésame")
    private.join()
    assert private.state.table is not None
    assert private.state.table.private


def test_the_room_says_for_how_long_one_has_waited() -> None:
    assert "Vous attendez depuis 3 min." in text(state_of("room_private"), USUAL)
    assert "Vous attendez" not in text(state_of("room_of_people"), USUAL)


def test_a_large_lobby_shows_the_table_under_the_cursor_in_full() -> None:
    made = scene("lobby_people")
    assert "─ Chez Zoé ─" in text(made.state, WIDE)
    made.press("up")
    assert "Nom : Chez Ana" in text(made.state, WIDE)
    made.press("up")
    assert "Nom : Chez Ana" in text(made.state, WIDE)
    made.press("down")
    made.press("down")
    assert "Score : NS" in text(made.state, WIDE)


@pytest.mark.parametrize("hints", [True, False])
def test_a_large_lobby_says_that_the_server_decides_about_hints(hints: bool) -> None:
    made = arrived(replace(CLUB, hints=hints))
    made.state = replace(made.state, hints_decided=hints)
    assert "(choix du" in text(made.state, WIDE)


def test_a_call_stands_highlighted_at_the_top_of_the_list() -> None:
    lines = text(scene("lobby_called").state, USUAL).splitlines()
    assert lines[3] == "   Zoé cherche un quatrième (Chez Zoé).  j : rejoindre"
    assert not lines[4]
    assert lines[5].startswith(" ▶ Chez Zoé")


def test_a_call_before_a_match_is_over_when_bots_have_taken_the_seats() -> None:
    made = scene("lobby_called")
    begun = replace(CLUB, phase=Phase.BIDDING, seats=seats_of(N="Léo", E="bot", S="Zoé", W="Max"))
    tables_become(made, begun)
    assert people.open_call(made.state) is None
    made.hear(CalledToTable(table="t2", name="Chez Zoé", by="Zoé", seats=1))
    assert people.open_call(made.state), "the host calls to the bot's seat"


def test_the_form_that_is_closed_leaves_the_cursor_on_its_table() -> None:
    made = arrived(CAFE, CLUB)
    made.press("n", "escape")
    assert made.press("enter") == (Join(table="t2"),)


def test_a_server_on_this_machine_is_reached_here_and_perhaps_from_the_network() -> None:
    made = arrived(CLUB)
    here = "coinche://127.0.0.1:24567#HT2B"
    made.state = replace(made.state, server_link="", links_here=(here, LINK))
    made.press("i")
    shown = text(made.state, Size(120, 40))
    assert f"coinche-client '{here}'" in shown
    assert f"coinche-client '{LINK}'" in shown
    assert here not in text(replace(made.state, through_ssh=True), Size(120, 40)), "it is the gateway's"


def test_no_link_is_offered_to_others_where_the_server_is_open_to_this_computer_alone() -> None:
    made = arrived(CLUB)
    here = "coinche://127.0.0.1:24567#HT2B"
    made.state = replace(made.state, server_link="", links_here=(here, LINK), web_link="http://127.0.0.1:24567/")
    made.press("i")
    shown = text(made.state, Size(120, 40))
    assert LINK not in shown
    assert "Seule cette machine peut joindre le serveur" in shown


def test_the_room_says_how_many_seats_bots_take_and_how_to_talk() -> None:
    shown = text(state_of("room_of_people"), USUAL)
    assert "Entrée : commencer, un bot prend la place libre." in shown
    assert "t : écrire à la table   k : appeler des joueurs   i : inviter des amis" in shown
    assert "Zoé : On attend Max ?" in shown


def test_whoever_joins_the_table_is_greeted_there() -> None:
    made = scene("room_of_people", Language.ENGLISH)
    made.happen(SeatChanged(Seat.EAST, Occupant.PERSON, "Ben", connected=True))
    assert "Ben now sits East." in text(made.state, USUAL)


def test_a_call_that_is_told_again_to_who_comes_back_rings_no_more() -> None:
    made, said = scene("lobby_called"), Said()
    alerts, call = TurnAlerts(said), CalledToTable(table="t2", name="Chez Zoé", by="Zoé", seats=1)
    of_another = CalledToTable(table=call.table, name=call.name, by="Max", seats=call.seats)
    made.state = liking(made.state, bell=True, notify=False, title=False)

    def hears(message: CalledToTable | LobbyChatted, after: float) -> None:
        before = made.state
        made.state = reduce(before, Received(message, before.now + after))
        alerts.note(before, made.state)

    hears(LobbyChatted(lines=(), recent=True), 60.0)
    hears(call, 0.0)
    assert said.told == [], "it has rung when the call came"
    hears(call, 40.0)
    assert said.told == ["bell"], "Zoé calls again"
    hears(LobbyChatted(lines=(), recent=True), 60.0)
    hears(of_another, 0.0)
    assert said.told == ["bell", "bell"], "another call to the same table"


def test_a_seat_that_somebody_has_taken_is_not_under_the_cursor() -> None:
    made = arrived(CLUB)
    made.press("right")
    assert made.state.ui.place is Seat.EAST
    tables_become(made, replace(CLUB, seats=seats_of(N="Léo", E="Luc", S="Zoé")))
    assert made.state.ui.place is None
    assert "[O libre]" in text(made.state, USUAL)  # which Enter takes
    tables_become(made, replace(CLUB, seats=seats_of(E="Luc", S="Zoé")))
    assert made.state.ui.row == 1


def test_the_guide_for_the_first_visitor_stays_above_what_somebody_wrote() -> None:
    state = state_of("lobby_alone")
    written = reduce(state, Received(LobbyChatted(lines=lines(("Rose", "À tout à l'heure !")), recent=True), 11.0))
    for size in (USUAL, Size(120, 40)):
        shown = text(written, size)
        assert "1. Entrée ouvre une table" in shown
        assert "Rose : À tout à l'heure !" in shown
    assert "1. Entrée ouvre une table" in text(written, Size(40, 12))
