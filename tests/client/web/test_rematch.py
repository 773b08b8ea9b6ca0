"""Tests of a rematch after somebody has left: the page says in time who plays in whose place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from .conftest import OpenPage

if TYPE_CHECKING:
    from playwright.sync_api import Page

OPEN = """async () => {
  const { table } = await coinche.ask({ type: 'create_table', name: 'Chez Ana', seat: 'S', hold: true, target: 120 });
  return table;
}"""
BEGIN = """async table => {
  for (const seat of 'EW') await coinche.ask({ type: 'add_bot', table, seat, bot: 'novice' });
  await coinche.ask({ type: 'begin', table });
}"""
PLAY = """() => {
  setInterval(() => {
    const { table } = coinche.state;
    if (table?.view.phase === 'deal_over' && !table.recap?.wentOn.includes(table.seat)) {
      coinche.send({ type: 'go_on', table: table.table });
    } else if (table?.request != null && table.sent === null && table.view.match === 1) {
      coinche.act((table.request.at = 0, table.request.default));
    }
  }, 20);
}"""
OVER = "() => coinche.state.table?.view.phase === 'match_over' && coinche.state.table.recap !== null"


def played(host: Page, friend: Page) -> str:
    """Play a match of two people and two bots to its end; returns the table."""
    table: str = host.evaluate(OPEN)
    friend.evaluate("table => coinche.ask({ type: 'join', table, seat: 'N' })", table)
    host.evaluate(BEGIN, table)
    for page in (host, friend):
        page.evaluate(PLAY)
    for page in (host, friend):
        page.wait_for_function(OVER)
    return table


LISTEN = """() => {
  globalThis.aloud = [];
  const look = () => aloud.push(coinche.live.textContent.replaceAll('\\u00a0', ' '));
  new MutationObserver(look).observe(coinche.live, { childList: true });
}"""


@pytest.mark.parametrize(
    ("locale", "gone"),
    [
        ("fr-FR", "Bruno n'est plus là : le robot {bot} joue à sa place"),
        ("en-GB", "Bruno has gone: the bot {bot} plays in their place"),
    ],
)
def test_a_rematch_says_who_plays_in_whose_place(open_page: OpenPage, locale: str, gone: str) -> None:
    host, friend = open_page("Aline", locale=locale), open_page("Bruno")
    table = played(host, friend)
    host.evaluate(LISTEN)
    friend.evaluate("table => coinche.ask({ type: 'leave', table })", table)
    host.wait_for_selector(".replaced:visible")
    sentence = gone.format(bot="Marcel")
    assert host.locator(".replaced p").first.inner_text().replace("\u00a0", " ") == sentence
    host.click(".replaced button")
    host.wait_for_selector(".replaced [role=status]:visible")
    host.wait_for_function("() => coinche.screen.node.querySelector('.toast').hidden")
    host.evaluate("aloud.splice(0)")
    host.evaluate("table => coinche.ask({ type: 'rematch', table })", table)
    host.wait_for_function("() => coinche.state.table.request !== null && aloud.length > 0")
    assert host.locator(".toast:visible").count() == 0, "the recap has said it"
    assert not [said for said in host.evaluate("aloud") if sentence in said]


def test_a_called_player_takes_the_seat_of_the_bot(open_page: OpenPage) -> None:
    host, friend, other = open_page("Alix"), open_page("Basile"), open_page("Clothilde")
    table = played(host, friend)
    friend.evaluate("table => coinche.ask({ type: 'leave', table })", table)
    host.click(".replaced button")
    other.locator(".calls li", has_text="Alix").get_by_role("button").first.click()
    host.wait_for_function("() => coinche.state.table.seats.N.name === 'Clothilde'")
    host.wait_for_selector(".replaced >> text=Basile n'est plus là : Clothilde joue à sa place")
