"""An evening of three people and a bot, each person at a terminal: from the first chat to the statistics after it.

Ana plays in French at 80x24, Ben in English at 120x40, Cid as a guest by a real ssh client at 48x12.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.client.client.screen.test_in_tmux import LOOK_SECONDS
from tests.extent import WHOLE

PATIENCE = 120.0
"""Seconds after which a step of the evening has failed; a bound, never a measure."""

pytestmark = [
    pytest.mark.skipif(not WHOLE, reason="a match at the pace of people: make prove"),
    pytest.mark.skipif(shutil.which("tmux") is None or shutil.which("ssh") is None, reason="no tmux, or no ssh"),
]

SERVER = ("--memory", "--port", "0", "--host", "127.0.0.1", "--no-announce", "--name", "Chez Ana", "--target", "300")
NO_HOST_KEYS = "-o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR -o SendEnv=LANG"


class Person:
    """A person at a terminal of that size."""

    def __init__(self, folder: Path, name: str, command: str, columns: int, rows: int) -> None:
        self.name = name
        self._tmux = ("tmux", "-S", str(folder / "socket"), "-f", "/dev/null")
        self._run("new-session", "-d", "-s", "t", "-x", str(columns), "-y", str(rows), f"{command}; exec cat")

    def _run(self, *arguments: str) -> str:
        return subprocess.run([*self._tmux, *arguments], capture_output=True, text=True, check=True).stdout

    def press(self, *keys: str) -> None:
        self._run("send-keys", "-t", "t", *keys)

    def sees(self) -> str:
        return self._run("capture-pane", "-p", "-t", "t")

    def until(self, *wanted: str) -> str:
        """The screen, as soon as one of those patterns is on it."""
        return until(self.sees, lambda seen: any(re.search(one, seen) for one in wanted), f"{self.name}: {wanted}")

    def says(self, text: str) -> None:
        """Say it in the chat."""
        self.press("t")
        self.until("Message ?:")
        self.press("-l", text)
        self.press("Enter")

    def leave(self) -> None:
        subprocess.run([*self._tmux, "kill-server"], check=False)


def until(look: Callable[[], str], is_it: Callable[[str], bool], what: str) -> str:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if is_it(seen := look()):
            return seen
        time.sleep(LOOK_SECONDS)
    raise AssertionError(f"never saw {what} in:\n{look()}")


@contextmanager
def program(*arguments: str, said: str) -> Iterator[str]:
    """A command of the project, with what the pattern finds in its output."""
    command = [sys.executable, "-m", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout is not None
        try:
            yield next(found[1] for line in process.stdout if (found := re.search(said, line)))
        finally:
            process.terminate()
            process.stdout.close()


@pytest.fixture
def friends(tmp_path: Path) -> Iterator[tuple[Person, Person, Person]]:
    """Ana, Ben and Cid, in the lobby of a server."""
    with ExitStack() as evening:
        link = evening.enter_context(program("coinche.server", *SERVER, said=r"(coinche://127\.0\.0\.1:\d+#[\w-]+)"))
        gateway = ("coinche.client", "--serve-ssh", "127.0.0.1:0", link)
        port = evening.enter_context(program(*gateway, said=r"-p (\d+)"))
        client = f"{sys.executable} -m coinche.client '{link}' --guest --name"
        commands = {
            "Ana": (f"LC_ALL= LANG=fr_FR.UTF-8 {client} Ana", 80, 24),
            "Ben": (f"LC_ALL= LANG=en_GB.UTF-8 {client} Ben", 120, 40),
            "Cid": (f"LC_ALL= LANG=fr_FR.UTF-8 ssh {NO_HOST_KEYS} -p {port} Cid@127.0.0.1", 48, 12),
        }
        people = []
        for name, (command, columns, rows) in commands.items():
            folder = tmp_path / name
            folder.mkdir()
            person = Person(folder, name, f"XDG_DATA_HOME={folder} XDG_CONFIG_HOME={folder} {command}", columns, rows)
            evening.callback(person.leave)
            people.append(person)
        ana, ben, cid = people
        yield ana, ben, cid


TO_BID = r"À vous de parler|Your turn to bid|vous : (flèches|p passer)"
TO_PLAY = (
    r"vous : (une|n'|\d)|À vous (d'entamer|: (une|n'|\d))|À vous, il faut|Your lead|Your turn: (you have|any|\d)"
    r"|Your turn, you must|interdite ici|not allowed here"
)
TO_COINCHE = r"\bc ?:? coinche"
RECAP = r"Entrée : (continuer|donne suivante)|Enter: (continue|next deal)"
OVER = r"Fin de la partie|End of the match|revanche|rematch"


class Evening:
    """What has been done at the table so far."""

    def __init__(self, people: tuple[Person, ...]) -> None:
        self.people = people
        self.done: set[str] = set()

    def play(self) -> None:
        """Play to the end of the match: a bid, a coinche as soon as one is possible, a hint for a card."""
        end = time.monotonic() + 3 * PATIENCE
        while time.monotonic() < end:
            seen = {person: person.sees() for person in self.people}
            if all(re.search(OVER, screen) for screen in seen.values()):
                return
            for person, screen in seen.items():
                self.turn(person, screen)
            time.sleep(LOOK_SECONDS)
        raise AssertionError("the match did not end:\n" + "\n".join(person.sees() for person in self.people))

    def turn(self, person: Person, screen: str) -> None:
        if re.search(OVER, screen):
            return
        if re.search(RECAP, screen):
            person.press("Enter")
        elif re.search(TO_COINCHE, screen) and "coinche" not in self.done:
            person.press("c", "c")
            self.done.add("coinche")
        elif re.search(TO_BID, screen):
            if "bid" in self.done:
                person.press("p")
            else:
                person.press("8", "0", "s" if person.name == "Ben" else "p")
                person.press("Enter")
                self.done.add("bid")
        elif re.search(TO_PLAY, screen):
            if "hint" not in self.done:
                person.press("h")
                person.until("Conseil|Hint|conseil|hint")
                self.done.add("hint")
            person.press("Right", "Enter")


def test_an_evening(friends: tuple[Person, Person, Person]) -> None:
    ana, ben, cid = friends
    for person in friends:
        person.until("Chez Ana")
    ana.says("Bonsoir")
    ben.until("Ana ?: Bonsoir")
    cid.until("Bonsoir")
    ana.press("Enter")
    ana.until("k : appeler")
    ana.press("k")
    for person in (ben, cid):
        person.until(r"\bj ?:")
        person.press("j")
        ana.until(person.name)
    ana.press("Enter")
    ana.until("Encore Entrée")  # she has called for players
    ana.press("Enter")
    evening = Evening(friends)
    evening.play()
    assert evening.done == {"bid", "coinche", "hint"}
    for person in friends:
        person.press("m")
    for person in friends:
        person.until(TO_BID, "réfléchit|is thinking|donne 1|deal 1")
    for person in friends:
        person.press("q", "Enter")
        person.until("Chez Ana +·")
        person.press("x")
        seen = person.until(r"(?s)Statisti.*Cid|Cid.*Statisti")
        assert "Ana" in seen
    ana.press("Enter")
    ana.until("Ana|Ben|Cid")
