"""Tests of several tabs of one browser: a new tab has the seat of the one before, or is another person's."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from .chromium import ADDRESS
from .conftest import PATIENCE, OpenPage

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.slow

OPEN = "async () => (await coinche.ask({ type: 'create_table', name: 'Chez Ana', seat: 'S', hold: true })).table"
WHO = """() => {
  const { link, name, table } = globalThis.coinche?.state ?? {};
  return [link, name, table?.seat];
}"""
ELSEWHERE = "() => globalThis.coinche?.state.link === 'replaced'"
READY = "() => globalThis.coinche?.state.link === 'ready'"


def seated(page: Page, name: str, seat: str) -> None:
    """Wait until the tab is that person's, on that seat."""
    page.wait_for_function(f"wanted => JSON.stringify(({WHO})()) === wanted", arg=f'["ready","{name}","{seat}"]')


def tab(page: Page, fragment: str = "") -> Page:
    """Open a new tab of the same browser."""
    new = page.context.new_page()
    new.set_default_timeout(PATIENCE)
    new.goto(f"http://{ADDRESS}/{fragment}")
    return new


def test_a_new_tab_takes_the_seat_and_the_old_one_may_take_it_back(open_page: OpenPage) -> None:
    old = open_page("Tina")
    table = old.evaluate(OPEN)
    new = tab(old, f"#{table}&Tina&Chez%20Ana")
    seated(new, "Tina", "S")
    old.wait_for_function(ELSEWHERE)
    new.reload()  # by now the secret of the old tab proves nothing any more
    seated(new, "Tina", "S")
    old.click(".banner >> text=Jouer ici")
    seated(old, "Tina", "S")
    new.wait_for_function(ELSEWHERE)
    assert "autre onglet" in new.locator(".banner").inner_text()
    new.wait_for_timeout(1500)
    assert [page.evaluate(WHO)[0] for page in (old, new)] == ["ready", "replaced"]


def test_a_new_tab_may_be_somebody_else_s_at_the_same_table(open_page: OpenPage) -> None:
    old = open_page("Tom")
    table = old.evaluate(OPEN)
    new = tab(old, f"#{table}&Tom&Chez%20Ana")
    new.wait_for_selector(".banner >> text=Vous continuez ici sous le nom Tom.")
    with new.expect_navigation():
        new.click(".banner >> text=Changer de joueur")
    new.wait_for_selector("#name")
    assert new.input_value("#name") == ""
    seated(old, "Tom", "S")
    new.fill("#name", "Uma")
    new.click(".sign-in button.primary")
    new.wait_for_function("() => coinche.state.table?.seat")
    for page, name in ((old, "Tom"), (new, "Uma")):
        before = page.evaluate(WHO)
        page.reload()
        page.wait_for_function(READY)
        seated(page, name, before[2])
    assert [page.evaluate(WHO)[0] for page in (old, new)] == ["ready", "ready"]


def test_somebody_else_s_tab_may_go_back_to_the_first(open_page: OpenPage) -> None:
    old = open_page("Vic")
    old.evaluate(OPEN)
    new = tab(old)
    with new.expect_navigation():
        new.click(".banner >> text=Changer de joueur")
    new.click(".sign-in >> text=Reprendre : Vic")
    seated(new, "Vic", "S")
    old.wait_for_function(ELSEWHERE)


def test_the_notice_of_a_new_tab_can_be_closed(open_page: OpenPage) -> None:
    old = open_page("Wim")
    old.evaluate(OPEN)
    new = tab(old)
    new.wait_for_selector(".banner >> text=Vous continuez ici")
    new.click(".banner >> text=OK")
    new.wait_for_selector(".banner", state="hidden")
    assert new.evaluate(WHO) == ["ready", "Wim", "S"]


def test_the_notice_of_a_new_tab_fits_in_large_letters(open_page: OpenPage) -> None:
    new = tab(open_page("Max"))
    new.wait_for_selector(".banner >> text=Vous continuez ici")
    new.evaluate("document.documentElement.style.fontSize = '200%'")
    edges = """nodes => nodes.map((node) => node.getBoundingClientRect())
        .filter(({ left, right }) => left < 0 || right > innerWidth).length"""
    assert new.locator(".banner > *").evaluate_all(edges) == 0


def test_the_notice_of_a_new_tab_goes_with_the_first_thing_that_is_done_there(open_page: OpenPage) -> None:
    old = open_page("Wanda")
    new = tab(old)
    new.wait_for_selector(".banner >> text=Vous continuez ici")
    new.click("button.menu")
    new.click("dialog >> text=Fermer")
    new.wait_for_selector("dialog", state="detached")
    assert new.locator(".banner:visible").count() == 1, "somebody else may still look round"
    new.click("text=Nouvelle table")
    new.wait_for_selector("dialog[open]")
    assert new.locator(".banner:visible").count() == 0


@pytest.mark.parametrize("invitation", ["refused", "used"])
def test_an_invitation_that_was_used_or_refused_is_nobody_else_s(open_page: OpenPage, invitation: str) -> None:
    old, host = open_page("Xavier"), open_page("Yolande")
    table = host.evaluate(OPEN) if invitation == "used" else "t999999"
    new = tab(old, f"#{table}&Bob&Chez%20Bob")
    if invitation == "used":
        new.wait_for_function("() => globalThis.coinche?.state.table != null")
        new.evaluate("table => coinche.ask({ type: 'leave', table })", table)
    else:
        new.wait_for_selector("text=Cette table n'existe plus.")
    new.wait_for_selector(".lobby")
    with new.expect_navigation():
        new.click(".banner >> text=Changer de joueur")
    new.wait_for_selector("#name")
    assert new.locator(".invited:visible").count() == 0


def test_a_tab_that_lost_the_network_leaves_the_seat_to_the_one_that_took_it(open_page: OpenPage) -> None:
    old = open_page("Xan")
    old.evaluate(OPEN)
    old.evaluate("() => { coinche.connection.stop('lost'); }")  # without a word from the server
    new = tab(old)
    seated(new, "Xan", "S")
    old.wait_for_function(ELSEWHERE)
    assert new.evaluate(WHO) == ["ready", "Xan", "S"]


def test_a_guest_who_loads_the_lobby_again_is_the_same_one(open_page: OpenPage) -> None:
    page = open_page("Yan")
    before = page.evaluate("[coinche.connection.identity.own.session, coinche.state.name]")
    page.reload()
    page.wait_for_function(READY)
    assert page.evaluate("[coinche.connection.identity.own.session, coinche.state.name]") == before
    assert page.evaluate("coinche.state.notices") == []


def test_a_guest_whom_the_server_has_forgotten_is_told_so(open_page: OpenPage) -> None:
    page = open_page("Zac")
    page.evaluate("coinche.send({ type: 'bye' }), coinche.connection.stop('closed')")
    page.reload()
    page.wait_for_selector(".lobby .wrong:visible >> text=Le serveur vous avait oublié")
    assert page.evaluate("coinche.state.name") == "Zac"


def test_a_guest_whose_name_became_another_s_is_told_the_new_one(open_page: OpenPage) -> None:
    page = open_page("Ylan")
    page.evaluate("coinche.connection.stop('closed')")
    open_page("Ylan")
    page.reload()
    page.wait_for_selector(".lobby .notice:not(.wrong):visible >> text=vous êtes « Ylan 2 »")
