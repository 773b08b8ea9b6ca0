"""Tests that keys and lines explain themselves: the reason, the player on turn, and the choices."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec import structs

from coinche.client.keys import press
from coinche.client.model.notices import FirstSeen, News, Notice, PressKeys, Refused, Rejected
from coinche.client.model.state import ClientState
from coinche.client.model.ui import Overlay
from coinche.client.texts.score import ScoreText
from coinche.client.update.settings import ROWS
from coinche.client.views import Line, Size, banner, screen, text_of
from coinche.client.views.banner import missing
from coinche.client.views.notice import notice
from coinche.client.views.overlays import hint_line
from coinche.client.views.recap import headline
from coinche.client.views.score_remarks import remarks
from coinche.client.views.score_table import score_table
from coinche.client.views.table_and_side_panel import last_trick
from coinche.client.views.text_lines import width
from coinche.connection.address import Found, read_address
from coinche.engine.actions import PlayCard, Reason
from coinche.engine.cards import Card
from coinche.engine.declarations import Declaration
from coinche.engine.match import new_match
from coinche.engine.seats import Direction, Seat
from coinche.hints.contract_needs import Measure, Need
from coinche.protocol.errors import ErrorClass, ErrorCode
from coinche.protocol.messages import Error
from coinche.text.formatting import Face
from coinche.text.glyphs import UNICODE
from coinche.text.language import Language
from tests.client.golden import text
from tests.client.scene import Scene
from tests.client.scenes import scene, state_of

STANDARD = Size(80, 24)
FRENCH = Face(Language.FRENCH, UNICODE)


def drawn(state: ClientState, size: Size = STANDARD) -> tuple[Line, ...]:
    return screen(state, Face(state.ui.language, UNICODE), size)


def shown(state: ClientState, size: Size = STANDARD) -> list[str]:
    return [text_of(line).rstrip() for line in drawn(state, size)]


def styles_of(state: ClientState, text: str) -> set[str]:
    """The styles in which that stands on the screen."""
    return {part.style for line in drawn(state) for part in line if text in part.text}


# --- coinche out of turn ------------------------------------------------------------------------------


def auction(*calls: str, preset: str = "ffb") -> Scene:
    played = Scene(preset=preset)
    played.start(dealer=Seat.SOUTH)
    played.do(*calls)
    return played


@pytest.mark.parametrize(
    ("calls", "preset", "key", "told"),
    [
        (("80S",), "ffb", "c", News.COINCHE_IN_TURN),
        ((), "ffb", "c", Refused(Reason.NO_BID_TO_COINCHE)),
        (("pass", "80S"), "ffb", "c", Refused(Reason.OWN_BID)),
        (("pass", "80S"), "pagat", "c", Refused(Reason.OWN_BID)),
        (("80S",), "ffb", "s", Refused(Reason.NOT_COINCHED)),
    ],
)
def test_a_coinche_that_cannot_be_said_is_told_why(calls: tuple[str, ...], preset: str, key: str, told: Notice) -> None:
    played = auction(*calls, preset=preset)
    assert played.press(key) == ()
    assert played.state.notice == told
    assert shown(played.state)


def test_in_turn_too_a_coinche_that_cannot_be_said_is_told_why() -> None:
    played = auction("pass", "80S", "pass")
    assert played.table.asked is not None
    played.press("c")
    assert played.state.notice == Refused(Reason.OWN_BID)
    played.press("a")
    assert played.state.ui.pad.level == "capot"
    assert played.state.notice is None


def test_who_watches_or_plays_a_card_is_told_nothing_of_coinches() -> None:
    for name in ("watched", "follow"):
        played = scene(name)
        played.press("c")
        assert played.state.notice is None


# --- the auction round the table ------------------------------------------------------------------------


@pytest.mark.parametrize("size", [STANDARD, Size(60, 22), Size(120, 40), Size(200, 60)])
def test_every_call_stands_at_the_seat_of_its_player(size: Size) -> None:
    lines = shown(state_of("two_rounds"), size)
    above, below = (next(i for i, line in enumerate(lines) if seat in line) for seat in ("Nord", "▶ Sud"))
    beside = next(line for line in lines if "Ouest (D)" in line)
    assert any("120♥ *" in line for line in lines[above : above + 5])
    assert beside.index("Ouest (D)") < beside.index("Est")
    assert any("┃  passe   ┃" in line for line in lines)
    assert any("110♠" in line for line in lines[above + 1 : below])
    assert any("80♥, passe" in line for line in lines[below : below + 2])


def test_a_player_is_told_which_letters_are_suits() -> None:
    lines = shown(state_of("bidding"))
    assert any("100p ♠  100c ♥  100k ♦  100t ♣" in line for line in lines)
    assert any("p seul : passer" in line for line in lines)


@pytest.mark.parametrize(
    ("name", "told"),
    [("bidding", "Trop bas : au moins 100."), ("ranked", "Trop bas : au moins 90 ♠ SA TA, 100 ♥ ♦ ♣.")],
)
def test_a_bid_that_is_too_low_is_told_the_lowest(name: str, told: str) -> None:
    played = scene(name)
    data: dict[str, str | int | tuple[str, ...]] = {"reason": "bid_too_low"}
    refused = Error(code=ErrorCode.ILLEGAL_ACTION, error_class=ErrorClass.REJECT, message="", request=1, data=data)
    played.hear(refused)
    assert any(told in line for line in shown(played.state))


def test_a_bid_typed_too_low_is_told_the_lowest_of_its_suit() -> None:
    assert any("70♥ est trop bas, au moins 100♥" in line for line in shown(state_of("typing")))


@pytest.mark.parametrize("rows", [40, 48, 60])
def test_a_large_screen_has_pips_and_figures(rows: int) -> None:
    lines = shown(state_of("follow"), Size(120, rows))
    assert any("┃ ♦ ♦ ♦ ┃" in line for line in lines), "the card played last has a thick frame"
    assert any("│ █▄█▄█ │ │ ▄▀█▀▄ │" in line for line in lines)


# --- replays ------------------------------------------------------------------------------------------


def test_values_wanted_in_the_auction_wait_calmly_for_the_first_trick() -> None:
    played = scene("replay_of_auction")
    played.press("v")
    assert played.state.match_replay is not None
    assert played.state.match_replay.weighs
    assert "class:notice" not in styles_of(played.state, "chaque carte")
    played.press("left")
    assert any("à partir du premier pli" in line for line in shown(played.state))
    played.press("v", "left")
    assert not any("à partir du premier pli" in line for line in shown(played.state))


def test_the_deals_of_a_match_that_is_over_are_listed_wherever_its_replay_stands() -> None:
    played = scene("replay_of_file")
    played.press("1", "d")
    lines = shown(played.state)
    assert not any("Pas encore de donne" in line for line in lines)
    match_replay = played.state.match_replay
    assert match_replay is not None
    assert len(match_replay.history) == 0
    assert len(match_replay.deals) == match_replay.replay_deals[-1].deal
    assert any(line.startswith("▶1 ") for line in lines)


# --- keys ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", Language)
def test_the_hint_stays_on_the_line_of_keys_and_sorting_goes_first(language: Language) -> None:
    played = Scene(language=language, options={"trick_history": "all"})
    played.start(dealer=Seat.WEST)
    played.do("pass", "80S", "pass", "pass")
    line = shown(played.state)[-1]
    assert {Language.FRENCH: "c coincher  h conseil", Language.ENGLISH: "c coinche  h hint"}[language] in line
    assert language is Language.ENGLISH or "o trier" not in line
    assert len(line) <= STANDARD.cols


@pytest.mark.parametrize("language", Language)
def test_the_palette_at_home_lists_what_can_be_done_there_by_name(language: Language) -> None:
    state = press(state_of("home", language), ":").state
    lines = shown(state)
    wanted = {
        Language.FRENCH: ("Jouer tout de suite avec trois bots", "Apprendre à jouer, pas à pas"),
        Language.ENGLISH: ("Play now with three bots", "Learn to play, step by step"),
    }
    for label in wanted[language]:
        assert any(label in line for line in lines)


def test_what_is_chosen_by_name_at_home_is_done() -> None:
    played = scene("home")
    played.press(":")
    played.write("apprendre")
    done = press(played.state, "enter")
    assert done.effect is not None
    assert done.state.ui.overlay is None


def test_the_palette_lists_neither_itself_nor_what_has_nothing_to_close() -> None:
    state = press(state_of("follow"), ":").state
    labels = [line.split("  ")[0].strip(" ▶") for line in shown(state)[1:-1]]
    assert "actions" not in labels
    assert "fermer" not in labels


def test_tables_of_the_lobby_are_listed_by_name() -> None:
    played = scene("lobby")
    played.press("escape", ":")
    assert any("Café" in line for line in shown(played.state))
    played.write("club")
    found = [line for line in shown(played.state)[1:-1] if line.strip()]
    assert found
    assert all("Club" in line for line in found)


def test_a_row_of_keys_that_do_different_things_is_still_named() -> None:
    played = scene("palette")
    played.write("choisir")
    played.press("enter")
    assert isinstance(played.state.notice, PressKeys)


# --- words --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seat", "told"), [(Seat.SOUTH, "il nous manque"), (Seat.EAST, "il leur manque")])
def test_the_short_status_says_who_needs_points(seat: Seat, told: str) -> None:
    table = scene("coinched", seat=seat).table
    assert told in missing(table, Face(Language.FRENCH, UNICODE), briefly=True)


@pytest.mark.parametrize(
    ("language", "told"), [(Language.FRENCH, "il nous manque un point"), (Language.ENGLISH, "we need one more point")]
)
def test_a_single_point_that_is_missing_is_not_told_in_the_plural(
    language: Language, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = Need(takers=Seat.SOUTH.team, measure=Measure.POINTS, missing=1)
    monkeypatch.setattr(banner, "need", lambda *_: one)
    table = scene("coinched").table
    assert missing(table, Face(language, UNICODE)) == told


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize(
    "told",
    [News.NO_CHOICE, News.NO_CUT, News.CROSSED, News.COINCHE_IN_TURN, News.DROPPED, *map(Refused, Reason)],
    ids=str,
)
def test_what_is_refused_in_a_game_is_told_in_one_line_of_eighty(told: Notice, language: Language) -> None:
    said = notice(told, Face(language, UNICODE))
    assert len(said) <= STANDARD.cols - 4, said
    assert any(said in line for line in shown(replace(state_of("bidding", language), notice=told)))


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("chosen", [None, Card.DQ])
def test_what_a_card_will_say_is_whole(chosen: Card | None, language: Language) -> None:
    state, face = state_of("follow", language), Face(language, UNICODE)
    assert state.table is not None
    assert state.table.request is not None
    declares = (Declaration("cinquante:10SJSQSKS"), Declaration("tierce:7H8H9H"))
    default = str(PlayCard(Card.DQ, None, declares))
    request = structs.replace(state.table.request, declarations=declares, default=default)
    table = replace(state.table, request=request)
    state = replace(state, table=table, ui=replace(state.ui, card=chosen))
    for cols in (80, 120):
        lines = shown(state, Size(cols, 24))
        assert any(", ".join(map(face.declaration, declares)) in line for line in lines)


@pytest.mark.parametrize("seat", [Seat.SOUTH, Seat.EAST])
def test_the_result_has_the_colour_of_who_gains_by_it(seat: Seat) -> None:
    table = scene("recap", seat=seat).table
    score = table.view.score
    assert score is not None
    assert table.view.contract is not None
    gains = table.view.contract.takers if score.made else table.view.contract.takers.other
    style = "class:ours" if gains is seat.team else "class:theirs"
    (line,) = headline(table, table.view.contract, score, Face(Language.FRENCH, UNICODE), STANDARD)
    assert {part.style for part in line if part.text.strip()} == {style}
    assert ("nous marquons" if gains is seat.team else "ils marquent") in text_of(line)


def test_the_points_that_decide_are_no_line_of_the_score() -> None:
    lines = shown(state_of("recap"))
    judged = next(i for i, line in enumerate(lines) if "Points faits" in line)
    assert lines[judged + 1].strip() == ""


@pytest.mark.parametrize("language", Language)
def test_sixty_columns_have_room_for_the_score_in_words(language: Language) -> None:
    first = shown(state_of("bidding", language), Size(60, 16))[0]
    assert {Language.FRENCH: "NOUS 0 │ EUX 0", Language.ENGLISH: "US 0 │ THEM 0"}[language] in first
    played = Scene(language=language)
    played.start()
    assert not shown(played.state, Size(60, 16))[0].startswith("-")


@pytest.mark.parametrize("place", ["bidding", "lobby"])
def test_a_name_is_seen_while_it_is_written_away_from_home_too(place: str) -> None:
    played = scene(place)
    played.press("f2")
    while ROWS[played.state.ui.option] != "name":
        played.press("down")
    played.press("enter")
    played.write("Zoé")
    assert any("Zoé_" in line for line in shown(played.state))
    played.press("enter")
    assert played.state.ui.settings.name.endswith("Zoé")


# --- the lobby ----------------------------------------------------------------------------------------


def test_the_lobby_is_called_as_its_server_calls_itself() -> None:
    state = state_of("lobby")
    named = replace(state, found=(Found(name="Chez Zoé", address=read_address(state.server)),))
    assert "Tables de Chez Zoé" in shown(named)[0]
    assert state.server in shown(state)[0]


def test_a_first_visit_is_told_calmly() -> None:
    state = replace(state_of("lobby"), notice=FirstSeen("ab:cd:ef"))
    assert styles_of(state, "ab:cd:ef") == {"class:told"}
    assert any("empreinte du serveur est retenue" in line for line in shown(state))
    refused = replace(state_of("lobby"), notice=Rejected(ErrorCode.RATE))
    assert styles_of(refused, "Doucement") == {"class:notice"}


def test_no_overlay_of_a_table_is_left_in_the_lobby() -> None:
    state = state_of("lobby")
    assert replace(state, ui=replace(state.ui, overlay=Overlay.LEAVE)).ui.overlay is None


@pytest.mark.parametrize(
    ("scene_name", "seen"),
    [
        ("recap", "Léo : tierce au roi ♣, pour nous : 120♥ réussi malgré la coinche"),
        ("recap", "dont annonces : eux 20"),
        ("failed", "dont belote et annonces : eux 40"),
        ("failed", "Léo : tierce au roi ♣, pour nous : chute"),
        ("doubled_and_declared", "Max : deux tierces à la dame ♠ ♦"),
        ("doubled_and_declared", "Zoé : tierce (ils ont mieux)"),
        ("declared", "Max : tierce, cinquante (nous avons mieux)"),
    ],
)
def test_the_recap_says_what_the_points_include_and_why_declarations_count_or_not(scene_name: str, seen: str) -> None:
    assert seen in " ".join(" ".join(shown(state_of(scene_name), Size(80, 24))).split())


def test_ones_own_declarations_that_the_others_score_are_not_called_theirs() -> None:
    """South's side declares, and goes down."""
    state = state_of("failed", Language.ENGLISH)
    assert state.table is not None
    assert state.table.seat is not None
    beside = replace(state.table, seat=state.table.seat.next(Direction.ANTICLOCKWISE))
    seen = " ".join(" ".join(shown(replace(state, table=beside), Size(80, 24))).split())
    assert "Their declarations" not in seen
    assert "Léo: king-high tierce in ♣, lost with the contract" in seen


@pytest.mark.parametrize("scene_name", ["doubled_and_declared", "doubled_and_down", "recap", "failed", "declared"])
@pytest.mark.parametrize("language", Language)
def test_the_lines_of_a_recap_keep_their_margins(scene_name: str, language: Language) -> None:
    state, face = state_of(scene_name, language), Face(language, UNICODE)
    assert state.table is not None
    assert state.table.view.score is not None
    rows = score_table(state.table, state.table.view.score, face, 80)
    assert {width(line) for line in rows} == {width(rows[0])}
    assert width(rows[0]) <= 76


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("scene_name", ["doubled_and_declared", "doubled_and_down"])
@pytest.mark.parametrize("rows", [24, 23, 22, 21])
def test_the_table_of_a_recap_stays_where_remarks_have_no_room(rows: int, scene_name: str, language: Language) -> None:
    told = shown(state_of(scene_name, language), Size(80, rows))
    score = Face(language, UNICODE).say(ScoreText.ROW_SCORE)
    assert any(line.split()[:1] == [score] for line in told)


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("scene_name", ["recap", "failed", "over", "rematch_wanted", "capot_made", "alone_failed"])
def test_the_keys_stand_below_a_small_recap(scene_name: str, language: Language) -> None:
    state = state_of(scene_name, language)
    keys = text_of(hint_line(state, Face(language, UNICODE), 40)).rstrip()
    assert text(state, Size(40, 12)).splitlines()[-1] == keys


def test_a_tie_of_declarations_is_told() -> None:
    scored = scene("declared").table
    view = replace(scored.view, shown=())
    face = Face(Language.FRENCH, UNICODE)
    assert scored.view.score is not None
    words = [words for _, said in remarks(replace(scored, view=view), scored.view.score, face) for _, words in said]
    assert "Max : tierce, cinquante (égalité, rien ne compte)" in words


def test_the_list_of_deals_names_a_capot() -> None:
    assert any("capot" in line for line in shown(press(state_of("capot_made"), "d").state))
    assert not any("capot" in line for line in shown(press(state_of("recap"), "d").state))


def test_a_new_match_does_not_show_the_last_deal_of_the_match_before() -> None:
    played = auction("80H", "pass", "pass", "pass")
    played.play_out()
    telling = replace(played.table, view=replace(played.table.view, tricks=()))
    assert "Donne précédente" in text_of(last_trick(telling, FRENCH))
    played.happen(*new_match(played.rules, Seat.WEST)[1])
    assert not text_of(last_trick(played.table, FRENCH)).strip()
