"""Tests of keys and pastes in text entry."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coinche.client.keys import BOUND, active, press
from coinche.client.model.state import ClientState
from coinche.client.model.text_entry import TextEntry
from coinche.client.model.ui import Overlay
from coinche.client.update.text_entry import LONGEST
from coinche.protocol.limits import MAX_NAME
from tests.client.scenes import SCENES, state_of
from tests.for_each import for_each

ACCENT = "e\u0301"
FLAG, HAND = "\U0001f1eb\U0001f1f7", "\U0001f44d\U0001f3fd"


def entry(marked: str) -> TextEntry:
    """The text, with `|` for the cursor."""
    before, _, after = marked.partition("|")
    return TextEntry(before, after)


def writing(overlay: Overlay, marked: str) -> ClientState:
    state = state_of("follow" if overlay is Overlay.CHAT else "home")
    return replace(state, ui=replace(state.ui, overlay=overlay, entry=entry(marked)))


def written(state: ClientState) -> str:
    return f"{state.ui.entry.before}|{state.ui.entry.after}"


TABLE = [
    ("ab|", "left", "a|b"),
    ("|ab", "left", "|ab"),
    ("a|b", "right", "ab|"),
    ("ab|", "right", "ab|"),
    ("ab|", "c-b", "a|b"),
    ("a|b", "c-f", "ab|"),
    ("a|b", "home", "|ab"),
    ("a|b", "end", "ab|"),
    ("a|b", "c-a", "|ab"),
    ("a|b", "c-e", "ab|"),
    ("un deux|", "c-left", "un |deux"),
    ("un  |deux", "c-left", "|un  deux"),
    ("un, de|ux", "escape b", "un, |deux"),
    ("un, |deux", "escape b", "|un, deux"),
    ("|un deux", "c-right", "un| deux"),
    ("un|, deux", "escape f", "un, deux|"),
    ("|", "c-left", "|"),
    ("|", "c-right", "|"),
    ("ab|c", "backspace", "a|c"),
    ("|c", "backspace", "|c"),
    ("a|bc", "delete", "a|c"),
    ("a|bc", "c-d", "a|c"),
    ("a|", "delete", "a|"),
    ("bonne partie|", "c-w", "bonne |"),
    ("bonne partie  |!", "c-w", "bonne |!"),
    ("aller 192.168.1.20:port|", "c-w", "aller |"),
    ("192.168.1.20:port|", "escape backspace", "192.168.1.20:|"),
    ("192.168.1.20:port|", "c-backspace", "192.168.1.20:|"),
    ("bonne partie| !", "c-backspace", "bonne | !"),
    ("|a", "c-w", "|a"),
    ("|bonne partie", "escape d", "| partie"),
    ("bonne| partie", "c-delete", "bonne|"),
    ("bonne| partie", "c-u", "| partie"),
    ("bonne| partie", "c-k", "bonne|"),
    (f"a{ACCENT}|b", "left", f"a|{ACCENT}b"),
    (f"a|{ACCENT}b", "right", f"a{ACCENT}|b"),
    (f"a{ACCENT}|b", "backspace", "a|b"),
    (f"t{ACCENT}l{ACCENT}|", "c-left", f"|t{ACCENT}l{ACCENT}"),
    (f"{FLAG}{HAND}|", "left", f"{FLAG}|{HAND}"),
    (f"{FLAG}|{HAND}", "backspace", f"|{HAND}"),
    (f"|{FLAG}{FLAG}", "delete", f"|{FLAG}"),
    ("日|本", "right", "日本|"),
]


@pytest.mark.parametrize(("before", "key", "after"), TABLE)
def test_keys_that_edit_a_line(before: str, key: str, after: str) -> None:
    assert written(press(writing(Overlay.CHAT, before), key).state) == after


@pytest.mark.parametrize("overlay", LONGEST)
def test_every_line_that_people_write_has_these_keys(overlay: Overlay) -> None:
    rows = active(writing(overlay, "ab|cd"))
    assert {key for _, key, _ in TABLE} <= {name for row in rows for name in row.keys}
    state = press(writing(overlay, "ab|cd"), "left").state
    assert written(press(state, "x", "x").state) == "ax|bcd"


@pytest.mark.parametrize(
    ("pasted", "typed"),
    [
        ("bonne partie", "bonne partie"),
        ("  a ", "  a "),
        (" ", " "),
        ("bonne\npartie\n", "bonne partie"),
        ("bonne\r\n\r\n   partie", "bonne partie"),
        ("bonne\rpartie", "bonne partie"),
        ("a\tb", "a b"),
        ("a\x1b[31mb\x00\u202e", "a[31mb"),
        ("\n", ""),
    ],
)
def test_a_pasted_text_becomes_one_line(pasted: str, typed: str) -> None:
    assert written(press(writing(Overlay.CHAT, "<|>"), "<bracketed-paste>", pasted).state) == f"<{typed}|>"


def test_a_pasted_text_is_no_longer_than_the_field() -> None:
    state = press(writing(Overlay.NAME, "A|a"), "<bracketed-paste>", "x" * 1000).state
    assert written(state) == "A" + "x" * (MAX_NAME - 2) + "|a"
    assert press(state, "y", "y").state.ui.entry == state.ui.entry


@pytest.mark.parametrize("scene", ["follow", "bidding", "cutting", "lobby", "recap", "settings", "gathering"])
def test_a_pasted_text_means_nothing_where_nothing_is_written(scene: str) -> None:
    state = replace(state_of(scene), notice=None)
    done = press(state, "<bracketed-paste>", "110c\n")
    assert (done.state, done.send) == (state, ())


OF_LINES = frozenset(BOUND) & {
    *(key for _, key, _ in TABLE if key.startswith(("c-", "escape ")) or key == "delete"),
}


@for_each("scene", SCENES)
def test_keys_that_edit_lines_mean_nothing_elsewhere(scene: str) -> None:
    state = state_of(scene)
    if state.ui.overlay not in LONGEST and not state.ui.pad.typed:
        assert not {name for row in active(state) for name in row.keys} & OF_LINES
