"""Tests of parts of the table that come and go: dialogs that close with it, and modules that are loaded late."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .chromium import ADDRESS
from .conftest import PATIENCE, PHONE, OpenPage
from .test_page import ALL_SPADES, OPEN, SOUTH_LEADS, tap_until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

import pytest

pytestmark = pytest.mark.slow

LOST_ONCE = """
const Real = WebSocket, sockets = window.sockets = [], hellos = window.hellos = [];
window.WebSocket = class extends Real {
  constructor(...given) {
    super(...given);
    sockets.push(this);
  }
  send(text) {
    const message = JSON.parse(text);
    if (message.type === "hello") hellos.push(message);
    if (message.type === "watch" && window.loses) {
      window.loses = false;
      this.close();
    } else super.send(message.session === undefined ? text : JSON.stringify({ ...message, session: "0".repeat(32) }));
  }
};
window.loses = true;
"""
"""A page whose first `watch` is lost with its connection, and whose session the server does not know afterwards."""


def visitor(browser: Browser) -> Page:
    """A page in the lobby whose console may say that something could not be loaded."""
    page = browser.new_context(viewport=PHONE, locale="fr-FR").new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"http://{ADDRESS}/")
    page.fill("#name", "Otto")
    page.click(".sign-in button.primary")
    page.wait_for_selector(".lobby")
    return page


def test_the_last_trick_is_closed_with_its_table(open_page: OpenPage) -> None:
    page = open_page("Nadia", table=ALL_SPADES, has_touch=True)
    page.click(".lobby button.primary")
    page.wait_for_selector(".my-turn .hand .card")
    tap_until(page, '.hand [data-card="QS"]', lambda: page.locator("button.past:visible").count() > 0)
    for _ in range(2):
        page.click("button.past")
        page.wait_for_selector("dialog.last-trick[open]")
        page.go_back()
        page.wait_for_selector("dialog.last-trick", state="hidden")
        assert page.locator(".table-screen").count() == 1, "the way back has closed the dialog, and nothing else"
    page.click("button.past")
    page.wait_for_selector("dialog.last-trick[open]")
    page.evaluate("coinche.ask({ type: 'leave', table: coinche.state.table.table })")
    page.wait_for_selector(".lobby")
    page.wait_for_selector("dialog.last-trick", state="hidden")
    assert page.evaluate("coinche.dialogs.size") == 0


def test_the_contract_opens_what_was_called_and_what_it_takes(open_page: OpenPage) -> None:
    page = open_page("Nadia", table=ALL_SPADES, has_touch=True)
    page.click(".lobby button.primary")
    page.wait_for_selector(".my-turn .hand .card")
    page.wait_for_selector(".see-contract:visible")
    plates = page.locator(".seat:has(.trump:not([hidden]))")
    assert plates.count() == 2, "the takers'"
    for opener in (page.locator(".see-contract"), plates.first, plates.last):
        opener.click()
        page.wait_for_selector("dialog.contract_called[open]")
        told = page.locator("dialog.contract_called")
        assert "Vous et Marcel devez faire" in told.inner_text()
        assert told.locator(".said li").count() >= 4
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog.contract_called", state="detached")
    page.locator('.seat[data-place="left"]').click()
    assert page.locator("dialog").count() == page.locator("dialog.last-trick").count(), "not one of the defence"


def test_the_plate_of_the_partner_says_so(open_page: OpenPage) -> None:
    page = open_page("Nadia", table=ALL_SPADES)
    page.click(".lobby button.primary")
    page.wait_for_selector(".my-turn .hand .card")
    told = page.locator(".seat .marks", has_text="partenaire")
    assert told.count() == 1
    plate = page.locator('.seat[data-place="top"]')
    assert "partenaire" in plate.inner_text()
    assert "partenaire" in str(plate.get_attribute("aria-label"))


def test_what_could_not_be_loaded_is_loaded_a_little_later(browser: Browser) -> None:
    page, asked = visitor(browser), list[str]()

    def fail_once(route: Route) -> None:
        name = route.request.url.rsplit("/", 1)[1]
        asked.append(name)
        route.abort() if asked.count(name) == 1 else route.continue_()

    for name in ("game.js", "table.css", "cut.js"):
        page.context.route(f"**/{name}", fail_once)
    table = {"type": "create_table", "name": "table", "seat": "S", "bots": "novice", **SOUTH_LEADS}
    assert page.evaluate("message => coinche.ask(message)", table)["type"] != "error"
    page.wait_for_selector(".my-turn .hand .card")
    page.evaluate("""() => {
      const { table } = coinche.state;
      table.request = { kind: "cut", request: 1, table: table.table, legal: ["cut:3", "cut:29"], default: "cut:16" };
      table.request.clock = { move_ms: 1e6, bank_ms: 0 };
      table.request.at = Date.now();
      table.sent = null;
      coinche.render();
    }""")
    page.wait_for_selector(".cut input")
    assert asked.count("game.js") == asked.count("cut.js") == 2
    page.context.close()


def test_the_hand_is_there_before_the_rest_of_the_table(browser: Browser) -> None:
    page = visitor(browser)
    held: list[Route] = []
    page.context.route("**/table_rest.js", lambda route: held.append(route))
    page.evaluate(
        "message => coinche.ask(message)", {"type": "create_table", "name": "t", "seat": "S", "bots": "novice"}
    )
    page.wait_for_selector(".hand .card >> nth=7")
    while not held:
        page.wait_for_timeout(25)
    assert page.locator(".pad, .trick, .veil").count() == 0
    place = page.locator(".hand").bounding_box()
    held[0].continue_()
    page.wait_for_selector(".my-turn .pad")
    assert page.locator(".hand").bounding_box() == place
    assert page.locator(":is(.past, .veil, .claim):visible").count() == 0
    page.context.close()


def test_an_error_of_the_game_goes_to_the_console(browser: Browser) -> None:
    page, errors = visitor(browser), list[str]()
    page.on("pageerror", lambda error: errors.append(str(error)))
    broken = "export class Game { constructor() { throw new RangeError('broken'); } }"
    page.context.route("**/game.js", lambda route: route.fulfill(body=broken, content_type="text/javascript"))
    with page.expect_event("pageerror"):
        page.click(".lobby button.primary")
    assert errors == ["broken"]
    page.context.close()


def test_a_screen_comes_back_as_a_spectator_and_watches(browser: Browser, open_page: OpenPage) -> None:
    player = open_page("Paul", table=OPEN)
    player.click(".lobby button.primary")
    player.wait_for_selector(".hand .card")
    table = player.evaluate("coinche.state.table.table")
    wall = browser.new_context(locale="fr-FR").new_page()
    wall.set_default_timeout(PATIENCE)
    wall.add_init_script(LOST_ONCE)
    wall.goto(f"http://{ADDRESS}/#projector={table}")
    wall.wait_for_selector(".pane .table-screen .felt")
    hellos = wall.evaluate("hellos.map(({ auth, role, program }) => [auth, role, program])")
    assert hellos == [["guest", "spectator", True], ["resume", None, None], ["guest", "spectator", True]]
    wall.context.close()
