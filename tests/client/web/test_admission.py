"""Tests of hosts who let applicants in, and of invitations to a name, in browsers at a real server."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from .chromium import ADDRESS
from .conftest import PATIENCE, Launch
from .kept_server import ServerProcess
from .relay import relay_to
from .test_invitation import IN_THE_LOBBY, invited, opened

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

pytestmark = pytest.mark.slow

LET_IN = ".applicant button.primary:visible"
OUT_OF_SIGHT = """
[...document.querySelectorAll(".hand .card")]
  .filter((card) => {
    const { left, right, top, bottom } = card.getBoundingClientRect();
    const isWithin = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    return !isWithin || document.elementFromPoint((left + right) / 2, (top + bottom) / 2).closest(".card") !== card;
  })
  .map((card) => card.dataset.card)
"""
"""The cards of the hand that are not whole on the screen, or covered in their middle."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that takes nobody new by itself, and lets owners of names invite."""
    data = tmp_path_factory.mktemp("server") / "data"
    running = ServerProcess(data, "--admit", "approve", "--members-invite", "yes")
    yield running
    running.close()


@pytest.fixture(scope="module")
def chromium(server: ServerProcess, launch: Launch) -> Iterator[Browser]:
    with relay_to(server.port) as relay:
        browser = launch(relay.port)
        yield browser
        browser.close()


class Visits:
    """Pages of one test; at the end no console may have said anything."""

    def __init__(self, browser: Browser, server: ServerProcess) -> None:
        self._browser, self._server = browser, server
        self.said: list[str] = []
        self._contexts: list[BrowserContext] = []

    def page(self, **options: Any) -> Page:
        options = {"viewport": {"width": 390, "height": 844}, "locale": "fr-FR", **options}
        context = self._browser.new_context(**options)
        self._contexts.append(context)
        page = context.new_page()
        page.on("console", lambda told: self.said.append(f"{told.type}: {told.text}"))
        page.on("pageerror", lambda error: self.said.append(str(error)))
        return page

    def owner(self, name: str, **options: Any) -> Page:
        """Somebody who owns that name, in the lobby."""
        page = opened(self.page(**options), invited(self._server, name))
        page.wait_for_selector(".lobby")
        return page

    def host(self, name: str, **options: Any) -> Page:
        """The same in the room of a table."""
        page = self.owner(name, **options)
        page.evaluate("coinche.ask({type: 'create_table', name: 'Chez Ana', seat: 'S', hold: true})")
        page.wait_for_selector(".room-seats")
        return page

    def applicant(self, name: str, **options: Any) -> Page:
        """Somebody who waits to be let in."""
        page = self.page(**options)
        page.set_default_timeout(PATIENCE)
        page.goto(f"http://{ADDRESS}/")
        page.fill("#name", name)
        page.click(".sign-in button.primary")
        page.wait_for_selector("text=Renoncer" if options.get("locale", "fr-FR") == "fr-FR" else "text=Give up")
        return page

    def close(self) -> None:
        for context in self._contexts:
            context.close()


@pytest.fixture
def visits(chromium: Browser, server: ServerProcess) -> Iterator[Visits]:
    made = Visits(chromium, server)
    yield made
    made.close()
    assert made.said == []


def test_a_host_sees_who_waits_and_lets_them_in(visits: Visits) -> None:
    ana = visits.host("Ana")
    leo = visits.applicant("Léo")
    assert "l'hôte d'une table" in leo.locator(".sign-in").inner_text()
    ana.wait_for_selector(LET_IN)
    assert ana.locator(".applicant").inner_text().startswith("Léo attend à la porte.")
    assert "Léo attend à la porte." in ana.locator(".live").inner_text()
    ana.click(LET_IN)
    leo.wait_for_function(IN_THE_LOBBY)
    ana.wait_for_selector(LET_IN, state="hidden")
    ana.wait_for_function("() => coinche.state.table.applicants.length === 0")


def test_whom_a_host_puts_off_is_in_the_menu_until_they_give_up(visits: Visits) -> None:
    ana = visits.host("Bea", locale="en-GB")
    leo = visits.applicant("Max", locale="en-GB")
    ana.wait_for_selector(LET_IN)
    ana.click(".applicant >> text=Not now")
    ana.wait_for_selector(LET_IN, state="hidden")
    assert leo.evaluate("coinche.state.waiting")
    ana.click("button.menu")
    ana.wait_for_selector("dialog >> text=Max is at the door.")
    leo.click("text=Give up")
    leo.wait_for_selector("text=Give up", state="hidden")
    assert leo.locator(".sign-in button.primary").is_enabled()
    ana.wait_for_selector("dialog >> text=Max is at the door.", state="detached")


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1280, 800)])
def test_the_hand_is_whole_while_somebody_waits_and_a_reload_shows_them_again(
    visits: Visits, size: tuple[int, int]
) -> None:
    width, height = size
    ana = visits.host(f"Host {width}", viewport={"width": width, "height": height})
    visits.applicant(f"Somebody with a long name{width}"[:24])
    ana.wait_for_selector(LET_IN)
    ana.evaluate("coinche.ask({type: 'begin', table: coinche.state.table.table, bots: 'novice'})")
    ana.wait_for_function("() => document.querySelectorAll('.hand .card').length === 8")
    assert ana.evaluate(OUT_OF_SIGHT) == []
    in_sight = "() => document.documentElement.scrollHeight <= innerHeight && scrollY === 0"
    assert ana.evaluate(in_sight)
    small = "nodes => nodes.filter(node => node.getBoundingClientRect().height < 43.5).length"
    assert ana.locator(".applicant button").evaluate_all(small) == 0
    ana.reload()
    ana.wait_for_selector(LET_IN)


def test_an_owner_invites_somebody_who_comes_in_without_waiting(visits: Visits) -> None:
    ana = visits.owner("Carla")
    ana.click(".lobby button.menu")
    ana.click("dialog >> text=Inviter quelqu'un")
    ana.fill("dialog.invite_somebody input", "Zoé")
    ana.keyboard.press("Enter")
    ana.wait_for_selector("dialog .qr")
    link = ana.input_value("dialog .link input")
    assert link.startswith(f"http://{ADDRESS}/#t1.")
    zoe = opened(visits.page(), link.partition("/#")[2].join(("#", "")))
    zoe.wait_for_function(IN_THE_LOBBY)
    assert zoe.evaluate("coinche.state.name") == "Zoé"
    ana.fill("dialog.invite_somebody form input", "Zoé")
    ana.click("dialog.invite_somebody form button.primary")
    ana.wait_for_selector("dialog .wrong:visible")
    assert "nom est déjà pris" in ana.locator("dialog .wrong").inner_text()


REFUSED = """
(reason) => {
  const data = reason === null ? {} : { reason };
  coinche.ask = async () => ({ type: "error", code: "FORBIDDEN", message: "no", data });
}
"""
"""A server that refuses everything for that reason, or for none that it names."""

REASONS = ["not_members", "no_name", "brought_in", "address", "reserved", "taken", "too_many"]


@pytest.mark.parametrize("locale", ["fr-FR", "en-GB"])
def test_each_reason_for_which_nobody_is_invited_has_its_sentence(visits: Visits, locale: str) -> None:
    ana = visits.owner(f"Nora {locale}", locale=locale)
    ana.evaluate("import('./invite.js').then(({ openInvite }) => openInvite(coinche))")
    told = {}
    for reason in [*REASONS, "none that this page knows", None]:
        ana.evaluate(REFUSED, reason)
        ana.fill("dialog.invite_somebody form input", "Zoé")
        ana.click("dialog.invite_somebody form button.primary")
        ana.wait_for_selector("dialog.invite_somebody form button.primary:enabled")
        told[reason] = ana.locator("dialog .wrong:visible").inner_text()
    assert told.pop("none that this page knows") == told[None]
    assert len(set(told.values())) == len(REASONS) + 1
    assert not any("{" in sentence or "_" in sentence for sentence in told.values())


def test_a_guest_is_told_why_they_invite_nobody(visits: Visits) -> None:
    ana, leo = visits.host("Dora"), visits.applicant("Paul")
    ana.click(LET_IN)
    leo.wait_for_selector(".lobby")
    leo.click(".lobby button.menu")
    leo.click("dialog >> text=Inviter quelqu'un")
    assert "Vous êtes de passage" in leo.locator("dialog.invite_somebody").inner_text()
