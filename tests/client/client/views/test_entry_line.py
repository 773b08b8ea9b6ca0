"""Tests of the view of text entry: it fits, and its cursor is visible."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coinche.client.model.text_entry import TextEntry
from coinche.client.model.ui import Overlay
from coinche.client.update.text_entry import LONGEST
from coinche.client.views import Size, screen, text_of
from coinche.client.views.text_lines import Line, entry_line, entry_lines, width
from coinche.text.formatting import Face
from coinche.text.glyphs import ASCII, UNICODE
from coinche.text.language import Language
from tests.client.scenes import state_of
from tests.for_each import for_each

FACES = [Face(Language.FRENCH, UNICODE), Face(Language.FRENCH, ASCII)]
ACCENT = "e\u0301"
FLAG, HAND = "\U0001f1eb\U0001f1f7", "\U0001f44d\U0001f3fd"


LETTERS = st.text(st.sampled_from(f"ab é日{ACCENT}{FLAG}{HAND}._"), max_size=40)


def entry(marked: str) -> TextEntry:
    """The text, with `|` for the cursor."""
    before, _, after = marked.partition("|")
    return TextEntry(before, after)


LABELS = st.text("ab :", max_size=60).map(lambda text: f"{text}:")


def cursors(lines: tuple[Line, ...]) -> list[str]:
    return [text for line in lines for style, text, _ in line if style == "class:cursor"]


@given(LETTERS, LETTERS, LABELS, st.integers(1, 90), st.integers(1, 6), st.sampled_from(FACES))
def test_the_line_that_is_shown_fits_and_has_the_cursor(
    before: str, after: str, label: str, cols: int, rows: int, face: Face
) -> None:
    line = TextEntry(before, after)
    for shown in ((entry_line(label, line, face, cols),), entry_lines(label, line, face, cols, rows)):
        assert len(shown) <= rows
        assert all(width(each) <= cols for each in shown)
        assert cursors(shown) == ["_"]


@pytest.mark.parametrize(
    ("marked", "cols", "shown"),
    [
        ("bonjour|", 20, "Dire : bonjour_"),
        ("bon|jour", 20, "Dire : bon_jour"),
        ("|bonjour", 20, "Dire : _bonjour"),
        ("|un deux trois quatre", 20, "Dire : _un deux tro…"),
        ("un deux trois quatre|", 20, "Dire : …rois quatre_"),
        ("un deux| trois quatre", 20, "Dire : un deux_ tro…"),
        ("日本日本日本日本|", 20, "Dire : …本日本日本_"),
        ("un deux trois| quatre", 20, "Dire : …x trois_ qu…"),
        ("un deux trois quatre|", 10, "…s quatre_"),
    ],
)
def test_a_long_line_is_shown_about_its_cursor(marked: str, cols: int, shown: str) -> None:
    assert text_of(entry_line("Dire :", entry(marked), FACES[0], cols)) == shown


SIZES = [Size(80, 24), Size(60, 22), Size(40, 12), Size(20, 4)]


@pytest.mark.parametrize("size", SIZES)
@for_each("marked", ["|" + "a" * 70, "a" * 30 + "|" + "b" * 40, "a" * 70 + "|", "|", "ab|"])
@for_each("overlay", LONGEST)
def test_the_cursor_is_on_every_screen(overlay: Overlay, marked: str, size: Size) -> None:
    names = {
        Overlay.CHAT: ("follow", "bidding", "recap", "gathering"),
        Overlay.LOBBY_CHAT: ("lobby_people", "lobby_alone", "lobby"),
        Overlay.PASSPHRASE: ("lobby",),
        Overlay.RULES_NAME: ("found_rules",),
        Overlay.NAME: ("home", "settings"),
        Overlay.PALETTE: ("home", "follow"),
    }.get(overlay, ("home",))
    for name in names:
        state = state_of(name)
        state = replace(state, ui=replace(state.ui, overlay=overlay, entry=entry(marked)))
        for face in FACES:
            assert cursors(screen(state, face, size)) == ["_"], name
