"""A test of two people in the lobby of a real server, each in a terminal of 80x24: chat, a call, and a seat."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.client.client.screen.test_in_tmux import Tmux

SERVER = ("--memory", "--port", "0", "--host", "127.0.0.1", "--no-announce", "--bots", "none", "--name", "Chez Ana")

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="no tmux")


@pytest.fixture
def link() -> Iterator[str]:
    """The link of a server of its own."""
    command = [sys.executable, "-m", "coinche.server", *SERVER]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None
        found = (re.search(r"coinche://127\.0\.0\.1:\d+#[\w-]+", line) for line in server.stdout)
        yield next(match[0] for match in found if match)
        server.terminate()


@pytest.fixture
def two(link: str, tmp_path: Path) -> Iterator[tuple[Tmux, Tmux]]:
    """Ana and Zoé, in the lobby."""
    with ExitStack() as opened:
        terminals = []
        for name in ("Ana", "Zoé"):
            folder = tmp_path / name
            folder.mkdir()
            command = f"XDG_DATA_HOME={folder} {sys.executable} -m coinche.client '{link}' --name {name} --guest"
            terminals.append(terminal := Tmux(folder, command=command))
            opened.callback(terminal.close)
            terminal.until("Chez Ana  ·")
        yield terminals[0], terminals[1]


def test_two_people_meet_talk_and_sit_down_together(two: tuple[Tmux, Tmux]) -> None:
    ana, zoe = two
    ana.until("Au salon : Ana, Zoé")
    zoe.keys("t")
    zoe.until("Message :")
    zoe.keys("On joue ?", "Enter")
    assert "Ana" in ana.until("Zoé : On joue ?")
    zoe.keys("Enter")
    zoe.until("k : appeler")
    ana.until("Chez Zoé")
    zoe.keys("k")
    zoe.until("Votre appel est affiché au salon.")
    assert "Zoé : On joue ?" in ana.until("Zoé cherche 3 joueurs (Chez Zoé)")
    ana.keys("j")
    ana.until("Zoé est l'hôte")
    zoe.until("Ana s'installe en Nord.")
    ana.keys("t")
    ana.until("Message :")
    ana.keys("Me voici", "Enter")
    zoe.until("Ana : Me voici")
