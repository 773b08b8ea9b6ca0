"""Tests of the whole lesson with the real command: on the full screen, and line by line through pipes."""

from __future__ import annotations

import os
import re
import subprocess
import threading
from collections.abc import Callable, Iterator

import pytest
import trio
from prompt_toolkit.input import create_pipe_input

from coinche.client.model.messages import LessonBegun, LessonNumber, Saying
from coinche.client.options import WrongUsage, read_options
from coinche.client.runtime.lesson import learn
from coinche.client.runtime.settings_file import read_lessons
from coinche.client.runtime.trio_bridge import run
from coinche.client.screen.app import build, show
from coinche.client.texts.second_lesson import SecondTeaching as T
from coinche.client.views.notice import spoken
from coinche.text.formatting import Face
from coinche.text.glyphs import UNICODE
from coinche.text.language import Language
from tests.client.client.lesson.lessons import Learner
from tests.client.terminal import PATIENCE, Terminal
from tests.fork_server import forked_python

AT_ONCE = "from coinche.client.runtime import lesson; lesson.PACE = 0; from coinche.client.cli import main; main()"
"""The command, with others who think for no time."""
WORDS = {
    Language.FRENCH: (
        "Entrée pour continuer.",
        "À vous de parler.",
        "À vous de jouer. Cartes possibles : ",
        "Fin de la leçon.",
    ),
    Language.ENGLISH: ("Enter to continue.", "Your turn to bid.", "Your turn. Playable cards: ", "End of the lesson."),
}
PAGES = (
    ("Vous jouez avec Nora", "\r"),
    ("Votre main est en bas", "\r"),
    ("Une couleur est l'atout", "\r"),
    ("D'abord, les enchères", "\r"),
    ("Willy dit 80 pique", "\r"),
    ("Pourquoi parler", "\r"),
    ("À vous de parler", "90c\r"),
    ("Nora, votre partenaire", "p"),
    ("Les enchères sont finies", "\r"),
    ("Chacun joue maintenant", "\r"),
    ("Vos 10, V et D de trèfle", "\r"),
    ("La couleur demandée est carreau", "1"),
    ("Refusé, mais rien de grave", "q"),
    ("Arrêter la leçon ?", "\r"),
    ("F5", "q"),
)
"""Texts on the screen, and the keys to press then."""
BIDS = {Language.FRENCH: "90c", Language.ENGLISH: "90h"}


def test_the_lesson_is_taken_by_keys_on_the_screen() -> None:
    learner = Learner(Language.FRENCH)

    async def main() -> Terminal:
        terminal = Terminal()
        with create_pipe_input() as keyboard, trio.fail_after(PATIENCE):
            application = build(learner.store, keyboard=keyboard, terminal=terminal.output)
            learner.store.take(LessonBegun())
            async with trio.open_nursery() as nursery:
                nursery.start_soon(show, learner.store, application)
                nursery.start_soon(learn, learner.store, 0.0)
                for seen, keys in PAGES:
                    await terminal.until(seen)
                    keyboard.send_text(keys)
        return terminal

    terminal = run(main)
    assert terminal.written.count("\x1b[?1049h") == terminal.written.count("\x1b[?1049l") == 1


@pytest.mark.parametrize("language", Language)
def test_the_whole_lesson_is_taken_line_by_line_through_pipes(language: Language) -> None:
    told = list(_first_lesson(language))
    asked = [line for line in told if line.startswith(WORDS[language][2])]
    assert len(asked) >= 9
    refused = {
        Language.FRENCH: "Il faut fournir à carreau.",
        Language.ENGLISH: "You must follow suit: play diamonds.",
    }
    assert told.count(refused[language]) == 1
    assert any("belote" in line.lower() for line in told)
    assert any(line.startswith(WORDS[language][3]) for line in told)
    assert all(line.isprintable() for line in told)


def test_the_second_lesson_is_taken_line_by_line_with_wrong_answers() -> None:
    go_on, bid, play, over = WORDS[Language.ENGLISH]
    bids = iter(("p", "130h", "130c", "pass", "coinche"))
    cards = iter(("4", "1", "king of hearts", "queen of hearts"))

    def answer(line: str) -> str | None:
        if line.startswith(bid):
            return next(bids)
        if line.startswith(play):
            return next(cards, line.removeprefix(play).split()[0].rstrip(":"))
        return "" if line == go_on else "q" if line.startswith(over) else None

    told = list(_through_pipes(["--learn", "2", "--lang", "en"], answer))
    words = (T.RAISE_PASSED, T.BELOTE_TRUMP, T.COINCHE_PASSED, T.END)
    said = [spoken(Saying(words=one), Face(Language.ENGLISH, UNICODE)) for one in words]
    assert [line for line in told if line in said] == said
    assert "You say “rebelote”." in told
    assert read_lessons() == {LessonNumber.SECOND}


def _first_lesson(language: Language) -> Iterator[str]:
    """Everything that is said to who answers what is asked, and tries a card that is forbidden."""
    go_on, bid, play, over = WORDS[language]
    bids = 0
    asked: list[str] = []

    def answer(line: str) -> str | None:
        nonlocal bids
        if line.startswith(bid):
            bids += 1
            return BIDS[language] if bids == 1 else "p"
        if line.startswith(play):
            asked.append(line)
            numbers = re.findall(r"(?:^|, )(\d)", line.removeprefix(play))
            return "1" if len(asked) == 1 else numbers[(asked.count(line) - 1) % len(numbers)]
        return "" if line == go_on else "q" if line.startswith(over) else None

    return _through_pipes(["--learn", "--lang", language.value], answer)


def _through_pipes(arguments: list[str], answer: Callable[[str], str | None]) -> Iterator[str]:
    """Everything that is said to who answers each line like that."""
    environment = {**os.environ, "TERM": "dumb", "PYTHONIOENCODING": "utf-8"}
    with subprocess.Popen(
        [*forked_python(), "-c", AT_ONCE, "--linear", "--name", "Ana", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        env=environment,
    ) as client:
        assert client.stdin is not None
        assert client.stdout is not None
        deadline = threading.Timer(PATIENCE, client.kill)
        deadline.start()
        for line in map(str.rstrip, client.stdout):
            yield line
            answered = answer(line)
            if answered is not None:
                client.stdin.write(answered + "\n")
                client.stdin.flush()
        deadline.cancel()
        assert client.wait(PATIENCE) == 0


def test_the_lesson_begins_before_anything_else_and_needs_no_server() -> None:
    options = read_options(["--learn", "--solo"], {"LANG": "fr_FR.UTF-8"}, "utf-8")
    assert options.learn is LessonNumber.FIRST
    assert not options.solo
    assert options.address is None


@pytest.mark.parametrize(
    ("arguments", "number", "host"),
    [
        ([], None, None),
        (["--learn", "1"], LessonNumber.FIRST, None),
        (["--learn=2"], LessonNumber.SECOND, None),
        (["--learn", "2", "192.168.1.20"], LessonNumber.SECOND, "192.168.1.20"),
        (["--learn", "192.168.1.20"], LessonNumber.FIRST, "192.168.1.20"),
    ],
)
def test_the_command_line_names_the_lesson(arguments: list[str], number: LessonNumber | None, host: str | None) -> None:
    options = read_options(arguments, {"LANG": "fr_FR.UTF-8"}, "utf-8")
    assert options.learn is number
    assert (options.address.host if options.address is not None else None) == host


@pytest.mark.parametrize("arguments", [["--learn", "3"], ["--learn", "third", "192.168.1.20"]])
def test_there_is_no_third_lesson(arguments: list[str]) -> None:
    with pytest.raises(WrongUsage, match="1 ou 2"):
        read_options(arguments, {"LANG": "fr_FR.UTF-8"}, "utf-8")
