"""Tests of a page that loses its server: the same seat and the same request, and no event that is missing."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from tests.extent import WHOLE

from .kept_server import ServerProcess
from .relay import Relay

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.slow

TIMES = 20 if WHOLE else 2
OUTAGE_MS = 20_000 if WHOLE else 1000
SLEEP_MS = 2000
A_TABLE = 2
"""Losses at one table: a match waits 60 s in all for a player who is away, then a bot plays."""

PAUSE_MS = 7500 if TIMES > 1 else 0
"""The time between two losses: a client may come to a table every 5 s, after a burst of twenty (`limits.COMINGS`)."""

SEEN = """() => {
  const { state } = coinche, { table } = state;
  return { link: state.link, rebuilt: coinche.rebuilt ?? 0, n: table?.n, request: table?.request?.request };
}"""
ON_TURN = """() => {
  const { link, table } = globalThis.coinche?.state ?? {};
  return link === 'ready' && table?.request != null && table.sent === null;
}"""
OPEN = """async () => {
  const { table } = coinche.state;
  if (table !== null) await coinche.ask({ type: 'leave', table: table.table });
  await coinche.ask({ type: 'create_table', name: 'table', bots: 'novice', target: 20000, seat: 'S' });
}"""
ANSWER = """() => {
  const { table } = coinche.state;
  table.request.at = 0;  // a person would take longer than the page's guard against hasty taps
  coinche.act(table.request.default);
}"""


def kill_server(page: Page, server: ServerProcess, relay: Relay) -> None:
    server.kill()
    server.start()


def cut_network(page: Page, server: ServerProcess, relay: Relay) -> None:
    relay.cut()
    page.wait_for_function("() => globalThis.coinche?.state.link !== 'ready'")
    page.wait_for_timeout(OUTAGE_MS)
    relay.mend()
    page.evaluate("dispatchEvent(new Event('online'))")  # as the browser says it


def reload(page: Page, server: ServerProcess, relay: Relay) -> None:
    page.reload()


def suspend(page: Page, server: ServerProcess, relay: Relay) -> None:
    session: Any = page.context.new_cdp_session(page)
    session.send("Page.setWebLifecycleState", {"state": "frozen"})
    relay.cut()
    relay.mend()
    session.send("Page.setWebLifecycleState", {"state": "active"})
    session.detach()


LOSSES: dict[str, Callable[[Page, ServerProcess, Relay], None]] = {
    "a killed server": kill_server,
    "a dead network": cut_network,
    "a reload": reload,
    "a suspended tab": suspend,
}


@pytest.mark.parametrize("lose", LOSSES.values(), ids=list(LOSSES))
def test_a_page_comes_back_to_the_same_request(
    page: Page, kept_server: ServerProcess, relay: Relay, lose: Callable[[Page, ServerProcess, Relay], None]
) -> None:
    for number in range(TIMES):
        if number % A_TABLE == 0:
            page.evaluate(OPEN)
        page.wait_for_function(ON_TURN)
        before = page.evaluate(SEEN)
        lose(page, kept_server, relay)
        page.wait_for_function(f"() => ({ON_TURN})() && ({SEEN})().n >= {before['n']}")
        after = page.evaluate(SEEN)
        assert after["request"] == before["request"]
        assert after["rebuilt"] == 0, "an event was missing"
        page.evaluate(ANSWER)
        page.wait_for_timeout(PAUSE_MS)


def test_of_two_tabs_the_new_one_plays_and_the_old_one_waits_to_be_asked(page: Page) -> None:
    page.evaluate("coinche.ask({type: 'create_table', name: 'table', bots: 'novice', seat: 'S'})")
    page.wait_for_function(ON_TURN)
    other = page.context.new_page()
    other.goto(page.url)
    other.wait_for_function(ON_TURN)
    page.wait_for_function("() => globalThis.coinche?.state.link === 'replaced'")
    page.wait_for_timeout(SLEEP_MS)
    assert page.evaluate("coinche.state.link") == "replaced"
    page.click(".banner button")
    page.wait_for_function(ON_TURN)
    other.wait_for_function("() => globalThis.coinche?.state.link === 'replaced'")


def test_a_tab_that_comes_back_to_another_table_shows_all_of_it(page: Page) -> None:
    page.evaluate(OPEN)
    page.wait_for_function(ON_TURN)
    other = page.context.new_page()
    other.goto(page.url)
    other.wait_for_function(ON_TURN)
    other.evaluate(OPEN)
    other.wait_for_function(ON_TURN)
    page.wait_for_function("() => coinche.state.link === 'replaced'")
    page.click(".banner button")
    opened = other.evaluate("coinche.state.table.table")
    page.wait_for_function("table => coinche.state.table?.table === table", arg=opened)
    page.wait_for_function(ON_TURN)
    assert len(page.evaluate("coinche.state.table.view.hand")) == 8
    assert {seat["occupant"] for seat in page.evaluate("Object.values(coinche.state.table.seats)")} == {"person", "bot"}


def test_a_bad_event_has_the_table_built_anew(page: Page) -> None:
    page.evaluate(OPEN)
    page.wait_for_function(ON_TURN)
    page.evaluate("""() => {
      const { table } = coinche.state;
      coinche.heard({ type: 'card_played', table: table.table, n: table.n + 1, at: 0, seat: 'N', card: '7S' });
    }""")
    page.wait_for_function(ON_TURN)
    assert page.evaluate("coinche.rebuilt") == 1
    assert len(page.evaluate("coinche.state.table.view.hand")) == 8


def test_each_tab_takes_back_its_own_session(page: Page) -> None:
    other = page.context.new_page()
    other.goto(page.url)
    other.wait_for_function("() => globalThis.coinche?.state.link === 'ready'")
    other.evaluate("coinche.connection.bye()")
    other.wait_for_selector("#name")
    other.fill("#name", "Bob")
    other.click(".sign-in button.primary")
    other.wait_for_function("() => coinche.state.name === 'Bob'")
    page.click(".banner button")  # its session was replaced, and has ended by now: its name is taken anew
    page.wait_for_function("() => coinche.state.link === 'ready'")
    page.evaluate("coinche.connection.lose()")
    page.wait_for_function("() => coinche.state.link === 'ready'")
    assert page.evaluate("coinche.state.name").startswith("Ana")
    assert other.evaluate("coinche.state.link") == "ready"


def test_leaving_without_a_connection_leads_to_the_first_screen(page: Page, relay: Relay) -> None:
    relay.cut()
    page.wait_for_function("() => coinche.state.link !== 'ready'")
    lost = page.evaluate("coinche.ask({ type: 'get_statistics' })")
    page.evaluate("coinche.connection.bye()")
    relay.mend()
    page.wait_for_selector("#name")
    assert lost["code"] == "LOST"
    assert page.evaluate("coinche.state.link") == "closed"


def test_a_bad_invitation_leaves_the_session_as_it_was(page: Page) -> None:
    page.evaluate(OPEN)
    page.wait_for_function(ON_TURN)
    before = page.evaluate(SEEN)
    page.goto(f"{page.url}#t1.{'0' * 32}")
    page.reload()
    page.wait_for_selector(".wrong:visible")
    page.locator(".sign-in button.quiet", has_text="Ana").first.click()
    page.wait_for_function(ON_TURN)
    assert page.evaluate(SEEN)["request"] == before["request"]
