"""Tests of the form for a new table as it is drawn: groups below headings, pages as long as the screen, clicks."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coinche.client.keys import press
from coinche.client.model.effects import TurnPage
from coinche.client.model.state import ClientState, Tips
from coinche.client.texts.rules import FormGroup
from coinche.client.texts.tips import Tip
from coinche.client.update.rules_form import GROUPS, ROWS, last_row
from coinche.client.views import Line, Size, page_turned, screen, text_of
from coinche.engine.rules import DESCRIBED
from coinche.text.formatting import Face
from coinche.text.glyphs import UNICODE
from coinche.text.language import Language
from tests.client.scenes import state_of

SIZES = st.builds(Size, st.integers(20, 130), st.integers(4, 45))
SCREENS = (Size(80, 24), Size(40, 12), Size(120, 40), Size(48, 9))


def opened(language: Language = Language.ENGLISH) -> ClientState:
    return press(state_of("lobby", language), "n").state


def lines(state: ClientState, size: Size) -> tuple[Line, ...]:
    return screen(state, Face(state.ui.language, UNICODE), size)


def test_a_value_that_is_shortened_says_so() -> None:
    state = press(opened(), "right").state  # rules with no trump and all trump
    (row,) = (said for line in lines(state, Size(80, 90)) if "Possible trumps" in (said := text_of(line)))
    assert row.rstrip().endswith("The four suits…")


def turn(state: ClientState, key: str, size: Size) -> ClientState:
    done = press(state, key)
    assert isinstance(done.effect, TurnPage)
    return page_turned(done.state, Face(state.ui.language, UNICODE), size, done.effect.by).state


def options(state: ClientState, size: Size) -> dict[int, str]:
    """The options on the screen, by where a click on their line leads, and what is written there."""
    away, found = replace(state, ui=replace(state.ui, option=-1)), {}
    for line in lines(state, size):
        clicks = [fragment.click for fragment in line if fragment.click is not None]
        if clicks and text_of(line)[:2] in ("  ", " ▶"):
            found[clicks[-1](away).state.ui.option] = text_of(line)
    return found


def test_each_option_has_its_line_in_one_group() -> None:
    assert sorted(ROWS) == sorted({*ROWS})
    assert {*DESCRIBED} == {*ROWS} - {"", "hints", "practice", "shares"}
    assert list(GROUPS) == list(FormGroup)


def test_what_people_want_most_comes_first() -> None:
    assert ROWS[:4] == ("", "target", "hints", "practice")


@pytest.mark.parametrize("size", SCREENS, ids=str)
@pytest.mark.parametrize("language", Language)
def test_a_digit_leads_to_the_first_line_of_its_group_below_the_heading(language: Language, size: Size) -> None:
    for number, (group, options) in enumerate(GROUPS.items(), start=1):
        state = press(opened(language), str(number)).state
        assert ROWS[state.ui.option] == options[0]
        shown = [text_of(line).strip() for line in lines(state, size)]
        (cursor,) = (at for at, line in enumerate(shown) if line.startswith("▶"))
        assert shown[cursor - 1] == f"{number} {group.within(language)}"


def test_the_cursor_steps_from_group_to_group_over_the_headings() -> None:
    state = opened()
    passed = [state.ui.option]
    for _ in ROWS[1:]:
        state = press(state, "down").state
        passed.append(state.ui.option)
    assert passed == list(range(len(ROWS)))
    assert press(state, "down").state.ui.option == passed[-1]


@pytest.mark.parametrize("size", SCREENS, ids=str)
@pytest.mark.parametrize("tip", [None, Tip.FORM], ids=["alone", "beside a tip"])
def test_pages_of_the_form_are_as_long_as_the_screen_and_skip_no_line(size: Size, tip: Tip | None) -> None:
    state = first = replace(opened(), tips=None if tip is None else Tips(shown=tip))
    seen, pages = set(options(state, size)), [state.ui.option]
    while state.ui.option < last_row(state):
        state = turn(state, "pagedown", size)
        pages.append(state.ui.option)
        seen |= options(state, size).keys()
    assert seen == set(range(len(ROWS)))
    assert len(pages) <= 2 + 2 * len(ROWS) / max(1, size.rows - (6 if tip is None else 8))
    assert all(one < other for one, other in pairwise(pages))
    assert turn(first, "end", size) == state
    seen = set(options(state, size))
    while state.ui.option > 0:
        state = turn(state, "pageup", size)
        seen |= options(state, size).keys()
    assert seen == set(range(len(ROWS)))
    assert state == first == turn(state, "home", size)


@settings(deadline=None, max_examples=30)
@given(SIZES, st.integers(0, len(ROWS) - 1), st.sampled_from(Language))
def test_a_click_leads_to_the_line_that_was_clicked(size: Size, option: int, language: Language) -> None:
    state = replace(opened(language), ui=replace(opened(language).ui, option=option))
    clickable = options(state, size)
    assert option in clickable
    for row, shown in clickable.items():
        there = options(replace(state, ui=replace(state.ui, option=row)), size)[row]
        assert there[2:9] == shown[2:9]


def test_a_click_on_a_tab_leads_to_its_group() -> None:
    state = opened()
    tabs = lines(state, Size(80, 24))[1]
    for group in FormGroup:
        click = next(one.click for one in tabs if one.text == group.english)
        assert click is not None
        assert ROWS[click(state).state.ui.option] in GROUPS[group]


def test_rules_that_only_the_server_has_leave_one_line() -> None:
    state = opened()
    state = replace(state, wish=replace(state.wish, preset="theirs"))
    for key in ("down", "5"):
        assert press(state, key).state.ui.option == 0
    assert turn(state, "end", Size(80, 24)).ui.option == 0
    assert "1/1" in text_of(lines(state, Size(80, 24))[0])
