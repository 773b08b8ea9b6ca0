"""Tests of hosts who let applicants in, of invitations to a name, and of what is said where they are not allowed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coinche.client.keys import active, press
from coinche.client.line.commands import obey
from coinche.client.line.loop import news
from coinche.client.model.messages import Received, Tick
from coinche.client.model.notices import ApplicantAnswered, NoInvitation
from coinche.client.model.people import Standing
from coinche.client.model.state import ClientState
from coinche.client.model.ui import Overlay
from coinche.client.screen.alerts import TurnAlerts
from coinche.client.texts.admission import Inviting, LettingIn
from coinche.client.update import admission
from coinche.client.update.navigation import Done, RequestId
from coinche.client.update.update import reduce
from coinche.client.views import Size
from coinche.connection.error_texts import Trouble
from coinche.engine.seats import Seat
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import (
    Approve,
    Error,
    FromClient,
    HostChanged,
    InvitePlayer,
    Newcomers,
)
from coinche.text.formatting import Face
from coinche.text.glyphs import UNICODE
from coinche.text.language import Language
from tests.client.client.screen.test_alerts import Said, liking
from tests.client.golden import text
from tests.client.scene import Scene
from tests.client.scenes import scene, state_of

FRENCH = Face(Language.FRENCH, UNICODE)
USUAL = Size(80, 24)
WITH_APPLICANTS = ("room_with_applicants", "follow_with_an_applicant")


def names(state: ClientState, *standings: Standing) -> list[str]:
    return [one.name for one in admission.waiting(state.table, *standings)]


def refusal(code: ErrorCode, request: FromClient) -> Error:
    return Error.of(code, "in English", re=request.id)


def approved(done: Done) -> list[str]:
    """The names of those whom the client asks the server to let in."""
    return [sent.name for sent in done.send if isinstance(sent, Approve)]


# --- applicants ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", WITH_APPLICANTS)
def test_one_key_lets_the_first_in_and_one_puts_them_off(name: str) -> None:
    state = state_of(name)
    assert "Lou attend à la porte" in text(state, USUAL)
    done = press(state, "f3")
    assert approved(done) == ["Lou"]
    assert done.state.notice == ApplicantAnswered(LettingIn.ENTERS, "Lou")
    assert "Lou attend" not in text(done.state, USUAL)
    later = press(state, "f4")
    assert later.send == ()
    assert later.state.notice == ApplicantAnswered(LettingIn.PUT_OFF, "Lou")
    assert "Lou attend" not in text(replace(later.state, notice=None), USUAL)


def test_whom_one_puts_off_is_shown_again_before_being_let_in() -> None:
    off = press(state_of("follow_with_an_applicant"), "f4").state
    again = press(off, "f3")
    assert again.send == (), "the key that lets in shows first whom"
    assert names(again.state) == ["Lou"]
    assert approved(press(again.state, "f3")) == ["Lou"]


def test_the_next_one_is_shown_and_time_is_told() -> None:
    done = press(state_of("room_with_applicants"), "f3")
    shown = text(replace(done.state, notice=None), USUAL)
    assert "Rose attend à la porte (1:15)" in shown
    assert "(+" not in shown


def test_somebody_who_is_let_in_is_not_shown_again_while_the_server_says_that_they_wait() -> None:
    made = scene("room_with_applicants")
    made.press("f3")
    made.hear(Newcomers(names=("Lou", "Rose", "Max")))
    assert names(made.state) == ["Rose", "Max"]
    made.hear(Newcomers(names=("Rose", "Max")))
    made.hear(Newcomers(names=("Rose", "Max", "Lou")))
    assert names(made.state) == ["Rose", "Max", "Lou"], "they have gone and come again"


def test_who_waits_no_more_is_forgotten_and_told() -> None:
    made = scene("room_with_applicants")
    (asked,) = made.press("f3")
    made.hear(refusal(ErrorCode.FORBIDDEN, asked))
    assert made.state.notice == ApplicantAnswered(LettingIn.GONE, "Lou")
    assert [one.name for one in made.table.applicants] == ["Rose"]
    (asked,) = made.press("f3")
    made.hear(refusal(ErrorCode.RATE, asked))
    assert names(made.state) == ["Rose"], "a busy server is asked again"


def test_a_refusal_concerns_the_one_applicant_whom_the_request_named() -> None:
    made = scene("room_with_applicants")
    made.hear(Newcomers(names=("Lou", "Rose", "Max")))
    (_,), (rose,), (max_,) = (made.press("f3") for _ in range(3))
    made.hear(refusal(ErrorCode.FORBIDDEN, rose))
    assert made.state.notice == ApplicantAnswered(LettingIn.GONE, "Rose")
    assert [one.name for one in made.table.applicants] == ["Lou", "Max"]
    made.hear(refusal(ErrorCode.RATE, max_))
    assert names(made.state) == ["Max"], "Lou may have been let in meanwhile"


def test_a_refusal_that_comes_after_its_applicant_has_gone_concerns_nobody_else() -> None:
    made = scene("room_with_applicants")
    (lou,) = made.press("f3")
    made.hear(Newcomers(names=("Rose",)))
    made.press("f3")
    made.hear(refusal(ErrorCode.FORBIDDEN, lou))
    assert names(made.state, Standing.LET_IN) == ["Rose"]


def test_the_list_goes_with_the_hosts_seat_and_with_the_table() -> None:
    made = scene("room_with_applicants")
    made.happen(HostChanged(Seat.NORTH))
    assert made.table.applicants == ()
    made.hear(Newcomers(names=("Lou",)))
    assert made.table.applicants == (), "nobody but a host is told"
    assert not any("f3" in key.keys for key in active(made.state))


def test_after_a_loss_nobody_is_shown_before_the_server_has_said_who_waits_still() -> None:
    made = scene("room_with_applicants")
    applicants = admission.unconfirmed(made.table.applicants)
    before = replace(made.state, table=replace(made.table, applicants=applicants))
    assert names(before) == []
    after = admission.told(before, ("Rose",))
    assert names(after) == ["Rose"]
    assert admission.arrived(before, after) is None, "it has rung for Rose before"


@pytest.mark.parametrize("name", ["room_of_people", "follow"])
def test_each_applicant_rings_once(name: str) -> None:
    made, said = scene(name), Said()
    made.happen(HostChanged(Seat.SOUTH))
    alerts = TurnAlerts(said)

    def change(state: ClientState, come: tuple[str, ...]) -> ClientState:
        after = reduce(state, Received(Newcomers(names=come), state.now))
        alerts.note(state, after)
        return after

    state = liking(made.state, bell=True, notify=True, title=False)
    state = change(state, ("Lou",))
    state = change(reduce(state, Tick(state.now + 1)), ("Lou",))
    assert said.told == ["bell", "notify Lou attend à la porte."]
    change(state, ("Lou", "Rose"))
    assert said.told[2:] == ["bell", "notify Rose attend à la porte."]


def test_lines_say_who_comes_and_have_words_to_answer() -> None:
    made = scene("room_of_people")
    came = Received(Newcomers(names=("Lou Doe", "Rose")), made.state.now)
    after = reduce(made.state, came)
    assert list(news(made.state, after, came, FRENCH)) == [
        "Lou Doe attend à la porte. accepter Lou Doe : laisser entrer ; ignorer Lou Doe : pas maintenant."
    ]
    assert approved(obey(after, "accepter rose", FRENCH).done) == ["Rose"]
    assert approved(obey(after, "accept", FRENCH).done) == ["Lou Doe"]
    off = obey(after, "ignorer lou doe", FRENCH).done.state
    assert obey(off, "porte", FRENCH).answers == (
        "Lou Doe attend depuis 0:00 (ignoré).",
        "Rose attend à la porte depuis 0:00.",
    )
    assert obey(off, "accepter Max", FRENCH).answers[0] == "Personne de ce nom n'attend à la porte."
    assert obey(made.state, "accepter", FRENCH).answers == ("Personne n'attend à la porte.",)


def test_a_line_says_by_which_word_those_who_were_put_off_are_listed() -> None:
    put_off = obey(state_of("room_with_applicants"), "ignorer lou", FRENCH)
    assert names(put_off.done.state, Standing.PUT_OFF) == ["Lou"]
    assert put_off.done.state.notice is None
    assert put_off.answers == (
        "Lou attend toujours : seul le responsable du serveur peut refuser. porte : revoir qui attend.",
    )


# --- invitations ----------------------------------------------------------------------------------------------------


def owner(name: str = "lobby_people") -> Scene:
    made = scene(name)
    made.state = replace(made.state, members_invite=True, has_key=True)
    return made


@pytest.mark.parametrize("name", ["lobby_people", "room_of_people", "follow"])
def test_a_key_asks_for_the_name_everywhere_on_a_server(name: str) -> None:
    made = owner(name)
    made.press("f6")
    made.write("Zoé")
    assert press(made.state, "enter").send == (InvitePlayer(id=RequestId.INVITE, name="Zoé"),)
    assert press(made.state, "escape").state.ui.overlay is None


def test_the_page_of_invitations_and_the_palette_lead_there() -> None:
    made = owner()
    made.press("i", "n")
    assert made.state.ui.overlay is Overlay.INVITE
    made.press("escape", ":")
    made.write("inviter quelqu'un")
    made.press("enter")
    assert made.state.ui.overlay is Overlay.INVITE


def test_the_invitation_is_kept_only_while_it_is_shown() -> None:
    made = scene("invited")
    assert "000102030405060708090a0b0c0d0e0f" not in repr(made.state)
    made.press("s", "s", "?", "escape")
    assert made.state.invitation is not None
    assert "#t1.000102030405060708090a0b0c0d0e0f" in text(made.state, USUAL)
    made.press("escape")
    assert made.state.invitation is None


@pytest.mark.parametrize(
    ("members_invite", "has_key", "why"),
    [(False, True, Inviting.OPERATOR_ONLY), (True, False, Inviting.GUESTS_DO_NOT)],
)
def test_it_is_said_why_nobody_can_be_invited(members_invite: bool, has_key: bool, why: Inviting) -> None:
    state = replace(state_of("lobby_people"), members_invite=members_invite, has_key=has_key)
    by_key = (press(state, "f6"),) if members_invite else ()
    for done in (*by_key, obey(state, "inviter Zoé", FRENCH).done):
        assert done.send == ()
        assert done.state.notice == NoInvitation(why)
        assert done.state.ui.overlay is None


def test_where_only_the_operator_invites_no_key_offers_it() -> None:
    state = replace(state_of("lobby_people"), members_invite=False, has_key=True)
    for at in (state, press(state, "i").state):
        assert not {"f6", "n"} & {key for row in active(at) for key in row.keys if "INVITE" in row.label.name}
    assert press(state, "f6").state == state


def test_a_name_that_is_none_is_told() -> None:
    made = owner()
    assert obey(made.state, "inviter 12345678901234567890123456", FRENCH).done.state.notice == NoInvitation(
        Trouble.BAD_NAME, "12345678901234567890123456"
    )


@pytest.mark.parametrize(
    ("reason", "why"),
    [
        ("not_members", Inviting.OPERATOR_ONLY),
        ("no_name", Inviting.NO_NAME),
        ("brought_in", Inviting.BROUGHT_IN),
        ("address", Inviting.ADDRESS),
        ("reserved", Inviting.RESERVED),
        ("taken", Inviting.TAKEN),
        ("too_many", Inviting.TOO_MANY),
        ("one of a later server", Inviting.REFUSED),
        (None, Inviting.REFUSED),
    ],
)
def test_each_reason_of_the_server_for_no_invitation_has_its_own_sentence(reason: str | None, why: Inviting) -> None:
    made = owner()
    made.hear(
        Error.of(ErrorCode.FORBIDDEN, "in English", re=RequestId.INVITE, data={"reason": reason} if reason else {})
    )
    assert made.state.notice == NoInvitation(why)


def test_lines_tell_the_invitation_and_then_play_on() -> None:
    before, after = scene("inviting").state, state_of("invited")
    told = list(news(before, after, None, FRENCH))
    assert "http://192.168.1.20:24567/#t1.000102030405060708090a0b0c0d0e0f" in told
    assert any("C7LM.t1.000102030405060708090a0b0c0d0e0f'" in line for line in told)
    assert obey(after, "qui", FRENCH).done.state.invitation is None


def test_how_others_join_is_told_without_a_name() -> None:
    assert obey(owner().state, "inviter", FRENCH).answers[-1].startswith("inviter Zoé :")
    assert "inviter Zoé" not in obey(state_of("lobby_people"), "inviter", FRENCH).answers[-1]
