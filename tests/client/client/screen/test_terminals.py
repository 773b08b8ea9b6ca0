"""Tests of poor terminals: without colours, with few, without Unicode, small, or of an unknown kind.

They run the real command on a pseudo-terminal, with bots that take no time, and check its output.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from prompt_toolkit.output import ColorDepth

from coinche.client.screen.themes import depth_of
from tests.client.pseudo_terminal import PseudoTerminal, environment, forked_client, modes_left
from tests.fork_server import forked_python

pytestmark = [pytest.mark.skipif(os.name != "posix", reason="no pseudo-terminals"), pytest.mark.slow]

HASTY = ("-m", "tests.client.hasty", "client")
"""The arguments of `python`."""
WEIGHTS = frozenset({"0", "1", "3", "4", "7"})
"""Nothing, bold, italic, underlined, reverse."""
SIXTEEN = WEIGHTS | {str(first + colour) for first in (30, 40, 90, 100) for colour in range(8)} | {"39", "49"}
_SGR = re.compile(r"\x1b\[([\d;]*)m")


def looks(written: str) -> set[str]:
    """The numbers of all colours and weights that were asked for."""
    return {number or "0" for numbers in _SGR.findall(written) for number in numbers.split(";")}


@contextmanager
def alone(size: tuple[int, int] = (80, 24), **env: str) -> Iterator[PseudoTerminal]:
    """The client, alone at a table."""
    terminal = PseudoTerminal((*forked_python(), *HASTY, "--solo", "--name", "Ana"), environment(**env), *size)
    try:
        yield terminal
    finally:
        terminal.close()


def look_and_leave(terminal: PseudoTerminal, turn: str = "À vous", help_: str = "Aide") -> str:
    """A turn, the help, the end; everything that was written."""
    terminal.until(turn)
    terminal.keys("?")
    terminal.until(help_)
    terminal.keys("\x03\x03")
    assert terminal.ended() == 0
    assert modes_left(terminal.written) == set()
    return terminal.written


@pytest.mark.parametrize(
    ("env", "allowed"),
    [
        ({"NO_COLOR": "1"}, WEIGHTS),
        ({"TERM": "vt100"}, WEIGHTS),
        ({"TERM": "xterm-mono"}, WEIGHTS),
        ({"PROMPT_TOOLKIT_COLOR_DEPTH": "DEPTH_1_BIT"}, WEIGHTS),
        ({"TERM": "linux"}, SIXTEEN),
        ({"TERM": "xterm-16color"}, SIXTEEN),
        ({"PROMPT_TOOLKIT_COLOR_DEPTH": "DEPTH_4_BIT"}, SIXTEEN),
    ],
    ids=lambda value: " ".join(f"{name}={said}" for name, said in value.items()) if isinstance(value, dict) else "",
)
def test_no_more_colours_than_the_terminal_has(env: dict[str, str], allowed: frozenset[str]) -> None:
    with alone((80, 24), **env) as terminal:
        assert looks(look_and_leave(terminal)) <= allowed


@pytest.mark.parametrize(
    ("term", "depth"),
    [
        ("xterm-256color", None),
        ("screen-256color", None),
        ("xterm-kitty", None),
        ("vt220", ColorDepth.DEPTH_1_BIT),
        ("xterm-color", ColorDepth.DEPTH_4_BIT),
        ("", None),
    ],
)
def test_the_kind_of_terminal_says_how_many(term: str, depth: ColorDepth | None) -> None:
    assert depth_of({"TERM": term}) is depth
    assert depth_of({"TERM": term, "NO_COLOR": "1"}) is ColorDepth.DEPTH_1_BIT
    assert depth_of({"TERM": term, "PROMPT_TOOLKIT_COLOR_DEPTH": "DEPTH_24_BIT"}) is ColorDepth.DEPTH_24_BIT


def test_a_locale_without_unicode_gets_none() -> None:
    with alone(LANG="C", LC_ALL="C") as terminal:
        assert look_and_leave(terminal, "Your turn", "Help").isascii()


@pytest.mark.parametrize("term", ["", "nobody-knows"])
def test_a_terminal_of_an_unknown_kind_is_served(term: str) -> None:
    with alone(TERM=term) as terminal:
        look_and_leave(terminal)


def test_a_dumb_terminal_gets_lines_and_no_escape() -> None:
    with alone(TERM="dumb") as terminal:
        terminal.until("À vous")
        terminal.keys("?\n")
        terminal.until_written("Jouer : 1 à 8")
        terminal.keys("q\nq\n")
        assert terminal.ended() == 0
        assert "\x1b" not in terminal.written


def test_lines_ask_a_terminal_nothing() -> None:
    """Otherwise prompt-toolkit warns a terminal without an answer, in English."""
    terminal = PseudoTerminal((*forked_client(), "--solo", "--linear"), environment())
    try:
        terminal.until("À vous")
        terminal.keys("q\r")
        terminal.until("encore q")
        terminal.keys("q\r")
        assert terminal.ended() == 0
        assert "\x1b[6n" not in terminal.written
        assert modes_left(terminal.written) == set()
    finally:
        terminal.close()


SIZES = [(20, 4), (200, 60), (1, 1), (80, 24), (20, 60), (200, 4), (2, 2), (40, 12), (60, 5), (120, 40)]


def test_a_storm_of_sizes_ends_with_the_whole_picture() -> None:
    with alone() as terminal:
        terminal.until("▶ À vous")
        for cols, rows in SIZES * 4:
            terminal.resize(cols, rows)
        terminal.resize(20, 4)
        terminal.until("Main")
        terminal.resize(80, 24)
        terminal.until("▶ À vous")
        look_and_leave(terminal)


@pytest.mark.parametrize("size", [(20, 4), (24, 6), (40, 12)])
def test_the_smallest_terminal_shows_the_turn_and_the_hand(size: tuple[int, int]) -> None:
    with alone(size) as terminal:
        terminal.until_found(r"(?:10|[789VDRA])[♠♥♦♣]", 4)
        shown = terminal.until("flèches", "p passer", "▶vous")  # a coinche of bots may have ended the auction already
        assert "▶" in shown
        assert len(re.findall(r"(?:10|[789VDRA])[♠♥♦♣]", shown)) >= 4
        terminal.keys("\x03\x03")
        assert terminal.ended() == 0
