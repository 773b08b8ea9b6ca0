"""A test of a host who lets somebody in and invites somebody, at a real server, in terminals of 80x24."""

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

OPTIONS = ("--port", "0", "--host", "127.0.0.1", "--no-announce", "--bots", "none", "--name", "Chez Ana")
APPROVED = ("--admit", "approve", "--members-invite", "yes")

pytestmark = [pytest.mark.skipif(shutil.which("tmux") is None, reason="no tmux"), pytest.mark.slow]


@pytest.fixture
def links(tmp_path: Path) -> Iterator[tuple[str, str]]:
    """The link of a server of its own that takes nobody new by itself, and the secret of an invitation for Ana."""
    data = ("--data", str(tmp_path / "data"))
    program = (sys.executable, "-m", "coinche.server")
    command = [*program, *OPTIONS, *APPROVED, *data]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None
        found = (re.search(r"coinche://127\.0\.0\.1:\d+#[\w-]+", line) for line in server.stdout)
        link = next(match[0] for match in found if match)
        told = subprocess.run([*program, "invite", "Ana", *data], capture_output=True, check=True, text=True).stdout
        secret = re.search(r"t1\.[0-9a-f]{32}", told)
        assert secret is not None
        yield link, secret[0]
        server.terminate()


def test_a_host_lets_somebody_in_and_invites_another(links: tuple[str, str], tmp_path: Path) -> None:
    link, secret = links
    with ExitStack() as opened:

        def terminal(name: str, arguments: str) -> Tmux:
            folder = tmp_path / name
            folder.mkdir()
            command = f"XDG_DATA_HOME={folder} {sys.executable} -m coinche.client {arguments}"
            made = Tmux(folder, command=command)
            opened.callback(made.close)
            return made

        ana = terminal("Ana", f"'{link}.{secret}'")
        ana.until("Chez Ana  ·")
        ana.keys("Enter")
        ana.until("Vous êtes l'hôte")
        leo = terminal("Leo", f"'{link}' --name Léo --guest")
        leo.until("entrer : patientez")
        ana.until("Léo attend à la porte")
        ana.keys("F3")
        ana.until("Vous laissez entrer Léo.")
        leo.until("Chez Ana  ·")
        leo.keys("F6")
        leo.until("Vous êtes de passage")
        ana.keys("F6")
        ana.until("Son nom :")
        ana.keys("Zoé", "Enter")
        shown = ana.until("Invitation pour Zoé")
        assert re.search(r"t1\.[0-9a-f]{32}", shown), shown
        ana.keys("Escape")
        ana.until("Vous êtes l'hôte")
