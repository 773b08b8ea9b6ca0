"""Tests that what matters keeps its place: the contract, chat, the sums of a recap, the sections of the rules."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coinche.client.keys import press
from coinche.client.keys.tips import tipped
from coinche.client.model.bid_pad import bid_of
from coinche.client.model.messages import Advised, Lesson, Saying
from coinche.client.model.state import ClientState, Tips
from coinche.client.model.ui import Overlay
from coinche.client.texts.lesson import Teaching
from coinche.client.texts.play import InPlay
from coinche.client.texts.preset_titles import headed
from coinche.client.texts.replay import Playback
from coinche.client.texts.rules_in_brief import Section
from coinche.client.texts.score import ScoreText
from coinche.client.texts.screens import Phrase
from coinche.client.texts.table_events import Listener, sentence
from coinche.client.texts.tips import Tip
from coinche.client.update.update import reduce
from coinche.client.views import Size, screen, text_of
from coinche.client.views.asides import asides
from coinche.client.views.banner import second_line
from coinche.client.views.bidding import pad_lines
from coinche.client.views.recap import reasons, summed
from coinche.client.views.score_table import adds_up, rows_of
from coinche.client.views.table_and_side_panel import previous_deal
from coinche.client.views.text_lines import width
from coinche.engine.actions import Pass
from coinche.engine.bids import Bid
from coinche.engine.events import MatchStarted
from coinche.engine.presets import PRESETS
from coinche.engine.rules.parsing import changed
from coinche.engine.seats import Points, Seat
from coinche.hints.render import Advice, because
from coinche.hints.texts import WhyCall
from coinche.protocol.messages import Chatted, Occupant, SeatChanged, TableClosed
from coinche.text.formatting import Face
from coinche.text.glyphs import UNICODE
from coinche.text.language import Language
from tests.client.golden import drawn, text
from tests.client.scene import Scene
from tests.client.scenes import SCENES, scene, state_of
from tests.client.scenes_at_table import bidding, recap, rematch_offered

FRENCH = Face(Language.FRENCH, UNICODE)
USUAL = Size(80, 24)
SIZES = (Size(120, 40), USUAL, Size(100, 30), Size(40, 12))
LONG = "D'accord, prends ton temps, on a toute la soirée devant nous, tu sais"
RECAPS = ("recap", "failed", "declared", "capot_made", "without_trumps", "tripled_recap", "alone_failed", "over")


TYPED = (
    "right",
    "down",
    "1",
    "escape",
    "1",
    "0",
    "0",
    "c",
    "backspace",
    "escape",
    "c",
    "a",
    "escape",
    "down",
    "left",
    "escape",
)
"""Keys that change the bid on the pad: to one that Enter makes, to none, to one that is not on offer, and back."""


def places(state: ClientState, face: Face, size: Size) -> tuple[list[str], list[int]]:
    """The lines above the pad, but for that of the turn on a small screen, and the rows with boxes."""
    lines = [text_of(line) for line in screen(state, face, size)]
    pad = next(row for row, line in enumerate(lines) if f" {face.say(Phrase.VALUE)} " in line)
    above = [line for line in lines[:pad] if not line.startswith(face.glyphs.turn)]
    return above, [row for row, line in enumerate(lines) if set("┌└") & set(line)]


def stays(state: ClientState, face: Face, size: Size) -> None:
    """Check that nothing moves while those keys are pressed."""
    before = places(state, face, size)
    for key in TYPED:
        state = tipped(press(state, key, key if len(key) == 1 else "").state, acted=True)
        if state.notice is None or size.rows >= USUAL.rows:  # on a small screen a refusal takes the room of others
            assert places(state, face, size) == before, key


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("name", ["bidding", "every_denomination", "advised_bid", "tip_in_auction"])
def test_nothing_moves_while_a_bid_is_chosen(name: str, language: Language, size: Size) -> None:
    stays(state_of(name, language), Face(language, UNICODE), size)


@pytest.mark.parametrize("size", SIZES[:3])
@pytest.mark.parametrize("learning", [False, True])
@pytest.mark.parametrize("name", ["bidding", "bidding_and_talking"])
def test_nothing_moves_while_a_bid_is_chosen_beside_a_hint_to_pass(name: str, learning: bool, size: Size) -> None:
    state = press(state_of(name), "h").state
    assert state.table is not None
    assert state.table.asked is not None
    why = because(WhyCall.NOTHING_ELSE)
    state = reduce(state, Advised(Advice(request=state.table.asked.request, action=Pass(), why=why)))
    if learning:
        state = replace(state, lesson=Lesson(behind=state_of("home"), saying=Saying(words=Teaching.GOAL)))
    assert not state.ui.pad.touched
    stays(state, FRENCH, size)


@pytest.mark.parametrize("language", Language)
def test_a_hint_on_a_small_screen_leaves_the_pad_the_calls_and_the_keys(language: Language) -> None:
    face = Face(language, UNICODE)
    lines = text(state_of("advised_bid", language), Size(40, 12)).splitlines()
    for words in (Phrase.VALUE, Phrase.TRUMP, Phrase.KEY_HELP):
        assert any(face.say(words) in line for line in lines), words
    assert face.say(Phrase.KEY_HELP) in lines[-1]


@pytest.mark.parametrize("language", Language)
def test_the_bid_that_enter_makes_is_whole_on_a_small_pad_beside_a_coinche(language: Language) -> None:
    face, state = Face(language, UNICODE), press(state_of("cancelled", language), "right").state
    assert state.table is not None
    assert state.table.asked is not None
    pads = {cols: text_of(pad_lines(state.table.asked, state.ui, face, cols)[-1]) for cols in (40, 80)}
    bid = face.bid(bid_of(state.ui.pad) or Bid("80H"))
    made = f"{face.say(Phrase.NAME_ENTER)} {bid}"
    assert made in pads[40]
    assert made not in pads[80]  # the status and the line of keys have it
    assert bid in text(state, Size(80, 24))
    assert made in text(state, Size(40, 12))


def test_on_a_small_screen_the_name_of_a_bot_matters_more_than_its_mark() -> None:
    lines = text(state_of("bidding"), Size(40, 12)).splitlines()
    assert any(line.startswith("Ouest (D) Léo passe ") for line in lines)


def named(state: ClientState, letters: int) -> ClientState:
    """The same with names of so many letters."""
    assert state.table is not None
    seats = {
        seat: replace(info, name=(info.name + " de la Tour des Remparts de la Vieille Ville")[:letters])
        for seat, info in state.table.seats.items()
    }
    return replace(state, table=replace(state.table, seats=seats))


def talked(name: str) -> Scene:
    played = scene(name)
    played.happen(*(Chatted(name="Max", seat=Seat.EAST, text=said) for said in ("Salut !", LONG)))
    return played


@pytest.mark.parametrize("letters", [3, 24, 30, 44])
@pytest.mark.parametrize("cols", [80, 100, 120])
def test_long_names_leave_the_contract_and_the_coinche_in_the_banner(letters: int, cols: int) -> None:
    state = named(state_of("follow"), letters)
    assert state.table is not None
    line = second_line(state, state.table, FRENCH, cols)
    assert width(line) == cols
    for words in ("120♥ ×2", "(nous)", "coinché par Max", "plis 2-1", "nous 44, eux 16"):
        assert words in text_of(line)


@pytest.mark.parametrize("letters", [24, 44])
def test_long_names_leave_all_cards_of_the_last_trick(letters: int) -> None:
    last = next(line for line in text(named(state_of("follow"), letters), USUAL).splitlines() if "Dernier pli" in line)
    assert all(card in last for card in ("8♠", "10♠", "V♠", "R♠"))
    assert "→ Max" in last


@pytest.mark.parametrize("rows", [20, 22, 24, 40])
@pytest.mark.parametrize("name", ["somebody_waits", "away", "pause_wanted"])
def test_the_last_message_is_whole_beside_a_wish(name: str, rows: int) -> None:
    assert f"Max : {LONG}" in text(talked(name).state, Size(80, rows))


def test_wishes_that_have_no_room_in_one_line_have_two() -> None:
    played = talked("somebody_waits")
    lines = asides(played.table, FRENCH, played.state.now, 70, apart=True)
    assert [width(line) <= 80 for line in lines] == [True] * len(lines)
    assert "Mia jouera en Ouest" in text_of(lines[0])
    assert LONG in text_of(lines[-1])


def test_the_bid_pad_names_the_key_to_the_meaning_of_bids() -> None:
    read = state_of("conventions_read")
    assert "e ce que disent les enchères" in text(replace(read, ui=replace(read.ui, overlay=None)), USUAL)
    assert "e ce que disent les enchères" not in text(state_of("bidding"), USUAL)


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("name", RECAPS)
def test_a_small_recap_has_the_reason_the_sums_and_the_totals(name: str, language: Language) -> None:
    state, face = state_of(name, language), Face(language, UNICODE)
    table = state.table
    assert table is not None
    assert table.view.contract is not None
    assert table.view.score is not None
    shown = " ".join(text(state, Size(48, 16)).split())
    told = (*reasons(table, table.view.contract, table.view.score, face),)
    sums = summed(table, table.view.contract, table.view.score, face)
    assert all(" ".join(words.split()) in shown for words in told)
    assert all(" ".join(words.split()) in shown for words in sums) or face.say(ScoreText.ROW_SCORE) in shown


LONG_AUCTION = ("80S", "90S", "100S", "110S", "120S", "pass", "130S", "140S", "150S", "160S", "170S", "180S", "pass")


@pytest.mark.parametrize(("rows", "is_whole"), [(40, True), (24, False)])
def test_a_side_panel_has_the_opening_bid_or_dots_for_it(rows: int, is_whole: bool) -> None:
    played = Scene()
    played.start()
    played.do(*LONG_AUCTION)
    panel = [line[87:].split() for line in text(played.state, Size(120, rows)).splitlines()[3:]]
    calls = panel[: panel.index(["Journal"])]
    assert (["Ana", "80♠"] in calls) is is_whole
    assert (["…"] in calls) is not is_whole
    assert ["Ana", "passe"] in calls


def test_a_small_auction_of_others_names_the_player_on_turn_at_the_seat_only() -> None:
    played = Scene(seat=Seat.NORTH, language=Language.ENGLISH)
    bidding(played)
    shown = text(played.state, Size(40, 12)).splitlines()
    assert shown[1] == ""
    assert [line for line in shown if "Ana" in line and "thinking" not in line] == [
        next(line for line in shown if "▶ South Ana" in line)
    ]
    assert "▶Ana" in text(played.state, Size(31, 8)).splitlines()[1]


def test_a_small_table_marks_all_bots_or_none() -> None:
    played = Scene(language=Language.ENGLISH)
    bidding(played)
    played.happen(SeatChanged(Seat.EAST, Occupant.BOT, "steady", connected=True))
    for cols, bots in ((40, 0), (56, 2)):
        at_table = text(played.state, Size(cols, 12)).splitlines()[2:5]
        assert "West (D) Léo" in at_table[1]
        assert "".join(at_table).count("(bot)") == bots


@settings(deadline=None)
@given(st.sampled_from(RECAPS), st.integers(20, 130), st.integers(8, 44), st.sampled_from(Language))
def test_a_recap_of_any_size_has_the_totals_and_the_key(name: str, cols: int, rows: int, language: Language) -> None:
    state = state_of(name, language)
    lines = drawn(state, Size(cols, rows))
    assert len(lines) <= rows
    assert all(width(line) <= cols for line in lines)
    assert state.table is not None
    shown = text(state, Size(cols, rows))
    assert all(str(number) in shown for number in (state.table.view.totals.NS, state.table.view.totals.EW))


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("tip", [Tip.RECAP, Tip.REMATCH, Tip.CALL])
@pytest.mark.parametrize("name", [*RECAPS, "rematch_offered", "one_deal_over"])
def test_a_tip_leaves_the_score_of_a_recap_in_its_lines(name: str, tip: Tip, language: Language) -> None:
    state = one_deal_over(language) if name == "one_deal_over" else state_of(name, language)
    score = ScoreText.ROW_SCORE.within(language)
    for rows in range(22, 30):
        size = Size(80, rows)
        in_lines = [line.strip().startswith(f"{score} ") for line in text(state, size).splitlines()]
        tipped_lines = text(replace(state, tips=Tips(shown=tip)), size).splitlines()
        assert any(line.strip().startswith(f"{score} ") for line in tipped_lines) == any(in_lines)


def one_deal_over(language: Language) -> ClientState:
    """The end of a match of one deal, in which belote and the last trick count."""
    made = Scene(language=language, options={"length": 1})
    rematch_offered(made)
    return made.state


@pytest.mark.parametrize("size", [USUAL, Size(120, 40), Size(40, 12)])
@pytest.mark.parametrize("name", ["over", "rematch_offered"])
def test_the_end_of_a_match_names_the_winner_before_the_deal(name: str, size: Size) -> None:
    shown = text(state_of(name, Language.ENGLISH), size)
    assert shown.index("You win the match, 600 to 0!") < shown.index("120♥ by Ana")


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("size", [USUAL, Size(120, 40), Size(40, 12)])
def test_a_digit_opens_its_section_of_the_rules(size: Size, language: Language) -> None:
    state = state_of("form", language)
    state = replace(state, ui=replace(state.ui, overlay=Overlay.RULES, scroll=0))
    for number, section in enumerate(Section, start=1):
        state = press(state, str(number)).state
        lines = text(state, size).splitlines()
        tabs = [line for line in lines[1:4] if "1 " in line or "5 " in line]
        assert any(section.within(language) in line for line in tabs)
        below = lines[1 + lines.index(tabs[-1]) + (1 if size.rows >= 16 else 0)]
        if section is not Section.OPTIONS:
            assert below.strip() == section.within(language)
        chosen = [part.text for line in drawn(state, size) for part in line if "chosen" in part.style]
        assert " ".join("".join(chosen).split()) == section.within(language)


def over(language: Language = Language.FRENCH) -> Scene:
    """The match is over, and the server keeps it."""
    played = Scene(language=language)
    played.target = 500
    recap(played)
    played.state = replace(played.state, archive=replace(played.state.archive, offered=True))
    return played


@pytest.mark.parametrize("language", Language)
def test_at_the_end_of_a_match_the_keys_for_a_rematch_and_to_leave_are_told(language: Language) -> None:
    played, face = over(language), Face(language, UNICODE)
    for size in (USUAL, Size(40, 12)):
        shown = text(played.state, size)
        assert face.say(Phrase.GO_ON_OR_AGAIN, key="m") in shown
    keys = text(played.state, USUAL).splitlines()[-1]
    assert f" m {face.say(Phrase.KEY_REMATCH)} " in keys


@pytest.mark.parametrize("language", Language)
def test_the_replay_stays_on_the_line_of_keys_after_the_match(language: Language) -> None:
    played, face = over(language), Face(language, UNICODE)
    replays = f" y {face.say(Playback.KEY_REPLAY)} "
    assert replays in text(played.state, USUAL).splitlines()[-1]
    played.press("enter")
    assert replays in text(played.state, USUAL).splitlines()[-1]
    assert f" m {face.say(Phrase.KEY_REMATCH)} " in text(played.state, USUAL).splitlines()[-1]
    played.happen(TableClosed("over"))
    assert replays in text(played.state, USUAL).splitlines()[-1]


def test_nothing_is_to_go_once_the_match_is_over() -> None:
    shown = text(over().state, USUAL)
    assert "500 atteints" in shown
    assert "encore 500" not in shown


@pytest.mark.parametrize("language", Language)
def test_a_remark_beside_the_score_is_never_cut(language: Language) -> None:
    state = named(state_of("over", language), 24)
    words = {Language.FRENCH: "réussi malgré la coinche", Language.ENGLISH: "was made, though coinched"}[language]
    assert words in " ".join(text(state, USUAL).split())


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("preset", PRESETS)
def test_the_title_of_the_rules_is_whole_on_a_small_screen(preset: str, language: Language) -> None:
    face = Face(language, UNICODE)
    state = state_of("rules_opened", language)
    assert state.table is not None
    table = replace(state.table, preset=f"{preset}+12")
    shown = text(replace(state, table=table), Size(40, 12))
    title, _, _ = shown.partition("1 ")
    assert headed(f"{preset}+12", face) in " ".join(title.split()).replace("▶ à vous ", "").replace("▶ your turn ", "")


@pytest.mark.parametrize("size", [*SIZES, Size(20, 4)])
def test_a_trick_that_covers_the_next_one_has_no_question_about_it(size: Size) -> None:
    """The question would be about a card that is not in sight."""
    played = scene("trick_shown")
    played.do("9D")
    assert played.table.asked is not None
    assert played.table.covers_cards
    if size != Size(20, 4):
        assert "Max prend le pli. Une touche pour la suite" in " ".join(text(played.state, size).split())
    assert "demandé" not in text(played.state, size)
    played.press("escape")
    if size != Size(20, 4):
        assert "♦ demandé" in text(played.state, size)


def test_a_trick_that_covers_the_question_is_told_once() -> None:
    played = Scene(language=Language.ENGLISH)
    SCENES["trick_shown"](played)
    played.do("9D")
    lines = text(played.state, USUAL).splitlines()
    assert [line.strip() for line in lines if "→ Max" in line] == ["Last trick → Max"]
    (told,) = (line.strip() for line in lines if "ny key" in line)
    assert told.startswith("Max wins the trick. Any key to go on  ")
    assert "▶" not in "".join(lines)
    assert "1-5" not in lines[-1]
    played.press("escape")
    assert "1-5 play" in text(played.state, USUAL).splitlines()[-1]


@pytest.mark.parametrize("name", ["follow", "claimable", "belote"])
def test_a_small_screen_shows_who_sits_where_and_plays(name: str) -> None:
    lines = text(state_of(name), Size(40, 12)).splitlines()
    assert "Nord Zoé" in lines[1]
    assert "Ouest" in lines[2]
    assert "Est Max" in lines[2]
    assert "▶ Sud Ana" in lines[3]


def test_a_hint_and_a_message_leave_the_keys_of_a_small_screen() -> None:
    played = scene("advised_bid")
    played.happen(Chatted(Seat.EAST, "Max", "bonjour"))
    shown = text(played.state, Size(40, 12))
    assert shown.splitlines()[-1].startswith(" Entrée enchérir")
    assert "Max : bonjour" in shown
    assert "Conseil : 120♥" in shown


def test_the_levels_on_the_pad_say_that_there_are_more() -> None:
    played = scene("bidding")
    played.press("1", "3", "0", "c")
    lines = text(played.state, USUAL).splitlines()
    (levels,) = (line for line in lines if line.startswith("   Enchère"))
    assert levels.split()[-2:] == ["…", "capot"]


def test_the_need_of_more_than_the_bid_is_explained() -> None:
    """82 of 162 for a bid of 80, as the recap tells."""
    played = Scene()
    played.start(dealer=Seat.EAST)
    played.do("80D", "pass", "pass", "pass")
    assert "il nous manque 82 points (plus que la défense)" in text(played.state, USUAL)


def test_a_contract_that_is_safe_or_down_is_told_with_its_side() -> None:
    for words in (InPlay.SAFE, InPlay.LOST_BY_TEAM):
        for language in Language:
            assert words.within(language).startswith("{team}")


def test_a_match_of_one_deal_is_told_in_the_singular() -> None:
    event = MatchStarted(changed(PRESETS["ffb"], {"length": 1}), 1, board=False)
    assert sentence(event, Listener(Face(Language.ENGLISH, UNICODE), {}, None)) == "One-deal match."
    assert sentence(event, Listener(FRENCH, {}, None)) == "Partie en une seule donne."


@pytest.mark.parametrize("rows", [22, 24, 26, 30])
def test_the_players_of_an_auction_keep_a_free_column_at_the_edge(rows: int) -> None:
    played = Scene(language=Language.ENGLISH, seat=Seat.NORTH)
    bidding(played)
    for seat in (Seat.EAST, Seat.WEST):
        played.happen(SeatChanged(seat, Occupant.BOT, "steady", connected=True))
    at_table = text(played.state, Size(80, rows)).splitlines()[3:16]
    assert all(line.startswith(" ") for line in at_table if line.strip("─"))


def test_the_mark_of_enter_is_on_a_seat_only_while_seats_are_exchanged() -> None:
    for size in (USUAL, Size(40, 12)):
        assert "▶" not in "".join(text(state_of("hosting"), size).splitlines()[1:-2])
        assert "▶" in text(state_of("exchanging"), size)


def test_a_small_screen_says_whose_turn_it_is() -> None:
    played = Scene()
    played.start()
    played.do("pass")
    assert played.table.asked is None
    assert any("▶ Est Max" in line for line in text(played.state, Size(40, 12)).splitlines())
    played.do("80H", "pass", "pass", "pass", "8S")
    assert any("▶ Est Max" in line for line in text(played.state, Size(40, 12)).splitlines())
    assert "à Max de jouer" in text(played.state, Size(40, 9))


@pytest.mark.parametrize("size", [Size(40, 12), USUAL])
def test_the_keys_of_a_bid_begin_with_enter(size: Size) -> None:
    assert "Entrée" in text(state_of("bidding"), size).splitlines()[-1]


def test_the_last_deal_says_that_it_was_coinched() -> None:
    played = scene("recap")
    coinched = played.table.history[-1]
    assert coinched.settled is not None
    for multiplier, words in ((1, "Donne précédente : "), (2, "coinchée : "), (4, "surcoinchée : ")):
        past = replace(coinched, settled=replace(coinched.settled, multiplier=multiplier))
        line = text_of(previous_deal(replace(played.table, history=(past,)), FRENCH))
        assert words in line


@pytest.mark.parametrize("name", ["recap", "failed", "declared", "capot_made", "doubled_and_declared", "over"])
def test_the_parts_of_the_points_for_the_contract_and_of_the_score_stand_before_their_sums(name: str) -> None:
    table = scene(name).table
    score = table.view.score
    assert score is not None
    _, *rows, _ = rows_of(score, FRENCH)
    at = next(at for at, (row, _) in enumerate(rows) if row == "Points faits")
    parts = [points for _, points in rows[:at]]
    assert not parts or sum(parts, Points()) == score.points
    kept = score.points if adds_up(score) else Points()
    assert sum((points for _, points in rows[at + 1 : -1]), kept) == score.scores
    assert rows[-1] == ("Marque", score.scores)


@pytest.mark.parametrize(
    "name", ["recap", "failed", "declared", "capot_made", "doubled_and_declared", "doubled_and_down", "without_trumps"]
)
def test_no_line_of_a_score_stands_twice_and_two_sums_have_titles(name: str) -> None:
    table = scene(name).table
    score = table.view.score
    assert score is not None
    names = [row for row, _ in rows_of(score, FRENCH)]
    assert len(set(names)) == len(names)
    shown = text(state_of(name), USUAL)
    assert all((title in shown) is not adds_up(score) for title in ("Pour le contrat", "Pour la marque"))


@pytest.mark.parametrize(("language", "words"), [(Language.FRENCH, "Partie "), (Language.ENGLISH, "Match ")])
def test_the_result_of_a_match_is_never_cut(language: Language, words: str) -> None:
    state = state_of("over", language)
    assert state.table is not None
    lost = replace(state.table.view, winner=Seat.EAST.team, totals=Points(1340, 1460))
    first = text(replace(state, table=replace(state.table, view=lost)), Size(40, 12)).splitlines()[1]
    assert first.strip().startswith(words)
    assert first.strip().endswith("1460.")
