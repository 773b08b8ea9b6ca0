"""A match of four friends: one at a terminal, one by ssh, and two with the page on their phones, who play by taps."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.client.test_evening import NO_HOST_KEYS, OVER, PATIENCE, SERVER, Evening, Person, program, pytestmark

from .chromium import ADDRESS, launched
from .conftest import PHONE
from .test_page import LEGAL, call, tap

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

__all__ = ["pytestmark"]  # the same tools are needed, and the same patience

PHASE = "() => coinche.state.table?.view.phase"


class Phone:
    """A person with the page open on a phone."""

    def __init__(self, page: Page, name: str) -> None:
        self.page = page
        self.complaints: list[str] = []
        page.on("console", lambda said: self.complaints.append(said.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.goto(f"http://{ADDRESS}/")
        page.fill("#name", name)
        page.click(".sign-in button.primary")

    @property
    def is_done(self) -> bool:
        return bool(self.page.evaluate(PHASE) == "match_over")

    def turn(self) -> None:
        """Do what is to be done, if anything is."""
        page = self.page
        if page.locator(".panelled button.primary:visible").count():
            tap(page, ".panelled button.primary")
        elif page.locator(".pad:visible").count():
            call(page)
        elif page.locator(LEGAL).count():
            tap(page, LEGAL)


@pytest.fixture
def friends(tmp_path: Path) -> Iterator[tuple[Person, Person, Phone, Phone]]:
    """Ana at a terminal, Cid by ssh, Ben and Eva with phones, all in the lobby of one server."""
    with ExitStack() as evening:
        link = evening.enter_context(program("coinche.server", *SERVER, said=r"(coinche://127\.0\.0\.1:\d+#[\w-]+)"))
        gateway = ("coinche.client", "--serve-ssh", "127.0.0.1:0", link)
        port = evening.enter_context(program(*gateway, said=r"-p (\d+)"))
        commands = {
            "Ana": f"LC_ALL= LANG=fr_FR.UTF-8 {sys.executable} -m coinche.client '{link}' --guest --name Ana",
            "Cid": f"LC_ALL= LANG=fr_FR.UTF-8 ssh {NO_HOST_KEYS} -p {port} Cid@127.0.0.1",
        }
        people = []
        for name, command in commands.items():
            folder = tmp_path / name
            folder.mkdir()
            person = Person(folder, name, f"XDG_DATA_HOME={folder} XDG_CONFIG_HOME={folder} {command}", 80, 24)
            evening.callback(person.leave)
            people.append(person)
        chromium = launched(int(re.findall(r":(\d+)#", link)[0]))
        evening.callback(chromium.close)
        phones = [
            Phone(chromium.new_context(viewport=PHONE, has_touch=True, locale=locale).new_page(), name)
            for name, locale in (("Ben", "en-GB"), ("Eva", "fr-FR"))
        ]
        yield people[0], people[1], phones[0], phones[1]


def test_four_friends_by_terminal_ssh_and_phones_play_a_match(friends: tuple[Person, Person, Phone, Phone]) -> None:
    ana, cid, ben, eva = friends
    for person in (ana, cid):
        person.until("Chez Ana")
    ana.press("Enter")
    ana.until("k : appeler")
    ana.press("k")
    cid.until(r"\bj ?:")
    cid.press("j")
    ana.until("Cid")
    for phone in (ben, eva):
        phone.page.locator(".tables li button:visible").first.click()
        phone.page.wait_for_selector(".table-screen")
    ana.until("Eva")
    ana.press("Enter")
    evening = Evening((ana, cid))
    end = time.monotonic() + 4 * PATIENCE
    while not (ben.is_done and eva.is_done) and time.monotonic() < end:
        for person in (ana, cid):
            evening.turn(person, person.sees())
        for phone in (ben, eva):
            if not phone.is_done:
                phone.turn()
    assert ben.is_done
    assert eva.is_done
    for person in (ana, cid):
        person.until(OVER)
    totals = [phone.page.evaluate("() => coinche.state.table.view.totals") for phone in (ben, eva)]
    assert totals[0] == totals[1]
    assert max(totals[0].values()) >= 300
    assert ben.complaints == eva.complaints == []


def test_a_whole_match_is_played_by_taps_against_bots(browser: Browser) -> None:
    page = browser.new_context(viewport=PHONE, has_touch=True, locale="fr-FR").new_page()
    phone = Phone(page, "Zoé")
    page.click(".lobby button.primary")
    page.wait_for_selector(".hand .card")
    end = time.monotonic() + 4 * PATIENCE
    while not phone.is_done and time.monotonic() < end:
        phone.turn()
    assert phone.is_done
    assert max(page.evaluate("() => Object.values(coinche.state.table.view.totals)")) >= 2000
    assert phone.complaints == []
    page.context.close()
