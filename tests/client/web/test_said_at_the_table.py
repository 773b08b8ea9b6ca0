"""Tests of what people at a table tell each other on the page: wishes, chat, and that somebody has gone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from .conftest import OpenPage

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.slow

OPEN = """async () => {
  const { table } = await coinche.ask({ type: 'create_table', name: 'Entre nous', seat: 'S', hold: true });
  return table;
}"""
BEGIN = """async table => {
  for (const seat of 'EW') await coinche.ask({ type: 'add_bot', table, seat, bot: 'novice' });
  await coinche.ask({ type: 'begin', table });
}"""
BIDDING = """() => {
  const { phase, turn } = coinche.state.table?.view ?? {};
  return phase === 'bidding' && 'NS'.includes(turn);
}"""
"""The auction has come to one of the people, and stays there."""
PLACES = (
    "() => [...document.querySelectorAll('.hand .card, .seat, .menu')].map((node) => node.getBoundingClientRect().y)"
)

WHOLE = """(selector) => {
  const node = document.querySelector(selector);
  const { x, top, bottom } = node.getBoundingClientRect();
  return [top + 2, bottom - 2].every((y) => node.contains(document.elementFromPoint(x + 2, y)));
}"""
"""True if the first and the last line of a node lie on the screen, under nothing else."""

COVERED = """() => {
  const { top, bottom } = document.querySelector(".wish").getBoundingClientRect();
  const lies = (seat) => seat.getBoundingClientRect().bottom > top + 0.5 && seat.getBoundingClientRect().top < bottom;
  return [...document.querySelectorAll(".seat")].filter(lies).map((seat) => seat.textContent);
}"""
"""The plates over which a wish lies."""


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
    host.wait_for_selector(".room .lines >> text=Bonjour !")
    assert host.locator(".toast:visible").count() == 0, "the line itself is in sight"
    assert "4. moyen" in host.locator(".room .levels option").all_inner_texts(), (
        "short enough for the list that is closed"
    )
    host.set_viewport_size({"width": 844, "height": 390})
    assert host.evaluate(WHOLE, ".begins"), "nor does the bar at the end cut who is missing"
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
    wish.get_by_text(f"{named} propose une pause. Elle commence si tous les joueurs sont d'accord.").wait_for()
    assert host.evaluate(PLACES) == places, "nothing moves under a finger"
    assert host.evaluate(COVERED) == []
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


def test_what_was_said_and_not_looked_at_is_marked_on_the_bubble(game: tuple[Page, Page, str]) -> None:
    host, friend, table = game
    assert host.locator(".talk[data-unread]").count() == 0
    friend.evaluate("table => coinche.ask({ type: 'chat', table, text: 'On se dépêche ?' })", table)
    host.wait_for_selector(".felt > .talk[data-unread]")
    assert host.get_by_role("button", name="Discussion (nouveau message)").count() == 1
    assert friend.locator(".talk[data-unread]").count() == 0, "one knows what one has said"
    host.click(".felt > .talk")
    host.wait_for_selector("dialog.talk[open]")
    host.wait_for_selector(".felt > .talk:not([data-unread])")
    host.keyboard.press("Escape")
    host.wait_for_selector("dialog.talk", state="detached")
    assert host.locator(".talk[data-unread]").count() == 0


def test_friends_talk_under_a_recap(game: tuple[Page, Page, str]) -> None:
    host, friend, _ = game
    for page in (host, friend):
        page.evaluate(PLAY_A_DEAL)
    for page in (host, friend):
        page.wait_for_function("() => coinche.state.table?.recap != null")
    host.click(".recap .talk")
    host.click("dialog.talk >> text=Belle partie !")
    friend.wait_for_selector(".toast:visible >> text=Belle partie !")


def test_a_recap_itself_says_who_has_gone(game: tuple[Page, Page, str]) -> None:
    host, friend, table = game
    for page in (host, friend):
        page.evaluate(PLAY_A_DEAL)
    for page in (host, friend):
        page.wait_for_function("() => coinche.state.table?.recap != null")
    host.wait_for_selector(".recap .verdict")
    host.evaluate(LISTEN)
    friend.evaluate(LEAVE, table)
    host.wait_for_selector(".replaced:visible")
    host.wait_for_function('() => said.some((sentence) => sentence.includes("n\'est plus là"))')
    assert host.locator(".toast:visible").count() == 0, "it would lie over the result"


def test_what_is_told_at_a_table_is_not_told_in_the_next_room(game: tuple[Page, Page, str]) -> None:
    host, _, table = game
    host.evaluate("coinche.screen.tell('Inès n\\'est plus là')")
    host.wait_for_selector(".toast:visible")
    host.evaluate(LEAVE, table)
    host.wait_for_selector(".lobby")
    host.evaluate(OPEN)
    host.wait_for_selector(".room-seats")
    assert host.locator(".toast:visible").count() == 0


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


def test_a_match_that_was_left_to_a_bot_is_told_after_a_reload(game: tuple[Page, Page, str]) -> None:
    _, friend, table = game
    friend.evaluate(LEAVE, table)
    friend.wait_for_selector(".lost-table .primary")
    friend.reload()
    friend.click(".lost-table .primary")
    friend.wait_for_function("() => coinche.state.table?.seat === 'N'")


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
    page.wait_for_selector(".note >> text=Place réservée : vous jouez en Ouest à la prochaine donne.")
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


def test_who_is_away_on_turn_is_told_of_on_the_felt_and_a_bot_is_voted_for_in_two_taps(
    game: tuple[Page, Page, str],
) -> None:
    people = {"S": game[0], "N": game[1]}
    turn = game[0].evaluate("coinche.state.table.view.turn")
    away, stays = people[turn], people["N" if turn == "S" else "S"]
    name = away.evaluate("coinche.state.name")
    away.context.close()
    told = stays.locator(".wish:visible")
    told.get_by_text(f"On attend {name}, qui n'est plus là depuis").wait_for()
    told.get_by_role("button", name="Attendre").wait_for()
    vote = told.get_by_role("button", name=f"Remplacer {name} par un robot")
    vote.wait_for()  # once ten seconds are over
    assert not stays.evaluate("document.documentElement.scrollWidth > innerWidth")
    vote.click()
    told.get_by_text(f"{name} ne pourra plus s'asseoir ici avant la fin de la partie").wait_for()
    stays.wait_for_timeout(450)
    told.get_by_role("button", name=f"Oui, remplacer {name}").click()
    stays.wait_for_function("turn => coinche.state.table.seats[turn].occupant === 'bot'", arg=turn)
    stays.wait_for_selector(".wish:visible", state="detached")
