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


def test_the_host_of_a_room_sees_what_a_friend_says(room: tuple[Page, Page, str]) -> None:
    host, friend, _ = room
    friend.click(".room .phrases >> text=Bonjour !")
    toast = host.locator(".toast", has_text="Bonjour")
    toast.wait_for()
    box = toast.bounding_box()
    assert box is not None
    assert 0 < box["y"] < 200
    assert host.locator(".room-seats:visible").count() > 0
    assert host.locator(".seat:visible").count() == 0, "the felt is not there yet"


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


def test_a_ready_phrase_is_said_at_the_table_by_two_taps(game: tuple[Page, Page, str]) -> None:
    host, friend, table = game
    for page in (host, friend):
        page.click("button.talk")
        page.wait_for_selector("dialog.talk[open]")
    place = friend.locator("dialog.talk .phrase").first.bounding_box()
    host.click("dialog.talk >> text=Bien joué !")
    host.wait_for_selector("dialog.talk", state="detached")
    friend.wait_for_selector("dialog.talk .lines >> text=Bien joué !")
    assert friend.locator("dialog.talk .phrase").first.bounding_box() == place, "a second tap finds the same phrase"
    friend.fill("dialog.talk input", "On continue ?")
    friend.press("dialog.talk input", "Enter")
    host.wait_for_selector(".toast:visible >> text=On continue ?")
    friend.wait_for_selector("dialog.talk[open] .lines >> text=On continue ?")
    friend.evaluate("table => coinche.ask({ type: 'leave', table })", table)
    friend.wait_for_selector("dialog.talk", state="detached")
    host.wait_for_selector("button.talk", state="attached")


LISTEN = """() => {
  globalThis.said = [];
  const hear = ({ target }) => said.push(target.textContent.replaceAll('\\u00a0', ' '));
  const listener = new MutationObserver((changes) => changes.forEach(hear));
  for (const node of [coinche.live, document.querySelector('.toast')]) listener.observe(node, { childList: true });
}"""
LONG_AGO = """(last) => {
  const { connection } = coinche;
  const { heard } = connection;
  connection.heard = (message) => heard(message.n <= last ? { ...message, at: message.at - 60_000 } : message);
}"""
"""All that has happened up to an event, happened a minute before the next."""

LEAVE = "table => coinche.ask({ type: 'leave', table })"
SAY = "([table, text]) => coinche.ask({ type: 'chat', table, text })"


def test_who_comes_back_to_a_table_is_not_told_what_happened_before(game: tuple[Page, Page, str]) -> None:
    host, friend, table = game
    host.evaluate(SAY, [table, "Avant"])
    friend.evaluate(LISTEN)
    friend.evaluate(LEAVE, table)
    friend.wait_for_selector(".lobby")
    friend.evaluate("said.splice(0)")
    friend.evaluate(LONG_AGO, host.evaluate("coinche.state.table.n"))
    friend.click(".lost-table .primary")
    friend.wait_for_function("() => coinche.state.table?.seat === 'N'")
    host.evaluate(SAY, [table, "Après"])
    friend.wait_for_function("() => said.some((sentence) => sentence.includes('Après'))")
    told = " ".join(friend.evaluate("said"))
    assert "n'est plus là" not in told
    assert "Avant" not in told


def test_a_deal_begins_with_who_has_gone_since_the_one_before(game: tuple[Page, Page, str]) -> None:
    host, friend, table = game
    for page in (host, friend):
        page.evaluate(PLAY_A_DEAL)
    for page in (host, friend):
        page.wait_for_function("() => coinche.state.table?.recap != null")
    name = friend.evaluate("coinche.state.name")
    friend.evaluate(LEAVE, table)
    host.wait_for_selector(".replaced:visible")
    host.wait_for_function("() => coinche.screen.node.querySelector('.toast').hidden")
    host.evaluate(LISTEN)
    host.evaluate("table => coinche.ask({ type: 'go_on', table })", table)
    host.wait_for_selector(f".toast:visible >> text={name} n'est plus là")
    host.wait_for_function("() => said.some((sentence) => sentence.includes('Donne 2'))")


PLAY_A_DEAL = """() => {
  setInterval(() => {
    const { table } = coinche.state;
    if (table?.request == null || table.sent !== null || table.view.deal > 1) return;
    const { kind, legal } = table.request;
    const bids = kind === "bid" && table.view.contract === null && legal.includes("pass");
    coinche.act((table.request.at = 0, bids ? "80S" : table.request.default));
  }, 20);
}"""


def test_who_watches_takes_the_seat_of_a_bot(open_page: OpenPage, game: tuple[Page, Page, str]) -> None:
    host, _, table = game
    page = open_page("Jules")
    page.evaluate("table => coinche.ask({ type: 'watch', table })", table)
    seats = page.locator(".bot-seats button:visible")
    seats.first.wait_for()
    assert [text.split()[0] for text in seats.all_inner_texts()] == ["Est", "Ouest"]
    seats.last.click()
    page.wait_for_selector(".note >> text=En principe, vous jouerez en Ouest à la prochaine donne.")
    assert seats.count() == 0
    host.wait_for_function("() => coinche.state.table.reserved.W?.name.startsWith('Jules')")


def test_the_chat_of_a_table_is_opened_at_its_end_and_scrolled_by_keys(game: tuple[Page, Page, str]) -> None:
    host, friend, table = game
    for number in range(4):
        text = f"{number} " + "and so on " * 19
        friend.evaluate("([table, text]) => coinche.ask({ type: 'chat', table, text })", [table, text])
    host.wait_for_function("() => coinche.state.table.lines.length === 4")
    host.click("button.talk")
    host.wait_for_selector("dialog .lines")
    host.wait_for_function("() => document.querySelector('dialog .lines').scrollTop > 0")
    shown = """nodes => nodes.at(-1).getBoundingClientRect().bottom
        <= nodes[0].parentNode.getBoundingClientRect().bottom + 1"""
    assert host.locator("dialog .lines li").evaluate_all(shown)
    host.focus("dialog .lines")
    assert host.evaluate("document.activeElement.className") == "lines"
