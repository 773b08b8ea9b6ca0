"""Tests of what people at a table tell each other on the page: wishes, chat, and that somebody has gone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from .conftest import OpenPage

if TYPE_CHECKING:
    from playwright.sync_api import Page

OPEN = """async () => {
  const { table } = await coinche.ask({ type: 'create_table', name: 'Entre nous', seat: 'S', hold: true });
  return table;
}"""
BEGIN = """async table => {
  for (const seat of 'EW') await coinche.ask({ type: 'add_bot', table, seat, bot: 'novice' });
  await coinche.ask({ type: 'begin', table });
}"""
BIDDING = "() => coinche.state.table?.view.phase === 'bidding'"
PLACES = (
    "() => [...document.querySelectorAll('.hand .card, .seat, .menu')].map((node) => node.getBoundingClientRect().y)"
)


@pytest.fixture
def room(open_page: OpenPage) -> tuple[Page, Page, str]:
    """Hugo, who is host, South, and Inès, North, in the room of a table."""
    host, friend = open_page("Hugo"), open_page("Inès")
    table: str = host.evaluate(OPEN)
    friend.evaluate("table => coinche.ask({ type: 'join', table, seat: 'N' })", table)
    for page in (host, friend):
        page.wait_for_selector(".room-seats")
    return host, friend, table


@pytest.fixture
def game(room: tuple[Page, Page, str]) -> tuple[Page, Page, str]:
    """The two of them in the auction of the first deal, with two bots."""
    host, friend, table = room
    host.evaluate(BEGIN, table)
    for page in (host, friend):
        page.wait_for_function(BIDDING)
        page.wait_for_selector(".wish", state="attached")
    return host, friend, table


def test_the_wish_for_a_pause_is_told_and_answered_on_the_table(game: tuple[Page, Page, str]) -> None:
    host, friend, table = game
    wish = host.locator(".wish:visible")
    places = host.evaluate(PLACES)
    friend.evaluate("table => coinche.ask({ type: 'pause', table })", table)
    named = friend.evaluate("coinche.state.name")
    wish.get_by_text(f"{named}\u00a0: une pause\u00a0?").wait_for()
    assert host.evaluate(PLACES) == places, "nothing moves under a finger"
    assert friend.locator(".wish:visible").count() == 0
    wish.get_by_role("button", name="D'accord").click()
    host.wait_for_selector(".veil:visible")
    assert wish.count() == 0


def test_a_wish_for_a_pause_that_was_declined_is_gone(game: tuple[Page, Page, str]) -> None:
    host, friend, table = game
    friend.evaluate("table => coinche.ask({ type: 'pause', table })", table)
    host.locator(".wish").get_by_role("button", name="Non").click()
    host.wait_for_selector(".wish", state="hidden")
    assert host.evaluate("coinche.state.table.pauseAsked") == ["N"]
    assert host.evaluate("coinche.state.table.paused") is None
