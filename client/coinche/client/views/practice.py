"""The end of a position that was played again: how it compares with the match, and the way back."""

from __future__ import annotations

from coinche.client.keys import in_sight, pressing
from coinche.client.model.practice import Retry, gain
from coinche.client.model.table import AtTable
from coinche.client.texts.practice import PracticeText
from coinche.text.formatting import Face, signed

from .text_lines import Line, clickable, plain, split_words


def compared(retry: Retry, table: AtTable, face: Face) -> str:
    """The result of the deal beside that of the match, in one sentence."""
    now, then = gain(table.view.score, retry.seat.team), retry.gain_in_match
    if then is None:
        return face.say(PracticeText.ONLY_NOW, now=signed(now))
    return face.say(PracticeText.COMPARED, now=signed(now), then=signed(then))


def foot_lines(retry: Retry, table: AtTable, face: Face, cols: int) -> tuple[Line, ...]:
    """The comparison, and the keys to press; a click leads back."""
    style = "class:theirs" if gain(table.view.score, retry.seat.team) < (retry.gain_in_match or 0) else "class:ours"
    full, brief = (face.say(words) for words in (PracticeText.GO_BACK, PracticeText.GO_BACK_SHORT))
    return (
        plain(""),
        *split_words(compared(retry, table, face), cols - 1, style),
        clickable(plain(full if len(full) < cols else brief, "class:ask"), in_sight(pressing("enter"))),
    )
