"""Tests of line breaks: in each place where a sentence is broken, no line begins with a sign that French sets apart."""

from __future__ import annotations

import io
import os
import shutil

import pytest

from coinche.client.views.text_lines import split_words, text_of
from coinche.ssh.screen import LineEditor
from coinche.text.catalog import tell
from coinche.text.line_breaks import broken

SAID = "Coup interdit, et l'adversaire tient le pli : il faut couper ! « Belote » ; « dix de der ». Et vous ?"
SHORTEST = len("« Belote » ;")


class Terminal(io.StringIO):
    """Standard output that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def told(cols: int, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setattr(shutil, "get_terminal_size", lambda: os.terminal_size((cols, 24)))
    out = Terminal()
    tell(SAID, out)
    return out.getvalue().splitlines()


@pytest.mark.parametrize("cols", range(SHORTEST, len(SAID) + 2))
def test_a_sign_stays_with_the_word_before(cols: int, monkeypatch: pytest.MonkeyPatch) -> None:
    above = LineEditor("> ").above(SAID, cols + 1).lstrip("\r").split("\r\n")[:-1]
    for lines in (
        broken(SAID, cols),
        told(cols, monkeypatch),
        [line.rstrip() for line in above],
        [text_of(line) for line in split_words(SAID, cols)],
    ):
        assert " ".join(lines) == SAID
        assert all(len(line) <= cols for line in lines)
        assert not [line for line in lines if line[0] in ":;!?»" or line.endswith("«")]


def test_a_word_wider_than_a_line_stays_whole_and_nothing_is_one_empty_line() -> None:
    assert broken("un anticonstitutionnellement : oui", 10) == ["un", "anticonstitutionnellement :", "oui"]
    assert broken("", 10) == [""]


def test_lines_have_their_indents() -> None:
    assert broken("un deux trois", 9, "- ", "  ") == ["- un deux", "  trois"]
