"""Tests around the course of a deal: premoves, tricks on display, points still needed, hints, chat, spectators."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest
import trio

from coinche.bot import legal_of
from coinche.client.keys import press
from coinche.client.line.commands import obey
from coinche.client.line.loop import news
from coinche.client.model.effects import Think
from coinche.client.model.hand_order import laid_out
from coinche.client.model.messages import Advised, LinkLost, Received, Tick
from coinche.client.model.notices import MustFollow, News
from coinche.client.model.state import Link
from coinche.client.runtime import effects
from coinche.client.runtime.effects import carry_out
from coinche.client.runtime.store import ClientStore
from coinche.client.texts.ready_messages import ReadyMessage
from coinche.client.texts.screens import Phrase
from coinche.client.update import timing_and_premove
from coinche.client.update.table_requests import may_advise
from coinche.client.update.timing_and_premove import (
    LOOK_SECONDS,
    PATIENCE,
    SLOW_REDRAW_SECONDS,
    is_due,
    is_running,
    own_time,
    without_stale_premove,
)
from coinche.client.update.update import reduce
from coinche.client.views import Size, screen, text_of
from coinche.client.views.banner import missing
from coinche.client.views.card_question import sayings
from coinche.client.views.hand import advice as advice_of
from coinche.client.views.hand import fallen
from coinche.engine.actions import MakeBid, Pass, PlayCard
from coinche.engine.belote import BeloteWord, Said
from coinche.engine.bids import Bid
from coinche.engine.cards import Card, Suit
from coinche.engine.declarations import DeclarationKind, Kinds
from coinche.engine.seats import Seat
from coinche.engine.view import view
from coinche.hints.contract_needs import Doubt, Measure, need
from coinche.hints.render import Advice, Because, because
from coinche.hints.service import advise
from coinche.hints.texts import WhyCall, WhyFollow
from coinche.protocol.messages import (
    Act,
    Chat,
    Chatted,
    Envelope,
    FromClient,
    Joined,
    Occupant,
    Paused,
    SeatChanged,
    TableInfo,
    Watch,
)
from coinche.text.formatting import Face
from coinche.text.glyphs import ASCII, UNICODE, Glyphs
from coinche.text.language import Language
from tests.client import golden
from tests.client.scene import CLOCK, Scene
from tests.client.scenes import SCENES, scene, state_of
from tests.client.scenes_in_play import THREE_TRICKS

FRENCH = Face(Language.FRENCH, UNICODE)
ENGLISH = Face(Language.ENGLISH, UNICODE)


def action(sent: tuple[FromClient, ...]) -> str:
    (message,) = sent
    assert isinstance(message, Act)
    return message.action


def shown(played: Scene, size: Size = Size(80, 24), face: Face = FRENCH) -> str:  # noqa: B008
    return "\n".join(text_of(line) for line in screen(played.state, face, size))


def told(name: str, **options: object) -> Scene:
    """The scene, by rules that differ."""
    made = Scene(options=options)
    SCENES[name](made)
    return made


def liking(played: Scene, **likes: object) -> None:
    settings = replace(played.state.ui.settings, **likes)  # type: ignore[arg-type]
    played.state = replace(played.state, ui=replace(played.state.ui, settings=settings))


# --- a card prepared for one's next turn -------------------------------------------------------------


def test_a_card_is_prepared_while_others_play_and_sent_when_it_is_ones_turn() -> None:
    played = scene("coinched")
    played.do(*THREE_TRICKS)
    assert played.press("5") == ()
    assert played.state.ui.premove == Card("QD")
    played.do("AD", "7D", "9D")
    due = timing_and_premove.auto_move(played.state)
    assert due is not None
    assert due.card == Card("QD")
    done = timing_and_premove.play_auto_move(due, played.state)
    assert action(done.send) == "QD"
    assert done.state.ui.premove is None
    assert timing_and_premove.auto_move(done.state) is None


def test_a_prepared_card_that_is_not_allowed_is_dropped_and_told() -> None:
    played = scene("dropped")
    assert played.state.ui.premove is None
    assert played.state.notice is News.DROPPED
    assert timing_and_premove.auto_move(played.state) is None
    assert action(played.press("4")) == "KD"


@pytest.mark.parametrize("drops", [("escape",), ("2",), ("right", "left", "enter")])
def test_a_prepared_card_is_dropped_by_escape_and_by_choosing_it_again(drops: tuple[str, ...]) -> None:
    played = scene("prepared")
    assert played.state.ui.premove == Card("AH")
    played.press(*drops)
    assert played.state.ui.premove is None
    assert "Préparée" not in shown(played)


def test_the_keys_of_cards_to_prepare_end_with_the_last_card() -> None:
    assert " 1-7 préparer une carte " in shown(scene("choosing_ahead"))


@pytest.mark.parametrize("name", ["choosing_ahead", "follow"])
@pytest.mark.parametrize("key", ["8", "9", "0"])
def test_a_digit_without_a_card_says_so(name: str, key: str) -> None:
    played = scene(name)
    assert len(played.table.view.hand) < 8
    assert played.press(key) == ()
    assert played.state.notice is News.NO_SUCH_CARD
    assert "Aucune carte n'a ce numéro." in shown(played)


def test_another_card_takes_its_place() -> None:
    played = scene("prepared")
    played.press("7")
    assert played.state.ui.premove == Card("7C")
    assert "[7]" in shown(played)


def test_who_plays_another_card_after_all_has_prepared_none() -> None:
    played = scene("coinched")
    played.do(*THREE_TRICKS)
    played.press("5")
    played.do("AD", "7D", "9D")
    assert action(played.press("4")) == "KD"
    assert played.state.ui.premove is None


def test_the_cursor_leaves_with_the_card() -> None:
    played = scene("follow")
    assert played.state.ui.card == Card("KD")
    played.do("KD")
    assert played.state.ui.card is None
    assert "Entrée pour préparer" not in shown(played)


def test_nothing_is_prepared_in_the_auction_during_a_pause_and_without_a_seat() -> None:
    for played in (scene("reacting"), scene("watched")):
        played.press("1", "right", "enter")
        assert played.state.ui.premove is None
    played = scene("choosing_ahead")
    played.happen(Paused(1000))
    played.press("escape", "3")
    assert played.state.ui.premove is None


def test_a_prepared_card_waits_for_the_end_of_a_pause_and_of_a_lost_connection() -> None:
    played = scene("coinched")
    played.do(*THREE_TRICKS)
    played.press("5")
    played.do("AD", "7D", "9D")
    assert timing_and_premove.auto_move(reduce(played.state, LinkLost(1))) is None
    played.happen(Paused(1000))
    assert timing_and_premove.auto_move(played.state) is None


def test_a_prepared_card_does_not_outlive_its_deal() -> None:
    played = scene("prepared")
    played.press("escape", "7")
    played.play_out()
    assert played.state.ui.premove is None
    assert without_stale_premove(played.state) is played.state


# --- what is done by itself --------------------------------------------------------------------------


def only_card() -> Scene:
    """South must follow with a single club."""
    played = scene("coinched")
    played.do(*THREE_TRICKS, "9C", "AC", "JC")
    return played


def test_an_only_card_is_played_by_itself_for_who_likes_that() -> None:
    played = only_card()
    assert timing_and_premove.auto_move(played.state) is None
    liking(played, play_forced=True)
    due = timing_and_premove.auto_move(played.state)
    assert due is not None
    assert (due.card, due.after) == (Card("7C"), timing_and_premove.FORCED_SECONDS)
    assert timing_and_premove.auto_move(scene("follow").state) is None


async def test_it_is_looked_at_for_a_moment_and_played_once(autojump_clock: trio.testing.MockClock) -> None:
    played = only_card()
    liking(played, play_forced=True)
    store = ClientStore(played.state)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(effects.autoplay, store)
        sent = await store.outbox.receive()
        assert action((sent,)) == "7C"
        assert trio.current_time() >= timing_and_premove.FORCED_SECONDS
        store.state = replace(store.state, table=replace(played.table, answered=False))  # refused
        store.take(Tick(1.0))
        await trio.sleep(10)
        assert store.outbox.statistics().current_buffer_used == 0
        nursery.cancel_scope.cancel()


async def test_what_the_person_does_meanwhile_comes_first(autojump_clock: trio.testing.MockClock) -> None:
    played = only_card()
    liking(played, play_forced=True)
    store = ClientStore(played.state)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(effects.autoplay, store)
        await trio.sleep(timing_and_premove.FORCED_SECONDS / 2)
        store.press("3")
        await trio.sleep(10)
        assert store.outbox.statistics().current_buffer_used == 1
        nursery.cancel_scope.cancel()


# --- a digit chooses, Enter plays --------------------------------------------------------------------


def test_who_confirms_selects_with_a_digit_and_plays_with_enter() -> None:
    played = scene("follow")
    liking(played, confirm=True)
    assert played.press("5") == ()
    assert played.state.ui.card == Card("QD")
    assert action(played.press("enter")) == "QD"


def test_who_confirms_hears_at_once_why_a_card_is_forbidden() -> None:
    played = scene("follow")
    liking(played, confirm=True)
    assert action(played.press("1")) == "9H"


# --- the finished trick lies -------------------------------------------------------------------------


def test_a_finished_trick_lies_over_the_next_one_until_it_was_looked_at() -> None:
    played = scene("trick_shown")
    assert "V♠" in shown(played)
    assert "A♦" not in shown(played)
    played.state = reduce(played.state, Tick(played.now + LOOK_SECONDS))
    assert "A♦" in shown(played)


@pytest.mark.parametrize("key", [" ", "1", "enter", "left", "x", "l"])
def test_any_key_takes_it_away_and_plays_nothing_unseen(key: str) -> None:
    played = scene("trick_shown")
    played.do("9D")
    assert played.table.asked is not None
    assert played.press(key) == ()
    assert not played.table.trick_shown
    played.press("escape")
    assert "A♦" in shown(played)
    assert action(played.press("5")) == "QD"


def test_keys_mean_what_they_mean_while_it_covers_nothing() -> None:
    played = scene("coinched")
    played.pace = 0.5
    played.do("JH", "8H", "10H", "7H")
    assert played.table.trick_shown
    assert action(played.press("3")) == "AS"


def test_who_does_not_linger_sees_the_next_trick_at_once() -> None:
    played = Scene()
    liking(played, linger=False)
    SCENES["trick_shown"](played)
    assert "A♦" in shown(played)


def test_who_comes_back_in_mid_trick_sees_the_trick_of_now() -> None:
    played = Scene(pace=0.0)
    SCENES["follow"](played)
    assert not played.table.trick_shown
    assert action(played.press("5")) == "QD"


def test_the_last_trick_of_a_deal_covers_no_score() -> None:
    played = scene("recap")
    assert not played.table.trick_shown


# --- what the takers still need ----------------------------------------------------------------------


def need_after(bids: str, *cards: str, rules: str = "ffb", **options: object) -> tuple[Measure, int, Doubt]:
    played = Scene(preset=rules, options=options)
    played.start(dealer=Seat.WEST)
    played.do(*bids.split())
    while played.table.view.phase == "bidding":
        played.do("pass")
    played.do(*cards)
    found = need(played.table.view, played.rules)
    assert found is not None
    return found.measure, found.missing, found.doubt


FIRST = ("JH", "8H", "10H", "7H")
"""South takes thirty."""


@pytest.mark.parametrize(
    ("bids", "cards", "rules", "options", "expected"),
    [
        ("120H", (), "ffb", {}, (Measure.POINTS, 120, Doubt.NONE)),
        ("120H", FIRST, "ffb", {}, (Measure.POINTS, 90, Doubt.NONE)),
        # more than the defence: 82 of 162
        ("80H", FIRST, "ffb", {}, (Measure.POINTS, 52, Doubt.NONE)),
        ("80H", FIRST, "ffb", {"contract_met": "at_least"}, (Measure.POINTS, 50, Doubt.NONE)),
        ("80H", FIRST, "ffb", {"contract_met": "at_least_82"}, (Measure.POINTS, 52, Doubt.NONE)),
        ("100H", FIRST, "ffb", {"contract_met": "bid_plus_2"}, (Measure.POINTS, 72, Doubt.NONE)),
        # what is declared with the first cards, or a capot that nobody bid, may still make it
        ("220H", (), "ffb", {}, (Measure.POINTS, 220, Doubt.NONE)),
        ("220H", FIRST, "ffb", {}, (Measure.POINTS, 190, Doubt.NONE)),
        ("220H", THREE_TRICKS, "ffb", {}, (Measure.LOST, 0, Doubt.NONE)),
        ("capotH", FIRST, "ffb", {}, (Measure.TRICKS, 7, Doubt.NONE)),
        ("capotH", THREE_TRICKS, "ffb", {}, (Measure.LOST, 0, Doubt.NONE)),
    ],
)
def test_what_is_missing_follows_the_rules(
    bids: str, cards: tuple[str, ...], rules: str, options: dict[str, object], expected: tuple[Measure, int, Doubt]
) -> None:
    assert need_after(bids, *cards, rules=rules, **options) == expected


def test_a_belote_counts_once_both_words_were_said() -> None:
    played = told("coinched", rebelote_tolerance=False)
    said = [Said(Seat.SOUTH, word, Suit.HEARTS) for word in BeloteWord]
    missed = []
    for belotes in ((), said[:1], said):
        found = need(replace(played.table.view, belotes=tuple(belotes)), played.rules)
        assert found is not None
        missed.append(found.missing)
    assert missed == [120, 120, 100]


@pytest.mark.parametrize("seats", [(Seat.SOUTH,), (Seat.EAST,), (Seat.NORTH, Seat.WEST)])
def test_declarations_that_are_not_settled_are_left_out_and_that_is_said(seats: tuple[Seat, ...]) -> None:
    played = scene("coinched")
    announced = tuple(Kinds(seat, (DeclarationKind.TIERCE,)) for seat in seats)
    doubtful = replace(played.table, view=replace(played.table.view, announced=announced))
    assert missing(doubtful, FRENCH) == "il nous manque 120 points, hors annonces"
    assert missing(doubtful, ENGLISH, briefly=True) == "we need 120 more points, not counting declarations"
    settled = replace(doubtful.view, declarations_won=Seat.SOUTH.team, declaration_points=20)
    assert missing(replace(doubtful, view=settled), FRENCH) == "il nous manque 100 points"


def test_it_is_told_beside_the_turn_from_ones_own_side() -> None:
    assert "il nous manque 76 points" in shown(scene("follow"))
    assert "we need 76 more points" in shown(scene("follow", Language.ENGLISH), face=ENGLISH)
    assert "il leur manque" in shown(scene("follow", seat=Seat.EAST))
    assert "Nord-Sud : il manque 76 points" in shown(scene("watched"))
    assert "manque" not in shown(scene("bidding"))


# --- trumps, advice ----------------------------------------------------------------------------------


def test_fallen_trumps_are_shown_where_everything_may_be_looked_at() -> None:
    wide = Size(120, 40)
    free, strict = told("follow", trick_history="all"), told("follow")
    assert "V♥ 8♥ 10♥ 7♥  reste 2" in shown(free, wide)
    assert "Atouts tombés" not in shown(strict, wide)
    assert fallen(replace(free.table, strict=True)) is None


def test_no_trumps_fall_at_no_trump() -> None:
    played = Scene(preset="ibelote", options={"trick_history": "all"})
    played.start(dealer=Seat.WEST)
    played.do("pass", "80N", "pass", "pass", "pass")
    assert fallen(played.table) is None


def test_advice_is_an_errand_and_is_told_beside_the_turn() -> None:
    played = told("follow", trick_history="all")
    done = press(played.state, "h")
    request, rules = played.table.request, played.table.rules
    assert request is not None
    assert rules is not None
    assert done.effect == Think(request, rules)
    played.state = done.state
    assert "Je réfléchis" in shown(played)
    assert press(played.state, "h").effect is None
    played.state = reduce(played.state, Advised(advise(request, rules)))
    assert "Conseil : " in shown(played)


async def test_a_hint_is_found_beside_the_screen_and_nothing_is_sent_or_played() -> None:
    store = ClientStore(told("follow", trick_history="all").state)
    store.press("h")
    effect = await store.effects.receive()
    assert isinstance(effect, Think)
    async with trio.open_nursery() as nursery:
        carry_out(effect, store, nursery)
    table = store.state.table
    assert table is not None
    assert table.advice is not None
    assert table.advice.action in legal_of(effect.request)
    assert table.asked is effect.request
    assert store.outbox.statistics().current_buffer_used == 0


def test_the_card_that_was_advised_is_marked_in_the_hand() -> None:
    played = scene("advised")
    assert ">5<" in shown(played), "the cursor moves there"
    played.press("left")
    assert "(5)" in shown(played)
    assert "(5)D♦" in shown(played, Size(40, 12))


@pytest.mark.parametrize(
    "name", ["bidding", "follow", "belote", "six_cards", "frozen", "every_denomination", "cutting"]
)
def test_advice_is_legal_and_can_be_told_wherever_something_is_asked(name: str) -> None:
    played = scene(name)
    table = played.table
    assert table.asked is not None
    assert table.rules is not None
    given = advise(table.asked, table.rules)
    assert given.action in legal_of(table.asked)
    played.state = reduce(played.state, Advised(given))
    (line,) = news(played.state, played.state, Advised(given), FRENCH)
    assert line.startswith("Conseil : ")


def test_enter_passes_after_a_hint_to_pass_unless_a_bid_was_prepared() -> None:
    played = scene("bidding")
    asked = played.table.asked
    assert asked is not None
    to_pass = Advised(Advice(request=asked.request, action=Pass()))
    advised = reduce(played.state, to_pass)
    (sent,) = press(advised, "enter").send
    assert isinstance(sent, Act)
    assert sent.action == "pass"
    prepared = press(advised, "right").state
    (made,) = press(prepared, "enter").send
    assert isinstance(made, Act)
    assert made.action != "pass"


def test_advice_about_an_old_question_is_not_heard() -> None:
    played = told("follow", trick_history="all")
    assert reduce(played.state, Advised(Advice(request=99))) == played.state


@pytest.mark.parametrize(
    ("strict", "hints", "notice", "why"),
    [
        (False, False, News.NO_ADVICE, "L'hôte a ouvert cette table sans conseils."),
        (True, False, News.NO_ADVICE_IN_CONTEST, "Concours : pas de conseils à cette table."),
        (True, True, News.NO_ADVICE_IN_CONTEST, "Concours : pas de conseils à cette table."),
    ],
)
def test_nobody_is_advised_in_a_contest_and_at_a_table_without_hints(
    strict: bool, hints: bool, notice: News, why: str
) -> None:
    played = told("follow", trick_history="all")
    played.state = replace(played.state, table=replace(played.table, strict=strict, hints=hints))
    assert not may_advise(played.table)
    assert "h conseil" not in shown(played)
    done = press(played.state, "h")
    assert done.effect is None
    assert done.state.notice is notice
    assert obey(played.state, "conseil", FRENCH).done.state.notice is notice
    played.state = done.state
    assert why in shown(played)


def test_who_may_look_at_the_last_trick_only_is_advised_beside_other_people() -> None:
    played = told("follow", trick_history="last")
    assert [info for info in played.table.seats.values() if info.occupant is Occupant.PERSON]
    assert may_advise(played.table)
    assert "h conseil" in shown(played)


# --- clocks ------------------------------------------------------------------------------------------


def test_ones_own_time_is_the_free_time_and_then_the_bank() -> None:
    played = scene("hurried")
    assert "0:08 + 2:00" in shown(played)
    played.state = reduce(played.state, Tick(played.now + 50))
    assert "1:30" in shown(played)
    played.state = reduce(played.state, Tick(played.now + 900))
    assert own_time(played.state, played.table) is not None
    assert "0:00" in shown(played)


def test_the_clock_of_who_has_no_connection_stands() -> None:
    played = scene("hurried")
    played.state = reduce(played.state, LinkLost(1, since=played.state.now))
    played.state = reduce(played.state, Tick(played.now + 20))
    assert "0:08 + 2:00" in shown(played)


def test_how_long_somebody_has_been_thinking_is_told_after_a_while() -> None:
    assert "Max réfléchit… 1:15" in shown(scene("slow"))
    assert "0:0" not in shown(scene("choosing_ahead"))


def test_an_act_that_stays_without_an_answer_is_told_soon() -> None:
    played = scene("follow")
    played.press("enter")
    assert "Envoyé…" in shown(played)
    assert is_due(played.state, played.state.now + 1)
    played.state = reduce(played.state, Tick(played.now + 60))  # the clock was last looked at long ago
    assert "Envoyé…" in shown(played)
    played.state = reduce(played.state, Tick(played.now + 61))
    assert "Envoyé, le serveur n'a pas encore répondu…" in shown(played)
    assert is_due(played.state, played.state.now + 1)


def test_no_clock_runs_where_nothing_changes() -> None:
    assert not is_running(scene("lobby").state)
    assert is_running(scene("recap").state)  # until the next deal
    assert not is_running(scene("over").state)
    assert not is_running(scene("follow").state)  # asked, and as long as one likes
    assert is_running(scene("hurried").state)
    assert is_running(scene("choosing_ahead").state)
    assert is_running(replace(scene("lobby").state, link=Link.LOST))  # for how long, by now
    played = scene("choosing_ahead")
    played.happen(Paused(1000))
    assert not is_running(played.state)


def due_after(name: str, spent: float = 0) -> int:
    """The seconds after which that scene is drawn again for the clock's sake, `spent` seconds later."""
    state = scene(name).state
    state = replace(state, now=state.now + spent)
    return next(seconds for seconds in range(1, 60) if is_due(state, state.now + seconds))


def test_a_clock_is_drawn_every_second_only_near_its_end() -> None:
    assert due_after("hurried") == 1
    assert due_after("hurried", spent=8) == SLOW_REDRAW_SECONDS  # of the bank two minutes are left
    assert due_after("hurried", spent=80) == 1
    assert due_after("slow") == PATIENCE
    assert not is_due(scene("follow").state, 1e9)


# --- who comes and goes, what is said ----------------------------------------------------------------


def test_who_is_away_and_back_is_told_on_the_screen_in_the_log_and_in_lines() -> None:
    assert "Zoé a perdu la connexion : la table attend une minute au plus." in shown(scene("away"))
    played = scene("away")
    before = played.state
    played.happen(SeatChanged(Seat.NORTH, Occupant.PERSON, "Zoé", connected=True))
    assert "Zoé est de retour." in shown(played)
    played.press("j")
    assert "Zoé est de retour." in shown(played)
    came = Received(Envelope("t1", played.n, 0, played.log[-1]), now=played.now)
    assert list(news(before, played.state, came, ENGLISH)) == ["Zoé is back."]


def test_who_takes_a_seat_in_mid_play_is_told() -> None:
    played = scene("follow")
    played.happen(SeatChanged(Seat.WEST, Occupant.PERSON, "Mia", connected=True))
    assert "Mia s'installe en Ouest." in shown(played)
    before = played.state
    played.happen(SeatChanged(Seat.WEST, Occupant.BOT, "steady", connected=True))
    assert "Mia quitte la table : Henri (bot) joue en Ouest." in shown(played)
    went = Received(Envelope("t1", played.n, 0, played.log[-1]), now=played.now)
    assert list(news(before, played.state, went, ENGLISH)) == ["Mia leaves: Henri (bot) plays West."]
    played.happen(SeatChanged(Seat.WEST, Occupant.BOT, "greedy", connected=True))
    assert "Roger (bot gourmand) s'installe en Ouest." in shown(played)


def test_who_comes_back_to_the_seat_that_a_bot_had_meanwhile_is_back() -> None:
    played = scene("follow")
    played.happen(SeatChanged(Seat.NORTH, Occupant.BOT, "steady", connected=True))
    before = played.state
    played.happen(SeatChanged(Seat.NORTH, Occupant.PERSON, "Zoé", connected=True))
    assert "Zoé est de retour." in shown(played)
    came = Received(Envelope("t1", played.n, 0, played.log[-1]), now=played.now)
    assert list(news(before, played.state, came, ENGLISH)) == ["Zoé is back."]
    played.happen(SeatChanged(Seat.NORTH, Occupant.PERSON, "Mia", connected=True))
    assert "Mia s'installe en Nord." in shown(played)


def test_where_nobody_has_bid_that_is_said_in_a_sentence() -> None:
    played = scene("third_of_twelve")
    assert " Personne n'a encore parlé." in shown(played)
    for _ in Seat:
        played.do("pass")
    assert " Tout le monde a passé.  " in shown(played)
    assert "Contrat" not in shown(played)


def test_seats_exchanged_before_the_match_are_no_news_in_it() -> None:
    made = Scene()
    made.join()
    before = made.state
    made.happen(SeatChanged(Seat.NORTH, Occupant.BOT, "steady", connected=True))
    went = Received(Envelope("t1", made.n, 0, made.log[-1]), now=made.now)
    assert list(news(before, made.state, went, ENGLISH)) == ["Marcel (steady bot) plays North."]
    made.start()
    assert "Un bot s'installe" not in shown(made)


def test_who_watches_is_marked_when_he_speaks() -> None:
    assert "Mia (regarde) : Quelle donne !" in shown(scene("short_words"))
    played = scene("short_words")
    played.press("escape", "j")
    assert "Mia (regarde) : Quelle donne !" in shown(played)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("/gg", "Belle partie !"),
        ("/b", "Bonjour !"),
        ("/ty", "Merci !"),
        ("/BJ", "Bien joué !"),
        ("/6", "Belle partie !"),
    ],
)
def test_two_letters_say_what_is_often_said(line: str, said: str) -> None:
    played = scene("follow")
    played.press("t")
    assert played.write(line) == ()
    assert played.press("enter") == (Chat(table="t1", text=said),)


def test_strokes_are_shown_while_one_is_written() -> None:
    played = scene("short_words")
    assert "/gg Belle partie" in " ".join(shown(played).split())
    played.write("b")
    assert "Bonjour ! /b  Bien joué ! /bj" in shown(played)


def test_a_stroke_that_means_nothing_is_not_sent() -> None:
    played = scene("short_words")
    played.write("zz")
    assert played.press("enter") == ()
    assert "/gg" in shown(replace_overlay(played))


def replace_overlay(played: Scene) -> Scene:
    """The line put away, the answer still there."""
    played.state = replace(played.state, ui=replace(played.state.ui, overlay=None))
    return played


def say(played: Scene, name: str, text: str) -> None:
    played.happen(Chatted(Seat.EAST, name, text))


@pytest.mark.parametrize("line", ["/mute Max", "/mute max", "/MUTE  MAX"])
def test_a_muted_person_is_heard_nowhere(line: str) -> None:
    played = scene("follow")
    say(played, "Max", "Tu dors ?")
    assert "Tu dors ?" in shown(played)
    played.press("t")
    played.write(line)
    assert played.press("enter") == ()
    assert played.state.muted == {"Max"}
    say(played, "Max", "Encore !")
    for size in (Size(80, 24), Size(120, 40), Size(40, 12)):
        assert "Encore" not in shown(played, size)
        assert "Tu dors" not in shown(played, size)
    played.press("j")
    assert "Encore" not in shown(played)
    played.press("escape", "t")
    played.write("/unmute Max")
    played.press("enter")
    assert "Encore" in shown(played)


def test_a_muted_person_is_not_heard_in_lines() -> None:
    played = scene("follow")
    for muted, lines in ((frozenset[str](), 1), (frozenset({"Max"}), 0)):
        played.state = replace(played.state, muted=muted)
        before = played.state
        say(played, "Max", "Alors ?")
        came = Received(Envelope("t1", played.n, 0, played.log[-1]), now=played.now)
        assert len(list(news(before, played.state, came, FRENCH))) == lines


def test_who_wants_no_chat_hears_himself_alone() -> None:
    played = scene("follow")
    liking(played, chat=False)
    say(played, "Max", "Alors ?")
    assert "Alors" not in shown(played)
    played.happen(Chatted(Seat.SOUTH, "Ana", "Voilà."))
    assert "Voilà." in shown(played)


@pytest.mark.parametrize("words", ReadyMessage)
@pytest.mark.parametrize("language", Language)
def test_a_ready_message_is_read_in_ones_own_language(words: ReadyMessage, language: Language) -> None:
    own, face = words.within(language), Face(language, UNICODE)
    for text in (words.french, words.english):
        played = scene("follow", language)
        before = played.state
        say(played, "Max", text)
        came = Received(Envelope("t1", played.n, 0, played.log[-1]), now=played.now)
        (line,) = news(before, played.state, came, face)
        assert own in line
        assert own in shown(played, face=face)
        played.press("j")
        assert own in shown(played, face=face)


def test_any_other_message_is_read_as_it_was_written() -> None:
    played = scene("follow")
    say(played, "Max", "Good game everybody!")
    assert "Good game everybody!" in shown(played)


def test_a_ready_message_is_sent_in_ones_own_words() -> None:
    played = scene("follow", Language.ENGLISH)
    played.press("t")
    played.write("/gg")
    assert played.press("enter") == (Chat(table="t1", text="Good game!"),)


# --- who watches -------------------------------------------------------------------------------------


def test_who_watches_turns_the_table_through_all_seats() -> None:
    played = scene("watched")
    seen = []
    for _ in Seat:
        assert played.press("w") == ()
        seen.append(played.table.bottom)
    assert sorted(seen) == sorted(Seat)


def late(played: Scene) -> None:
    """The lobby has said that this table is watched a deal late."""
    info = TableInfo(
        table="t1",
        clock=CLOCK,
        name="Café",
        preset="ffb",
        target=1000,
        phase=played.table.view.phase,
        seats=(),
        delay_deals=1,
    )
    played.state = replace(played.state, tables=(info,))


def test_where_the_deals_are_over_one_sees_with_a_seats_eyes() -> None:
    played = scene("watched")
    late(played)
    assert played.table.bottom is Seat.WEST
    assert played.press("w") == (Watch(table="t1", eyes=Seat.SOUTH),)
    played.hear(
        Joined(table="t1", name="Café", seat=None, preset="ffb", rules=played.rules, clock=CLOCK, eyes=Seat.SOUTH)
    )
    assert (played.table.eyes, played.table.bottom, played.table.n) == (Seat.SOUTH, Seat.SOUTH, 0)
    assert played.table.view.viewer is Seat.SOUTH
    assert played.press("w") == (Watch(table="t1", eyes=Seat.EAST),)


def test_the_hand_of_those_eyes_is_shown() -> None:
    played = scene("follow")
    seen = view(played.game, Seat.SOUTH)
    watching = replace(played.table, seat=None, eyes=Seat.SOUTH, view=seen, request=None)
    played.state = replace(played.state, table=watching)
    assert "R♦ │ │ D♦" in shown(played)
    assert "Main affichée : Ana." in shown(played)


def test_who_sits_turns_nothing() -> None:
    played = scene("choosing_ahead")
    assert played.press("w") == ()
    assert played.table.bottom is Seat.SOUTH


# --- without colours ---------------------------------------------------------------------------------


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
@pytest.mark.parametrize("language", Language)
def test_what_may_be_played_is_seen_without_colours(language: Language, glyphs: Glyphs) -> None:
    played = scene("follow", language)
    labels = shown(played, face=Face(language, glyphs)).splitlines()[-2].split()
    assert labels == ["-", "-", "-", ">4<", "5"]
    small = shown(played, Size(40, 12), Face(language, glyphs))
    assert "-9" in small
    assert ">4<" in small


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
def test_a_refusal_names_the_rule_in_any_signs(glyphs: Glyphs) -> None:
    for language in Language:
        face = Face(language, glyphs)
        for size in (Size(80, 24), Size(40, 12)):
            words = " ".join(shown(scene("refused", language), size, face).split())
            assert face.say(Phrase.FOLLOW_LED, suit=face.spoken_suit(Suit.DIAMONDS)) in words


def test_a_coinche_out_of_turn_is_offered_and_asked_again_in_ascii_too() -> None:
    face = Face(Language.FRENCH, ASCII)
    played = scene("reacting")
    assert "c : coincher" in shown(played, face=face)
    played.press("c")
    assert "Encore c pour coincher 90p" in shown(played, face=face)
    assert action(played.press("c")) == "coinche"


def test_a_small_screen_says_who_played_what_and_who_took_the_last_trick() -> None:
    small = shown(scene("follow", Language.FRENCH), Size(40, 12), Face(Language.FRENCH, UNICODE)).splitlines()
    assert small[1].strip() == "Nord Zoé 7♦"
    assert small[2].split() == ["Ouest", "(D)", "Léo", "9♦", "Est", "Max", "A♦*"]
    assert small[3].strip() == "▶ Sud Ana"
    assert "Dernier pli Ana 8♠ Max 10♠ Zoé V♠ Léo" in small[4]
    assert small[5].strip().endswith("→ Max")
    tiny = shown(scene("follow", Language.FRENCH), Size(24, 6), Face(Language.FRENCH, UNICODE)).splitlines()
    assert tiny[1].startswith("▶vous A♦ 7♦ 9♦")


def test_the_only_card_is_not_named_again_by_what_is_said_with_it() -> None:
    played = scene("belote", Language.FRENCH)
    table = played.state.table
    assert table is not None
    assert table.asked is not None
    face = Face(Language.FRENCH, UNICODE)
    only = msgspec.structs.replace(table.asked, legal=("QD",))
    chosen = replace(played.state.ui, card=Card("QD"))
    assert sayings(table.asked, chosen, face) == "Avec D♦, vous annoncerez : belote"
    assert sayings(only, chosen, face) == sayings(only, played.state.ui, face) == "Vous annoncerez : belote"


LONG = because(WhyCall.SUPPORT, bid=Bid("90H"), cards=(Card.HJ, Card.H9, Card.HA, Card.SA, Card.CA), points=126)


def advised_to_bid(language: Language = Language.FRENCH, why: Because | None = None) -> Scene:
    played = scene("advised_bid", language)
    advice = played.table.advice
    assert advice is not None
    if why is not None:
        played.state = reduce(played.state, Advised(replace(advice, why=why)))
    return played


def hint_of(played: Scene, face: Face) -> str:
    said = advice_of(played.table, face)
    assert said
    return said


@pytest.mark.parametrize("keys", ["", "12", "120", "ca", "up", "right"])
@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("rows", [22, 24, 30])
def test_the_hint_is_read_to_its_end_while_a_bid_is_made(keys: str, language: Language, rows: int) -> None:
    played = advised_to_bid(language)
    face = Face(language, UNICODE)
    played.press(*((keys,) if keys in ("up", "right") else keys))
    picture = " ".join(shown(played, Size(80, rows), face).split())
    assert hint_of(played, face) in picture
    assert face.dots not in picture.replace(f"{face.dots} capot", "").replace(f"{face.dots} [capot", "")
    if keys:
        assert face.say(Phrase.YOUR_BID).strip() in picture


@pytest.mark.parametrize("keys", ["", "120"])
@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("rows", [22, 24])
def test_a_long_hint_takes_two_lines_where_there_is_room(keys: str, language: Language, rows: int) -> None:
    played = advised_to_bid(language, LONG)
    face = Face(language, UNICODE)
    played.press(*keys)
    assert len(hint_of(played, face)) > 76
    picture = " ".join(shown(played, Size(80, rows), face).split())
    assert hint_of(played, face) in picture
    assert face.say(Phrase.YOUR_BID).strip() in picture


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("size", [Size(60, 22), Size(80, 22), Size(80, 24), Size(110, 24), Size(120, 40)])
def test_a_long_hint_for_a_card_takes_the_line_of_the_last_trick(size: Size, language: Language) -> None:
    played = scene("advised", language)
    advice, face = played.table.advice, Face(language, UNICODE)
    assert advice is not None
    why = because(WhyFollow.FEW_OVER, cards=(Card.HJ, Card.H9, Card.HA, Card.SA, Card.CA, Card.DQ))
    played.state = reduce(played.state, Advised(replace(advice, why=why)))
    picture = shown(played, size, face)
    assert hint_of(played, face) in " ".join(" ".join(line.split("│ ")[0] for line in picture.splitlines()).split())
    assert face.dots not in " ".join(line for line in picture.splitlines() if "♥, " in line)
    assert "Ana ▮▮▮▮▮" in picture


def test_a_long_hint_hides_no_round_of_the_auction() -> None:
    played = Scene()
    played.start()
    bids = range(80, 240, 10)
    played.do(*(f"{bid}{suit}" for bid, suit in zip(bids, "SHSH" * 4, strict=True)))
    said = [bid for bid in bids if f"{bid}" in shown(played)]
    played.press("h")
    asked = played.table.request
    assert asked is not None
    played.state = reduce(played.state, Advised(Advice(request=asked.request, action=Pass(), why=LONG)))
    played.press("2", "5", "0")
    assert [bid for bid in bids if f"{bid}" in shown(played)] == said == list(bids)


@pytest.mark.parametrize("keys", ["", "120"])
def test_a_hint_for_a_bid_is_told_on_a_small_screen(keys: str) -> None:
    played = advised_to_bid()
    played.press(*keys)
    assert hint_of(played, FRENCH) in " ".join(shown(played, Size(40, 12)).split())


def test_enter_does_what_is_advised() -> None:
    """The cursor moves to the card, or the pad to the bid."""
    played = scene("follow")
    assert played.state.table is not None
    assert played.state.table.asked is not None
    last = PlayCard(Card(tuple(played.state.table.asked.legal)[-1]))
    played.state = reduce(played.state, Advised(Advice(request=played.state.table.asked.request, action=last)))
    assert action(played.press("enter")) == last.card
    bidding = scene("bidding")
    assert bidding.state.table is not None
    assert bidding.state.table.asked is not None
    bid = MakeBid(Bid("120S"))
    bidding.state = reduce(bidding.state, Advised(Advice(request=bidding.state.table.asked.request, action=bid)))
    assert action(bidding.press("enter")) == "120S"


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("size", [Size(80, 24), Size(120, 40), Size(40, 12)])
def test_every_short_message_is_shown_with_its_meaning(size: Size, language: Language) -> None:
    said = " ".join(golden.text(state_of("short_words", language), size).split())
    meant = {Language.FRENCH: ("/b Bonjour", "/d Désolé", "/masquer"), Language.ENGLISH: ("/wp Well played", "/mute")}
    assert [words for words in meant[language] if words not in said] == []


@pytest.mark.parametrize("line", ["/masquer Max", "/mute Max"])
@pytest.mark.parametrize("language", Language)
def test_messages_are_hidden_by_the_words_of_both_languages(line: str, language: Language) -> None:
    played = scene("follow", language)
    played.press("t")
    played.write(line)
    played.press("enter")
    assert played.state.muted == {"Max"}


def test_a_card_that_does_not_follow_the_suit_led_cannot_be_prepared() -> None:
    played = scene("coinched")
    played.do(*THREE_TRICKS, "AD")  # East has led diamonds, South has some
    hand = laid_out(played.table, played.state.ui)
    for card in hand:
        done = timing_and_premove.premove(played.state, card)
        follows = card.suit is Suit.DIAMONDS
        assert done.state.ui.premove == (card if follows else None)
        assert done.state.notice == (None if follows else MustFollow(Suit.DIAMONDS))


def test_any_card_can_be_prepared_for_the_next_trick() -> None:
    played = scene("coinched")
    played.do("JH")  # South has led, so the card is for the next trick
    for card in played.table.view.hand:
        assert timing_and_premove.premove(played.state, card).state.ui.premove is card
