"""Tests of what is celebrated: coinche, capot and victory, for a moment, ended by any key and never in line mode."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from coinche.client.keys import press
from coinche.client.line.commands import obey
from coinche.client.model.messages import Received, Tick
from coinche.client.model.state import ClientState
from coinche.client.model.ui import Overlay
from coinche.client.update.timing_and_premove import (
    CELEBRATION_SECONDS,
    FRAME_SECONDS,
    is_celebrating,
    is_due,
    is_running,
)
from coinche.client.update.update import reduce
from coinche.client.views import Size, screen, text_of
from coinche.client.views.text_lines import width
from coinche.engine.events import Event, seen_by
from coinche.engine.seats import Seat
from coinche.protocol.messages import Envelope
from coinche.text.formatting import Face
from coinche.text.glyphs import ASCII, UNICODE
from coinche.text.language import Language
from tests.client.golden import check_golden
from tests.client.scene import SERVER_AHEAD, Scene
from tests.client.scenes import scene
from tests.client.scenes_of_deals import (
    ALL_HEARTS,
    CELEBRATIONS,
    celebrated_capot,
    later,
    start_with,
)

FRENCH, USUAL = Face(Language.FRENCH, UNICODE), Size(80, 24)
each_celebration = pytest.mark.parametrize("story", CELEBRATIONS)
Story = Callable[[Scene], None]


def scene_of(story: Story, language: Language = Language.FRENCH) -> Scene:
    played = Scene(language=language)
    story(played)
    return played


def shown(state: ClientState, size: Size = USUAL, face: Face = FRENCH) -> list[str]:
    return [text_of(line).rstrip() for line in screen(state, face, size)]


@each_celebration
def test_golden_celebrations(story: Story) -> None:
    check_golden(story.__name__, {language: scene_of(story, language).state for language in Language})


@each_celebration
def test_a_celebration_ends_by_itself_and_then_nothing_runs(story: Story) -> None:
    played = scene_of(story)
    before = played.state
    assert is_celebrating(before)
    assert is_due(before, before.now + FRAME_SECONDS)
    later(played, CELEBRATION_SECONDS)
    assert not is_celebrating(played.state)
    assert shown(played.state) != shown(before)
    assert "? aide" in shown(played.state)[-1]
    assert is_running(played.state) == is_running(replace(played.state, table=replace(played.table, celebration=None)))


@each_celebration
@pytest.mark.parametrize("key", ["enter", "p", "c", "1", "?", "q", "escape", ""])
def test_any_key_ends_a_celebration_and_does_nothing_else(story: Story, key: str) -> None:
    state = scene_of(story).state
    done = press(state, key, key if len(key) == 1 else "")
    assert (done.send, done.effect, done.quit) == ((), None, False)
    assert state.table is not None
    assert done.state == replace(state, table=replace(state.table, celebration=None))
    assert not is_celebrating(done.state)
    assert press(done.state, "f2").state.ui.overlay is Overlay.SETTINGS


@each_celebration
def test_who_does_not_want_celebrations_has_none(story: Story) -> None:
    state = scene_of(story).state
    ui = replace(state.ui, settings=replace(state.ui.settings, celebrations=False))
    assert not is_celebrating(replace(state, ui=ui))
    assert not is_celebrating(replace(state, ui=replace(state.ui, overlay=Overlay.CHAT))), "nobody is interrupted"


def test_a_line_typed_during_a_celebration_is_obeyed() -> None:
    state = scene_of(celebrated_capot).state
    assert is_celebrating(state)
    assert obey(state, "réglages 1", FRENCH).answers


def test_the_losers_have_no_victory() -> None:
    played = Scene(seat=Seat.EAST, target=500)
    start_with(played, ALL_HEARTS)
    played.do("120H", "pass", "pass", "pass")
    played.pace = 0.1
    played.play_out()
    later(played, 0.5)
    assert any("Tous les plis pour eux" in line for line in shown(played.state)), "they see the capot"


def test_a_coinche_of_the_past_is_not_celebrated_on_joining() -> None:
    played, new = scene("coinched"), Scene()
    new.join()
    new.state = replace(new.state, table=replace(new.table, n=0, log=(), seats={}))
    for number, event in enumerate(played.log, start=1):
        seen = seen_by(event, Seat.SOUTH) if isinstance(event, Event) else event
        sent = Envelope("t1", number, 1000 * (SERVER_AHEAD + 4 * number), seen)
        new.state = reduce(new.state, Received(sent, now=new.now))
    assert new.table.celebration is not None
    assert not is_celebrating(new.state)


@each_celebration
@pytest.mark.parametrize("size", [USUAL, Size(120, 40), Size(40, 12), Size(20, 4), Size(200, 60)])
def test_every_picture_of_a_celebration_fits(story: Story, size: Size) -> None:
    state = scene_of(story).state
    assert state.table is not None
    assert state.table.celebration is not None
    began = state.table.celebration.at - (state.table.ahead or 0)
    for picture in range(int(CELEBRATION_SECONDS / FRAME_SECONDS)):
        now = reduce(state, Tick(began + picture * FRAME_SECONDS))
        for glyphs in (UNICODE, ASCII):
            lines = screen(now, Face(Language.FRENCH, glyphs), size)
            assert len(lines) <= size.rows
            assert all(width(line) <= size.cols for line in lines)
            assert glyphs is UNICODE or all(text_of(line).isascii() for line in lines)
    assert any("Max coinche" in line or "!" in line for line in shown(now))
