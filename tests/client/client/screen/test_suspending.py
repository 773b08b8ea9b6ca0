"""Tests of Ctrl-Z, which restores the terminal for the shell, of fg, and of Ctrl-L, which redraws the screen."""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Iterator

import pytest

from tests.client.pseudo_terminal import CLIENT, PseudoTerminal, environment, forked_client, modes_left

pytestmark = [
    pytest.mark.skipif(os.name != "posix" or shutil.which("bash") is None, reason="no job control"),
    pytest.mark.slow,
]
SHELL = ("bash", "--norc", "-i")
STOPPED = "Stopped"
TAKEN, GIVEN_BACK = "\x1b[?1049h", "\x1b[?1049l"


@pytest.fixture
def shell() -> Iterator[PseudoTerminal]:
    terminal = PseudoTerminal(SHELL, environment(LC_MESSAGES="C", PS1="sh> "))
    terminal.until("sh>")
    yield terminal
    terminal.close()


def start(shell: PseudoTerminal, *more: str) -> None:
    shell.keys(f"LC_MESSAGES=fr_FR {shlex.join(CLIENT)} --name Ana {shlex.join(more)}\n")


@pytest.mark.parametrize(("more", "seen"), [((), "Jouer tout de suite"), (("--solo",), "▶ À vous")])
def test_a_suspended_screen_gives_the_terminal_back_and_comes_again(
    shell: PseudoTerminal, more: tuple[str, ...], seen: str
) -> None:
    start(shell, *more)
    shell.until(seen)
    shell.keys("\x1a")
    shell.until(STOPPED)
    shell.keys("echo here\n")
    shell.until_written("here\r\n", after=shell.written.rindex(STOPPED))
    assert modes_left(shell.written.replace("\x1b[?2004h", "")) <= {"2004"}  # the shell's own
    assert seen not in shell.text()
    before = len(shell.written)
    shell.keys("fg\n")
    shell.until_written(TAKEN, after=before)
    shell.until(seen)
    assert "\x1b[?1004h" in shell.written[before:]
    shell.keys("\x03")
    if more:
        shell.until("La partie vous attendra")
        shell.keys("\x03")
    shell.until_written("\x1b[?1004l", after=before)
    shell.keys("echo status $?\n")
    shell.until_written("status 0", after=before)
    assert shell.written.count(TAKEN) == shell.written.count(GIVEN_BACK)


def test_what_something_else_wrote_is_drawn_over() -> None:
    terminal = PseudoTerminal((*forked_client(), "--name", "Ana"), environment())
    try:
        terminal.until("Jouer tout de suite")
        terminal.screen.erase_in_display(2)
        assert "Jouer" not in terminal.text()
        terminal.keys("\x0c")
        assert "Vous êtes Ana" in terminal.until("Jouer tout de suite")
    finally:
        terminal.close()


def test_lines_are_suspended_as_well(shell: PseudoTerminal) -> None:
    start(shell, "--linear", "--solo")
    shell.until("coinche>")
    shell.keys("\x1a")
    shell.until(STOPPED)
    before = len(shell.written)
    shell.keys("fg\n")
    shell.until_written("coinche>", after=before)
    shell.type_until_written("\x04", "sh>", after=before)
