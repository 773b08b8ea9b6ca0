"""Tests of whole matches in line mode, on pipes and a dumb terminal, played from the printed lines alone."""

from __future__ import annotations

import re
import subprocess
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor

from tests.client.pseudo_terminal import environment
from tests.fork_server import forked_python

PATIENCE = 300.0
TARGET = 200
"""Points: a deal, two or three."""
Answer = Callable[[re.Match[str]], str]

FRENCH: Mapping[str, Answer] = {
    r"^(seul) : Jouer tout de suite": lambda said: said[1],
    r"À vous de couper : tapez (coupe) ": lambda said: said[1],
    r"À vous de parler\. 80 ou plus, par exemple (\w+)": lambda said: said[1],
    r"À vous de parler\. .*\b(p) : passer": lambda said: said[1],
    r"À vous de parler\. ": lambda said: "p",
    r"^revanche pour .*, (quitter) pour": lambda said: said[1],
    r"À vous de jouer\. Cartes possibles : (\d) :": lambda said: said[1],
    r"^Entrée pour continuer": lambda said: "",
    r"Entrée pour une nouvelle partie, (q) pour quitter": lambda said: said[1],
}
ENGLISH: Mapping[str, Answer] = {
    r"^(alone): Play now": lambda said: said[1],
    r"Your turn to cut: type (cut) ": lambda said: said[1],
    r"Your turn to bid\. 80 or more, for example (\w+)": lambda said: said[1],
    r"Your turn to bid\. .*\b(p): pass": lambda said: said[1],
    r"Your turn to bid\. ": lambda said: "p",
    r"^rematch to play .*, (quit) for": lambda said: said[1],
    r"Your turn\. Playable cards: (\d):": lambda said: said[1],
    r"^Enter to continue": lambda said: "",
    r"Enter for a new match, (q) to quit": lambda said: said[1],
}


def answer(line: str, answers: Mapping[str, Answer]) -> str | None:
    """The answer of the first rule that fits; None without a question."""
    found = ((re.search(pattern, line), say) for pattern, say in answers.items())
    return next((say(match) for match, say in found if match), None)


def play(language: str, answers: Mapping[str, Answer], home: str, leave: str) -> tuple[int, str]:
    """From home to the end of a match, and home, and out; the exit status, and all that was said."""
    command = (
        *forked_python(),
        "-m",
        "tests.client.hasty",
        "client",
        "--lang",
        language,
        "--target",
        str(TARGET),
        "--name",
        "Ana",
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
        watchdog = threading.Timer(PATIENCE, client.kill)
        watchdog.start()
        for line in client.stdout:
            said.append(line)
            back = sum(told.startswith(home) for told in said) > 1
            typed = None if back and not line.startswith(home) else leave if back else answer(line, answers)
            if typed is not None:
                client.stdin.write(typed + "\n")
                client.stdin.flush()
        watchdog.cancel()
    return client.returncode, "".join(said)


HOME = {"fr": "Vous n'êtes sur aucun serveur.", "en": "You are not on a server."}
WON = {"fr": r"gagne\S* la partie, (\d+) à (\d+)", "en": r"wins? the match, (\d+) to (\d+)"}
LANGUAGES: tuple[tuple[str, Mapping[str, Answer], str], ...] = (("fr", FRENCH, "quitter"), ("en", ENGLISH, "quit"))


def test_a_match_is_played_from_home_to_its_end_by_what_is_printed() -> None:
    """In both languages, at the same time."""
    with ThreadPoolExecutor(len(LANGUAGES)) as pool:
        played = [
            (language, pool.submit(play, language, answers, HOME[language], leave))
            for language, answers, leave in LANGUAGES
        ]
    for language, match in played:
        status, said = match.result()
        assert status == 0, said[-2000:]
        assert "\x1b" not in said
        score = re.search(WON[language], said)
        assert score is not None, said[-2000:]
        assert max(map(int, score.groups())) >= TARGET
        assert said.count(HOME[language]) == 2
