"""Tests of every screen at every size: it fits, and hand, turn and contract are visible. Some are golden texts."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import cycle, product

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from coinche.client.keys import press
from coinche.client.model.effects import TurnPage
from coinche.client.model.hand_order import laid_out
from coinche.client.model.messages import LinkLost, LinkUp
from coinche.client.model.notices import Rejected
from coinche.client.model.state import NEEDS_TABLE, ClientState, Link
from coinche.client.model.table import AtTable
from coinche.client.model.ui import Overlay, Wish
from coinche.client.update.navigation import showing
from coinche.client.update.rules_form import ROWS, Rulebook
from coinche.client.update.update import reduce
from coinche.client.views import Line, Size, text_of
from coinche.client.views.bidding import auction, cutting
from coinche.client.views.room import room
from coinche.client.views.rules import rule_blocks, turned
from coinche.client.views.status import asked_again, sure_to_leave
from coinche.client.views.table_and_side_panel import trick_area
from coinche.client.views.text_lines import width
from coinche.engine.presets import PRESETS
from coinche.engine.seats import Seat
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import Occupant, SeatChanged
from coinche.text.formatting import Face
from coinche.text.glyphs import ASCII, UNICODE
from coinche.text.language import Language
from tests.client.golden import check_golden, drawn, text
from tests.client.scene import NAMES
from tests.client.scenes import SCENES, scene, state_of, table_of
from tests.extent import SOME_PRESETS, WHOLE
from tests.for_each import for_each

SIZES = st.builds(Size, st.integers(20, 200), st.integers(4, 60))
LANGUAGES = st.sampled_from(Language)
IN_PLAY = (
    "bidding",
    "two_rounds",
    "too_low",
    "coinched",
    "follow",
    "belote",
    "every_denomination",
    "typing_generale",
    "ranked",
    "coarse",
    "cancelled",
    "soloist",
    "six_cards",
    "clockwise",
    "tripled",
    "reacting",
    "sure",
    "looking_back",
    "typing",
    "frozen",
    "pause_wanted",
    "claimable",
    "choosing_ahead",
    "prepared",
    "dropped",
    "trick_shown",
    "advised",
    "advised_bid",
    "hurried",
    "slow",
    "away",
    "back",
    "replay_refused",
)
"""Scenes with a hand, a turn and a contract."""


@settings(deadline=None)
@given(
    st.sampled_from(tuple(SCENES)), SIZES, LANGUAGES, st.booleans(), st.sampled_from([None, *Overlay]), st.booleans()
)
@example("lobby", Size(80, 7), Language.FRENCH, False, Overlay.CONVENTIONS, False)
@example("home", Size(20, 4), Language.ENGLISH, True, Overlay.CONVENTIONS, True)
def test_every_screen_fits_every_terminal(
    name: str, size: Size, language: Language, ascii_only: bool, overlay: Overlay | None, lost: bool
) -> None:
    state = state_of(name, language)
    state = replace(state, ui=replace(state.ui, overlay=overlay))
    if lost:
        state = reduce(state, LinkLost(3))
    lines = drawn(state, size, ascii_only=ascii_only)
    assert 1 <= len(lines) <= size.rows
    assert all(width(line) <= size.cols for line in lines)
    assert any(text_of(line).strip() for line in lines)
    if ascii_only:
        assert all(text_of(line).isascii() for line in lines)


@pytest.mark.parametrize("key", ["e", "j", "l", "t", "q", "d"])
def test_what_lies_over_a_table_goes_with_it(key: str) -> None:
    played = scene("looking_back")
    played.press("escape", key)
    assert played.state.ui.overlay in NEEDS_TABLE | {Overlay.HISTORY}
    lost = reduce(played.state, LinkLost(1))
    back = reduce(lost, LinkUp("Ana", resumed=False))
    assert back.table is None
    assert back.ui.overlay is None
    assert "Nouvelle table" in text(back, Size(80, 7))


def test_the_deals_of_a_replay_stay_when_its_table_goes() -> None:
    played = scene("replay_history")
    assert played.state.ui.overlay is Overlay.HISTORY
    assert played.state.match_replay is not None
    assert replace(played.state, table=None).ui.overlay is Overlay.HISTORY


@for_each("name", SCENES)
def test_a_small_screen_asks_before_the_table_is_left(name: str) -> None:
    for language in Language:
        state = press(state_of(name, language), "q").state
        if state.ui.overlay is Overlay.LEAVE and state.table is not None:
            shown = " ".join(text(state, Size(40, 12)).replace("▶", "").split())
            assert sure_to_leave(state, Face(language, UNICODE)) in shown


@settings(deadline=None)
@given(st.sampled_from(IN_PLAY), SIZES, LANGUAGES, st.booleans())
def test_hand_turn_and_contract_never_leave_the_screen(
    name: str, size: Size, language: Language, ascii_only: bool
) -> None:
    state = state_of(name, language)
    face = Face(language, ASCII if ascii_only else UNICODE)
    shown = text(state, size, ascii_only=ascii_only)
    table = table_of(name, language)
    assert table.view.contract is not None
    for card in laid_out(table, state.ui):
        assert face.card(card) in shown
    turn = table.view.turn
    assert turn is not None
    to_be_sure = asked_again(table, state.ui, face)  # what was begun out of turn comes before whose turn it is
    assert to_be_sure or (face.glyphs.turn if table.asked is not None else face.name(NAMES[turn])) in shown
    assert face.bid(table.view.contract.bid) in shown


@settings(deadline=None)
@given(st.sampled_from(("cutting", "cut_by_another")), SIZES, LANGUAGES, st.booleans())
def test_a_cut_says_whose_it_is_and_where(name: str, size: Size, language: Language, ascii_only: bool) -> None:
    state, table = state_of(name, language), table_of(name, language)
    shown = text(state, size, ascii_only=ascii_only)
    face = Face(language, ASCII if ascii_only else UNICODE)
    assert (face.glyphs.turn if table.asked is not None else face.name(NAMES[Seat.EAST])) in shown
    assert table.asked is None or "18" in shown


@settings(deadline=None)
@given(SIZES, LANGUAGES, st.integers(0, len(ROWS) - 1), st.sampled_from(tuple(PRESETS)))
def test_the_chosen_line_of_the_form_is_always_on_it(size: Size, language: Language, option: int, preset: str) -> None:
    state = state_of("form", language)
    wish = replace(state.wish, preset=preset, options={}, target=None)
    state = replace(state, wish=wish, ui=replace(state.ui, option=option))
    lines = text(state, size).splitlines()
    assert len(lines) <= size.rows
    assert any(line.startswith(" ▶") for line in lines)


def paged(state: ClientState, key: str, face: Face, size: Size) -> ClientState:
    """The state after a key that turns pages on a screen of that size."""
    done = press(state, key)
    assert isinstance(done.effect, TurnPage)
    return showing(done.state, scroll=turned(done.state, face, size, done.effect.by)).state


USUAL_SIZES = (Size(80, 24), Size(120, 40), Size(40, 12))
SIZES_AND_LANGUAGES = (
    tuple(product(USUAL_SIZES, Language)) if WHOLE else tuple(zip(USUAL_SIZES, cycle(Language), strict=False))
)


@pytest.mark.parametrize(("size", "language"), SIZES_AND_LANGUAGES, ids=str)
@pytest.mark.parametrize("preset", SOME_PRESETS)
def test_every_line_of_every_rulebook_is_seen_page_by_page(preset: str, language: Language, size: Size) -> None:
    book, face = Rulebook(preset, preset, PRESETS[preset]), Face(language, UNICODE)
    blocks = rule_blocks(book, face, size.cols)
    body = [text_of(line).rstrip() for block in blocks for line in block]
    state = replace(state_of("form", language), wish=Wish(preset=preset, target=None))
    first = state = replace(state, ui=replace(state.ui, overlay=Overlay.RULES, row=0))
    last = paged(state, "end", face, size)
    seen, back, pages = set(text(state, size).splitlines()), set(text(last, size).splitlines()), 0
    while state.ui.scroll < last.ui.scroll:
        state, pages = paged(state, "pagedown", face, size), pages + 1
        seen |= set(text(state, size).splitlines())
    assert set(body) <= seen
    assert pages <= 2 * len(body) / (size.rows - 4)
    assert paged(state, "pagedown", face, size) == state == last
    while state.ui.scroll > 0:
        state = paged(state, "pageup", face, size)
        back |= set(text(state, size).splitlines())
    assert set(body) <= back
    assert state == first == paged(last, "home", face, size)


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("preset", SOME_PRESETS)
def test_every_rule_can_be_scrolled_to_the_top(preset: str, language: Language) -> None:
    book = Rulebook(preset, preset, PRESETS[preset])
    blocks = rule_blocks(book, Face(language, UNICODE), 80)
    body = [text_of(line).rstrip() for block in blocks for line in block]
    state = replace(state_of("form", language), wish=Wish(preset=preset, target=None))
    state = replace(state, ui=replace(state.ui, overlay=Overlay.RULES, row=0))
    for _ in range(len(blocks)):
        state = press(state, "down").state
    assert body[-1] in text(state, Size(40, 8)).splitlines() + text(state, Size(80, 8)).splitlines()


@settings(deadline=None)
@given(st.text(min_size=1, max_size=24), SIZES)
def test_a_name_of_any_signs_breaks_no_screen(name: str, size: Size) -> None:
    table = table_of("follow")
    seats = {seat: replace(info, name=name + seat.value) for seat, info in table.seats.items()}
    state = replace(state_of("follow"), table=replace(table, seats=seats))
    for ascii_only in (False, True):
        lines = drawn(state, size, ascii_only=ascii_only)
        assert all(width(line) <= size.cols for line in lines)
        assert all(text_of(line).isprintable() for line in lines)


@pytest.mark.parametrize("name", SCENES)
def test_golden_screens(name: str) -> None:
    check_golden(name, {language: state_of(name, language) for language in Language})


FRAME = {"│": "|", **dict.fromkeys("┌┐└┘", "+"), **dict.fromkeys("┃┏┓┗┛", "#")}


@pytest.mark.parametrize(("size", "language"), SIZES_AND_LANGUAGES, ids=str)
def test_frames_stand_in_ascii_where_they_stand_in_unicode(size: Size, language: Language) -> None:
    for name in SCENES:
        state = state_of(name, language)
        in_unicode, in_ascii = drawn(state, size), drawn(state, size, ascii_only=True)
        assert len(in_unicode) == len(in_ascii), name
        for one, other in zip(map(text_of, in_unicode), map(text_of, in_ascii), strict=True):
            frame = {at: FRAME[sign] for at, sign in enumerate(one) if sign in FRAME}
            assert {at: other[at : at + 1] for at in frame} == frame, (name, one, other)


def test_digits_stand_under_legal_cards_and_dashes_under_the_others() -> None:
    played = scene("follow")
    state, table = played.state, played.table
    labels = text(state, Size(80, 24)).splitlines()[22].split()
    assert table.asked is not None
    legal = [card in table.asked.legal for card in laid_out(table, state.ui)]
    assert labels == ["-", "-", "-", ">4<", "5"]
    assert legal == [label != "-" for label in labels]


def test_the_lost_connection_is_told_at_the_top() -> None:
    state = reduce(scene("follow").state, LinkLost(2))
    assert state.link is Link.LOST
    assert "Connexion perdue" in text(state, Size(80, 24)).splitlines()[0]


def test_a_refusal_is_told_beside_the_turn() -> None:
    state = replace(scene("follow").state, notice=Rejected(ErrorCode.RATE))
    assert "▶ Doucement : trop de demandes." in text(state, Size(80, 24))


@pytest.mark.parametrize("name", ["recap", "over", "tripled_recap", "alone_failed", "bid_alone_scored"])
def test_the_head_of_a_recap_has_its_points(name: str) -> None:
    score = scene(name).table.view.score
    assert score is not None
    ours, theirs = score.points[Seat.SOUTH.team], score.points[Seat.EAST.team]
    assert f"nous {ours}, eux {theirs}" in text(state_of(name), Size(80, 24)).splitlines()[1]


def test_a_cut_says_whether_the_cards_were_shuffled() -> None:
    state, table = state_of("cutting"), table_of("cutting")
    assert "cartes mélangées" in text(state, Size(80, 24))
    gathered = replace(table, view=replace(table.view, shuffled=False))
    assert "cartes non mélangées" in text(replace(state, table=gathered), Size(80, 24))


@pytest.mark.parametrize(
    ("language", "title"),
    [
        (Language.FRENCH, "Jeu simple, sans annonces (1 option modifiée)"),
        (Language.ENGLISH, "Simple game, no declarations (1 option changed)"),
    ],
)
def test_the_rules_page_is_called_by_the_title_of_its_rules(language: Language, title: str) -> None:
    for name in ("rules_read", "form"):
        state = state_of(name, language)
        shown = text(replace(state, ui=replace(state.ui, overlay=Overlay.RULES, row=0)), Size(80, 24))
        assert shown.splitlines()[0].strip().startswith(title)


def test_the_form_says_where_one_is_in_it() -> None:
    state = press(press(state_of("lobby"), "n").state, "down").state
    assert f"2/{len(ROWS)}" in text(state, Size(80, 24)).splitlines()[0]


def test_bots_and_absent_players_are_marked() -> None:
    played = scene("follow")
    seats = {**played.table.seats, Seat.EAST: replace(played.table.seats[Seat.EAST], connected=False)}
    shown = text(replace(played.state, table=replace(played.table, seats=seats)), Size(80, 24))
    assert "Léo (bot)" in shown
    assert "Max (absent)" in shown


@pytest.mark.parametrize("name", ["bidding", "follow", "lobby"])
@pytest.mark.parametrize("size", [Size(80, 24), Size(62, 24), Size(120, 40)])
@pytest.mark.parametrize("ascii_only", [False, True])
def test_a_name_that_is_cut_is_seen_to_be_cut(name: str, size: Size, ascii_only: bool) -> None:
    long, dots = "Maximilien-Alexandre-Ier", "..." if ascii_only else "…"
    state = state_of(name)
    tables = tuple(replace(info, seats=tuple(replace(seat, name=long) for seat in info.seats)) for info in state.tables)
    state = replace(state, tables=tables)
    if state.table is not None:
        seats = {seat: replace(info, name=long[:-1] + seat.value) for seat, info in state.table.seats.items()}
        state = replace(state, table=replace(state.table, seats=seats))
    shown = text(state, size, ascii_only=ascii_only)
    for beginning in shown.split("Maximil")[1:]:
        rest = beginning.splitlines()[0]
        begun = "".join(c for c, d in zip(rest, "ien-Alexandre-Ier", strict=False) if c == d)
        assert rest.startswith("ien-Alexandre-Ie") or dots in rest[: len(begun) + 4]


def test_the_sides_are_named_for_the_viewer() -> None:
    assert "NOUS" in text(scene("follow").state, Size(80, 24))
    assert "NORD-SUD" in text(scene("follow", seat=None).state, Size(80, 24))


def test_the_viewer_sits_at_the_bottom_and_the_next_player_on_the_right() -> None:
    lines = text(scene("follow", seat=Seat.EAST).state, Size(80, 24)).splitlines()
    assert "Ouest" in lines[4]
    assert "Nord" in next(line for line in lines[5:] if "Sud" in line).split("Sud")[1]


WITHOUT_HELP = frozenset(
    {
        "inviting",
        "leaving",
        "helped",
        "helped_at_home",
        "helped_in_play",
        "helped_in_settings",
        "rules_opened",
        "rules_read",
        "writing",
        "short_words",
        "asked_rules",
        "found_rules",
        "home_naming",
        "home_unreached",
        "palette",
        "palette_at_home",
        "lobby_talking",
    }
)
"""Scenes with a text entry or a selection, in which only its own keys count."""


def test_help_is_on_every_screen() -> None:
    for name in SCENES.keys() - WITHOUT_HELP:
        state = scene(name).state
        assert "? aide" in text(state, Size(80, 24))
        assert "Aide" in text(press(state, "?").state, Size(80, 24))


def test_switching_language_changes_words_and_rank_letters() -> None:
    played = scene("follow")
    played.press("f2", "right", "escape")
    state = played.state
    assert state.ui.language is Language.ENGLISH
    shown = text(state, Size(80, 24))
    assert "K♦" in shown
    assert "R♦" not in shown


def test_the_help_is_read_to_its_end_on_a_small_screen() -> None:
    played, size = scene("bidding"), Size(40, 12)
    played.press("?")
    first = text(played.state, size)
    assert "↓ suite" in first.splitlines()[-1]
    played.press("end")
    assert "Aide" not in text(played.state, size)
    played.press(*["up"] * 80)
    assert text(played.state, size) == first


BOTS = {Seat.EAST: "strong", Seat.NORTH: "expert", Seat.WEST: "steady"}
BODIES: dict[str, Callable[[ClientState, Face, Size], tuple[Line, ...]]] = {
    "bidding": lambda state, face, size: auction(at(state), face, size),
    "follow": lambda state, face, size: trick_area(at(state), state.ui, face, size),
    "cutting": lambda state, face, size: cutting(at(state), state.ui, face, size),
    "hosting": lambda state, face, size: room(state, at(state), face, size, logged=True),
}


def at(state: ClientState) -> AtTable:
    assert state.table is not None
    return state.table


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("name", BODIES)
def test_all_bots_of_a_screen_are_labelled_alike(name: str, language: Language) -> None:
    shown, face = scene(name, language), Face(language, UNICODE)
    for seat, kind in BOTS.items():
        shown.happen(SeatChanged(seat, Occupant.BOT, kind, connected=True))
    for rows, cols in product((4, 8, 10, 14, 20, 34), range(36, 124, 2)):
        body = "\n".join(map(text_of, BODIES[name](shown.state, face, Size(cols, rows))))
        labels = re.findall(r"(?:Denise|Georges|Henri)(?: \(([^)]*)\))?", body)
        assert len({(bool(label), label == "bot") for label in labels}) <= 1, body
