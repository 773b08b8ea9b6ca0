"""Tests of tips: each is shown once, for as long as its situation lasts, and never in line mode."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from coinche.client.keys import move_conditions, press
from coinche.client.keys.tips import READING, WHEN, tipped
from coinche.client.model.messages import Lesson, LessonNumber, LinkUp, Tick
from coinche.client.model.state import ClientState, Tips
from coinche.client.runtime.effects import remember_tips
from coinche.client.runtime.settings_file import TIPS_FILE, keep_tips, read_tips, settings_path
from coinche.client.runtime.store import ClientStore
from coinche.client.texts.tips import Tip
from coinche.client.update import people
from coinche.client.update.navigation import at_home
from coinche.client.views import Size
from coinche.text.language import Language
from tests.client.golden import text
from tests.client.scenes import SCENES, state_of
from tests.for_each import for_each


def shown(state: ClientState) -> Tip | None:
    return state.tips.shown if state.tips is not None else None


def begun(scene: str, *seen: Tip) -> ClientState:
    """The scene with its tip, for somebody who has seen these."""
    return tipped(replace(state_of(scene), tips=Tips(frozenset(tip.name for tip in seen))))


@pytest.mark.parametrize("tip", Tip)
def test_every_tip_has_a_situation_that_occurs(tip: Tip) -> None:
    others = tuple(other for other in Tip if other is not tip)
    assert any(shown(begun(name, *others)) is tip for name in SCENES)


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("tip", Tip)
def test_a_tip_is_one_line_at_80_columns_and_two_at_40(tip: Tip, language: Language) -> None:
    home = state_of("home", language)
    state = replace(home, tips=Tips(frozenset(), tip))
    *_, line, keys = text(state, Size(80, 24)).splitlines()
    said = tip.within(language).format(call=people.CALL_KEY)
    assert said in line
    assert keys == text(home, Size(80, 24)).splitlines()[-1]
    assert said.split()[-1] in "".join(text(state, Size(40, 12)).splitlines()[-3:-1])


@pytest.mark.parametrize("scene", ["bidding", "follow", "recap", "home", "lobby", "form", "settings"])
def test_a_tip_hides_no_keys_and_leaves_a_tiny_screen_alone(scene: str) -> None:
    state = begun(scene)
    assert shown(state) is not None
    for size in (Size(80, 24), Size(120, 40), Size(40, 12), Size(60, 22), Size(20, 4)):
        with_tip, without = (text(one, size).splitlines() for one in (state, state_of(scene)))
        assert with_tip[-1] == without[-1]
        assert len(with_tip) <= size.rows
        assert (size.rows < 10) <= (with_tip == without)


def test_a_tip_stays_for_its_situation_and_does_not_come_again() -> None:
    first = begun("bidding")
    assert shown(first) is Tip.AUCTION
    same = tipped(press(first, "right").state, acted=True)
    assert shown(same) is Tip.AUCTION
    gone = tipped(replace(state_of("recap"), tips=same.tips))
    assert shown(gone) is not Tip.AUCTION
    assert gone.tips is not None
    assert shown(tipped(replace(state_of("bidding"), tips=gone.tips))) is not Tip.AUCTION


def test_a_tip_goes_with_its_situation_and_comes_again_if_nobody_can_have_read_it() -> None:
    passed = begun("choosing_ahead")
    assert shown(passed) is Tip.AHEAD
    tips = replace(passed.tips or Tips(), seen=frozenset({"RECAP"}))
    gone = tipped(replace(state_of("recap"), tips=tips, now=passed.now))
    assert shown(gone) is None
    assert shown(tipped(replace(state_of("choosing_ahead"), tips=gone.tips))) is Tip.AHEAD
    replaced = tipped(replace(state_of("follow"), tips=passed.tips, now=passed.now))
    assert shown(replaced) is Tip.PLAY
    assert shown(tipped(replace(state_of("choosing_ahead"), tips=replaced.tips))) is Tip.AHEAD


def test_a_tip_that_had_its_time_does_not_come_again() -> None:
    first = begun("choosing_ahead")
    over = tipped(replace(state_of("recap"), tips=first.tips, now=first.now + READING))
    assert over.tips is not None
    assert Tip.AHEAD.name in over.tips.seen


def test_what_covers_the_screen_covers_its_tip() -> None:
    first = begun("home")
    for key in ("?", ":"):
        over = tipped(press(first, key).state)
        assert "Astuce" not in text(over, Size(80, 24))
        assert shown(tipped(press(over, "escape").state)) is Tip.HOME


def test_escape_clears_a_tip() -> None:
    first = begun("follow")
    assert shown(first) is Tip.PLAY
    cleared = tipped(press(first, "escape").state)
    assert shown(cleared) is None
    assert "Astuce" not in text(cleared, Size(80, 24))


def test_who_turns_them_off_sees_none_and_has_seen_none() -> None:
    state = state_of("follow")
    off = replace(state, tips=Tips(), ui=replace(state.ui, settings=replace(state.ui.settings, tips=False)))
    assert shown(tipped(off)) is None
    assert tipped(off).tips == Tips(mode="PLAY")


def test_lessons_are_no_longer_proposed_once_one_was_taken() -> None:
    assert shown(begun("home")) is Tip.HOME
    home = replace(state_of("home"), lessons=frozenset({LessonNumber.FIRST}))
    assert shown(tipped(replace(home, tips=Tips()))) is Tip.FIND


def test_line_mode_and_the_lesson_have_none() -> None:
    assert tipped(state_of("bidding")) is state_of("bidding")
    learning = replace(state_of("bidding"), tips=Tips(), lesson=Lesson(behind=state_of("home")))
    assert shown(tipped(learning)) is None


def test_they_are_not_forgotten_on_the_way_home() -> None:
    state = begun("lobby")
    assert at_home(state).tips == state.tips


def test_what_was_shown_is_kept_in_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert read_tips() == frozenset()
    store = ClientStore(replace(state_of("home"), tips=Tips(read_tips())))
    remember_tips(store)
    store.take(Tick(1.0))
    assert shown(store.state) is Tip.HOME
    assert read_tips() == frozenset()
    store.press("down")
    assert shown(store.state) is Tip.HOME
    assert read_tips() == {"HOME"}
    store.take(LinkUp("Ana", resumed=False))
    keep_tips(frozenset({"PLAY"}))
    assert {"HOME", "PLAY"} <= read_tips()
    assert settings_path().with_name(TIPS_FILE).parent == tmp_path / "coinche"


def test_a_file_that_cannot_be_read_or_written_is_no_fault(tmp_path: Path) -> None:
    assert read_tips(tmp_path) == frozenset()
    keep_tips(frozenset({"HOME"}), tmp_path)
    (tmp_path / "tips.txt").write_bytes(b"\xff")
    assert read_tips(tmp_path / "tips.txt") == frozenset()


@for_each("scene", SCENES)
def test_how_to_bid_is_told_where_one_can_bid(scene: str) -> None:
    others = tuple(tip for tip in Tip if tip is not Tip.AUCTION)
    assert (shown(begun(scene, *others)) is Tip.AUCTION) <= move_conditions.can_bid(state_of(scene))


def test_each_tip_has_one_place_in_the_order() -> None:
    assert set(WHEN) == set(Tip)


@pytest.mark.parametrize("language", Language)
def test_the_tip_on_calls_names_their_key(language: Language) -> None:
    state = replace(state_of("recap", language), tips=Tips(frozenset(), Tip.CALL))
    (tip,) = (line for line in text(state, Size(80, 24)).splitlines() if Tip.CALL.within(language)[-10:] in line)
    assert re.search(rf": {people.CALL_KEY} \w", tip)
