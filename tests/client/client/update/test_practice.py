"""Tests of practice as a player sees it: which position and seat, the way back, and what hinders it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec import structs

from coinche.client.keys import active, press
from coinche.client.model.effects import GoHome, PlayAlone, Practise
from coinche.client.model.messages import HomeAgain, LinkLost, LinkUp, Received, RecordRead
from coinche.client.model.notices import InPlaceOf, News, NoReplay, Notice, Rejected, TakenBack
from coinche.client.model.practice import position_of
from coinche.client.model.replay import ReplayState
from coinche.client.model.state import ClientState, Link, Screen
from coinche.client.model.ui import Overlay
from coinche.client.texts.practice import PracticeNotice
from coinche.client.texts.replay import Playback
from coinche.client.texts.screens import Phrase
from coinche.client.update import home, navigation, practice
from coinche.client.update.navigation import RequestId
from coinche.client.update.timing_and_premove import auto_move
from coinche.client.update.update import reduce
from coinche.engine.cards import Card
from coinche.engine.match import State
from coinche.engine.practice import parsed_position, reached
from coinche.engine.presets import PRESETS
from coinche.engine.rules.parsing import changed
from coinche.engine.seats import Seat
from coinche.engine.view import Phase, view
from coinche.protocol.errors import ErrorClass, ErrorCode
from coinche.protocol.messages import (
    Bye,
    CreateTable,
    Error,
    Joined,
    Leave,
    Left,
    PracticePosition,
    RematchAsked,
    Request,
    TableClosed,
    Undo,
)
from coinche.text.language import Language
from tests.client.client.update.test_replays import shown
from tests.client.matches import record_text
from tests.client.scene import CLOCK, Scene
from tests.client.scenes import scene, state_of
from tests.client.scenes_at_table import follow
from tests.client.scenes_of_practice import open_position, signed_in
from tests.client.scenes_replays import replay_of_a_costly_card, replay_of_file
from tests.extent import some

HOME = ClientState(screen=Screen.HOME, has_home=True, name="Ana")


def replayed(state: ClientState) -> ReplayState:
    assert state.match_replay is not None
    return state.match_replay


def of_record(seed: int, rules: str) -> Scene:
    """A match of those rules is replayed from a file, at a server with practice tables."""
    made = Scene()
    signed_in(made)
    lines = tuple(record_text(seed, 3, rules).splitlines())
    made.state = reduce(made.state, RecordRead("match.jsonl", lines))
    return made


def at_server(position: PracticePosition, match_replay: ReplayState) -> State:
    """What the server makes of the position."""
    actions = tuple((step.seat, step.action) for step in position.actions)
    return reached(parsed_position(position.dealer, position.pack, actions), match_replay.rules)


def created(sent: tuple[object, ...]) -> CreateTable:
    (table,) = (message for message in sent if isinstance(message, CreateTable))
    return table


@pytest.mark.parametrize("rules", some(["pagat-annonces", "ffb", "pagat", "contree", "online"], 5))
def test_every_position_with_a_decision_is_that_of_the_replay(rules: str) -> None:
    state = of_record(4, rules).state
    seen = 0
    while not replayed(state).is_at_end:
        match_replay = replayed(state)
        if match_replay.view.turn is not None and match_replay.view.phase is not Phase.CUTTING:
            there = at_server(position_of(match_replay), match_replay)
            known, told = view(there, match_replay.view.turn), match_replay.view
            assert (known.turn, known.auction, known.contract) == (told.turn, told.auction, told.contract)
            assert (known.trick, known.tricks, known.points) == (told.trick, told.tricks, told.points)
            seen += 1
        state = press(state, "right").state
    assert seen > 60


def test_the_table_has_the_rules_of_the_match_and_bots_of_the_chosen_level() -> None:
    table = created(of_record(4, "pagat").press("home", "g"))
    rules = changed(PRESETS[str(table.preset)], {**table.options, "target": table.target})
    assert rules == changed(PRESETS["pagat"], {"length": 3})
    assert (table.practice, table.bots, table.hold) == (True, "steady", False)


def seat_of(*keys: str) -> Seat:
    """The seat that is asked for where these keys lead in a replay of Ana's, who sat South."""
    made = Scene()
    signed_in(made)
    replay_of_file(made)
    made.state = replace(made.state, match_replay=replace(replayed(made.state), own=Seat.SOUTH))
    return created(made.press(*keys, "g")).seat  # type: ignore[return-value]


@pytest.mark.parametrize(("keys", "seat"), [((), Seat.SOUTH), (("w",), Seat.SOUTH), (("w", "w"), Seat.EAST)])
def test_the_person_gets_the_seat_whose_hand_is_looked_at_or_else_their_own(keys: tuple[str, ...], seat: Seat) -> None:
    assert seat_of(*keys) is seat


def test_who_has_not_played_decides_for_the_player_on_turn() -> None:
    made = Scene()
    signed_in(made)
    replay_of_file(made)
    assert replayed(made.state).view.turn is created(made.press("g")).seat


def test_from_a_costly_decision_one_key_leads_to_it() -> None:
    made = Scene()
    signed_in(made)
    replay_of_a_costly_card(made)
    match_replay = replayed(made.state)
    assert match_replay.costly is not None
    table = open_position(made)
    assert table.seat is match_replay.costly[0].seat
    assert made.table.asked is not None
    assert made.state.match_replay is None


@pytest.mark.parametrize("key", ["escape", "q"])
def test_during_the_deal_one_key_leads_back_to_the_same_position(key: str) -> None:
    made = scene("practised")
    retry = made.state.retry
    assert retry is not None
    assert made.press(key) == (Leave(table="t1"),)
    assert (made.state.screen, made.state.match_replay) == (Screen.REPLAY, retry.match_replay)
    assert made.state.ui.overlay is None
    assert costly_again(made)


def costly_again(made: Scene) -> bool:
    """Whether the replay still tells the costly decision."""
    return "860 points perdus" in shown(made.state)


def test_the_recap_compares_with_the_match_and_leads_back_or_plays_once_more() -> None:
    made = scene("practised_out", Language.ENGLISH)
    assert "This time: -860 for you; in the match: -1720." in shown(made.state)
    again = press(made.state, "g")
    assert [type(message) for message in again.send] == [Leave, CreateTable]
    assert again.state.retry is not None
    for key in ("enter", " ", "q", "escape"):
        back = press(made.state, key)
        assert (back.state.screen, back.send) == (Screen.REPLAY, (Leave(table="t1"),))
    assert press(made.state, "backspace").send == (Undo(table="t1", id=RequestId.UNDO),)


def test_a_move_is_taken_back_without_leaving_the_table_in_sight() -> None:
    made = scene("practised")
    made.do("pass")
    assert made.press("backspace") == (Undo(table="t1", id=RequestId.UNDO),)
    made.pace, seen = 0.0, shown(made.state)
    made.happen(TableClosed("undone"))
    made.hear(Left(table="t1", reason="undone"))
    assert shown(made.state) == seen
    rules = made.game.rules
    made.hear(Joined(table="t2", name="P", seat=Seat.NORTH, preset="ffb", rules=rules, clock=CLOCK, practice=True))
    assert made.table.table == "t2"
    assert made.state.retry is not None
    assert made.state.notice is PracticeNotice.TAKEN_BACK


def test_a_card_that_was_taken_back_is_named() -> None:
    made = scene("follow", Language.ENGLISH)
    made.do("QD")
    made.state = replace(made.state, table=replace(made.table, practice=True, undoing=True))
    seat, rules = Seat.SOUTH, made.game.rules
    made.hear(Joined(table="t2", name="P", seat=seat, preset="ffb", rules=rules, clock=CLOCK, practice=True))
    assert made.state.notice == TakenBack(Card("QD"))
    assert "Q♦ taken back." in shown(made.state)


def test_a_lost_match_for_practice_is_no_match() -> None:
    made = scene("practised_out", Language.ENGLISH)
    assert "match" not in shown(made.state).replace("in the match", "").replace("back to the match", "").lower()


def test_nothing_to_take_back_is_told() -> None:
    made = scene("practised")
    error = Error(
        error_class=ErrorClass.REJECT, code=ErrorCode.FORBIDDEN, message="", data={"reason": "nothing_to_undo"}
    )
    made.hear(error)
    assert made.state.notice is PracticeNotice.NOTHING_TO_UNDO


def test_a_prepared_card_is_not_played_after_an_undo() -> None:
    made = scene("prepared")
    made.state = replace(made.state, table=replace(made.table, practice=True))
    assert made.state.ui.premove is not None
    made.press("backspace")
    assert made.state.ui.premove is None


def test_elsewhere_the_key_takes_nothing_back() -> None:
    assert press(state_of("follow"), "backspace").send == ()


def test_while_a_bid_is_typed_the_key_erases() -> None:
    made = scene("practice_match")
    made.state = replace(state_of("typing"), table=replace(scene("typing").table, practice=True))
    assert made.press("backspace") == ()


def test_a_refused_position_leaves_the_replay_as_it_is() -> None:
    made = Scene()
    signed_in(made)
    replay_of_file(made)
    before = made.state
    made.press("g")
    made.hear(
        Error(error_class=ErrorClass.REJECT, code=ErrorCode.INVALID_POSITION, message="", re=RequestId.OPEN_PRACTICE)
    )
    assert made.state.retry is None
    assert isinstance(made.state.notice, Rejected)
    assert replayed(made.state) == replayed(before)


def refusal(state: ClientState) -> Notice | None:
    """The notice instead of a practice table."""
    done = press(state, "g")
    assert (done.send, done.effect, done.state.retry) == ((), None, None)
    assert done.state.match_replay is not None
    return done.state.notice


def looking_back() -> Scene:
    made = Scene()
    signed_in(made)
    replay_of_file(made)
    return made


def test_where_it_cannot_be_a_sentence_says_why() -> None:
    made = looking_back()
    there = made.state
    assert refusal(press(there, "end").state) is PracticeNotice.DEAL_OVER
    assert refusal(replace(there, offers_practice=False)) is PracticeNotice.NOT_OFFERED
    assert refusal(replace(there, offers_practice=False, through_ssh=True)) is PracticeNotice.NONE_HERE
    assert refusal(replace(there, presets=("ffb",))) is PracticeNotice.NO_BOTS
    assert refusal(replace(there, link=Link.LOST)) is News.OFFLINE
    assert refusal(replace(there, link=Link.CONNECTING)) is PracticeNotice.NO_SERVER


def test_at_a_table_in_play_the_match_comes_first() -> None:
    made = Scene(options={"trick_history": "all"})
    follow(made)
    signed_in(made)
    assert refusal(press(made.state, "y").state) == NoReplay(Playback.NOT_RETRIED_YET)
    replay_of_file(made)
    assert refusal(made.state) is PracticeNotice.AT_A_TABLE
    watching = replace(made.state, table=replace(made.table, seat=None))
    assert refusal(watching) is PracticeNotice.WATCHING


def over() -> Scene:
    """The recap of a match in which another person may still want a rematch, and a replay above it."""
    made = Scene(target=100)
    follow(made)
    signed_in(made)
    made.play_out()
    made.happen(RematchAsked(Seat.NORTH))
    assert made.table.view.phase is Phase.MATCH_OVER
    replay_of_file(made)
    return made


def test_others_at_the_recap_are_left_at_the_second_press_only() -> None:
    made = over()
    assert made.press("g") == ()
    assert made.state.notice is PracticeNotice.LEAVES_TABLE
    left, table = made.press("g")
    assert (left, type(table)) == (Leave(table="t1"), CreateTable)


def test_the_recap_comes_back_closed_once_the_replay_is_left() -> None:
    made = over()
    made.press("g", "g")
    made.hear(Left(table="t1", reason="left"))
    at = Joined(table="t9", name="P", seat=Seat.SOUTH, preset="ffb", rules=made.rules, clock=CLOCK, practice=True)
    made.hear(at)
    assert made.press("q") == (Leave(table="t9"),)
    made.press("q")
    assert made.state.screen is Screen.PLAY
    assert made.table.closed
    assert made.table.view.phase is Phase.MATCH_OVER
    made.press("enter")
    assert made.state.table is None


def at_home_with_record() -> ClientState:
    return reduce(HOME, RecordRead("match.jsonl", tuple(record_text(2, 3).splitlines())))


def test_at_home_a_server_is_started_for_practice_and_ends_with_the_replay() -> None:
    done = press(at_home_with_record(), "g")
    assert done.effect == Practise(said_bye=False)
    assert done.send == ()
    up = reduce(done.state, LinkUp("Ana", resumed=False, practice=True))
    assert up.screen is Screen.REPLAY
    opened = practice.open_table(up)
    table = created(opened.send)
    at = Joined(table="t1", name="P", seat=Seat.SOUTH, preset="ffb", rules=PRESETS["ffb"], clock=CLOCK, practice=True)
    state = reduce(opened.state, Received(at, 1.0))
    assert (state.screen, table.practice) == (Screen.PLAY, True)
    back = press(state, "q")
    assert back.send == (Leave(table="t1"),)
    home = press(back.state, "q")
    assert (home.state.screen, home.send, home.effect) == (Screen.HOME, (Bye(),), GoHome(said_bye=True))


def test_a_server_for_practice_that_cannot_start_leaves_the_replay_on_the_screen() -> None:
    state = reduce(press(at_home_with_record(), "g").state, HomeAgain(None))
    assert (state.screen, state.behind, state.retry) == (Screen.REPLAY, Screen.HOME, None)
    done = press(state, "q")
    assert (done.state.screen, done.effect) == (Screen.HOME, None)


def test_while_the_server_starts_the_replay_can_be_left() -> None:
    home = press(press(at_home_with_record(), "g").state, "q")
    assert (home.state.screen, home.state.bound_for) == (Screen.HOME, "")
    assert home.effect == GoHome(said_bye=False)


def test_a_solo_match_that_waits_keeps_its_seat_and_own_matches_come_back() -> None:
    waiting = scene("follow").state
    own = replace(waiting, has_home=True, solo=True, keeps_match=True, browses_own=True, screen=Screen.MATCHES)
    state = reduce(own, RecordRead("match.jsonl", tuple(record_text(2, 3).splitlines())))
    done = press(state, "g")
    assert (done.send, done.effect) == ((), Practise(said_bye=False))
    assert done.state.table is None
    up = reduce(done.state, LinkUp("Ana", resumed=False, practice=True))
    closed = press(replace(up, retry=None), "q")
    assert closed.send == (Bye(),)
    assert closed.effect == PlayAlone(to_browse=True)


def test_a_solo_match_that_is_not_kept_is_not_left() -> None:
    playing = replace(scene("follow").state, has_home=True, solo=True, keeps_match=False, offers_practice=True)
    state = reduce(playing, RecordRead("match.jsonl", tuple(record_text(2, 3).splitlines())))
    assert refusal(state) is PracticeNotice.AT_A_TABLE


def test_a_lost_session_and_a_closed_table_lead_back_to_the_replay() -> None:
    lost = reduce(scene("practised").state, LinkLost(1))
    gone = reduce(lost, LinkUp("Ana", resumed=False, practice=True))
    assert (gone.screen, gone.notice) == (Screen.REPLAY, News.SESSION_GONE)
    made = scene("practised")
    made.hear(Left(table="t1", reason="operator"))
    assert (made.state.screen, made.state.notice) == (Screen.REPLAY, News.TABLE_CLOSED)


def test_without_a_connection_the_replay_comes_back_at_home_or_not_at_all() -> None:
    lost = reduce(scene("practised").state, LinkLost(1))
    assert press(lost, "q").state.notice is News.OFFLINE
    home = press(replace(lost, has_home=True), "q")
    assert (home.state.screen, home.state.behind) == (Screen.REPLAY, Screen.HOME)
    assert home.effect == GoHome(said_bye=False)


def test_a_whole_match_for_practice_asks_before_it_is_left() -> None:
    made = scene("practice_match")
    assert made.press("q") == ()
    assert made.state.ui.overlay is Overlay.LEAVE


def test_forced_cards_are_not_played_by_the_client_at_practice_tables() -> None:
    made = scene("practice_match")
    made.state = navigation.setting(made.state, play_forced=True).state
    assert made.table.asked is not None
    only = replace(made.table, request=replace_legal(made))
    assert auto_move(replace(made.state, table=only)) is None
    assert auto_move(replace(made.state, table=replace(only, practice=False))) is not None


def replace_legal(made: Scene) -> Request:
    assert made.table.request is not None
    return structs.replace(made.table.request, legal=made.table.request.legal[:1])


def test_the_line_at_home_starts_a_match_for_practice() -> None:
    row = home.rows(HOME).index(home.Choice.PRACTISE)
    done = press(replace(HOME, ui=replace(HOME.ui, row=row)), "enter")
    assert (done.effect, done.state.bound_for) == (Practise(), "solo")
    up = reduce(done.state, LinkUp("Ana", resumed=False, practice=True))
    assert created(practice.open_table(up).send).practice


def test_a_practised_deal_can_itself_be_looked_at_again() -> None:
    made = scene("practised_out")
    retry = made.state.retry
    made.press("y")
    assert made.state.screen is Screen.REPLAY
    assert PracticeNotice.SETTING_UP.french not in shown(made.state)
    made.press("q")
    assert (made.state.screen, made.state.retry) == (Screen.PLAY, retry)
    assert press(made.state, "f").state.screen is Screen.PLAY


def test_at_a_server_for_practice_another_match_is_for_practice_too() -> None:
    made = scene("practice_match")
    made.state = replace(made.state, solo=True, offers_practice=True, table=replace(made.table, closed=True))
    assert created(made.press("enter")).practice


def test_a_rematch_stays_offered_once_a_position_of_a_solo_match_was_played_again() -> None:
    made = over()
    made.press("q")
    made.state = replace(made.state, solo=True, table=replace(made.table, closed=True))
    assert [row.label for row in active(made.state) if row.keys == ("m",)] == [Phrase.KEY_REMATCH]
    made.state = replace(made.state, table=replace(made.table, rules=changed(PRESETS["ffb"], {"target": 300})))
    assert created(made.press("m")).target == 300


def test_a_coinche_on_the_way_to_the_position_is_not_celebrated() -> None:
    made = scene("practised")
    assert made.table.view.contract is not None
    assert made.table.view.contract.coinched_by is not None
    assert made.table.celebration is None
    made.do("surcoinche")
    assert made.table.celebration is not None


@pytest.mark.parametrize(("own", "keys", "told"), [(Seat.SOUTH, ("w",), None), (Seat.SOUTH, ("w", "w"), "Max")])
def test_the_person_is_told_in_whose_place_they_play(own: Seat, keys: tuple[str, ...], told: str | None) -> None:
    made = Scene()
    signed_in(made)
    replay_of_file(made)
    made.state = replace(made.state, match_replay=replace(replayed(made.state), own=own))
    made.press("8", "right", *keys, "g")
    retry = made.state.retry
    assert retry is not None
    made.hear(
        Joined(
            table="t1",
            name="Entraînement",
            seat=retry.seat,
            preset="ffb",
            rules=retry.match_replay.rules,
            clock=CLOCK,
            practice=True,
        )
    )
    assert made.state.notice == (None if told is None else InPlaceOf(told))
