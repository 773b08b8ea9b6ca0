"""Tests of a host with the page who loses the server before the match: the same table, and friends still sit there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

from .chromium import ADDRESS
from .conftest import PATIENCE, PHONE, Launch
from .kept_server import ServerProcess
from .relay import Relay, relay_to
from .test_coming_back import LOSSES

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.slow

OPEN = """async () => {
  const opened = await coinche.ask({ type: 'create_table', name: 'Chez Ana', seat: 'S', hold: true });
  return opened.table;
}"""
IN_THE_ROOM = """([room, seat]) => {
  const { link, table } = globalThis.coinche?.state ?? {};
  if (link !== 'ready' || table?.table !== room || table.seat !== seat || table.host !== 'S') return false;
  const { S: host, E: friend } = table.seats;
  return host.name.startsWith('Ana') && host.connected && friend.name.startsWith('Ben') && friend.connected;
}"""
"""Both sit at that table: Ana South, who is host, and Ben East; the page is on that seat."""


@pytest.fixture
def friend(launch: Launch, kept_server: ServerProcess) -> Iterator[Page]:
    """Ben, with a network of his own, who has signed in."""
    with relay_to(kept_server.port) as between:
        chromium = launch(between.port)
        page = chromium.new_context(viewport=PHONE, locale="en-GB").new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(f"http://{ADDRESS}/")
        page.fill("#name", "Ben")
        page.click(".sign-in button.primary")
        page.wait_for_selector(".lobby")
        yield page
        chromium.close()


@pytest.mark.parametrize("lose", LOSSES.values(), ids=list(LOSSES))
def test_a_host_comes_back_to_the_room_and_begins(
    page: Page,
    friend: Page,
    kept_server: ServerProcess,
    relay: Relay,
    lose: Callable[[Page, ServerProcess, Relay], None],
) -> None:
    table = page.evaluate(OPEN)
    friend.evaluate("table => coinche.ask({ type: 'join', table, seat: 'E' })", table)
    page.wait_for_selector(".room-seats [data-seat=E] >> text=Ben")
    lose(page, kept_server, relay)
    page.wait_for_function(IN_THE_ROOM, arg=[table, "S"])
    friend.wait_for_function(IN_THE_ROOM, arg=[table, "E"])
    page.locator(".room .teams").wait_for()
    page.locator("button.primary:visible", has_text="Commencer").click()
    friend.wait_for_function("() => coinche.state.table.view.phase !== 'waiting'")
    assert page.evaluate("coinche.rebuilt ?? 0") == 0, "an event was missing"


def test_a_room_shows_who_is_away(page: Page, friend: Page, relay: Relay) -> None:
    table = page.evaluate(OPEN)
    friend.evaluate("table => coinche.ask({ type: 'join', table, seat: 'E' })", table)
    friend.wait_for_selector(".room-seats [data-seat=S] >> text=Ana")
    relay.cut()
    friend.wait_for_selector(".room-seats [data-seat=S] >> text=away")
    relay.mend()
    friend.wait_for_selector(".room-seats [data-seat=S]:not(:has-text('away'))")
    page.wait_for_function(IN_THE_ROOM, arg=[table, "S"])


def test_a_room_that_is_loaded_again_has_the_levels_of_bots_and_the_passphrase(page: Page) -> None:
    table = page.evaluate(OPEN)
    page.evaluate("table => { coinche.state.passphrases[table] = 'valet noir'; coinche.keepLobby(); }", table)
    page.wait_for_selector(".levels option", state="attached")
    levels = page.locator(".levels option").all_text_contents()
    page.reload()
    page.wait_for_selector(".link p >> text=valet noir")
    assert page.locator(".levels option").all_text_contents() == levels
    assert len(levels) > 1
