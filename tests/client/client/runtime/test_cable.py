"""Tests of a network cable pulled and replaced in mid-match: the match continues where it was.

They need root, Linux and the command `ip`, and are skipped elsewhere.
"""

from __future__ import annotations

import re
import subprocess
import threading

import pytest

from coinche.server.app import DEFAULT_PROVIDER
from tests.client import machines
from tests.client.client.line.test_match_by_lines import ENGLISH, Answer, answer
from tests.client.machines import PATIENCE, Network, may_make_machines
from tests.client.pseudo_terminal import environment

pytestmark = [
    pytest.mark.skipif(not may_make_machines(), reason="no network namespaces for these tests here"),
    pytest.mark.slow,
]

OPENS: dict[str, Answer] = {
    r"^No tables\.": lambda said: "new Café target=82",
    r"^You are the host\.": lambda said: "bots",
    r"^Henri \(steady bot\) plays West\.": lambda said: "begin",
}


def play(network: Network, link: str) -> list[str]:
    """To the first trick, from the players' machine, whose cable is pulled when something has been asked for."""
    command = network.command(
        network.players, "-m", "coinche.client", "--linear", "--lang", "en", "--name", "Ana", link
    )
    said: list[str] = []
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=environment(TERM="dumb"),
        encoding="utf-8",
    ) as client:
        assert client.stdin is not None
        assert client.stdout is not None
        watchdog = threading.Timer(2 * PATIENCE, client.kill)
        watchdog.start()
        pulled = False
        for line in client.stdout:
            said.append(line)
            if not pulled and re.match("Your (turn|bid)", line):
                pulled = True
                network.cable("down")
            elif line.startswith("Connection lost"):
                network.cable("up")
            elif " the trick:" in line:
                client.terminate()
            typed = answer(line, {**OPENS, **ENGLISH})
            if typed is not None:
                client.stdin.write(typed + "\n")
                client.stdin.flush()
        watchdog.cancel()
    return said


def test_a_match_goes_on_when_the_cable_is_put_back() -> None:
    with machines.network() as network, network.server("--bots", DEFAULT_PROVIDER) as port:
        link = network.search("beacon").split()[0]
        assert link.endswith(f":{port}")
        said = play(network, link)
    lost = next(at for at, line in enumerate(said) if line.startswith("Connection lost"))
    back = next(at for at, line in enumerate(said) if line.startswith("Connection restored"))
    assert lost < back
    assert any(" the trick:" in line for line in said[back:]), "".join(said)
