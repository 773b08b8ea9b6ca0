"""Tests of a table before its match: a call for players, the beginning, notices that go, and the host who leaves."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coinche.client.line.commands import obey
from coinche.client.model.messages import LinkLost, LinkUp, Tick
from coinche.client.model.notices import ApplicantAnswered, FirstSeen, News, Notice
from coinche.client.model.people import Applicant, Standing
from coinche.client.model.ui import Overlay
from coinche.client.texts.admission import LettingIn
from coinche.client.update.timing_and_premove import is_running
from coinche.client.update.update import reduce
from coinche.client.views import Size
from coinche.engine.seats import Seat
from coinche.protocol.messages import Begin, CallToTable, Leave, Occupant, SeatChanged
from coinche.text.formatting import Face
from coinche.text.glyphs import UNICODE
from coinche.text.language import Language
from tests.client.golden import text
from tests.client.scene import Scene
from tests.client.scenes import scene

USUAL = Size(80, 24)
ENGLISH = Face(Language.ENGLISH, UNICODE)


def shown(made: Scene) -> str:
    """The screen as one line."""
    return " ".join(text(made.state, USUAL).split())


def pass_time(made: Scene, seconds: int) -> None:
    for _ in range(seconds):
        made.now += 1
        made.state = reduce(made.state, Tick(made.now))


# --- a call, and the beginning ---------------------------------------------------------------------


def test_enter_after_a_call_asks_before_bots_take_the_seats() -> None:
    made = scene("room_of_people")
    assert made.press("k") == (CallToTable(table="t1"),)
    assert made.press("enter") == ()
    assert made.state.notice is News.BOTS_INSTEAD
    (begun,) = made.press("enter")
    assert isinstance(begun, Begin)


def test_another_key_between_cancels_the_beginning() -> None:
    made = scene("room_of_people")
    made.press("k", "enter", "left")
    assert made.press("enter") == ()


def test_without_a_call_or_with_everybody_there_enter_begins() -> None:
    made = scene("room_of_people")
    assert [type(message) for message in made.press("enter")] == [Begin]
    made = scene("room_of_people")
    made.press("k")
    made.happen(SeatChanged(Seat.EAST, Occupant.PERSON, "Max", connected=True))
    assert [type(message) for message in made.press("enter")] == [Begin]


def test_the_word_for_it_asks_too() -> None:
    made = scene("room_of_people")
    made.press("k")
    done = obey(made.state, "begin", ENGLISH).done
    assert done.send == ()
    assert done.state.notice is News.BOTS_INSTEAD
    assert [type(message) for message in obey(done.state, "begin", ENGLISH).done.send] == [Begin]


# --- notices ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("notice", [News.CALLED_OUT, News.LINK_BACK, ApplicantAnswered(LettingIn.ENTERS, "Tom")])
def test_a_notice_of_what_has_happened_goes_by_itself(notice: Notice) -> None:
    made = scene("room_of_people")
    made.state = replace(made.state, notice=notice)
    pass_time(made, 20)
    assert made.state.notice == notice
    assert is_running(made.state)
    pass_time(made, 20)
    assert made.state.notice is None
    made.state = replace(made.state, notice=notice)
    pass_time(made, 20)
    assert made.state.notice == notice, "its time begins anew"


@pytest.mark.parametrize("notice", [News.AWAITS_APPROVAL, FirstSeen(own="Ana"), News.OFFLINE])
def test_a_notice_that_still_holds_or_is_long_stays(notice: Notice) -> None:
    made = scene("room_of_people")
    made.state = replace(made.state, notice=notice)
    pass_time(made, 100)
    assert made.state.notice == notice


def test_a_call_is_no_longer_told_once_every_seat_is_taken() -> None:
    made = scene("room_of_people")
    made.press("k")
    made.happen(SeatChanged(Seat.EAST, Occupant.PERSON, "Max", connected=True))
    made.happen(SeatChanged(Seat.WEST, Occupant.PERSON, "Lou", connected=True))
    assert made.state.notice is None


def test_the_frame_of_the_chosen_seat_is_explained() -> None:
    assert "┏┓ place choisie" in shown(scene("hosting"))
    assert "┏┓ chosen seat" in shown(scene("hosting", Language.ENGLISH))


# --- the host leaves -------------------------------------------------------------------------------


def test_a_host_is_asked_before_leaving_somebody_who_waits() -> None:
    made = scene("hosting")
    assert made.press("q") == ()
    assert made.state.ui.overlay is Overlay.LEAVE
    assert "Quitter ? Zoé reste à la table et devient l'hôte." in shown(made)
    made.happen(SeatChanged(Seat.EAST, Occupant.PERSON, "Max", connected=True))
    assert "Zoé, Max restent à la table ; l'un d'eux devient l'hôte." in shown(made)
    assert [type(message) for message in made.press("q")] == [Leave]


def test_a_host_is_asked_before_leaving_a_friend_whose_seat_is_kept() -> None:
    made = scene("hosting")
    made.happen(SeatChanged(Seat.NORTH, Occupant.PERSON, "Zoé", connected=False))
    assert made.press("q") == ()
    assert "Quitter ? Absent : Zoé. Sans retour sous deux minutes, la table ferme." in shown(made)
    assert [type(message) for message in made.press("q")] == [Leave]


@pytest.mark.parametrize("language", Language)
def test_a_friend_who_comes_back_too_late_is_told_what_became_of_the_seat(language: Language) -> None:
    made = scene("room_of_people", language)
    made.state = reduce(made.state, LinkLost(1))
    made.state = reduce(made.state, LinkUp("Ana", resumed=False))
    assert made.state.table is None
    assert made.state.notice is News.SEAT_NOT_KEPT
    told = " ".join(shown(made).split())
    assert "votre place n'a pas été gardée" in told or "your seat was not kept" in told


def test_a_host_is_asked_before_leaving_an_applicant() -> None:
    made = scene("hosting")
    made.happen(SeatChanged(Seat.NORTH, Occupant.FREE, "", connected=True))
    applicant = Applicant(name="Tom", since=made.now, standing=Standing.WAITS)
    made.state = replace(made.state, table=replace(made.table, applicants=(applicant,)))
    assert made.press("q") == ()
    assert "Quitter ? Vous n'avez pas répondu à Tom" in shown(made)


@pytest.mark.parametrize("others", ["bots", "nobody"])
def test_a_host_alone_leaves_at_once(others: str) -> None:
    made = scene("hosting")
    kind, name = (Occupant.BOT, "steady") if others == "bots" else (Occupant.FREE, "")
    made.happen(SeatChanged(Seat.NORTH, kind, name, connected=True))
    assert [type(message) for message in made.press("q")] == [Leave]


def test_the_last_player_of_a_match_is_told_of_a_newcomer() -> None:
    made = scene("somebody_waits")
    for seat in (Seat.EAST, Seat.NORTH):
        made.happen(SeatChanged(seat, Occupant.BOT, "steady", connected=True))
    made.press("q")
    assert "Un bot finit la donne pour vous ; Mia jouera à la prochaine donne." in shown(made)
    assert "ferme" not in shown(made)


def test_line_mode_asks_the_same() -> None:
    said = obey(scene("hosting", Language.ENGLISH).state, "quit", ENGLISH).answers
    assert said == ("Type q again to leave: Zoé stays at the table and becomes the host.",)
