"""Tests of the client in a real terminal: played alone up to a card, and ended in each way with the terminal restored.

All terminal modes, and each way to end from home, are in `test_endings`.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.client.pseudo_terminal import children, is_alive

PATIENCE = 40.0
LOOK_SECONDS = 0.05
"""Between two looks at the terminal, each of which starts a process."""
LOCALE = "LC_ALL= LANG=fr_FR.UTF-8"
ALONE = "--solo --name Ana"
COMMAND = f"{sys.executable} -m coinche.client {ALONE}"
FAULTY = f"{sys.executable} -m tests.client.faulty table {ALONE}"

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="no tmux")


class Tmux:
    """A terminal of its own, on a private socket."""

    def __init__(self, folder: Path, more: str = "", command: str = COMMAND) -> None:
        self._base = ["tmux", "-S", str(folder / "socket"), "-f", "/dev/null"]
        self._told = folder / "status"
        job = f"{LOCALE} {command} {more} & echo $! > {folder / 'pid'}"
        script = f"{job}; fg >/dev/null; echo $? > {self._told}; exec cat"
        self.run("new-session", "-d", "-s", "t", "-x", "80", "-y", "24", "bash", "-mc", script)
        self._pid = folder / "pid"

    def run(self, *arguments: str) -> str:
        return subprocess.run([*self._base, *arguments], capture_output=True, text=True, check=True).stdout

    def close(self) -> None:
        """End the terminal with everything that runs in it."""
        subprocess.run([*self._base, "kill-server"], check=False)

    def keys(self, *keys: str) -> None:
        self.run("send-keys", "-t", "t", *keys)

    def text(self) -> str:
        return self.run("capture-pane", "-p", "-t", "t")

    def until(self, *wanted: str) -> str:
        """The screen, as soon as one of those stands on it."""
        return self.until_shown(lambda text: any(one in text for one in wanted), f"{wanted}")

    def until_shown(self, wanted: Callable[[str], bool], what: str = "it") -> str:
        """The screen, as soon as it is such."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if wanted(text := self.text()):
                return text
            time.sleep(LOOK_SECONDS)
        raise AssertionError(f"never saw {what} in:\n{self.text()}")

    def status(self) -> str:
        """The exit status of the client."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self._told.exists() and (status := self._told.read_text().strip()):
                return status
            time.sleep(LOOK_SECONDS)
        raise AssertionError(f"the client did not end:\n{self.text()}")

    @property
    def pid(self) -> int:
        """The client."""
        return int(self._pid.read_text())

    def is_clean(self) -> bool:
        """Return whether alternate screen and mouse are off, the cursor visible, and lines wrapped."""
        flags = ("alternate_on", "mouse_any_flag", "mouse_sgr_flag", "cursor_flag", "wrap_flag")
        shown = self.run("display", "-p", "-t", "t", " ".join(f"#{{{flag}}}" for flag in flags))
        return shown.split() == ["0", "0", "0", "1", "1"]


@pytest.fixture
def tmux(tmp_path: Path) -> Iterator[Tmux]:
    terminal = Tmux(tmp_path)
    yield terminal
    terminal.close()


def test_one_is_seated_south_with_three_bots_and_can_leave(tmux: Tmux) -> None:
    tmux.until("À vous de parler", "À vous :", "À vous d'entamer")
    seated = ("Ana", "Jeanne (bot", "Marcel (bot", "Henri (bot")
    tmux.until_shown(lambda seen: all(player in seen for player in seated), f"{seated}")
    tmux.keys("q")
    tmux.until("La partie vous attendra")
    tmux.keys("Enter")
    assert tmux.status() == "0"
    assert tmux.is_clean()


def test_a_terminal_that_shrinks_and_grows_keeps_the_hand_and_ctrl_c_twice_leaves_it_clean(tmux: Tmux) -> None:
    tmux.until("▶ À vous")
    tmux.run("resize-window", "-t", "t", "-x", "30", "-y", "6")
    tmux.until_shown(lambda text: "──" not in text and len(set("♠♥♦♣") & set(text)) > 1)  # no rule: facts, and a hand
    tmux.run("resize-window", "-t", "t", "-x", "120", "-y", "40")
    tmux.until("Journal")
    tmux.keys("C-c")
    tmux.until("La partie vous attendra")
    tmux.keys("C-c")
    assert tmux.status() == "0"
    assert tmux.is_clean()


def test_a_signal_leaves_the_terminal_clean(tmux: Tmux) -> None:
    tmux.until("▶ À vous")
    started = children(tmux.pid)
    os.kill(tmux.pid, signal.SIGTERM)
    assert tmux.status() == "143"
    assert tmux.is_clean()
    assert not are_there(started)


def test_an_error_of_ours_is_a_sentence_on_a_clean_terminal(tmp_path: Path) -> None:
    terminal = Tmux(tmp_path, command=FAULTY)
    try:
        terminal.until("▶ À vous")
        started = children(terminal.pid)
        terminal.keys("o")
        assert terminal.status() == "70"
        assert "Le programme s'est arrêté sur une erreur interne" in terminal.text()
        assert "Traceback" not in terminal.text()
        assert terminal.is_clean()
        assert not are_there(started)
    finally:
        terminal.close()


def test_a_closed_window_ends_the_client_and_its_server(tmux: Tmux) -> None:
    tmux.until("▶ À vous")
    all_of_it = {tmux.pid, *children(tmux.pid)}
    tmux.run("set-option", "-s", "exit-empty", "off")
    tmux.run("kill-pane", "-t", "t")
    end = time.monotonic() + PATIENCE
    while are_there(all_of_it):
        assert time.monotonic() < end
        time.sleep(LOOK_SECONDS)


def are_there(processes: set[int]) -> bool:
    """Return whether any of the processes lives; a zombie does not."""
    return any(map(is_alive, processes))


def test_the_rules_that_were_asked_for_are_played_and_can_be_read(tmp_path: Path) -> None:
    terminal = Tmux(tmp_path, "--rules ibelote")
    try:
        terminal.until("▶ À vous", "réfléchit")
        terminal.keys("r")
        terminal.until("Sans et tout atout, générale")
        terminal.keys("End")
        terminal.until("Plis visibles pendant la donne")
        terminal.keys("Escape", "q")
        terminal.until("La partie vous attendra")
        terminal.keys("Enter")
        assert terminal.status() == "0"
        assert terminal.is_clean()
    finally:
        terminal.close()


@pytest.fixture
def at_home(tmp_path: Path) -> Iterator[Tmux]:
    folder = tmp_path / "home"
    folder.mkdir()
    terminal = Tmux(tmp_path, command=f"HOME={folder} XDG_CONFIG_HOME={folder} {sys.executable} -m coinche.client")
    yield terminal
    terminal.close()


def test_a_line_is_edited_and_pasted_into_in_a_real_terminal(at_home: Tmux) -> None:
    at_home.until("Jouer")
    at_home.keys("n")
    at_home.until("Votre nom : ")
    at_home.keys("C-u")
    at_home.until("Votre nom : _")
    at_home.keys("-l", "Jean Pierre")
    at_home.until("Votre nom : Jean Pierre_")
    at_home.keys("C-Left")
    at_home.until("Votre nom : Jean _Pierre")
    at_home.keys("BSpace")
    at_home.keys("-l", "-")
    at_home.until("Votre nom : Jean-_Pierre")
    at_home.keys("M-b")
    at_home.until("Votre nom : _Jean-Pierre")
    at_home.run("set-buffer", "Dr\n")
    at_home.run("paste-buffer", "-p", "-r", "-t", "t")
    at_home.until("Votre nom : Dr_Jean-Pierre")
    at_home.keys("-l", " ")
    at_home.keys("End")
    at_home.keys("C-h")
    at_home.until("Votre nom : Dr Jean-_")
    at_home.keys("C-w")
    at_home.until("Votre nom : Dr _")
    at_home.keys("Escape")
    at_home.until_shown(lambda text: "Votre nom :" not in text)
    at_home.keys("q")
    assert at_home.status() == "0"
    assert at_home.is_clean()
