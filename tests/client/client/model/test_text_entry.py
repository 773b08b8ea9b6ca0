"""Tests of text entry with a cursor: no edit loses a character that is not beside the cursor."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from coinche.client.model.text_entry import TextEntry, graphemes, one_line

ACCENT = "e\u0301"
FLAG, HAND = "\U0001f1eb\U0001f1f7", "\U0001f44d\U0001f3fd"


LETTERS = st.text(st.sampled_from(f"ab é日{ACCENT}{FLAG}{HAND}._"), max_size=40)
MOVES = [TextEntry.left, TextEntry.right, TextEntry.start, TextEntry.end, TextEntry.word_left, TextEntry.word_right]
EDITS: list[Callable[[TextEntry], TextEntry]] = [
    TextEntry.erase_left,
    TextEntry.erase_right,
    TextEntry.erase_word_left,
    TextEntry.erase_word_right,
    TextEntry.erase_to_blank,
    TextEntry.erase_to_start,
    TextEntry.erase_to_end,
]


@given(st.lists(st.one_of(st.sampled_from(MOVES), LETTERS)))
def test_inserting_and_moving_loses_no_character(
    steps: list[Callable[[TextEntry], TextEntry] | str],
) -> None:
    line, count = TextEntry(), 0
    for step in steps:
        if isinstance(step, str):
            before, line, count = line, line.insert(step, 10_000), count + len(step)
            assert line == TextEntry(before.before + step, before.after)
        else:
            before, line = line, step(line)
            assert line.text == before.text
    assert len(line.text) == count


@given(LETTERS, LETTERS, st.sampled_from(EDITS))
def test_what_is_deleted_is_beside_the_cursor(before: str, after: str, edit: Callable[[TextEntry], TextEntry]) -> None:
    line = edit(TextEntry(before, after))
    assert before.startswith(line.before)
    assert after.endswith(line.after)
    assert line.before == before or line.after == after


@given(LETTERS)
def test_graphemes_are_the_text(text: str) -> None:
    assert "".join(graphemes(text)) == text
    assert one_line(text) == text
