"""Tests of solo play that goes on: after leaving, after a kill of the terminal or the server, and with bad files."""

from __future__ import annotations

import os
import re
import signal
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from coinche.client.keys import press
from coinche.client.model.effects import PlayAlone
from coinche.client.model.notices import News
from coinche.client.model.ui import Overlay, Wish
from coinche.client.update import solo
from coinche.protocol.messages import CreateTable, Leave
from tests.client.pseudo_terminal import PATIENCE, PseudoTerminal, environment, forked_client, is_alive
from tests.client.scenes import state_of
from tests.extent import WHOLE

pytestmark = [pytest.mark.skipif(os.name != "posix", reason="no pseudo-terminals"), pytest.mark.slow]

TURN = ("p passer", "À vous :", "À vous d'entamer", "À vous, il faut")
"""The person's turn: to call or, where a coinche has ended the auction before, to play."""
WAITS, GOES_ON = "Votre partie vous attend", "Votre partie reprend"
_HAND = r"(?:│ *[^\s│]+ *│ ?){8}"
TIMES = range(20 if WHOLE else 1)


@contextmanager
def playing(*more: str, seen: str | None = None) -> Iterator[PseudoTerminal]:
    """A client alone at a table, once that text is on its screen, or it is the person's turn."""
    terminal = PseudoTerminal((*forked_client(), "--solo", "--name", "Ana", *more), environment())
    try:
        terminal.until(*(TURN if seen is None else (seen,)))
        yield terminal
    finally:
        terminal.close()


def directories(home: Path) -> set[str]:
    return {path.name for path in (home / "coinche" / "solo").iterdir() if path.is_dir()}


def server_of(directory: Path) -> int:
    """The process of the server on that directory."""
    return int((directory / "lock").read_text(encoding="ascii"))


def wait_for_end(process: int) -> None:
    """Wait until the process has ended."""
    limit = time.monotonic() + PATIENCE
    while is_alive(process):
        assert time.monotonic() < limit
        time.sleep(0.01)


def hand(terminal: PseudoTerminal) -> frozenset[str]:
    """The cards of the person, as the screen shows them."""
    terminal.until_found(_HAND, 1)
    return frozenset(re.findall(r"[^\s│]+", re.findall(_HAND, terminal.text())[-1]))


def other_hand(terminal: PseudoTerminal, held: frozenset[str]) -> frozenset[str]:
    """The cards of the person, once they are others."""
    while (cards := hand(terminal)) == held:
        terminal.until_other(terminal.text())
    return cards


def leave(terminal: PseudoTerminal, _: Path) -> None:
    terminal.keys("q")
    terminal.until("La partie vous attendra")
    terminal.keys("\r")
    assert terminal.ended() == 0


def leave_after_the_match(terminal: PseudoTerminal, _: Path) -> None:
    terminal.keys("q")
    assert terminal.ended() == 0


def leave_by_kill(terminal: PseudoTerminal, _: Path) -> None:
    os.kill(terminal.pid, signal.SIGKILL)
    terminal.ended()


def kill_both(terminal: PseudoTerminal, directory: Path) -> None:
    """Kill the server, and the client while it is trying to come back."""
    os.kill(server_of(directory), signal.SIGKILL)
    leave_by_kill(terminal, directory)


@pytest.mark.parametrize("end", [leave, leave_by_kill, kill_both])
@pytest.mark.parametrize("_time", TIMES)
def test_a_match_that_was_left_goes_on(end: object, _time: int, home: Path) -> None:
    directory = home / "coinche" / "solo" / "ffb"
    with playing() as terminal:
        held = hand(terminal)
        assert not re.search(r"\d:\d\d", terminal.text())  # nobody waits, so there is no clock
        assert callable(end)
        end(terminal, directory)
    with playing(seen=WAITS) as terminal:
        assert hand(terminal) == held
        terminal.keys("\r")
        terminal.until(*TURN)
    assert directories(home) == {"ffb"}


@contextmanager
def at_the_score(seen: str, *more: str) -> Iterator[PseudoTerminal]:
    """A client that has played a deal against quick bots, once that text is on its screen."""
    command = (sys.executable, "-m", "tests.client.hasty", "client", "--solo", "--name", "Ana", *more)
    terminal = PseudoTerminal(command, environment(PYTHONPATH=str(Path(__file__).parents[4])))
    try:
        while seen not in (screen := terminal.until(*TURN, "à vous de choisir", seen)):
            terminal.keys("p" if TURN[0] in screen else "\x1b[C\r")
            terminal.until_other(screen)
        yield terminal
    finally:
        terminal.close()


@pytest.mark.parametrize("end", [leave, leave_by_kill])
def test_a_match_that_was_left_at_a_score_goes_on(end: object, home: Path) -> None:
    with at_the_score("Fin de la donne") as terminal:
        assert callable(end)
        end(terminal, home)
    with playing(seen=WAITS):
        assert directories(home) == {"ffb"}


@pytest.mark.parametrize("end", [leave_after_the_match, leave_by_kill])
def test_a_match_that_was_left_at_its_last_score_is_followed_by_another(end: object, home: Path) -> None:
    with at_the_score("Fin de la partie", "--target", "10") as terminal:
        assert callable(end)
        end(terminal, home)
    with playing() as terminal:
        assert WAITS not in terminal.text()
    assert directories(home) == {"ffb"}


@pytest.mark.parametrize("_time", TIMES)
def test_a_match_goes_on_after_its_server_was_killed(_time: int, home: Path) -> None:
    directory = home / "coinche" / "solo" / "ffb"
    with playing() as terminal:
        held, first = hand(terminal), server_of(directory)
        os.kill(first, signal.SIGKILL)
        terminal.until("Connexion perdue")
        terminal.until("Chez Ana")
        assert hand(terminal) == held
        server = server_of(directory)
        assert server != first
        leave(terminal, directory)
    wait_for_end(server)


def test_another_match_begins_if_the_person_says_so() -> None:
    with playing() as terminal:
        leave(terminal, Path())
    with playing(seen=WAITS) as terminal:
        held = hand(terminal)
        terminal.keys("n")
        terminal.until("Encore n")
        terminal.keys("n")
        assert other_hand(terminal, held)
        terminal.until(*TURN)


def test_another_match_from_home_keeps_the_one_that_waits(home: Path) -> None:
    with playing() as terminal:
        held = hand(terminal)
        leave(terminal, home)
    with at_home(seen="▶ Reprendre votre partie") as terminal:
        terminal.keys(":")
        terminal.until("Que faire ?")
        terminal.keys("trois bots\r")
        terminal.until(*TURN)
        assert WAITS not in terminal.text()
        assert hand(terminal) != held
        leave_for_home(terminal)
        terminal.until_found("Reprendre votre partie", 2)
    assert directories(home) == {"ffb", "ffb-2"}
    with playing(seen=WAITS) as terminal:
        assert hand(terminal) == held


def test_a_match_that_was_left_goes_on_under_the_present_name(home: Path) -> None:
    with playing() as terminal:
        leave(terminal, home)
    with playing("--name", "Tom", seen=WAITS) as terminal:
        assert "Tom" in terminal.text()
        assert "Ana" not in terminal.text().replace("Chez Ana", "")


def test_two_at_once_and_other_rules_have_matches_of_their_own(home: Path) -> None:
    with playing() as first, playing() as second, playing("--rules", "pagat") as third:
        assert all(WAITS not in terminal.text() for terminal in (first, second, third))
        assert directories(home) == {"ffb", "ffb-2", "pagat"}
        held = hand(first)
        for terminal in (third, second, first):
            leave(terminal, home)
    with playing(seen=WAITS) as again:
        assert hand(again) == held


def test_a_guest_and_a_report_keep_nothing(home: Path) -> None:
    with playing("--guest") as terminal:
        terminal.keys("q")
        terminal.until("elle s'arrête là")
    assert not (home / "coinche" / "solo").exists()


def test_lines_offer_the_match_without_telling_all_of_it_again() -> None:
    with playing("--linear", seen="À vous") as terminal:
        terminal.keys("q\nq\n")
        assert terminal.ended() == 0
    with playing("--linear", seen="une autre") as terminal:
        assert WAITS in " ".join(terminal.text().split())
        terminal.until("À vous")
        terminal.keys("nouvelle\n")
        terminal.until("Encore n")
        terminal.keys("nouvelle\n")
        terminal.until_written("Vous êtes à la table", after=len(terminal.written))


def test_a_save_that_cannot_be_read_stays_and_another_is_begun(home: Path) -> None:
    directory = home / "coinche" / "solo" / "ffb"
    directory.mkdir(parents=True)
    (directory / "coinche.sqlite").write_bytes(b"no database" * 1000)
    with playing("--linear", seen="À vous") as terminal:
        assert "illisibles" in " ".join(terminal.text().split())
    assert directories(home) == {"ffb", "ffb-2"}
    assert (directory / "coinche.sqlite").read_bytes().startswith(b"no database")


@pytest.mark.parametrize("version", [2, 3])
def test_a_save_of_an_older_version_is_used(version: int, home: Path) -> None:
    directory = home / "coinche" / "solo" / "ffb"
    with playing() as terminal:
        leave(terminal, directory)
    old = Path(__file__).parents[3] / "server" / "data_files" / f"version-{version}.sql"
    for path in directory.glob("coinche.sqlite*"):
        path.unlink()
    with closing(sqlite3.connect(directory / "coinche.sqlite")) as file:
        file.executescript(old.read_text(encoding="utf-8"))
    with playing():
        assert directories(home) == {"ffb"}


def test_without_a_place_for_it_the_match_is_played_and_not_kept(home: Path) -> None:
    (home / "coinche").mkdir(parents=True)
    (home / "coinche" / "solo").write_text("no directory", encoding="utf-8")
    with playing("--linear", seen="À vous") as terminal:
        assert "ne sera pas gardée" in " ".join(terminal.written.split())


@contextmanager
def at_home(*more: str, seen: str = "Vos parties et vos statistiques") -> Iterator[PseudoTerminal]:
    """A client at home, once that text is on its screen."""
    terminal = PseudoTerminal((*forked_client(), "--name", "Ana", *more), environment())
    try:
        terminal.until(seen)
        yield terminal
    finally:
        terminal.close()


@pytest.mark.parametrize("end", [leave, leave_by_kill, kill_both] if WHOLE else [leave_by_kill])
@pytest.mark.parametrize("_time", TIMES)
def test_home_offers_the_match_and_goes_on_with_it_at_once(end: object, _time: int, home: Path) -> None:
    with playing() as terminal:
        held = hand(terminal)
        assert callable(end)
        end(terminal, home / "coinche" / "solo" / "ffb")
    with at_home(seen="▶ Reprendre votre partie (donne 1, nous 0, eux 0)") as terminal:
        terminal.keys("\r")
        terminal.until(GOES_ON)
        assert hand(terminal) == held
        assert WAITS not in terminal.text()
        leave_for_home(terminal)
        terminal.until("▶ Reprendre votre partie")


def test_a_guest_is_not_offered_the_match_of_the_owner_and_plays_without_a_directory(home: Path) -> None:
    with playing() as terminal:
        server = server_of(home / "coinche" / "solo" / "ffb")
        leave_by_kill(terminal, home)
    wait_for_end(server)
    kept = files(home / "coinche" / "solo")
    with at_home("--guest", seen="▶ Jouer tout de suite") as terminal:
        assert "Reprendre" not in terminal.text()
        assert "Vos parties" not in terminal.text()
        terminal.keys("\r")
        terminal.until(*TURN)
        terminal.keys("q")
        terminal.until("elle s'arrête là")
    assert files(home / "coinche" / "solo") == kept


def files(folder: Path) -> dict[str, bytes]:
    """The content of each file below the folder."""
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def leave_for_home(terminal: PseudoTerminal) -> None:
    terminal.keys("q")
    terminal.until("La partie vous attendra")
    terminal.keys("\r")


def test_home_offers_matches_by_other_rules_and_keeps_house_rules(home: Path, tmp_path: Path) -> None:
    house = tmp_path / "mine.toml"
    house.write_text('name = "chez-nous"\npreset = "pagat"\ntarget = 700\n', encoding="utf-8")
    held = {}
    for rules in ("pagat", str(house)):
        with playing("--rules", rules) as terminal:
            held[rules] = hand(terminal)
            leave(terminal, home)
    house.unlink()
    with at_home(seen="▶ Reprendre : règles « chez-nous », donne 1") as terminal:
        terminal.until("Reprendre : jeu simple, sans annonces, donne 1")
        terminal.keys("\r")
        terminal.until(GOES_ON)
        assert hand(terminal) == held[str(house)]
        assert "/ 700" in terminal.text()
        leave_for_home(terminal)
        terminal.until("▶ Reprendre : règles « chez-nous »")
        terminal.keys("\x1b[B\r")  # no server comes between them
        terminal.until(GOES_ON)
        assert hand(terminal) == held["pagat"]


def test_a_match_that_another_client_plays_is_not_offered(home: Path) -> None:
    with playing() as first:
        with at_home() as second:
            second.keys("\r")
            second.until(*TURN)
            assert WAITS not in second.text()
            leave_for_home(second)
            second.until("▶ Reprendre votre partie")
            assert second.text().count("Reprendre") == 1
        leave(first, home)
    assert directories(home) == {"ffb", "ffb-2"}


def test_a_new_match_by_other_rules_says_that_another_waits() -> None:
    with playing() as terminal:
        leave(terminal, Path())
    with playing(
        "--rules", "pagat", seen="Une autre partie vous attend à l'accueil : règles officielles, donne 1"
    ) as terminal:
        assert "règles officielles, donne 1" in terminal.text()


def test_another_target_is_for_the_next_match() -> None:
    with playing("--target", "1000") as terminal:
        leave(terminal, Path())
    with playing("--target", "500", seen="Votre partie en 1000 attend") as terminal:
        terminal.until("n : une autre, en 500")
        terminal.keys("nn")
        terminal.until("/ 500")


def test_lines_offer_the_match_at_home_by_a_word() -> None:
    with playing("--linear", seen="À vous") as terminal:
        terminal.keys("q\nq\n")
        assert terminal.ended() == 0
    with at_home("--linear", seen="reprendre : Reprendre votre partie (donne 1") as terminal:
        terminal.keys("reprendre\n")
        terminal.until("Main :")
        terminal.until("À vous")


def open_own_matches(terminal: PseudoTerminal) -> None:
    """By the palette: servers of others may come into the list at any time."""
    terminal.keys(":")
    terminal.until("Que faire ?")
    terminal.keys("progrès\r")


def test_own_matches_are_listed_from_home_while_one_waits() -> None:
    with playing() as terminal:
        leave(terminal, Path())
    with at_home(seen="▶ Reprendre") as terminal:
        open_own_matches(terminal)
        terminal.until("Pas encore de partie terminée")
        terminal.keys("x")
        terminal.until("Vos statistiques")
        terminal.keys("q")
        terminal.until("▶ Vos parties et vos statistiques")


def test_without_a_match_that_waits_the_list_leads_home() -> None:
    with at_home() as terminal:
        open_own_matches(terminal)
        terminal.until("Pas encore de partie terminée")
        terminal.keys("q")
        terminal.until("Jouer tout de suite")


def test_a_match_that_is_over_is_left_for_a_new_one() -> None:
    over = state_of("over")
    done = solo.offer_or_open(over)
    assert over.table is not None
    assert done.send == (Leave(table=over.table.table),)
    assert done.state.table is None


def test_a_new_match_from_home_leaves_without_a_word_the_one_that_waits() -> None:
    wish = Wish(options={"auction.belote": "announced"}, target=700)
    waiting = replace(state_of("follow"), has_home=True, keeps_match=True, solo=True, wish=wish)
    done = solo.start_anew(solo.offer_or_open(waiting).state)
    assert (done.send, done.effect) == ((), PlayAlone(beside_waiting=True))
    assert done.state.wish == replace(wish, bots=True)  # the new match is played as wished for


def test_from_home_a_match_is_given_up_by_a_key_pressed_twice() -> None:
    waiting = replace(state_of("follow"), has_home=True, keeps_match=True, solo=True)
    asked = press(solo.offer_or_open(waiting).state, "x")
    assert (asked.send, asked.state.notice) == ((), News.GIVES_UP_ONE)
    assert isinstance(press(asked.state, "x").send[0], Leave)


def test_a_new_match_without_a_home_gives_the_old_one_up() -> None:
    waiting = state_of("follow")
    assert solo.offer_or_open(waiting).state.ui.overlay is Overlay.RESUME
    asked = solo.start_anew(waiting)
    assert (asked.send, asked.state.notice) == ((), News.GIVES_UP)
    left, opened = solo.start_anew(asked.state).send
    assert isinstance(left, Leave)
    assert isinstance(opened, CreateTable)
