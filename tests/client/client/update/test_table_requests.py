"""Tests of requests around the game on the full screen: pause, claim, rematch, chat, private tables."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec import UNSET

from coinche.client.cli import beginning
from coinche.client.keys import press
from coinche.client.line.commands import obey
from coinche.client.model.messages import Tick
from coinche.client.model.notices import News
from coinche.client.model.state import ClientState
from coinche.client.model.ui import Overlay
from coinche.client.options import read_options
from coinche.client.texts.notices import NoticeText
from coinche.client.texts.screens import Phrase
from coinche.client.update.navigation import RequestId
from coinche.client.update.update import reduce
from coinche.client.views import Size, screen, text_of
from coinche.engine.claim import claim
from coinche.engine.events import TrickWon, seen_by
from coinche.engine.match import legal, new_match, to_act
from coinche.engine.seats import Seat
from coinche.protocol.errors import ErrorClass, ErrorCode
from coinche.protocol.messages import (
    Chat,
    Chatted,
    Claim,
    Envelope,
    Error,
    GoOn,
    Join,
    Joined,
    Leave,
    Occupant,
    Ok,
    Pause,
    PauseAsked,
    Paused,
    PauseEnded,
    RecapStarted,
    Rematch,
    RematchAsked,
    SeatChanged,
    TableClosed,
    TableEvent,
    Watch,
    WentOn,
)
from coinche.text.formatting import Face
from coinche.text.glyphs import UNICODE
from coinche.text.language import Language
from tests.client.scene import CLOCK, SERVER_AHEAD, Scene, request_of
from tests.client.scenes import SCENES, scene, state_of
from tests.client.scenes_at_table import coinched

FRENCH, ENGLISH = Face(Language.FRENCH, UNICODE), Face(Language.ENGLISH, UNICODE)
BIG, LITTLE = Size(80, 24), Size(60, 20)


def shown(state: ClientState, size: Size = BIG) -> str:
    return "\n".join(text_of(line).rstrip() for line in screen(state, Face(state.ui.language, UNICODE), size))


# --- a pause -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["cutting", "bidding", "follow", "cut_by_another"])
def test_a_key_asks_for_a_pause_on_turn_or_not(name: str) -> None:
    assert scene(name).press("u") == (Pause(table="t1"),)


@pytest.mark.parametrize("name", ["lobby", "gathering", "recap", "over"])
def test_there_is_nothing_to_pause_between_deals(name: str) -> None:
    assert scene(name).press("u") == ()


def test_neither_a_strict_table_nor_who_watches_is_offered_a_pause() -> None:
    played = scene("follow")
    strict = replace(played.state, table=replace(played.table, strict=True))
    assert press(strict, "u").send == ()
    assert scene("follow", seat=None).press("u") == ()


@pytest.mark.parametrize("size", [BIG, LITTLE])
@pytest.mark.parametrize("language", Language)
def test_who_is_asked_for_a_pause_sees_it_and_what_to_press(language: Language, size: Size) -> None:
    played = scene("bidding", language)
    played.happen(PauseAsked(Seat.EAST))
    said = {Language.FRENCH: "Max : une pause ?  u : oui", Language.ENGLISH: "Max: pause?  u: yes"}
    assert " ".join(said[language].split()) in " ".join(shown(played.state, size).split())


def test_who_asked_sees_whom_he_waits_for() -> None:
    played = scene("follow")
    played.happen(PauseAsked(Seat.SOUTH))
    assert "Pause demandée : on attend Zoé et Max" in shown(played.state)
    assert "Léo" not in shown(played.state).split("on attend")[1].splitlines()[0]
    assert played.press("u") == ()


def test_a_wish_for_a_pause_goes_with_the_deal() -> None:
    played = scene("follow")
    played.happen(PauseAsked(Seat.EAST))
    played.play_out()
    assert not played.table.agreements.pause


def test_a_wish_for_a_pause_goes_with_the_player_whose_seat_a_bot_gets() -> None:
    played = scene("follow")
    played.happen(PauseAsked(Seat.EAST), SeatChanged(Seat.EAST, Occupant.PERSON, "Zoé", connected=False))
    assert played.table.agreements.pause == {Seat.EAST}
    played.happen(SeatChanged(Seat.EAST, Occupant.BOT, "steady", connected=True))
    assert not played.table.agreements.pause
    assert "pause ?" not in shown(played.state)


@pytest.mark.parametrize("size", [BIG, LITTLE, Size(40, 12)])
@pytest.mark.parametrize("key", ["enter", " "])
def test_a_pause_is_seen_and_a_key_ends_it_once(size: Size, key: str) -> None:
    played = scene("follow")
    played.happen(Paused(1000))
    assert "Entrée : continuer" in shown(played.state, size)
    assert played.press(key) == (GoOn(table="t1"),)
    assert played.press(key) == ()
    played.happen(PauseEnded())
    played.hear(request_of(played.game, Seat.SOUTH))
    assert "À vous" in shown(played.state, size)


def test_who_watches_sees_a_pause_and_cannot_end_it() -> None:
    played = scene("follow", seat=None)
    played.happen(Paused(1000))
    assert "La partie est en pause." in shown(played.state)
    assert played.press("enter") == ()


@pytest.mark.parametrize("line", ["1", "DK", "DQ"])
def test_nothing_is_played_during_a_pause(line: str) -> None:
    played = scene("follow", Language.ENGLISH)
    played.happen(Paused(1000))
    assert played.press("4", "5") == ()
    obeyed = obey(played.state, "4", ENGLISH)
    assert obeyed.done.send == ()
    assert obeyed.done.state.notice is News.STANDING


def test_a_coinche_out_of_turn_waits_for_the_end_of_a_pause() -> None:
    played = scene("reacting")
    played.happen(Paused(1000))
    assert played.press("c", "c") == ()
    assert played.press(" ") == (GoOn(table="t1"),)


# --- a claim -----------------------------------------------------------------------------------------


def test_a_claim_is_one_key_where_it_follows_from_what_is_seen() -> None:
    played = scene("claimable")
    assert "le reste est à moi" in shown(played.state)
    assert played.press("a") == (Claim(table="t1", request=1),)
    assert played.press("a", "1") == ()
    played.hear(Ok(request=1))
    assert played.table.request is None


def test_a_claim_is_not_offered_where_it_does_not_follow() -> None:
    played = scene("soloist")
    assert claim(played.table.view) is None
    assert "le reste est à moi" not in shown(played.state)
    assert played.press("a") == ()


def test_the_line_mode_says_why_a_claim_is_not_sent() -> None:
    obeyed = obey(state_of("soloist"), "claim", ENGLISH)
    assert obeyed.done.send == ()
    assert obeyed.done.state.notice is News.NO_CLAIM


def test_the_last_card_is_played_and_not_claimed() -> None:
    played = scene("claimable")
    for card in ("9H", "AH"):
        played.do(card)
        while (seat := to_act(played.game)) is not Seat.SOUTH:
            assert seat is not None
            played.do(str(legal(played.game, seat).default))
    assert claim(played.table.view) is not None
    assert played.press("a") == ()


# --- another match -----------------------------------------------------------------------------------


def final() -> Scene:
    """The last deal of the match is over."""
    played = Scene(target=500)
    SCENES["recap"](played)
    return played


@pytest.mark.parametrize("size", [BIG, LITTLE, Size(40, 12)])
def test_the_last_recap_offers_another_match(size: Size) -> None:
    played = final()
    assert "m : revanche" in shown(played.state, size)
    assert played.press("m") == (Rematch(table="t1"),)
    played.happen(RematchAsked(Seat.SOUTH))
    assert "Revanche proposée : on attend" in shown(played.state, size)
    assert played.press("m") == ()


def later(played: Scene, seconds: float) -> ClientState:
    """The state that long after what happened last."""
    return reduce(played.state, Tick(played.now + seconds))


@pytest.mark.parametrize("size", [BIG, LITTLE, Size(40, 12)])
def test_a_recap_says_when_the_next_deal_comes(size: Size) -> None:
    played = scene("recap")
    assert "Sinon dans 30 s." in shown(played.state, size)
    assert "Sinon dans 9 s." in shown(later(played, 21), size)
    played.happen(WentOn(Seat.SOUTH))
    assert "Prochaine donne dans 26 s." in shown(played.state, size)
    assert "La suite" not in shown(later(played, 60), size)


def test_a_recap_without_a_limit_says_none() -> None:
    played = scene("recap")
    played.happen(RecapStarted(365 * 24 * 3_600_000, 0))
    assert "Entrée : donne suivante" in shown(played.state)
    assert "Sinon" not in shown(played.state)


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize(
    ("name", "solo", "label"),
    [
        ("recap", False, Phrase.KEY_NEXT_DEAL),
        ("recap", True, Phrase.KEY_NEXT_DEAL),
        ("over", False, Phrase.KEY_TO_TABLES),
        ("over", True, Phrase.KEY_START_ANEW),
    ],
)
def test_the_recap_and_its_key_say_the_same_of_enter(name: str, solo: bool, label: Phrase, language: Language) -> None:
    state = replace(state_of(name, language=language), solo=solo)
    face = Face(language, UNICODE)
    enter, what = face.say(Phrase.NAME_ENTER), face.say(label)
    *above, keys = (text_of(line) for line in screen(state, face, BIG))
    assert keys.startswith(f" {enter} {what}")
    assert any(face.say(Phrase.GO_ON, what=what) in line for line in above)


@pytest.mark.parametrize("name", ["rematch_wanted", "rematch_offered"])
def test_enter_refuses_no_rematch(name: str) -> None:
    """Enter means "continue" on every screen, so that one key too many must not refuse anything."""
    played = scene(name)
    *_, keys = shown(played.state).splitlines()
    assert keys.startswith(" m revanche  ")
    assert " q partir " in keys
    assert played.press("enter", " ") == ()
    assert "Une revanche ?   m : oui   q : non, quitter la table" in shown(played.state)


def test_who_leaves_after_the_match_says_so_to_the_others() -> None:
    played = scene("rematch_wanted")
    assert [type(message) for message in played.press("q")] == [GoOn, Leave]
    assert played.state.table is None
    played.hear(Error(code=ErrorCode.FORBIDDEN, error_class=ErrorClass.REJECT, message="no", re=RequestId.LEAVE))
    assert played.state.notice is None


@pytest.mark.parametrize("size", [BIG, LITTLE, Size(40, 12)])
def test_who_wants_a_rematch_is_told_who_does_not(size: Size) -> None:
    played = scene("rematch_awaited")
    *_, keys = shown(played.state).splitlines()
    assert keys.startswith(" Entrée attendre la réponse")
    assert played.press("enter") == ()
    played.happen(WentOn(Seat.EAST))
    assert "Max ne veut pas de revanche." in shown(played.state, size)
    played.happen(TableClosed("match_over"))
    assert "Max ne veut pas de revanche." in shown(played.state, size)
    assert "Vous n'êtes plus à cette table" not in shown(played.state, size)


def test_who_wants_one_after_all_refuses_none() -> None:
    played = scene("rematch_awaited")
    played.happen(WentOn(Seat.EAST), RematchAsked(Seat.EAST))
    assert "ne veut pas" not in shown(played.state)


def test_alone_enter_begins_another_match_as_it_says() -> None:
    played = scene("rematch_offered")
    played.state = replace(played.state, solo=True)
    assert "Entrée : nouvelle partie   q : quitter" in shown(played.state)
    played.press("y")
    played.press("escape")
    assert "Entrée : nouvelle partie   q : quitter" in shown(played.state)
    assert played.press("enter") == (Rematch(table="t1"),)


@pytest.mark.parametrize("size", [BIG, LITTLE, Size(40, 12)])
def test_another_match_can_be_asked_for_as_long_as_the_last_recap_says(size: Size) -> None:
    played = final()
    assert "Revanche possible pendant 10 min." in shown(played.state, size)
    assert "m : revanche" in shown(later(played, 300), size)
    assert "Revanche possible pendant 45 s." in shown(later(played, 555), size)


def test_who_has_gone_on_sees_when_he_is_let_go_and_may_ask_yet() -> None:
    played = final()
    played.happen(WentOn(Seat.SOUTH))
    assert "On attend Zoé et Max   m : revanche" in shown(played.state)
    assert "Retour aux tables dans 56 s au plus." in shown(played.state)


def test_the_first_wish_gives_everybody_time() -> None:
    played = final()
    played.pace = 590.0
    played.happen(RematchAsked(Seat.EAST))
    assert "Revanche possible pendant 30 s." in shown(played.state)
    assert "Revanche possible pendant 12 s." in shown(later(played, 18))


def test_after_the_last_match_that_is_played_there_none_is_offered() -> None:
    played = Scene(target=500)
    coinched(played)
    played.play_out()
    played.happen(RecapStarted(30_000, 0))
    assert "revanche" not in shown(played.state).lower()
    assert played.press("m") == ()


def test_who_is_at_the_table_no_more_is_told_so() -> None:
    assert "Vous n'êtes plus à cette table." in shown(scene("over").state)


def test_who_comes_in_mid_recap_sees_what_is_left_of_it() -> None:
    """The log comes late, and what happens then tells the time."""
    played = final()
    late = Scene(target=500)
    late.now, late.pace = played.now + 200, 0.0
    late.hear(Joined(table="t1", name="Café", seat=Seat.SOUTH, preset="ffb", rules=late.rules, clock=CLOCK))
    for n, event in enumerate((*played.log, SeatChanged(Seat.SOUTH, Occupant.PERSON, "Ana", connected=True)), start=1):
        ago = 0 if n > len(played.log) else 200
        seen = event if isinstance(event, TableEvent) else seen_by(event, Seat.SOUTH)
        late.hear(Envelope("t1", n, int(1000 * (SERVER_AHEAD + late.now - ago)), seen))
    assert "Revanche possible pendant 7 min." in shown(late.state)


def test_no_other_recap_does() -> None:
    assert scene("recap").press("m") == ()
    assert scene("over").press("m") == ()


@pytest.mark.parametrize("size", [BIG, LITTLE, Size(40, 12)])
def test_the_first_wish_asks_everybody_anew(size: Size) -> None:
    played = final()
    played.happen(WentOn(Seat.SOUTH), RematchAsked(Seat.EAST))
    assert "Max : revanche ?  m : oui  q : non" in shown(played.state, size)
    played.happen(WentOn(Seat.SOUTH), RematchAsked(Seat.NORTH))
    assert not played.table.to_go_on
    assert played.press("m") == (Rematch(table="t1"),)


def test_who_goes_on_wants_no_other_match_any_more() -> None:
    played = final()
    played.happen(RematchAsked(Seat.EAST), RematchAsked(Seat.NORTH), WentOn(Seat.EAST))
    assert played.table.agreements.rematch == frozenset({Seat.NORTH})
    played.happen(TableClosed("match_over"))
    assert "retour aux tables" in shown(played.state)


def test_another_match_begins_with_nothing_agreed() -> None:
    played = final()
    played.happen(RematchAsked(Seat.SOUTH), RematchAsked(Seat.EAST), RematchAsked(Seat.NORTH))
    game, events = new_match(played.rules, Seat.NORTH, match=2)
    played.happen(*events)
    assert played.table.scored == 0
    assert played.table.agreements.rematch is None
    assert not played.table.to_go_on
    assert game.match == 2


# --- talk --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [BIG, LITTLE, Size(40, 12)])
@pytest.mark.parametrize("name", ["follow", "bidding", "gathering", "recap", "over", "reacting"])
def test_what_is_said_is_seen(name: str, size: Size) -> None:
    played = scene(name)
    played.happen(Chatted(Seat.EAST, "Max", "bonjour à tous"))
    assert "Max : bonjour à tous" in " ".join(shown(played.state, size).split())


def test_what_was_said_long_ago_is_in_the_log_alone() -> None:
    played = scene("follow")
    played.happen(Chatted(Seat.EAST, "Max", "bonjour à tous"))
    played.play_out()
    assert "bonjour" not in shown(played.state)


def test_a_line_is_written_and_said_and_plays_no_card() -> None:
    played = scene("follow")
    assert played.press("t") == ()
    assert played.write("5 minutes ? q P") == ()
    assert "Message : 5 minutes ? q P_" in shown(played.state)
    played.press("backspace", "backspace")
    assert played.press("enter") == (Chat(table="t1", text="5 minutes ? q"),)
    assert played.state.ui.overlay is None
    assert played.write("5") != ()


@pytest.mark.parametrize("size", [BIG, LITTLE, Size(40, 12), Size(20, 4)])
@pytest.mark.parametrize("name", ["follow", "bidding", "recap", "gathering"])
def test_what_is_written_is_seen(name: str, size: Size) -> None:
    played = scene(name)
    played.press("t")
    played.write("bravo")
    assert "Message : bravo_" in shown(played.state, size)


def test_escape_says_nothing() -> None:
    played = scene("follow")
    played.press("t")
    played.write("bah")
    assert played.press("escape", "t", "enter") == ()
    assert played.state.ui.overlay is None


@pytest.mark.parametrize(("language", "said"), [(Language.FRENCH, "Bonjour !"), (Language.ENGLISH, "Hello!")])
def test_ready_made_lines_are_in_the_speaker_s_language(language: Language, said: str) -> None:
    played = scene("follow", language)
    assert played.press("t", "down", "enter") == (Chat(table="t1", text=said),)
    assert played.press("t", "down", "up", "enter") == ()


def test_there_is_no_talk_where_nobody_hears_it() -> None:
    played = scene("follow")
    strict = replace(played.state, table=replace(played.table, strict=True))
    for state in (strict, replace(played.state, solo=True), state_of("lobby"), state_of("over")):
        assert press(state, "t").state.ui.overlay is not Overlay.CHAT


def test_a_long_line_shows_its_end_and_is_no_longer_than_a_line_may_be() -> None:
    played = scene("follow")
    played.press("t")
    played.write("x" * 250 + "y")
    assert len(played.state.ui.entry.text) == 200
    assert "…xxx" in shown(played.state)


def test_the_help_and_the_hints_name_them() -> None:
    helped = press(state_of("bidding"), "?").state
    for label in ("pause", "message"):
        assert label in shown(helped)
    assert "revanche" in shown(final().state).splitlines()[-1]


# --- private tables ----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [BIG, LITTLE, Size(40, 12)])
def test_private_tables_are_marked(size: Size) -> None:
    assert "Club (privée)" in shown(state_of("lobby"), size)
    assert "Café (" not in shown(state_of("lobby"), size)


@pytest.mark.parametrize("key", ["enter", "w"])
@pytest.mark.parametrize(("language", "said"), [(Language.FRENCH, "Table privée"), (Language.ENGLISH, "private table")])
def test_a_private_table_says_why_it_stays_closed(language: Language, said: str, key: str) -> None:
    played = scene("lobby", language)
    assert played.press(key) == ()
    assert {Language.FRENCH: "Mot de passe de la table", Language.ENGLISH: "Passphrase of table"}[language] in shown(
        played.state
    )
    played.write("mots")
    (sent,) = played.press("enter")
    assert isinstance(sent, Join if key == "enter" else Watch)
    assert played.state.passphrase == "mots"
    assert isinstance(sent.id, int)
    refused = Error(code=ErrorCode.FORBIDDEN, error_class=ErrorClass.REJECT, message="no", re=sent.id)
    played.hear(refused)
    for size in (BIG, LITTLE, Size(40, 12)):
        told = " ".join(shown(played.state, size).split())
        assert said in told
        assert {Language.FRENCH: "mauvais mot de passe.", Language.ENGLISH: "wrong passphrase."}[language] in told


def test_the_line_mode_marks_them_and_says_the_same() -> None:
    state = state_of("lobby")
    assert "Club (privée)" in "\n".join(obey(state, "t", FRENCH).answers)
    assert obey(state, "j 2", FRENCH).answers == (
        "Table privée. Donnez d'abord son mot de passe : mots sésame ouvre-toi",
    )
    state = obey(state, "mots sésame ouvre-toi", FRENCH).done.state
    (sent,) = obey(state, "j 2", FRENCH).done.send
    assert isinstance(sent, Join)
    assert sent.id is not UNSET


def test_another_refusal_stays_what_it_was() -> None:
    played = scene("lobby")
    played.press("up")
    (sent,) = played.press("enter")
    assert sent == Join(table="t1")


@pytest.mark.parametrize(
    ("words", "said"), [(["--passphrase", "mots"], "Nouvelle table privée : "), ([], "Nouvelle table : ")]
)
def test_the_new_table_is_private_where_there_are_words(words: list[str], said: str) -> None:
    options = read_options([*words, "127.0.0.1"], {"LANG": "fr_FR.UTF-8"}, "utf-8")
    assert said in shown(beginning(options, options.address))


@pytest.mark.parametrize("language", Language)
def test_a_second_wish_for_a_pause_says_that_the_first_stands(language: Language) -> None:
    played = scene("follow", language)
    played.happen(PauseAsked(Seat.SOUTH))
    assert played.press("u") == ()
    assert played.state.notice is News.PAUSE_STANDS
    assert NoticeText.PAUSE_STANDS.within(language) in shown(played.state)


def test_ones_own_wish_for_a_pause_does_not_stay_for_all_tricks() -> None:
    played = scene("follow")
    played.happen(PauseAsked(Seat.SOUTH))
    assert "Pause demandée" in shown(played.state)
    later = replace(played.table, log=(*played.table.log, *[TrickWon(Seat.SOUTH, 1)] * 10))
    assert "Pause demandée" not in shown(replace(played.state, table=later))


@pytest.mark.parametrize(("back", "seen"), [(5.0, True), (300.0, False)])
def test_old_messages_do_not_stand_above_the_hand_after_coming_back(back: float, seen: bool) -> None:
    """All events are told again; those of the table since then are new."""
    played = scene("follow")
    table = played.table
    assert table.ahead is not None
    said = replace(
        table, log=(*table.log, Chatted(Seat.EAST, "Max", "Vite !")), said_at=(played.state.now,), ahead=back
    )
    assert ("Vite !" in shown(replace(played.state, table=said))) is seen


def test_at_a_table_for_one_deal_latecomers_are_not_promised_the_next() -> None:
    made = scene("hosting")
    assert "donne suivante" in shown(made.state)
    assert made.table.rules is not None
    match = replace(made.table.rules.match, length=1)
    one = replace(made.state, table=replace(made.table, rules=replace(made.table.rules, match=match)))
    assert "donne suivante" not in shown(one)
    assert "Une seule donne" in shown(one)
