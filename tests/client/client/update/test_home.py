"""Tests of home: the order of its lines, matches that wait, and the question before a match is left."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec import UNSET

from coinche.client.cli import beginning
from coinche.client.keys import press
from coinche.client.line.commands import obey
from coinche.client.line.lobby_commands import told
from coinche.client.model.effects import GoHome, PlayAlone
from coinche.client.model.messages import (
    HomeAgain,
    LessonBegun,
    LessonNumber,
    LinkUp,
    MatchesWait,
    SearchEnded,
    ServerFound,
    WaitingMatch,
)
from coinche.client.model.notices import MatchGoesOn, News, OtherMatchWaits
from coinche.client.model.state import ClientState, ExpectedMatch, Link, Screen
from coinche.client.model.ui import Overlay
from coinche.client.options import read_options
from coinche.client.texts.screens import Phrase
from coinche.client.update import home, lobby, solo
from coinche.client.update.home import AboutRow, Choice
from coinche.client.update.navigation import Intent, after_lesson, at_home, renaming
from coinche.client.update.settings import SettingName, open_settings
from coinche.client.update.update import reduce
from coinche.client.views import Size
from coinche.client.views.status import if_left
from coinche.connection.address import Address, Found
from coinche.connection.errors import CannotConnect, ConnectFailure
from coinche.engine.seats import Seat
from coinche.protocol.messages import CreateTable, Occupant
from coinche.text.formatting import Face
from coinche.text.glyphs import UNICODE
from coinche.text.language import Language
from tests.client.golden import text
from tests.client.scenes import scene, state_of

HOME = state_of("home")
ENGLISH = Face(Language.ENGLISH, UNICODE)
FACES = {language: Face(language, UNICODE) for language in Language}
USUAL = WaitingMatch(directory="ffb", rules="ffb", target=2000, deal=3, us=410, them=250)
OTHER = WaitingMatch(directory="pagat-2", rules="pagat", target=1000, deal=7, us=640, them=720)
SERVER = Found(name="Chez Léo", address=Address("192.168.1.20", 24567), tables=1, people=2)


def pressed(state: ClientState, *keys: str) -> ClientState:
    for key in keys:
        state = press(state, key).state
    return state


def test_the_list_of_own_matches_leaves_those_that_wait_on_the_home_screen() -> None:
    offered = reduce(HOME, MatchesWait((USUAL, OTHER)))
    assert at_home(home.browse_own(offered).state).waiting == (USUAL, OTHER)
    assert at_home(home.play_alone(offered).state).waiting is None  # it may have changed them


def test_matches_found_while_a_server_starts_are_looked_for_again() -> None:
    bound = reduce(home.browse_own(HOME).state, MatchesWait(()))
    assert bound.waiting is None
    assert home.looks_for_matches(at_home(bound))


@pytest.mark.parametrize("last", ["enter", "escape"])
def test_a_name_written_in_the_settings_leads_back_to_them(last: str) -> None:
    shown = pressed(open_settings(replace(HOME, name="Ana")).state, "down", "enter")
    assert shown.ui.entry.text == "Ana"
    assert Face(Language.FRENCH, UNICODE).say(SettingName.SIGNS) in text(shown, Size(80, 24))
    back = press(press(shown, "b", "b").state, last).state
    assert (back.ui.overlay, back.ui.option) == (Overlay.SETTINGS, 1)
    assert pressed(back, "escape").ui.overlay is None


def test_a_name_written_at_home_begins_with_the_present_one_and_leads_back() -> None:
    shown = pressed(replace(HOME, name="Ana"), "n")
    assert shown.ui.entry.text == "Ana"
    assert pressed(shown, "enter").ui.overlay is None


def typed_over(state: ClientState, *signs: str) -> str:
    opened = pressed(state, "n")
    for sign in signs:
        opened = press(opened, sign.lower(), sign if len(sign) == 1 else "").state
    return opened.ui.entry.text


def test_the_first_letter_replaces_a_name_that_was_only_proposed() -> None:
    login = replace(HOME, name="ana")
    assert typed_over(login, "Z", "o", "é") == "Zoé"
    assert typed_over(login, "end", "Z") == "anaZ"  # whoever moves the cursor goes on with it
    assert typed_over(login, "backspace") == "an"
    own = replace(login, ui=replace(login.ui, settings=replace(login.ui.settings, name="ana")))
    assert typed_over(own, "Z") == typed_over(replace(login, renamed="ana"), "Z") == "anaZ"


def test_on_the_way_to_ones_own_matches_no_table_is_set_up() -> None:
    assert "Opening your matches…" in text(home.browse_own(state_of("home", Language.ENGLISH)).state, Size(80, 24))
    assert "Setting up the table" in text(home.play_alone(state_of("home", Language.ENGLISH)).state, Size(80, 24))


def test_alone_comes_first_then_friends_then_everything_else() -> None:
    state = reduce(reduce(HOME, ServerFound(SERVER)), MatchesWait((USUAL, OTHER)))
    others = (Choice.LEARN, Choice.PRACTISE, Choice.MATCHES, Choice.RULES, Choice.RECORD, Choice.SETTINGS)
    assert home.rows(state) == (USUAL, OTHER, Choice.ALONE, Choice.ADDRESS, SERVER, *others)


@pytest.mark.parametrize("begin", [home.play_alone, home.practise, home.browse_own])
@pytest.mark.parametrize("questions", [(), ("f", *"111111", "enter")])
def test_a_table_opened_in_a_lobby_waits_for_people_even_after_a_match_with_bots(
    begin: Intent, questions: tuple[str, ...]
) -> None:
    alone = lobby.create(replace(begin(HOME).state, link=Link.UP)).state
    there = home.connect(at_home(alone), SERVER.address).state
    in_lobby = replace(there, screen=Screen.PLAY, bound_for="", link=Link.UP, in_lobby=True)
    (message,) = press(pressed(in_lobby, "n", *questions), "enter").send
    assert isinstance(message, CreateTable)
    assert (message.bots, message.hold) == (UNSET, True)


def test_the_cursor_is_on_the_match_that_waits_and_enter_goes_on_with_it() -> None:
    done = press(reduce(HOME, MatchesWait((USUAL, OTHER))), "enter")
    assert done.effect == PlayAlone(waiting="ffb")
    second = press(pressed(reduce(HOME, MatchesWait((USUAL, OTHER))), "down"), "enter")
    assert second.effect == PlayAlone(waiting="pagat-2")


def test_the_cursor_stays_on_the_match_while_its_server_starts() -> None:
    state = reduce(HOME, MatchesWait((USUAL, OTHER)))
    for keys, row in (((), USUAL), (("down",), OTHER)):
        waits = press(pressed(state, *keys), "enter").state
        assert home.under_cursor(waits) == row
        assert "Ouverture de votre partie…" in text(waits, Size(80, 24))
    played = press(pressed(state, "down", "down"), "enter").state
    assert home.under_cursor(played) is Choice.ALONE


@pytest.mark.parametrize("key", ["escape", "q"])
@pytest.mark.parametrize("choice", [USUAL, Choice.ALONE, Choice.PRACTISE, Choice.MATCHES, SERVER])
def test_a_wait_for_a_server_can_be_given_up(choice: home.Row, key: str) -> None:
    state = reduce(reduce(HOME, ServerFound(SERVER)), MatchesWait((USUAL,)))
    waits = home.choose(replace(state, ui=replace(state.ui, row=home.rows(state).index(choice)))).state
    assert waits.bound_for
    assert "annuler" in text(waits, Size(80, 24)).splitlines()[-1]
    done = press(waits, key)
    assert done.effect == GoHome(said_bye=False)
    assert not done.quit
    assert (done.state.screen, done.state.bound_for) == (Screen.HOME, "")


@pytest.mark.parametrize("key", ["escape", "q"])
def test_a_match_that_is_looked_for_can_be_given_up(key: str) -> None:
    state = replace(HOME, expected=ExpectedMatch.CHOSEN)
    done = press(state, key)
    assert not done.quit
    assert done.state.expected is ExpectedMatch.LIKELY
    assert press(done.state, "q").quit


NEAR = replace(SERVER, name="Chez Mia", address=Address("192.168.1.30", 24567), fingerprint="AAAA")


def row_of_address(state: ClientState) -> int:
    return home.rows(state).index(Choice.ADDRESS)


def test_the_line_for_an_address_keeps_its_place_when_servers_come_and_go() -> None:
    places, lines = {row_of_address(HOME)}, {text(HOME, Size(80, 24)).splitlines().index(line_of_address(HOME))}
    two = reduce(reduce(HOME, ServerFound(SERVER)), ServerFound(NEAR))
    for state in (reduce(HOME, ServerFound(SERVER)), two, reduce(two, SearchEnded((SERVER, NEAR)))):
        places.add(row_of_address(state))
        lines.add(text(state, Size(80, 24)).splitlines().index(line_of_address(state)))
    assert (len(places), len(lines)) == (1, 1)


def line_of_address(state: ClientState) -> str:
    (line,) = (line for line in text(state, Size(80, 24)).splitlines() if "Se connecter à une adresse" in line)
    return line


def test_servers_that_no_longer_answer_leave_the_list_and_the_cursor_stays_on_its_line() -> None:
    state = pressed(reduce(reduce(HOME, ServerFound(SERVER)), ServerFound(NEAR)), *["down"] * 3)
    assert home.under_cursor(state) == NEAR
    kept = reduce(state, SearchEnded((SERVER,)))
    assert (kept.found, home.under_cursor(kept)) == ((NEAR,), NEAR)
    gone = reduce(state, SearchEnded((NEAR,)))
    assert (gone.found, home.under_cursor(gone)) == ((SERVER,), Choice.ADDRESS)  # and not on another server


def test_the_cursor_stays_on_its_line_as_servers_are_looked_for_again() -> None:
    below = replace(HOME, ui=replace(HOME.ui, row=home.rows(HOME).index(Choice.RULES)))
    state = reduce(reduce(below, ServerFound(SERVER)), ServerFound(NEAR))
    for _ in range(2):
        state = home.search(state).state
        assert home.under_cursor(state) is Choice.RULES
        state = reduce(reduce(state, ServerFound(NEAR)), ServerFound(SERVER))
        assert home.under_cursor(state) is Choice.RULES


def test_away_from_home_the_name_of_the_server_is_kept() -> None:
    there = replace(reduce(state_of("lobby_people"), ServerFound(SERVER)), screen=Screen.PLAY)
    assert reduce(there, SearchEnded((SERVER,))).found == (SERVER,)


def test_a_server_heard_at_another_of_its_addresses_has_one_line() -> None:
    other = replace(NEAR, address=Address("10.0.0.7", 24567), people=5)
    state = reduce(reduce(HOME, ServerFound(NEAR)), ServerFound(other))
    assert state.found == (replace(NEAR, people=5),)
    assert reduce(state, SearchEnded((other,))).found == ()


@pytest.mark.parametrize(
    ("reason", "left"), [(ConnectFailure.REFUSED, (NEAR,)), (ConnectFailure.CHANGED_CERTIFICATE, (SERVER, NEAR))]
)
def test_a_server_that_could_not_be_reached_leaves_the_list(reason: ConnectFailure, left: tuple[Found, ...]) -> None:
    state = reduce(reduce(HOME, ServerFound(SERVER)), ServerFound(NEAR))
    bound = press(pressed(state, "down", "down"), "enter").state
    assert bound.bound_for == str(SERVER.address)
    assert reduce(bound, HomeAgain(CannotConnect(SERVER.address, reason))).found == left


@pytest.mark.parametrize("keys", [("down",), ("down", "down"), ("up",)])
def test_the_cursor_stays_on_the_line_that_the_person_chose(keys: tuple[str, ...]) -> None:
    moved = pressed(HOME, *keys)
    chosen = home.under_cursor(moved)
    for came in (ServerFound(SERVER), MatchesWait((USUAL,)), ServerFound(replace(SERVER, address=Address("::1", 1)))):
        moved = reduce(moved, came)
        assert home.under_cursor(moved) is chosen


def test_matches_are_looked_for_whenever_the_person_comes_home() -> None:
    assert home.looks_for_matches(HOME)
    found = reduce(HOME, MatchesWait(()))
    assert not home.looks_for_matches(found)
    assert not home.looks_for_matches(press(HOME, "enter").state)
    assert home.looks_for_matches(at_home(found))


def test_a_guest_has_no_matches_and_finds_none() -> None:
    guest = replace(HOME, guest=True)
    for state in (guest, at_home(guest)):
        assert not home.looks_for_matches(state)
        assert Choice.MATCHES not in home.rows(state)
    assert not any("matches" in line and "statistics" in line for line in told(guest, ENGLISH))
    obeyed = obey(guest, "matches", ENGLISH)
    assert obeyed.answers == ("With --guest, no matches are kept.",)
    assert obeyed.done.effect is None
    assert beginning(read_options(["--guest"], {}, "utf-8", lambda settings: settings), None).guest


def test_matches_that_are_found_late_disturb_nobody_at_a_table() -> None:
    playing = state_of("follow")
    assert reduce(playing, MatchesWait((USUAL,))) is playing


@pytest.mark.parametrize("waiting", [(), (OTHER,), (USUAL,), (USUAL, OTHER)])
def test_playing_now_begins_a_new_match_and_says_that_the_one_that_waits_stays(
    waiting: tuple[WaitingMatch, ...],
) -> None:
    state = reduce(HOME, MatchesWait(waiting))
    state = replace(state, ui=replace(state.ui, row=home.rows(state).index(Choice.ALONE)))
    assert AboutRow.of(state, Choice.ALONE) is (AboutRow.ALONE_BESIDE if waiting else AboutRow.ALONE)
    done = press(state, "enter")
    assert done.effect == PlayAlone(beside_waiting=bool(waiting))
    assert done.state.waiting == waiting
    assert "Préparation de la table" in text(done.state, Size(80, 24))


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("size", [Size(80, 24), Size(120, 40), Size(40, 12)])
def test_each_match_that_waits_is_named_with_its_score(language: Language, size: Size) -> None:
    state = reduce(state_of("home", language), MatchesWait((USUAL, OTHER)))
    first, second = (line for line in text(state, size).splitlines() if "410" in line or "640" in line)
    assert all(number in first for number in ("3", "410", "250"))
    assert all(number in second for number in ("7", "640", "720"))


def test_a_match_that_goes_on_says_how_it_stands() -> None:
    playing = state_of("follow")
    assert playing.table is not None
    notice = solo.go_on(playing).state.notice
    assert isinstance(notice, MatchGoesOn)
    assert notice.deal == playing.table.view.deal


def test_another_match_is_named_only_if_nothing_else_has_to_be_said() -> None:
    playing = replace(state_of("follow"), notice=None)
    told = reduce(playing, MatchesWait((OTHER,), beside=True))
    assert told.notice == OtherMatchWaits("pagat", 7)
    assert reduce(playing, MatchesWait((), beside=True)) is playing


def test_that_another_match_waits_stays_until_a_key_is_pressed() -> None:
    told = scene("follow")
    told.state = reduce(replace(told.state, notice=None), MatchesWait((OTHER,), beside=True))
    told.ask()
    assert told.state.notice == OtherMatchWaits("pagat", 7)
    assert pressed(told.state, "left").notice is None


def test_the_question_before_leaving_says_what_becomes_of_the_match() -> None:
    playing = state_of("follow")
    table = playing.table
    assert table is not None
    assert if_left(replace(playing, solo=True, keeps_match=True)) == "SURE_AND_KEPT"
    assert if_left(replace(playing, solo=True)) == "SURE_AND_LOST"
    bots = {
        seat: replace(info, occupant=Occupant.BOT if seat is not Seat.SOUTH else Occupant.PERSON)
        for seat, info in table.seats.items()
    }
    assert if_left(replace(playing, table=replace(table, seats=bots))) == "SURE_ALONE"
    people = {seat: replace(info, occupant=Occupant.PERSON, connected=True) for seat, info in table.seats.items()}
    assert if_left(replace(playing, table=replace(table, seats=people))) == "SURE"


def test_a_refused_word_is_answered_with_those_that_are_possible() -> None:
    (answer,) = obey(HOME, "conseil", Face(Language.FRENCH, UNICODE)).answers
    assert "Possible : seul, apprendre, adresse, parties, réglages" in answer
    (answer,) = obey(state_of("bidding"), "accueil", Face(Language.ENGLISH, UNICODE)).answers
    assert "You can type: pass" in answer


def test_lines_go_on_with_the_match_of_that_number() -> None:
    face = Face(Language.FRENCH, UNICODE)
    state = reduce(HOME, MatchesWait((USUAL, OTHER)))
    assert obey(state, "reprendre", face).done.effect == PlayAlone(waiting="ffb")
    assert obey(state, "resume 2", face).done.effect == PlayAlone(waiting="pagat-2")
    assert obey(state, "reprendre 3", face).answers == (
        "reprendre : Reprendre votre partie (donne 3, nous 410, eux 250)",
        "reprendre 2 : Reprendre : jeu simple, sans annonces, donne 7, nous 640, eux 720",
    )
    assert obey(HOME, "reprendre", face).answers == ("Aucune partie n'attend. seul : en commencer une.",)


def test_a_name_that_is_typed_at_home_is_ones_own_at_once_and_for_the_lesson() -> None:
    made = scene("home_naming")
    made.press("enter")
    assert "Vous êtes Zoé" in text(made.state, Size(80, 24))
    assert reduce(made.state, LessonBegun(LessonNumber.FIRST)).name == "Zoé"


def test_a_name_that_is_typed_on_a_server_is_ones_own_from_home_on() -> None:
    there = renaming(state_of("lobby_people"), "Zoé").state
    assert there.name == "Ana"
    assert there.notice is News.NAME_LATER
    assert at_home(there).name == at_home(there).renamed == "Zoé"


def test_a_name_that_is_typed_in_a_lesson_is_ones_own_after_it() -> None:
    lesson = reduce(HOME, LessonBegun(LessonNumber.FIRST))
    assert after_lesson(renaming(lesson, "Zoé").state).name == "Zoé"


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("rows", [24, 40])
@pytest.mark.parametrize("name", ["home", "home_searching", "home_waiting"])
def test_no_word_of_home_is_lost_at_any_width(name: str, rows: int, language: Language) -> None:
    """Sentences are wrapped to the width that is left once they are indented."""
    state = state_of(name, language)
    alone = Choice.ALONE.within(language), Phrase.ALONE_BRIEFLY.within(language)
    told = {choice.within(language) for choice in Choice} - {*alone}
    told |= set() if state.found else {(Phrase.SEARCHING if state.searching else Phrase.NONE_FOUND).within(language)}
    lines = home.rows(state)
    for cols in range(40, 161):
        chosen = replace(state, ui=replace(state.ui, row=cols % len(lines)))
        shown = " ".join(text(chosen, Size(cols, rows)).split())
        row = lines[cols % len(lines)]
        about = "" if isinstance(row, WaitingMatch) else FACES[language].say(AboutRow.of(chosen, row))
        wanted = {about, *(told if rows == 40 else ())}
        assert {words for words in wanted if words not in shown} == set(), cols
        assert rows == 24 or any(words in shown for words in alone), cols


def chosen_and_back(state: ClientState, choice: object) -> ClientState:
    """Home again after the choice, with the matches that wait found anew."""
    state = replace(state, ui=replace(state.ui, row=home.rows(state).index(choice), row_chosen=True))
    return reduce(at_home(home.choose(state).state), MatchesWait(state.waiting or ()))


@pytest.mark.parametrize("choice", [Choice.PRACTISE, Choice.MATCHES, SERVER])
@pytest.mark.parametrize("waiting", [(), (USUAL,), (USUAL, OTHER)])
def test_the_cursor_comes_back_to_the_line_that_was_chosen(choice: object, waiting: tuple[WaitingMatch, ...]) -> None:
    state = reduce(reduce(HOME, ServerFound(SERVER)), MatchesWait(waiting))
    assert home.under_cursor(chosen_and_back(state, choice)) == choice


def test_after_another_match_the_cursor_goes_to_it_and_not_to_a_line_chosen_before() -> None:
    practised = at_home(home.practise(replace(HOME, ui=replace(HOME.ui, row=3, row_chosen=True))).state)
    state = replace(practised, ui=replace(practised.ui, row=home.rows(practised).index(Choice.ALONE)))
    assert home.under_cursor(reduce(at_home(home.choose(state).state), MatchesWait((USUAL,)))) == USUAL


def test_a_server_found_meanwhile_moves_no_line_under_the_cursor() -> None:
    state = replace(HOME, ui=replace(HOME.ui, row=home.rows(HOME).index(Choice.PRACTISE)))
    away = reduce(replace(home.choose(state).state, screen=Screen.PLAY), ServerFound(SERVER))
    assert home.under_cursor(at_home(away)) is Choice.PRACTISE


def test_the_line_of_a_match_that_waits_keeps_its_place_until_it_is_found_again() -> None:
    state = reduce(HOME, MatchesWait((USUAL,)))
    practising = home.practise(state).state
    assert home.rows(at_home(practising))[0] is home.ExpectedMatchRow.MATCH
    ended = reduce(home.play_on(state, USUAL.directory).state, LinkUp("Ana", resumed=False))
    assert home.rows(at_home(ended))[0] is Choice.ALONE, "it may be over"


def test_the_address_of_the_last_server_is_proposed_and_the_first_sign_replaces_it() -> None:
    state = replace(HOME, last_address="127.0.0.1:24641")
    opened = home.open_address(state).state
    assert opened.ui.entry.text == "127.0.0.1:24641"
    for sign in "::1":
        opened = press(opened, sign, sign).state
    assert opened.ui.entry.text == "::1"


def test_an_address_that_failed_is_proposed_once_and_then_that_of_the_last_server() -> None:
    opened = home.open_address(replace(HOME, last_address="127.0.0.1:24641")).state
    for sign in "192.168.1.20":
        opened = press(opened, sign, sign).state
    bound = press(opened, "enter").state
    failed = reduce(bound, HomeAgain(CannotConnect(Address("192.168.1.20", 24567), ConnectFailure.REFUSED)))
    corrected = home.open_address(failed).state
    assert corrected.ui.entry.text == "192.168.1.20"
    assert home.open_address(press(corrected, "escape").state).state.ui.entry.text == "127.0.0.1:24641"
    back = at_home(reduce(bound, LinkUp("Ana", resumed=False)))
    assert home.open_address(back).state.ui.entry.text == "192.168.1.20:24567"


def test_the_key_that_leaves_the_lobby_leads_home_where_there_is_one() -> None:
    for has_home in (True, False):
        lobby_of_one = replace(state_of("lobby_people"), has_home=has_home)
        left = press(lobby_of_one, "q")
        assert (left.quit, left.state.screen is Screen.HOME) == (not has_home, has_home)
        assert ("q accueil" in text(lobby_of_one, Size(80, 24))) == has_home
