"""Tests of what is in sight on a phone without scrolling, and of what keeps to its line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from .pages import Visitor, name_of, open_room, play_a_match, signed_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, ViewportSize

    from .conftest import OpenPage

pytestmark = pytest.mark.slow

UPRIGHT: ViewportSize = {"width": 390, "height": 844}
LYING: ViewportSize = {"width": 844, "height": 390}

IN_SIGHT = """(selector) => {
  const bar = document.querySelector(".room > div > .actions").getBoundingClientRect().top;
  const all = [...document.querySelectorAll(selector)].filter((node) => node.checkVisibility());
  return all.length > 0 && all.every((node) => node.getBoundingClientRect().bottom <= bar + 1);
}"""
"""True if all nodes of a selector are above the bar of a room."""


@pytest.fixture
def zoe(browser: Browser) -> Iterator[Visitor]:
    """A friend of the host."""
    with signed_in(browser, "Zoé") as visitor:
        yield visitor


@pytest.mark.parametrize("viewport", [UPRIGHT, LYING], ids=["upright", "lying"])
def test_the_seats_of_a_room_are_in_sight(ana: Visitor, zoe: Visitor, viewport: ViewportSize) -> None:
    zoe.ask(type="join", table=open_room(ana), seat="N")
    ana.page.set_viewport_size(viewport)
    ana.page.wait_for_selector('.room-seats [data-seat="N"] >> text=Faire sortir')
    assert ana.page.evaluate(IN_SIGHT, ".room-seats .who")
    assert not ana.wider_than_the_screen()


LINES = """(selector) => {
  const words = document.createRange();
  words.selectNodeContents(document.querySelector(selector));
  return words.getClientRects().length;
}"""
"""The number of lines of the words of a node."""


@pytest.mark.parametrize("is_local", [False, True], ids=["of the network", "of this machine alone"])
def test_the_whole_room_of_a_host_who_is_alone_is_in_sight(ana: Visitor, is_local: bool) -> None:
    open_room(ana)
    ana.page.evaluate("""() => {
      document.querySelector(".room .renamed").textContent = "Ce nom est pris : vous êtes « Ana 2 ».";
      document.querySelector(".room .renamed").hidden = false;
    }""")
    ana.page.evaluate("(is) => { document.querySelector('.room .link > p.quiet').hidden = !is; }", is_local)
    way_out = ana.page.locator(".room .way-out button").bounding_box()
    assert way_out is not None
    assert way_out["y"] + way_out["height"] <= UPRIGHT["height"]
    for other in (".primary", ":not(.primary)"):
        button = f".room > div > .actions > button{other}"
        assert ana.page.evaluate(LINES, button) <= 2
        assert ana.page.locator(button).evaluate("node => node.offsetHeight") == 44, "no higher for its second line"
    assert ana.small_targets(".room") == []


def test_the_title_of_the_link_stays_once_a_friend_is_there(ana: Visitor, zoe: Visitor) -> None:
    zoe.ask(type="join", table=open_room(ana), seat="N")
    ana.page.wait_for_selector(".room .phrase:visible")
    title = ana.page.locator(".room .link h2").bounding_box()
    field = ana.page.locator(".room .link input").bounding_box()
    assert title is not None
    assert field is not None
    assert title["height"] > 10
    assert title["y"] < field["y"]
    assert not ana.wider_than_the_screen()


def test_the_phrases_of_a_room_are_in_sight(ana: Visitor, zoe: Visitor) -> None:
    zoe.ask(type="join", table=open_room(ana), seat="N")
    ana.page.wait_for_selector(".room .phrase:visible")
    assert ana.page.evaluate(IN_SIGHT, ".room .phrase")
    assert ana.page.evaluate(IN_SIGHT, ".room .chat input"), "the field below them, too"


def test_who_is_missing_is_in_sight_on_a_low_screen(ana: Visitor, zoe: Visitor) -> None:
    zoe.ask(type="join", table=open_room(ana), seat="N")
    ana.page.set_viewport_size(LYING)
    ana.page.click("text=Chercher des joueurs")
    ana.page.wait_for_selector("text=Annoncé.")
    assert ana.page.evaluate(IN_SIGHT, ".room .begins")


def test_the_button_that_begins_says_that_bots_are_added_to_those_there(ana: Visitor) -> None:
    open_room(ana)
    ana.page.click('.room-seats [data-seat="E"] >> text=Ajouter un robot')
    begin = ana.page.locator(".room > div > .actions > .primary >> text=Ajouter 2 robots et commencer")
    begin.wait_for()
    assert begin.evaluate("node => node.offsetHeight") == 44
    ana.page.set_viewport_size(LYING)
    assert ana.page.locator(".room .levels select").evaluate("node => node.offsetWidth") > 90, "the level can be read"
    ana.page.set_viewport_size(UPRIGHT)
    assert not ana.wider_than_the_screen()


def test_the_buttons_of_a_free_seat_stand_in_one_line(ana: Visitor) -> None:
    open_room(ana)
    tops = '.room-seats [data-seat="E"] button:visible'
    assert (
        len(set(ana.page.locator(tops).evaluate_all("all => all.map((one) => one.getBoundingClientRect().top)"))) == 1
    )


@pytest.mark.parametrize("viewport", [UPRIGHT, LYING], ids=["upright", "lying"])
def test_a_replay_shows_the_felt_and_all_hands_above_its_buttons(ana: Visitor, viewport: ViewportSize) -> None:
    play_a_match(ana)
    ana.page.set_viewport_size(viewport)
    ana.page.evaluate("import('./matches.js').then(({ openMatches }) => openMatches(app))")
    ana.page.click(".matches-kept button >> nth=0")
    ana.page.click("text=Pli suivant")
    ana.page.click("text=Pli suivant")
    assert ana.page.locator(".felt-of-replay .last-act[data-suit]").count() == 4
    assert ana.page.locator(".felt-of-replay [data-wins]").count() == 1
    inside = """nodes => nodes.every((node) => {
      const { bottom } = node.getBoundingClientRect();
      return bottom <= document.querySelector(".controls").getBoundingClientRect().top + 1;
    })"""
    parts = ana.page.locator(":is(.open-hands, .felt-of-replay, .contract-so-far, .happened)")
    assert parts.count() == 4
    assert parts.evaluate_all(inside)
    assert ana.page.evaluate("document.querySelector('dialog.replay').scrollTop") == 0


VALUES = """async () => {
  const { ask } = app;
  const { PACK } = await import("./cards.js");
  app.state.offered = [...app.state.offered, "hints"];
  app.ask = async (message) => {
    if (message.type !== "get_values") return ask.call(app, message);
    return { type: "values", cards: Object.fromEntries(PACK.map((card) => [card, 111])) };
  };
}"""
"""A server that works out the values of cards."""


@pytest.mark.parametrize("viewport", [UPRIGHT, LYING], ids=["upright", "lying"])
def test_the_values_of_a_replay_and_their_meaning_are_above_its_buttons(ana: Visitor, viewport: ViewportSize) -> None:
    play_a_match(ana)
    ana.page.set_viewport_size(viewport)
    ana.page.evaluate(VALUES)
    ana.page.evaluate("import('./matches.js').then(({ openMatches }) => openMatches(app))")
    ana.page.click(".matches-kept button >> nth=0")
    ana.page.click("text=Pli suivant")
    ana.page.click("text=Analyse")
    ana.page.wait_for_selector("[data-turn] .chip[data-best]")
    inside = """nodes => nodes.every((node) =>
      node.getBoundingClientRect().bottom <= document.querySelector(".controls").getBoundingClientRect().top + 1)"""
    assert ana.page.locator(":is(.open-hands .chip small, .worth, .felt-of-replay, .happened)").evaluate_all(inside)
    assert ana.page.evaluate("document.querySelector('dialog.replay').scrollTop") == 0
    bottom = ana.page.locator(".controls").evaluate("node => node.getBoundingClientRect().bottom")
    assert bottom <= viewport["height"]


def test_the_bars_of_both_sides_have_one_length(ana: Visitor) -> None:
    ana.ask(type="create_table", name="Chez Ana", seat="S", bots="steady", target=5000)
    ana.page.wait_for_selector(".bar progress")
    ana.page.evaluate("""() => {
      app.state.table.view = { ...app.state.table.view, totals: { NS: 50, EW: 1190 } };
      app.render();
    }""")
    ana.page.wait_for_selector(".bar >> text=1190")
    edges = "all => all.map((one) => [one.getBoundingClientRect().left, one.getBoundingClientRect().right])"
    ours, theirs = ana.page.locator(".bar progress").evaluate_all(edges)
    assert ours == theirs


def test_the_buttons_of_a_recap_hide_no_line_of_the_score_on_a_low_screen(ana: Visitor) -> None:
    play_a_match(ana)
    ana.page.set_viewport_size(LYING)
    ana.page.wait_for_selector(".next >> text=Revanche")
    beside = """nodes => nodes.every((node) =>
      node.getBoundingClientRect().right <= document.querySelector(".next").getBoundingClientRect().left)"""
    assert ana.page.locator(".score:not(.totals-of-score) tr").evaluate_all(beside)


def test_the_recap_of_a_match_says_first_who_won_and_leads_to_its_replay(ana: Visitor) -> None:
    play_a_match(ana)
    ana.page.wait_for_selector(".recap .won")
    first = ana.page.locator(".recap-body > :visible").first
    assert first.get_attribute("class") == "won"
    ana.page.click(".next >> text=Revoir la partie")
    ana.page.wait_for_selector("dialog.replay .replay-table")
    ana.page.keyboard.press("Escape")
    ana.page.wait_for_selector(".next >> text=Revanche")


NAMED = """(name) => {
  const { seats } = coinche.state.table;
  for (const seat of "EW") seats[seat] = { ...seats[seat], occupant: "person", name };
  coinche.render();
  return [...document.querySelectorAll("[data-place=left] .name, [data-place=right] .name")]
    .map((node) => node.getClientRects().length);
}"""


@pytest.mark.parametrize("name", ["Christophe", "Maximilien"])
def test_a_name_of_ten_letters_is_not_broken_at_the_side(open_page: OpenPage, name: str) -> None:
    page = open_page("Rosa")
    page.click(".lobby button.primary")
    page.wait_for_selector(".my-turn .hand .card")
    assert page.evaluate(NAMED, name) == [1, 1]


def test_what_is_told_on_the_felt_hides_no_plate(open_page: OpenPage) -> None:
    page = open_page("Rosa")
    page.click(".lobby button.primary")
    page.wait_for_selector(".my-turn .hand .card")
    page.wait_for_selector(".toast", state="attached")
    page.evaluate("coinche.screen.tell('Conseil : le neuf. Le pli peut encore être coupé : ne chargez pas.')")
    apart = """() => {
      const toast = document.querySelector(".toast").getBoundingClientRect();
      return [...document.querySelectorAll(".seat")].every((seat) => {
        const { top, bottom } = seat.getBoundingClientRect();
        return bottom <= toast.top + 1 || top >= toast.bottom - 1;
      });
    }"""
    assert page.evaluate(apart)


def test_the_lobby_stands_as_before_after_a_table(ana: Visitor) -> None:
    places = "all => all.map((one) => Object.values(one.getBoundingClientRect().toJSON()).join())"
    buttons = ".lobby header button"
    before = ana.page.locator(buttons).evaluate_all(places)
    table = open_room(ana)
    ana.page.evaluate("import('./later.js').then(({ loadAll }) => loadAll(app, [], ['table.css', 'table_rest.css']))")
    ana.ask(type="leave", table=table)
    ana.page.wait_for_selector(".lobby")
    assert ana.page.locator(buttons).evaluate_all(places) == before


@pytest.mark.parametrize("locale", ["fr-FR", "en-GB"])
def test_the_button_of_a_bid_keeps_its_height_as_a_suit_is_chosen(open_page: OpenPage, locale: str) -> None:
    page = open_page("Rosa", viewport=LYING, locale=locale)
    page.click(".lobby button.primary")
    page.wait_for_selector(".my-turn .pad .make")
    make = page.locator(".pad .make")
    height = "(button) => button.offsetHeight"
    before = make.evaluate(height)
    page.click(".pad .suit >> nth=2")
    assert make.evaluate(height) == before


@pytest.mark.parametrize("extra", ["only here", "renamed", "both"])
def test_the_chat_of_a_room_is_in_sight_below_every_other_line(ana: Visitor, zoe: Visitor, extra: str) -> None:
    zoe.ask(type="join", table=open_room(ana), seat="N")
    ana.page.wait_for_selector(".room .phrase:visible")
    lines = {"only here": [".link > .quiet"], "renamed": [".renamed"], "both": [".link > .quiet", ".renamed"]}[extra]
    for line in lines:
        ana.page.evaluate(
            """selector => {
              const node = document.querySelector(`.room ${selector}`);
              node.textContent ||= "Ce nom est pris : vous êtes « Marie-Bernadette 2 ».";
              node.hidden = false;
            }""",
            line,
        )
    assert ana.page.evaluate(IN_SIGHT, ".room .phrase")
    assert ana.page.evaluate(IN_SIGHT, ".room .chat input")
    way_out = ana.page.locator(".room .way-out button").bounding_box()
    assert way_out is not None
    assert way_out["y"] + way_out["height"] <= UPRIGHT["height"]
    bar = ana.page.locator(".room > div > .actions").bounding_box()
    assert bar is not None
    assert (bar["x"], bar["width"]) == (0, UPRIGHT["width"]), "nothing shows beside the bar"


def test_a_room_says_who_has_come(ana: Visitor, zoe: Visitor) -> None:
    table = open_room(ana)
    zoe.ask(type="join", table=table, seat="N")
    ana.page.wait_for_selector(".room .lines[aria-live] >> text=a rejoint la table.")
    assert zoe.page.locator("text=a rejoint la table.").count() == 0, "she was there when she came"


def test_a_guest_is_told_who_is_host_where_the_host_stays_away(ana: Visitor, zoe: Visitor) -> None:
    zoe.ask(type="join", table=open_room(ana), seat="N")
    zoe.page.wait_for_selector(".begins >> text=est l'hôte et lancera la partie")
    zoe.page.evaluate("""() => {
      const { seats, host } = app.state.table;
      seats[host] = { ...seats[host], connected: false };
      app.render();
    }""")
    zoe.page.wait_for_selector(".begins >> text=le joueur présent depuis le plus longtemps devient l'hôte")
    assert zoe.page.locator(".begins >> text=lancera la partie").count() == 0


def test_a_game_against_bots_of_the_form_is_not_listed_to_others(ana: Visitor, zoe: Visitor) -> None:
    ana.page.click("text=Nouvelle table")
    ana.page.click("dialog .either >> text=Trois robots")
    ana.page.click("text=Ouvrir la table")
    ana.wait_for("app.state.table?.view.phase === 'bidding'")
    zoe.wait_for(f"app.state.lobby.tables.some((info) => info.table === '{ana.table('table')}')")
    assert zoe.page.locator(".tables li", has_text=name_of(ana)).count() == 0


def test_a_call_counts_the_free_seats_and_goes_as_the_match_begins(ana: Visitor, zoe: Visitor) -> None:
    open_room(ana, name="Quatre chaises")
    ana.page.click("text=Chercher des joueurs")
    call = "cherche 3 joueurs à la table « Quatre chaises »"
    zoe.page.wait_for_selector(f".calls >> text={call}")
    ana.page.click("text=Commencer avec 3 robots")
    zoe.page.wait_for_selector(f".calls >> text={call}", state="detached")
