"""Tests of keys and words at the table: they send legal actions only, and a refusal is shown."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from msgspec import UNSET, UnsetType, structs

from coinche.client.cli import beginning
from coinche.client.keys import BOUND, KEYS, active, acts, press
from coinche.client.line.commands import obey, read_card
from coinche.client.line.loop import news, speak
from coinche.client.line.narrate import agreements
from coinche.client.model import bid_pad as bid_pad
from coinche.client.model.bid_pad import read_bid
from coinche.client.model.hand_order import laid_out
from coinche.client.model.messages import LinkLost, LinkUp, Received, Tick
from coinche.client.model.notices import News, NoSuchRules, Refused
from coinche.client.model.state import ClientState, Link
from coinche.client.model.ui import Overlay, Ui
from coinche.client.options import read_options
from coinche.client.update import card_play, lobby
from coinche.client.update.navigation import Done, RequestId
from coinche.client.update.rules_form import ROWS, choices
from coinche.client.update.update import reduce
from coinche.client.views import Size, screen
from coinche.client.views.notice import notice
from coinche.client.views.overlays import hint_line, key_name
from coinche.client.views.seats import BotLabel, player
from coinche.client.views.status import status, waiting
from coinche.client.views.text_lines import text_of, width
from coinche.engine.actions import Cut, Pass, PlayCard, Reason, parse_action
from coinche.engine.auction import Call
from coinche.engine.bids import Bid
from coinche.engine.cards import Card, Denomination, Suit
from coinche.engine.dealing import shuffled
from coinche.engine.events import BidMade, MatchStarted
from coinche.engine.match import legal, may_act, new_match, to_act
from coinche.engine.presets import PRESETS, preset
from coinche.engine.rules import DESCRIBED, value_of, written_as
from coinche.engine.rules.parsing import changed
from coinche.engine.seats import Seat
from coinche.engine.view import view
from coinche.protocol.errors import ErrorClass, ErrorCode
from coinche.protocol.house_rules import HouseRules
from coinche.protocol.messages import (
    Act,
    AddBot,
    Bye,
    CreateTable,
    Envelope,
    Error,
    FromClient,
    FromServer,
    GoOn,
    HostChanged,
    Join,
    Leave,
    Left,
    Occupant,
    Ok,
    PauseAsked,
    RematchAsked,
    SeatChanged,
    SwapSeats,
    Watch,
)
from coinche.text.formatting import Face
from coinche.text.glyphs import ASCII, UNICODE
from coinche.text.language import Language
from coinche.text.settings import Settings, Sort
from tests.client.golden import text
from tests.client.scene import NAMES, Scene, request_of
from tests.client.scenes import SCENES, scene, state_of
from tests.extent import SOME_PRESETS
from tests.for_each import for_each

FRENCH = Face(Language.FRENCH, UNICODE)
ENGLISH = Face(Language.ENGLISH, UNICODE)


def action(sent: tuple[FromClient, ...]) -> str:
    (message,) = sent
    assert isinstance(message, Act)
    return message.action


def screen_text(state: ClientState, face: Face = ENGLISH, size: Size = Size(80, 24)) -> str:  # noqa: B008
    return "\n".join(text_of(line) for line in screen(state, face, size))


# --- every decision, by default ----------------------------------------------------------------------


def test_everything_that_is_said_by_default_is_legal() -> None:
    chance = random.Random(1)
    spoken = 0
    for number in range(60):
        played = Scene()
        played.join()
        played.game, events = new_match(preset("ffb"), chance.choice(list(Seat)))
        played.happen(*events)
        played.deal(shuffled(bytes([number]) * 32))
        while (seat := to_act(played.game)) is not None:
            allowed = legal(played.game, seat)
            if seat is not Seat.SOUTH:
                bids = [a for a in allowed if not isinstance(a, PlayCard)]
                played.do(str(chance.choice(bids[:8]) if bids else allowed.default))
                continue
            table = played.table
            assert table.asked is not None
            if table.asked.kind == "bid":
                said = action((number % 2 and played.press("enter", "enter")) or played.press("p"))
            else:
                said = action(card_play.play(played.state, Card(chance.choice(table.asked.legal))).send)
            assert parse_action(said) in allowed
            spoken += "+" in said
            played.do(said)
        assert played.table.view == view(played.game, Seat.SOUTH)
    assert spoken > 10


def keys_of(played: Scene, chance: random.Random) -> tuple[str, ...]:
    """Some way to answer what South is asked, or offered out of turn, by keys."""
    table = played.table
    if table.asked is None:
        return chance.choice([("p",), (" ",), ("c", "c"), ("s", "s")])
    match table.asked.kind:
        case "cut":
            return (*chance.choice([("left",), ("2", "1"), ()]), "enter")
        case "bid":
            ways: list[tuple[str, ...]] = [
                ("p",),
                ("enter", "enter"),
                ("down", "enter"),
                ("right", "right", "up", "enter"),
                ("p",),
            ]
            doubles: list[tuple[str, ...]] = [("c", "c"), ("s", "s"), ("0", "enter"), ("g", "enter")]
            return chance.choice(ways if chance.random() < 0.9 else ways + doubles)
        case _:
            return chance.choice([("right", "enter"), ("left", "left", "enter"), ("z", "right", "enter")])


@pytest.mark.parametrize("name", SOME_PRESETS)
def test_every_preset_is_played_by_keys(name: str) -> None:
    """Keys act legally, the client's fold is the view, all screens fit, and line mode asks the same."""
    chance = random.Random(5)
    for number in range(6):
        played = Scene(preset=name, target=2000)
        played.join()
        played.game, events = new_match(played.rules, chance.choice(list(Seat)))
        played.happen(*events)
        played.deal(shuffled(bytes([number]) * 32))
        while (seat := to_act(played.game)) is not None:
            for line in screen(played.state, FRENCH, Size(80, 24)):
                assert width(line) <= 80
            if Seat.SOUTH in (seat, *may_act(played.game)):
                request = played.table.asked or played.table.reaction
                assert request is not None
                assert all(news(played.state, played.state, Received(request, 0), FRENCH))
                sent = [message for message in played.press(*keys_of(played, chance)) if isinstance(message, Act)]
                said = parse_action(sent[-1].action) if sent else None
                allowed = legal(played.game, Seat.SOUTH)
                if seat is Seat.SOUTH:
                    said = said if said in allowed else allowed.default
                    played.do(f"S:{said}" if not isinstance(said, Cut) else str(said))
                    continue
                if said is not None and said != Pass():
                    assert said in allowed
                    played.do(f"S:{said}")
                    continue
            calls = [a for a in legal(played.game, seat) if not isinstance(a, PlayCard)]
            default = legal(played.game, seat).default
            played.do(str(chance.choice(calls[:8]) if calls and not isinstance(default, Cut) else default))
        assert played.table.view == view(played.game, Seat.SOUTH)
        assert played.table.reaction is None


def selected_after(played: Scene, key: str) -> Card | None:
    played.press(key)
    return played.state.ui.card


# --- the play ----------------------------------------------------------------------------------------


def test_a_digit_plays_the_card_above_it() -> None:
    assert action(scene("follow").press("5")) == "QD"


def test_an_illegal_card_is_sent_too_and_the_refusal_names_the_rule() -> None:
    played = scene("follow")
    assert action(played.press("1")) == "9H"
    assert played.table.asked is None
    data: dict[str, str | int | tuple[str, ...]] = {"reason": "must_follow_suit"}
    played.hear(Error(code=ErrorCode.ILLEGAL_ACTION, error_class=ErrorClass.REJECT, message="", request=1, data=data))
    assert played.state.notice == Refused(Reason.MUST_FOLLOW_SUIT, led=Suit.DIAMONDS)
    assert action(played.press("5")) == "QD"


def test_enter_plays_the_selected_card_and_arrows_skip_illegal_ones() -> None:
    played = scene("follow")
    assert [selected_after(played, key) for key in ("right", "right", "right")] == [Card.DQ, Card.DK, Card.DQ]
    played.press("left")
    assert action(played.press("enter")) == "KD"


def test_a_second_key_does_not_play_a_second_card() -> None:
    played = scene("follow")
    assert played.press("5")
    assert played.press("4") == ()


def test_belote_is_said_with_the_card_unless_one_keeps_silent() -> None:
    played = scene("belote")
    assert action(played.press("1")) == "KD+belote"
    played = scene("belote")
    played.press("z")
    assert action(played.press("1")) == "KD"


def test_an_answer_of_the_server_closes_the_question() -> None:
    played = scene("follow")
    played.press("5")
    played.hear(Ok(request=1, used_ms=0, bank_ms=0))
    assert played.table.request is None


def test_nothing_is_sent_while_the_connection_is_lost() -> None:
    played = scene("follow")
    played.state = reduce(played.state, LinkLost(1))
    assert played.press("5") == ()
    assert played.state.notice is News.OFFLINE


@pytest.mark.parametrize("size", [Size(80, 24), Size(20, 4)])
def test_a_key_of_a_card_says_that_the_connection_is_lost_and_no_move_is_offered_then(size: Size) -> None:
    played = scene("follow", Language.ENGLISH)
    assert "1-5 play" in text(played.state, Size(80, 24))
    played.state = reduce(played.state, LinkLost(1, since=played.state.now))
    assert "play" not in text_of(hint_line(played.state, ENGLISH, 80))
    played.press("5")
    assert "No connection" in text(played.state, size)


def test_a_key_says_that_the_connection_is_lost_after_a_card_that_the_server_has_not_confirmed() -> None:
    played = scene("follow")
    played.press("5")
    played.state = reduce(played.state, LinkLost(1, since=played.state.now))
    assert played.press("4") == ()
    assert played.state.notice is News.OFFLINE


@pytest.mark.parametrize("key", ["left", "x", "o", "1"])
def test_any_key_takes_back_what_was_told(key: str) -> None:
    played = scene("refused")
    assert isinstance(played.state.notice, Refused)
    played.press(key)
    assert played.state.notice is None


def test_a_bid_that_there_is_not_is_forgotten_when_another_is_chosen() -> None:
    played = scene("bidding", Language.ENGLISH)
    played.press("7", "enter")
    assert played.state.notice is News.NO_CHOICE
    played.press("right")
    assert "Enter to bid" in text_of(status(played.state, played.table, ENGLISH, 80))


def test_an_impossible_bid_is_sent_at_once_to_be_refused_and_leaves_nothing_typed() -> None:
    played = scene("bidding", Language.ENGLISH)
    (sent,) = played.press("7", "0", "8", "c", "enter")
    assert isinstance(sent, Act)
    assert sent.action == "708C"
    assert played.state.ui.pad.typed == ""
    assert not played.state.ui.pad.touched


def test_ctrl_u_erases_the_bid_that_is_typed() -> None:
    played = scene("bidding", Language.ENGLISH)
    played.press("1", "2", "0", "c-u")
    assert played.state.ui.pad.typed == ""


def test_nothing_was_sent_is_not_said_after_the_connection_is_back() -> None:
    played = scene("follow")
    played.state = reduce(played.state, LinkLost(1))
    played.press("5")
    played.state = reduce(played.state, LinkUp("Ana", resumed=True))
    assert played.state.notice is News.LINK_BACK
    played.state = replace(played.state, table=None, notice=News.OFFLINE, link=Link.LOST)
    assert reduce(played.state, LinkUp("Ana", resumed=False)).notice is None


def test_the_end_of_a_table_is_not_told_as_ones_own_leaving() -> None:
    played = scene("follow")
    open_table = played.state
    closed = replace(open_table, table=replace(played.table, closed=True))
    left = Received(Left(table=played.table.table, reason="closed"), 0)
    assert list(news(closed, reduce(closed, left), left, FRENCH)) == []
    assert list(news(open_table, reduce(open_table, left), left, FRENCH)) == ["Vous avez quitté la table."]
    assert list(news(closed, replace(closed, table=None), None, FRENCH)) == ["Vous avez quitté la table."]


def test_no_seat_is_kept_for_who_does_not_play() -> None:
    played = scene("follow")
    (playing,) = news(played.state, reduce(played.state, LinkLost(1)), LinkLost(1), ENGLISH)
    assert "your seat is kept" in playing
    for table in (None, replace(played.table, seat=None), replace(played.table, closed=True)):
        state = replace(played.state, table=table)
        assert list(news(state, reduce(state, LinkLost(1)), LinkLost(1), ENGLISH)) == [
            "Connection lost. Reconnecting automatically."
        ]
        if table is not None:
            lost = reduce(state, LinkLost(1, since=state.now))
            assert "Connection lost (0:00), reconnecting." in screen_text(lost)


def test_a_lost_connection_is_told_with_its_time_and_ever_more_seldom() -> None:
    state = replace(scene("follow").state, now=0.0)
    told: list[str] = []
    for tries in range(1, 20):
        lost = LinkLost(tries, since=5.0)
        state = reduce(state, Tick(5.0 + 4 * tries))
        told += news(state, reduce(state, lost), lost, ENGLISH)
    assert len(told) == 5
    assert told[-1] == "Still no connection after 1:04. Still trying; q: quit."
    assert "Connection lost (1:16), reconnecting: your seat is kept." in screen_text(reduce(state, lost))


def test_a_server_that_restarts_says_so() -> None:
    state = scene("follow").state
    lost = LinkLost(1, restarting=True, since=state.now)
    after = reduce(state, lost)
    assert list(news(state, after, lost, ENGLISH)) == [
        "The server is restarting. Reconnecting automatically; your seat is kept."
    ]
    assert "The server is restarting (0:00): your seat is kept." in screen_text(after)


@pytest.mark.parametrize("word", ["help", "aide", "HELP"])
def test_help_is_asked_for_by_its_name_too(word: str) -> None:
    state = state_of("follow")
    assert obey(state, word, ENGLISH) == obey(state, "?", ENGLISH)


@pytest.mark.parametrize("word", ["quit", "quitter"])
@pytest.mark.parametrize("name", ["follow", "lobby"])
def test_to_quit_is_a_word_too(word: str, name: str) -> None:
    state = state_of(name)
    assert obey(state, word, ENGLISH) == obey(state, "q", ENGLISH)


@pytest.mark.parametrize("line", ["claim", "abats", "pause", "rematch", "say", "say hello", "say  "])
def test_no_word_is_passed_over_in_silence(line: str) -> None:
    at_table = state_of("follow")
    waiting = replace(at_table, table=replace(at_table.table, request=None)) if at_table.table else at_table
    for state in (at_table, waiting, state_of("lobby")):
        obeyed = obey(state, line, ENGLISH)
        assert obeyed.answers or obeyed.done.send or obeyed.done.state.notice is not None
    assert obey(waiting, "claim", ENGLISH).done.state.notice == Refused(Reason.NOT_YOUR_TURN)


@pytest.mark.parametrize(("name", "word"), [("pause_wanted", "pause"), ("rematch_wanted", "rematch")])
def test_how_to_agree_is_said(name: str, word: str) -> None:
    played = scene(name)
    asked = next(event for event in reversed(played.table.log) if isinstance(event, PauseAsked | RematchAsked))
    assert agreements(played.table, asked, ENGLISH).startswith(f"Type {word} to agree")


def test_sorting_changes_the_order_and_loses_no_card() -> None:
    orders = []
    played = scene("belote")
    for _ in Sort:
        orders.append(laid_out(played.table, played.state.ui))
        played.press("o")
    assert len(set(orders)) > 1
    assert {frozenset(order) for order in orders} == {frozenset(played.table.view.hand)}


# --- the auction -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        (("enter", "enter"), "100H"),
        (("right", "right", "enter"), "120H"),
        (("left", "enter"), "100H"),
        (("down", "enter"), "100D"),
        (("1", "1", "0", "c", "enter"), "110H"),
        (("1", "1", "0", "h", "enter"), "110H"),
        (("1", "1", "0", "p", "enter"), "110S"),
        (("1", "2", "backspace", "1", "0", "t", "enter"), "110C"),
        (("0", "k", "enter"), "capotD"),
        (("p",), "pass"),
    ],
)
def test_a_bid_is_made_in_one_step(keys: tuple[str, ...], expected: str) -> None:
    assert action(scene("bidding").press(*keys)) == expected


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("name", ["bidding", "ranked", "coarse", "every_denomination", "six_cards"])
def test_what_the_pad_says_to_type_may_be_bid(name: str, language: Language) -> None:
    played, face = scene(name, language), Face(language, UNICODE)
    asked = played.table.asked
    assert asked is not None
    pad = bid_pad.untyped(asked, played.state.ui.pad)
    played.state = replace(played.state, ui=replace(played.state.ui, pad=pad))
    hint = screen_text(played.state, face)
    shown = bid_pad.lowest(asked)[0]
    letter = bid_pad.letter(shown.denomination, language)
    assert f"{shown.value}{letter} {face.suit(shown.denomination)}" in hint
    assert action(played.press(*str(shown.value), letter, "enter")) == str(shown)


def test_the_way_to_bid_is_told_by_the_lowest_bid_of_the_first_denomination_whatever_the_hand() -> None:
    """An example that follows the hand reads like advice; one below the bid that stands cannot be made."""
    for played, example in ((scene("bidding"), "100p = 100♠"), (raised_by_the_partner(), "90p = 90♠")):
        assert f"À vous de parler : flèches pour choisir, ou tapez (ex. {example})" in screen_text(played.state, FRENCH)


@pytest.mark.parametrize("language", Language)
def test_an_example_whose_sign_is_its_letter_explains_nothing(language: Language) -> None:
    """`100s = 100s`."""
    shown = screen_text(scene("bidding", language).state, Face(language, ASCII))
    assert f"100{bid_pad.letter(Denomination.SPADES, language)}" in shown
    assert "=" not in next(line for line in shown.splitlines() if line.startswith(" >"))


@pytest.mark.parametrize(
    ("calls", "told"),
    [
        (("90H",), "(ex. 100p = 100♠)"),
        (("100H",), "(ex. 110p = 110♠)"),
        (("150H",), "(ex. 160p = 160♠)"),
    ],
)
def test_the_example_of_the_prompt_may_be_bid(calls: tuple[str, ...], told: str) -> None:
    played = Scene()
    played.start(dealer=Seat.WEST)
    played.do("pass", "pass", *calls, "pass")
    assert told in screen_text(played.state, FRENCH)


def test_what_is_typed_follows_the_level_on_the_pad() -> None:
    played = scene("bidding")
    played.press("right", "right")
    level = played.state.ui.pad.level
    assert f"{level}p ♠" in screen_text(played.state, FRENCH)


def raised_by_the_partner() -> Scene:
    """The partner has bid hearts, of which South has none; clubs are South's best suit."""
    played = Scene()
    played.start(dealer=Seat.WEST)
    played.do("pass", "pass", "80H", "pass")
    return played


@pytest.mark.parametrize(
    ("said", "hand", "suit"),
    [
        ("", "8S 10S 7S JH 9H AD 7C 8C", Denomination.HEARTS),  # not the longest
        ("80S", "QS 9S 10H 8H AD 10D KC 7C", Denomination.HEARTS),  # the opponents have bid the better one
        ("pass 80S", "JS 9S AS 8S AD 10D KC 7C", Denomination.SPADES),
        ("80C 130H", "QC 9C 7C AS 8S AD 10D 7D", Denomination.HEARTS),  # the partner's, with no card of it
    ],
)
def test_the_pad_begins_with_the_best_suit_that_opponents_have_not_bid(
    said: str, hand: str, suit: Denomination
) -> None:
    asked = scene("bidding").table.asked
    assert asked is not None
    calls = tuple(Call(seat, word) for seat, word in zip((Seat.EAST, Seat.NORTH), said.split(), strict=False))
    known = replace(asked.known, hand=tuple(map(Card, hand.split())), auction=calls)
    assert bid_pad.best_suit(structs.replace(asked, view=known)) is suit


def test_the_letters_of_the_suits_are_in_the_help() -> None:
    shown = screen_text(press(press(state_of("follow"), "?").state, "end").state, FRENCH)
    assert "p pique, c cœur, k carreau, t trèfle, n sans atout" in shown
    assert "D : donneur. * : la carte maîtresse" in shown


def test_one_enter_too_many_after_a_recap_bids_nothing() -> None:
    assert scene("bidding").press("enter") == ()


def test_letters_follow_the_language() -> None:
    assert action(scene("bidding", Language.ENGLISH).press("1", "1", "0", "c", "enter")) == "110C"


def test_coinche_is_one_key_where_it_is_legal_and_none_elsewhere() -> None:
    played = Scene()
    played.start(dealer=Seat.SOUTH)
    played.do("80S", "pass", "90D")
    assert played.press("c") == ()
    assert "Encore c pour coincher 90♦" in text_of(status(played.state, played.table, FRENCH, 80))
    assert action(played.press("c")) == "coinche"
    assert scene("bidding").press("c", "c") == ()


def test_any_other_key_between_means_no_coinche() -> None:
    played = Scene()
    played.start(dealer=Seat.SOUTH)
    played.do("80S", "pass", "90D")
    assert played.press("c", "o", "c") == ()
    assert action(played.press("c")) == "coinche"


def offered() -> Scene:
    """East has bid, North is to speak, and South may coinche out of turn."""
    return scene("reacting")


def test_coinche_out_of_turn_answers_the_offer() -> None:
    played = offered()
    assert played.table.asked is None
    (sent,) = played.press("c", "c")
    assert sent == Act(table="t1", request=2, action="coinche")
    assert played.press("c", "c") == ()


@pytest.mark.parametrize("key", ["p", " "])
def test_declining_lifts_the_wait_and_a_coinche_may_still_follow(key: str) -> None:
    played = offered()
    assert played.press(key) == (Act(table="t1", request=2, action="pass"),)
    assert played.press(key) == ()
    assert played.press("c", "c") == (Act(table="t1", after=played.n, action="coinche"),)


def test_a_declined_offer_that_comes_too_late_is_nobodys_business() -> None:
    played = offered()
    played.press("p")
    played.hear(Error(code=ErrorCode.STALE_REQUEST, error_class=ErrorClass.REJECT, message="", request=2))
    assert played.state.notice is None


@pytest.mark.parametrize("number", [2, UNSET])
def test_a_coinche_that_crosses_another_bid_is_told_so(number: int | UnsetType) -> None:
    played = offered()
    if number is UNSET:
        played.press("p")
    played.press("c", "c")
    played.do("120H")
    played.hear(Error(code=ErrorCode.STALE_REQUEST, error_class=ErrorClass.REJECT, message="", request=number))
    assert played.state.notice is News.CROSSED
    assert "Trop tard : quelqu'un a parlé" in text_of(status(played.state, played.table, FRENCH, 80))


def test_a_bid_that_crosses_a_coinche_is_told_so() -> None:
    played = Scene(preset="pagat")
    played.start(dealer=Seat.WEST)
    played.do("80S", "90H", "pass", "pass")
    played.press("enter", "enter")
    played.hear(Error(code=ErrorCode.STALE_REQUEST, error_class=ErrorClass.REJECT, message="", request=1))
    assert played.state.notice is News.CROSSED


def test_what_was_typed_goes_with_the_question() -> None:
    played = Scene(preset="pagat", language=Language.ENGLISH)
    played.start(dealer=Seat.SOUTH)
    played.do("pass", "pass", "80S")
    played.press("1", "1")
    played.do("N:coinche")
    played.press("enter")  # ends the celebration
    assert played.table.asked is None
    assert played.state.ui.pad.typed == ""
    turn = played.table.view.turn
    assert turn is not None
    assert f"{NAMES[turn]} is thinking" in screen_text(played.state)


def test_a_new_bid_asks_anew_whether_it_is_coinched() -> None:
    played = scene("sure")
    played.do("pass", "100S")
    assert played.state.ui.once == ""
    assert played.press("c") == ()
    assert action(played.press("c")) == "coinche"


def test_the_own_turn_comes_before_an_offer() -> None:
    played = offered()
    played.do("pass", "100S")
    assert played.table.asked is not None
    assert played.table.reaction is None
    assert action(played.press("p")) == "pass"
    assert played.press(" ") == ()


def test_nobody_is_offered_a_coinche_where_it_needs_the_turn() -> None:
    played = Scene()
    played.start(dealer=Seat.SOUTH)
    played.do("90S")
    assert played.press("c", "c", " ") == ()


def test_the_line_mode_offers_a_coinche_and_enter_lets_it_be() -> None:
    played = offered()
    request = request_of(played.game, Seat.SOUTH)
    played.hear(request)
    assert list(news(played.state, played.state, Received(request, 0), FRENCH)) == ["c : coincher, Entrée : non."]
    assert obey(played.state, "", FRENCH).done.send == (Act(table="t1", request=2, action="pass"),)
    asked = obey(played.state, "c", FRENCH)
    assert (asked.done.send, asked.answers) == ((), ("Tapez encore c pour coincher.",))
    assert action(obey(asked.done.state, "c", FRENCH).done.send) == "coinche"
    assert action(obey(played.state, "coinche", FRENCH).done.send) == "coinche"


def test_a_bid_over_a_coinche_is_told_to_cancel_it() -> None:
    played = Scene(preset="online", options={"reshuffle_after_passes": None, "shuffle": "every_deal"})
    played.start(dealer=Seat.SOUTH)
    played.do("90S", "coinche")
    before = played.state
    played.do("100S")
    bid = Envelope("t1", played.n, 0, BidMade(Seat.WEST, Bid("100S")))
    assert list(news(before, played.state, Received(bid, 0), FRENCH)) == [
        "Léo dit 100 pique.",
        "La coinche est annulée.",
    ]


# --- the cut -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ((), "cut:18"),
        (("left", "left", "left"), "cut:15"),
        (("up", "up", "up"), "cut:29"),
        (("1", "2"), "cut:12"),
        (("2", "backspace", "9"), "cut:9"),
        (("1", "backspace"), "cut:16"),
    ],
)
def test_the_pack_is_cut_where_the_keys_say(keys: tuple[str, ...], expected: str) -> None:
    assert action(scene("cutting").press(*keys, "enter")) == expected


def test_a_cut_that_leaves_too_few_cards_is_not_sent() -> None:
    played = scene("cutting")
    assert played.press("3", "1", "enter") == ()
    assert played.state.notice is News.NO_CUT
    assert obey(state_of("cutting"), "coupe 2", FRENCH).done.state.notice is News.NO_CUT


@pytest.mark.parametrize(
    ("line", "expected"), [("coupe 12", "cut:12"), ("cut 12", "cut:12"), ("12", "cut:12"), ("coupe", "cut:16")]
)
def test_the_cut_is_typed(line: str, expected: str) -> None:
    assert action(obey(state_of("cutting"), line, FRENCH).done.send) == expected


# --- capot, générale and denominations ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        (("c", "a", "p", "o", "t", "enter"), "capotH"),
        (("c", "a", "p", "o", "t", "p", "enter"), "capotS"),
        (("c", "a", "h", "enter"), "capotH"),
        (("c", "a", "a", "enter"), "capotA"),
        (("0", "n", "enter"), "capotN"),
        (("g", "enter"), "generaleH"),
        (("g", "e", "n", "e", "r", "a", "l", "e", "t", "enter"), "generaleC"),
        (("g", "n", "enter"), "generaleN"),
        (("1", "7", "0", "n", "enter"), "170N"),
        (("down", "down", "down", "enter"), "160N"),
        (("down", "down", "down", "down", "right", "enter"), "170A"),
        (("1", "7", "0", "escape", "enter"), None),
        (("g", "backspace", "enter"), "160H"),
    ],
)
def test_every_bid_can_be_typed(keys: tuple[str, ...], expected: str | None) -> None:
    sent = scene("every_denomination").press(*keys)
    assert (action(sent) if sent else None) == expected


@pytest.mark.parametrize("letters", ["sa", "n", "ps", "ta", "st"])
def test_two_letters_mean_no_trump_in_french(letters: str) -> None:
    meant = {"sa": "170N", "n": "170N", "ps": "170S", "ta": "170A", "st": "170C"}[letters]
    assert action(scene("every_denomination").press("1", "7", "0", *letters, "enter")) == meant


def test_a_pass_is_a_pass_after_a_single_c() -> None:
    assert action(scene("every_denomination").press("c", "p")) == "pass"


def test_letters_of_what_is_not_played_change_nothing() -> None:
    played = scene("bidding")
    played.press("1", "1", "0", "n", "g", "c", "a")
    assert action(played.press("enter")) == "110H"


def test_the_pad_goes_by_what_each_denomination_needs() -> None:
    played = scene("ranked")
    assert action(played.press("up", "enter")) == "100S"
    played = scene("ranked")
    assert action(played.press("up", "left", "enter")) == "90S"


@pytest.mark.parametrize(
    ("language", "letters"),
    [(Language.ENGLISH, "sphhdkct"), (Language.FRENCH, "pschkdtt")],
)
def test_letters_of_suits_are_those_of_both_languages(language: Language, letters: str) -> None:
    played = scene("bidding", language)
    for letter, suit in zip(letters, "SSHHDDCC", strict=True):
        played.press("9", "0", letter)
        assert str(bid_pad.bid_of(played.state.ui.pad)) == f"90{suit}"
        assert read_bid(f"90{letter}", language) == Bid(f"90{suit}")
        played.press("escape")


@pytest.mark.parametrize("language", Language)
def test_two_letters_of_no_trump_are_no_suit(language: Language) -> None:
    played = scene("every_denomination", language)
    for letters, denomination in (("nt", "N"), ("sa", "N"), ("at", "A"), ("ta", "A")):
        played.press(*"100", *letters)
        assert played.state.ui.pad.denomination == denomination
        played.press("escape")


def test_a_letter_of_no_suit_after_a_number_brings_those_of_the_suits() -> None:
    played = scene("bidding", Language.ENGLISH)
    played.press("9", "0", "e")
    assert "Unknown letter. Suits: s spades" in text(played.state, Size(80, 24))
    assert played.state.ui.pad.typed == "90"
    played.press("d")
    assert played.state.notice is None
    assert str(bid_pad.bid_of(played.state.ui.pad)) == "90D"


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("100 sa", Language.FRENCH, "100N"),
        ("100ta", Language.FRENCH, "100A"),
        ("100 tout atout", Language.FRENCH, "100A"),
        ("100t", Language.FRENCH, "100C"),
        ("100 nt", Language.ENGLISH, "100N"),
        ("100 no trump", Language.ENGLISH, "100N"),
        ("générale p", Language.FRENCH, "generaleS"),
        ("generaleh", Language.ENGLISH, "generaleH"),
    ],
)
def test_no_trump_all_trump_and_generale_are_read(text: str, language: Language, expected: str) -> None:
    assert read_bid(text, language) == Bid(expected)


def told(name: str) -> list[str]:
    """The request of line mode in that scene."""
    played = scene(name)
    request = request_of(played.game, Seat.SOUTH)
    played.hear(request)
    return list(news(played.state, played.state, Received(request, 0), FRENCH))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (
            "every_denomination",
            "À vous de parler. 160 ou plus, par exemple 160c, générale, par exemple générale p, p : passer.",
        ),
        (
            "ranked",
            "À vous de parler. 90 pique sans atout tout atout, 100 cœur carreau trèfle, "
            "90 ou plus, par exemple 100c, p : passer.",
        ),
        ("coarse", "À vous de parler. de 120 à 160, par exemple 120c, de 20 en 20, p : passer."),
        ("cutting", "À vous de couper : tapez coupe et un nombre de 3 à 29, ou coupe seul pour le milieu."),
    ],
)
def test_the_line_mode_says_what_may_be_bid(name: str, expected: str) -> None:
    assert told(name) == [expected]


# --- past tricks -------------------------------------------------------------------------------------


def test_past_tricks_are_shown_as_the_rules_let_them() -> None:
    assert obey(state_of("looking_back"), "l 1", FRENCH).answers[0].startswith("Pli 1 : vous valet de cœur")
    assert obey(state_of("looking_back"), "l 7", FRENCH).answers == ("Pas encore de pli.",)
    assert obey(state_of("follow"), "l 1", FRENCH).answers == ("Vous ne pouvez revoir que le dernier pli.",)
    played = scene("looking_back")
    assert played.state.ui.trick == 2
    played.press("right")
    assert played.state.ui.trick == 1
    played = scene("follow")
    played.press("l", "left")
    assert played.state.ui.trick == 0


@pytest.mark.parametrize("keys", [("1",), ("right", "enter")])
def test_a_card_that_is_played_ends_the_look_at_a_past_trick(keys: tuple[str, ...]) -> None:
    played = scene("follow")
    played.press("escape", "l")
    assert played.state.ui.overlay is Overlay.LAST_TRICK
    (sent,) = played.press(*keys)
    assert isinstance(sent, Act)
    assert played.state.ui.overlay is None


# --- rules in words, and new tables ------------------------------------------------------------------


def test_rules_are_read_at_the_table_and_in_the_lobby() -> None:
    answers = obey(state_of("six_cards"), "regles", FRENCH).answers
    assert answers[0].startswith("Jeu simple, sans annonces (1 option modifiée). pagat : pagat.com, forme de base")
    assert any(line.endswith("(modifié)") and line.startswith("Enchères avant") for line in answers)
    answers = obey(state_of("lobby"), "rules 2", ENGLISH).answers
    assert sum(line.endswith("(changed)") for line in answers) == 2
    assert (
        obey(state_of("lobby"), "rules ibelote", ENGLISH).answers[0].startswith("No and all trump, générale. ibelote: ")
    )


def test_house_rules_are_read_in_the_lobby_too() -> None:
    state = state_of("lobby")
    mamie = replace(state.tables[1], preset="chez Mamie")
    answers = obey(replace(state, tables=(state.tables[0], mamie)), "rules 2", ENGLISH).answers
    assert answers[0].startswith("“chez Mamie” rules. pagat: ")
    assert sum(line.endswith("(changed)") for line in answers) == 2


def test_keys_of_the_table_rest_while_its_rules_are_read() -> None:
    played = scene("rules_read")
    assert played.press("p", "1", "enter") == ()
    played.press("escape")
    assert action(played.press("p")) == "pass"


_SCROLLING = ("up", "down", "pageup", "pagedown", "home", "end", " ")
_PAGES = {
    "?": ("?", "f1", "t", "escape", "f2", "c-c", "<sigint>", "c-z", "c-l", *_SCROLLING),
    "j": ("?", "f1", "j", "escape", "f2", "c-c", "<sigint>", "c-z", "c-l", *_SCROLLING),
}
"""The key that opens a page, and those that mean something on it."""


@pytest.mark.parametrize("name", ["bidding", "coinched", "follow", "cutting", "recap", "over", "pause_wanted", "lobby"])
@pytest.mark.parametrize("opens", _PAGES)
def test_no_key_reaches_the_game_behind_a_page(opens: str, name: str) -> None:
    for key in BOUND:
        page = press(state_of(name), opens).state
        if page.ui.overlay is None or key in _PAGES[opens]:
            continue
        assert press(page, key, key if len(key) == 1 else "") == Done(page), key


def test_the_log_fills_a_small_screen() -> None:
    page = press(state_of("follow"), "j").state
    assert "You take the trick: 30 points." in screen_text(page, size=Size(40, 12))


def test_a_table_is_called_after_the_name_that_the_server_knows() -> None:
    """A key identifies its player, whatever the machine calls them."""
    begun = beginning(read_options([], {}, "utf-8"), None)
    for language, called in ((Language.FRENCH, "Chez Zoé"), (Language.ENGLISH, "Zoé's table")):
        begun = replace(begun, ui=replace(begun.ui, settings=replace(begun.ui.settings, language=language)))
        known = reduce(begun, LinkUp("Zoé", resumed=False))
        (made,) = lobby.create(known).send
        assert isinstance(made, CreateTable)
        assert made.name == called


def created(played: Scene, *keys: str) -> CreateTable:
    (made,) = played.press(*keys)
    assert isinstance(made, CreateTable)
    return made


def test_a_new_table_is_made_as_the_form_says() -> None:
    made = created(scene("form"), "enter")
    assert made.preset == "pagat"
    assert made.options == {"surcoinche": None}
    assert made.target is UNSET


def test_the_target_of_a_new_table_is_the_server_s_where_none_is_named() -> None:
    played = scene("lobby")
    played.press("up", "up")
    assert created(played, "enter").target is UNSET
    english = Ui(settings=Settings(language=Language.ENGLISH))
    assert "official French rules, to 2000 points" in screen_text(replace(played.state, ui=english))
    read = obey(played.state, "rules", ENGLISH).answers
    assert [line for line in read if "Target" in line and "2000" in line]
    usual = replace(played.state, ui=english, usual_target=1500)
    assert "official French rules, to 1500 points" in screen_text(usual)
    assert [line for line in obey(usual, "rules", ENGLISH).answers if "Target" in line and "1500" in line]
    (typed,) = obey(state_of("lobby"), "new Café surcoinche=3", FRENCH).done.send
    assert isinstance(typed, CreateTable)
    assert typed.target is UNSET


def test_a_target_that_the_rules_have_too_is_asked_for_where_it_is_named() -> None:
    played = scene("lobby")
    played.press("n", "down", "right", "left")
    assert created(played, "enter").target == 2000
    (typed,) = obey(state_of("lobby"), "new target=2000", FRENCH).done.send
    assert isinstance(typed, CreateTable)
    assert (typed.target, typed.preset) == (2000, UNSET)


def test_escape_leaves_the_form_without_what_was_changed_in_it() -> None:
    played = scene("form")
    assert played.state.wish.options
    played.press("escape")
    assert played.state.wish == state_of("lobby").wish
    assert "cancel" in screen_text(state_of("form", Language.ENGLISH))


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ({"seat": "S"}, "You were in this match: you can only take back your own seat, South"),
        ({}, "That is not allowed here."),
        ({"seat": "X"}, "That"),
    ],
)
def test_a_refused_join_says_which_seat_is_open(data: dict[str, str | int | tuple[str, ...]], expected: str) -> None:
    played = scene("lobby")
    played.hear(Error(code=ErrorCode.FORBIDDEN, error_class=ErrorClass.REJECT, message="", data=data))
    assert played.state.notice is not None
    assert notice(played.state.notice, ENGLISH).startswith(expected)


def test_the_form_passes_over_values_that_do_not_go_with_the_others() -> None:
    played = scene("lobby")
    played.press("n")
    played.state = replace(played.state, ui=replace(played.state.ui, option=ROWS.index("generale_leads")))
    played.press("right")
    assert isinstance(played.state.notice, NoSuchRules)
    assert played.state.wish.options == {}


@for_each("option", [row for row in ROWS if row in DESCRIBED])
def test_every_option_of_the_form_has_values_to_choose_from(option: str) -> None:
    for rules in PRESETS.values():
        offered = choices(rules, option)
        assert len(offered) > 1
        assert written_as(value_of(rules, option)) in map(written_as, offered)


def test_a_new_table_is_typed_with_its_options() -> None:
    (made,) = obey(state_of("lobby"), "new Chez Ana preset=pagat surcoinche=3 target=1500", FRENCH).done.send
    assert isinstance(made, CreateTable)
    assert (made.name, made.preset, made.target) == ("Chez Ana", "pagat", 1500)
    assert made.options == {"surcoinche": 3}
    for line in ("new preset=paga", "new surcoinche=99", "n colour=red"):
        refused = obey(state_of("lobby"), line, FRENCH)
        assert refused.done.send == ()
        assert refused.answers[0].startswith("Règles impossibles ; en anglais : ")


def test_the_server_says_why_it_refuses_rules() -> None:
    played = scene("lobby")
    played.hear(Error(code=ErrorCode.INVALID_RULES, error_class=ErrorClass.REJECT, message="no preset 'x'"))
    assert notice(played.state.notice, FRENCH) == "Règles impossibles ; en anglais : no preset 'x'"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("110h", Language.ENGLISH, "110H"),
        ("110 c", Language.FRENCH, "110H"),
        ("capot p", Language.FRENCH, "capotS"),
        ("capotc", Language.ENGLISH, "capotC"),
        ("90 trèfle", Language.FRENCH, "90C"),
        ("90", Language.ENGLISH, None),
        ("h", Language.ENGLISH, None),
        ("99999h", Language.ENGLISH, None),
    ],
)
def test_bids_are_read_as_they_are_written(text: str, language: Language, expected: str | None) -> None:
    assert read_bid(text, language) == (Bid(expected) if expected else None)


# --- words of the line mode --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("AS", Language.ENGLISH, Card.SA),
        ("10h", Language.ENGLISH, Card.H10),
        ("jc", Language.ENGLISH, Card.CJ),
        ("vc", Language.FRENCH, Card.HJ),
        ("AP", Language.FRENCH, Card.SA),
        ("dk", Language.FRENCH, Card.DQ),
        ("10t", Language.FRENCH, Card.C10),
        ("1h", Language.ENGLISH, None),
        ("hello", Language.ENGLISH, None),
    ],
)
def test_cards_are_read_as_they_are_written(text: str, language: Language, expected: Card | None) -> None:
    assert read_card(text, language) is expected


@pytest.mark.parametrize(
    ("name", "line", "expected"),
    [
        ("follow", "5", "QD"),
        ("follow", "DK", "QD"),
        ("bidding", "110c", "110H"),
        ("bidding", "p", "pass"),
        ("bidding", "70c", "70H"),
    ],
)
def test_every_move_can_be_typed(name: str, line: str, expected: str) -> None:
    assert action(obey(state_of(name), line, FRENCH).done.send) == expected


@pytest.mark.parametrize(
    ("name", "line", "expected"),
    [
        (
            "follow",
            "m",
            "Main : 1 : 9 de cœur, 2 : as de cœur, 3 : 7 de trèfle, 4 : roi de carreau, 5 : dame de carreau.",
        ),
        ("follow", "d", "Sur la table : Max as de carreau, Zoé 7 de carreau, Léo 9 de carreau."),
        ("follow", "r", "Total : Nous 0, Eux 0."),
        ("follow", "l", "Dernier pli : Vous"),
        ("lobby", "t", "Tables :"),
        ("follow", "?", "Aide : le jeu de la carte"),
        ("follow", "abracadabra", "Commande inconnue : « abracadabra ». ? : aide."),
        ("follow", "q", "Tapez encore q"),
        ("belote", "z", "Votre prochaine carte"),
    ],
)
def test_every_question_is_answered(name: str, line: str, expected: str) -> None:
    if line == "l":
        expected = "Dernier pli : vous 8 de pique, Max 10 de pique, Zoé valet de pique, Léo roi de pique"
    assert obey(state_of(name), line, FRENCH).answers[0].startswith(expected)


def test_the_line_mode_says_once_where_one_sits_and_by_which_rules() -> None:
    played = Scene(language=Language.ENGLISH)
    lines: list[str] = []

    def hear(message: FromServer | Envelope) -> None:
        before = played.state
        Scene.hear(played, message)
        lines.extend(news(before, played.state, Received(message, 10.0), ENGLISH))

    played.hear = hear  # type: ignore[method-assign]
    played.join()
    assert lines[0] == "You are at table Café, South. Official French rules, to 1000 points."
    assert not [line for line in lines if "You sit" in line]
    assert [line for line in lines if line.startswith("Max now sits East")]


def test_who_took_a_trick_is_you() -> None:
    played = scene("belote", Language.ENGLISH)
    for _ in range(4):
        played.do(str(legal(played.game, to_act(played.game) or Seat.SOUTH).default))
    (told,) = obey(played.state, "l", ENGLISH).answers
    winner = played.table.view.tricks[0].winner
    assert told.endswith("taken by you." if winner is Seat.SOUTH else "taken by Zoé.")
    assert "Ana" not in told


def test_long_lines_are_broken_between_words_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    speak("one two " * 30)
    assert len(capsys.readouterr().out.splitlines()) == 1
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "40")
    speak("one two " * 30)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) > 5
    assert all(len(line) <= 40 and line.split()[0] in ("one", "two") for line in lines)


def test_the_line_mode_says_what_may_be_answered() -> None:
    before = replace(state_of("follow"), table=None)
    played = scene("follow")
    request = request_of(played.game, Seat.SOUTH)
    said = list(news(before, played.state, Received(request, 0), FRENCH))
    assert said == []  # another request than the one that is live
    played.hear(request)
    said = list(news(before, played.state, Received(request, 0), FRENCH))
    assert said == ["À vous de jouer. Cartes possibles : 4 : roi de carreau, 5 : dame de carreau."]


# --- recap and leaving -------------------------------------------------------------------------------


def test_the_recap_is_gone_on_from_once() -> None:
    played = scene("recap")
    assert played.press("enter") == (GoOn(table="t1"),)
    assert played.press("enter") == ()
    assert action(obey(state_of("bidding"), "p", FRENCH).done.send) == "pass"
    assert obey(state_of("recap"), "", FRENCH).done.send == (GoOn(table="t1"),)


def test_a_finished_table_stays_until_it_has_been_seen() -> None:
    played = scene("over")
    played.hear(Left(table="t1", reason="match_over"))
    assert played.state.table is not None
    played.press("enter")
    assert played.state.table is None


def test_leaving_a_match_is_asked_twice() -> None:
    played = scene("follow")
    assert played.press("q") == ()
    assert played.state.ui.overlay is Overlay.LEAVE
    assert played.press("escape") == ()
    assert played.state.ui.overlay is None
    assert played.press("q", "q") == (Leave(table="t1"),)


def test_ctrl_c_twice_ends_the_program() -> None:
    state = press(state_of("follow"), "c-c").state
    done = press(state, "c-c")
    assert done.quit
    assert done.send == (Bye(),)
    assert press(state_of("lobby"), "q").quit


# --- the lobby ---------------------------------------------------------------------------------------


def test_lobby_keys() -> None:
    played = scene("lobby")
    played.state = replace(played.state, passphrase="words")
    assert played.press("enter") == (Join(table="t2", seat=Seat.NORTH, id=RequestId.ENTER),)
    assert played.press("w") == (Watch(table="t2", id=RequestId.ENTER),)
    assert isinstance(created(played, "n", "enter"), CreateTable)
    assert scene("gathering").press("f") == (AddBot(table="t1"),)
    assert obey(state_of("lobby"), "j 1 e", ENGLISH).done.send == (Join(table="t1", seat=Seat.EAST),)
    assert obey(replace(state_of("lobby"), passphrase="words"), "w 2", ENGLISH).done.send == (
        Watch(table="t2", id=RequestId.ENTER),
    )


def test_the_target_of_a_new_table_is_chosen_with_arrows() -> None:
    played = scene("lobby")
    played.press(*["up"] * 3, "left")
    (made,) = played.press("enter")
    assert isinstance(made, CreateTable)
    assert made.target == 1500


# --- the one table of keys ---------------------------------------------------------------------------


def test_every_row_of_the_table_of_keys_is_whole() -> None:
    for key in KEYS:
        assert len(key.keys) == len(key.intents)
        assert set(key.keys) <= set(BOUND)
        assert key_name(key, FRENCH)


@for_each("name", SCENES)
def test_the_hint_line_names_only_keys_that_are_bound_here(name: str) -> None:
    state = state_of(name)
    shown = text_of(hint_line(state, FRENCH, 200))
    for key in active(state):
        if key.hint and acts(state, key):
            assert key_name(key, FRENCH) in shown


# --- the state ---------------------------------------------------------------------------------------


def test_a_session_taken_back_keeps_the_table() -> None:
    played = scene("follow")
    played.state = reduce(played.state, LinkLost(1))
    played.state = reduce(played.state, LinkUp("Ana", resumed=True))
    assert played.state.link is Link.UP
    assert played.state.notice is News.LINK_BACK
    assert played.table.view.hand


def test_a_session_that_the_server_forgot_loses_the_table() -> None:
    played = scene("follow")
    played.state = reduce(played.state, LinkLost(1))
    played.state = reduce(played.state, LinkUp("Ana", resumed=False))
    assert played.state.table is None
    assert played.state.notice is News.SESSION_GONE


def test_an_event_heard_twice_counts_once() -> None:
    played = scene("follow")
    before = played.state
    played.n -= 1
    played.happen(MatchStarted(preset("ffb"), 9, board=False))
    assert played.state.table == before.table


def test_a_tick_changes_the_time_and_nothing_else() -> None:
    state = ClientState()
    assert reduce(state, Tick(5.0)) == replace(state, now=5.0)


def test_who_was_sent_away_is_told_so() -> None:
    played = scene("hosting")
    played.hear(Left(table="t1", reason="removed"))
    assert played.state.table is None
    assert "The host has freed your seat." in screen_text(played.state)


def test_the_host_who_exchanges_seats_begins_nothing_by_enter() -> None:
    played = scene("exchanging")
    assert "Enter swap  Esc cancel" in screen_text(played.state)
    assert played.press("enter") == (SwapSeats(table="t1", seats=(Seat.WEST, Seat.NORTH)),)
    played = scene("exchanging")
    assert played.press("escape") == ()
    assert "Enter begin" in screen_text(played.state)


def test_the_words_of_a_private_table_are_asked_for_by_its_name_and_seen_on_a_narrow_screen() -> None:
    played = scene("lobby")
    played.state = replace(played.state, tables=(replace(played.state.tables[0], private=True),))
    played.press("down", "k")
    played.write("red cat")
    name = played.state.tables[0].name
    assert f"Passphrase of table {name}: red cat_" in screen_text(played.state)
    played.press("escape", "up", "k")
    played.write("red cat")
    narrow = "\n".join(text_of(line) for line in screen(played.state, ENGLISH, Size(40, 12)))
    assert "red cat_" in narrow
    assert "open to all" in " ".join(narrow.split())


def test_a_full_table_waits_for_its_host() -> None:
    played = scene("hosting")
    played.happen(SeatChanged(Seat.EAST, Occupant.PERSON, NAMES[Seat.EAST], connected=True))
    assert "Dealing" not in screen_text(played.state)
    assert waiting(played.table, ENGLISH) == "All four seats are taken."
    assert screen_text(played.state).count("You are the host.") == 1
    played.happen(HostChanged(Seat.NORTH))
    assert screen_text(played.state).count(f"{NAMES[Seat.NORTH]} is the host and will begin the match.") == 1


def test_a_bot_has_a_first_name_and_a_level_in_the_match() -> None:
    played = scene("bidding")
    played.happen(SeatChanged(Seat.WEST, Occupant.BOT, "greedy", connected=True))
    assert "Roger (greedy bot)" in screen_text(played.state)
    assert text_of(player(played.table, Seat.WEST, FRENCH)) == "Roger (bot gourmand)"
    assert text_of(player(played.table, Seat.WEST, FRENCH, BotLabel.MARK)) == "Roger (bot)"


def test_a_server_that_was_found_is_never_cut_in_mid_word() -> None:
    found = scene("home_found").state
    narrow = "\n".join(text_of(line) for line in screen(found, ENGLISH, Size(48, 12)))
    assert "192.168.1.20:24567\n" in narrow
    assert "(tab" not in narrow
    assert "(tables" in screen_text(found)


def test_the_form_offers_the_house_files_beside_the_presets() -> None:
    played = scene("lobby")
    rules = changed(PRESETS["pagat"], {"target": 700, "surcoinche": 3})
    ours = HouseRules(name="Les jeudis", base="pagat", rules=rules)
    played.state = replace(played.state, houses=(ours,))
    played.press("n", "left")
    shown = " ".join(screen_text(played.state).split())
    assert "Les jeudis" in shown
    assert "Your own rules: simple game, no declarations, except Surcoinche." in shown
    message = created(played, "enter")
    assert (message.preset, message.options, message.target) == ("pagat", {"surcoinche": 3}, 700)
    assert played.state.ui.settings.rules == "Les jeudis"
    played.press("n", *["down"] * ROWS.index("direction"), "right")
    assert "Les jeudis" not in screen_text(played.state)


def test_a_bid_far_above_the_lowest_is_asked_again() -> None:
    played = scene("bidding")
    assert played.press(*"240", "h", "enter") == ()
    assert "240♥, really?" in screen_text(played.state)
    assert action(played.press("enter")) == "240H"
    played = scene("bidding")
    played.press(*"240", "h", "enter", "left")
    assert played.press("enter") == ()
    assert action(scene("bidding").press(*"200", "h", "enter")) == "200H"


def test_a_number_without_a_suit_is_refused_without_one() -> None:
    played = scene("bidding")
    played.press("9", "9", "9")
    assert "999 is not possible" in screen_text(played.state)
