"""The chat line being written, and the short messages that a slash offers, each with what it says."""

from __future__ import annotations

from coinche.client.model.ui import Ui
from coinche.client.texts.screens import Phrase
from coinche.client.update.chat import SLASH, offered
from coinche.text.formatting import Face

from .text_lines import Line, entry_line, plain, wrapped

_WRITTEN = 47
"""Cells of a chat line that are shown while it is written."""


def strokes(ui: Ui, face: Face) -> str:
    """The shortcuts that match the entry, once it starts with a slash, after their texts, if there are few."""
    found = offered(ui.entry.text, face.language) if ui.entry.text.startswith(SLASH) else ()
    if not 0 < len(found) <= _FEW:
        return ""
    return "   " + face.name("  ".join(f"{words} {word}".lstrip() for word, words in found))


_FEW = 3
"""The number of shortcuts up to which they stand beside the entry."""


def stroke_lines(ui: Ui, face: Face, cols: int) -> tuple[Line, ...]:
    """All shortcuts that match the entry, each with what it says in short; none where they stand beside the entry."""
    found = offered(ui.entry.text, face.language) if ui.entry.text.startswith(SLASH) else ()
    if len(found) <= _FEW:
        return ()
    meant = (face.name(f"{word} {words.split(',')[0].rstrip(' !.')}".rstrip()) for word, words in found)
    return wrapped((plain(f" {words}", "class:dim") for words in meant), cols)


def chat_line(ui: Ui, face: Face, cols: int) -> Line:
    """The chat line being written, around its cursor."""
    return entry_line(face.say(Phrase.WRITING), ui.entry, face, cols, longest=_WRITTEN)
