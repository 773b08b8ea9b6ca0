"""The page in a browser: a deal by tap on a phone, by keyboard, and what a player has to see."""

from __future__ import annotations

import gzip
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import coinche.web
from coinche.server.transport.web_site import without_comments

from .conftest import PATIENCE, PHONE, OpenPage

if TYPE_CHECKING:
    from playwright.sync_api import Page, ViewportSize

pytestmark = pytest.mark.slow

WEB = Path(coinche.web.__path__[0])
TO_DO = ".pad:visible, .my-turn .hand .card, .panelled, .cut:visible"
LEGAL = ".my-turn .hand .card:not(.illegal):not(.sent)"
SMALLEST = 44  # pixels of a target
LANDSCAPE: ViewportSize = {"width": 844, "height": 390}
WIDE: ViewportSize = {"width": 1280, "height": 800}

SMALL_TARGETS = """
[...document.querySelectorAll("button, input, select, a, summary")]
  .filter((node) => node.checkVisibility() && node.closest("[inert]") === null)
  .map((node) => ({ what: node.className + " " + node.textContent, box: node.getBoundingClientRect() }))
  .filter(({ box }) => box.width < 43.9 || box.height < 43.9)
  .map(({ what, box }) => `${what} ${box.width} × ${box.height}`)
"""
PLACE = """
(selector) => {
  const box = [...document.querySelectorAll(selector)].find((node) => node.checkVisibility())?.getBoundingClientRect();
  return box && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
"""
SCROLLS = """
[...document.querySelectorAll("html, main, .table-screen")]
  .filter((node) => node.scrollHeight > node.clientHeight + 1 || node.scrollWidth > node.clientWidth + 1)
  .map((node) => `${node.tagName} ${node.scrollWidth} × ${node.scrollHeight}`)
"""


def sit_down(page: Page) -> None:
    page.click(".lobby button.primary")
    page.wait_for_selector(".hand .card")


def play(page: Page, turns: int = 200) -> None:
    """Bid once, then pass, and play the first legal card, until the deal is over; a tap too soon comes again."""
    is_told = False
    for _ in range(turns * 10):
        page.wait_for_selector(TO_DO)
        fits(page)
        if page.locator(".panelled").count():
            return
        if page.locator(".pad:visible").count():
            call(page)
        elif page.locator(".my-turn .card.illegal").count() and not is_told:
            is_told = tell_why(page)
        else:
            tap(page, LEGAL)
    pytest.fail("the deal does not end")


def call(page: Page) -> None:
    if page.locator(".said .bid").count() == 0 and page.locator(".pad .suit:visible").count():
        tap(page, ".pad .suit")
        tap(page, ".pad .make:enabled")
    else:
        tap(page, ".pad .pass")


def tap(page: Page, selector: str) -> None:
    """Put a finger on the first of these, if one is still there, and lift it."""
    at = page.evaluate(PLACE, selector)
    if at is not None:
        page.touchscreen.tap(at["x"], at["y"])


def tell_why(page: Page) -> bool:
    """An illegal card stays in the hand and says why."""
    count = page.locator(".hand .card").count()
    tap(page, ".my-turn .card.illegal")
    page.wait_for_selector(".toast:visible")
    assert page.locator(".hand .card").count() == count
    return True


def fits(page: Page) -> None:
    if page.locator(".panelled").count() == 0:
        assert page.evaluate(SCROLLS) == []
        assert page.evaluate(SMALL_TARGETS) == []


def test_a_deal_is_played_by_tap_on_a_phone(open_page: OpenPage) -> None:
    page = open_page("Ana", has_touch=True)
    sit_down(page)
    play(page)
    assert page.locator(".hand .card").count() == 0


WIDER_THAN_ITS_CARD = """
[...document.querySelectorAll(".hand .card")]
  .filter((card) => card.querySelector("b").parentNode.scrollWidth > card.clientWidth)
  .map((card) => card.dataset.card)
"""


@pytest.mark.parametrize(("height", "text"), [(844, "100%"), (640, "100%"), (844, "200%")])
def test_index_and_suit_stay_within_their_card(open_page: OpenPage, height: int, text: str) -> None:
    page = open_page("Aude", table=BID_BY_WEST, viewport={"width": 360, "height": height})
    page.evaluate("size => document.documentElement.style.setProperty('font-size', size)", text)
    page.click(".lobby button.primary")
    page.wait_for_selector(".pad:visible")
    assert page.evaluate(WIDER_THAN_ITS_CARD) == []


FELT = """
() => {
  window.heights = { bidding: [], playing: [] };
  const felt = document.querySelector(".felt");
  new ResizeObserver(() => {
    const { view, react } = coinche.state.table;
    const isSettled = view.phase === "bidding" || view.tricks.length > 0;
    if (isSettled && felt.offsetHeight > 0) heights[view.phase]?.push(felt.offsetHeight);
  }).observe(felt);
}
"""


def test_the_felt_keeps_its_size_and_cards_are_large_on_a_phone(open_page: OpenPage) -> None:
    page = open_page("Alma", has_touch=True)
    sit_down(page)
    assert page.evaluate("document.querySelector('.hand .card').offsetWidth") > 80
    page.evaluate(FELT)
    play(page)
    heights = page.evaluate("heights")
    assert {len(set(heights[phase])) for phase in heights} <= {0, 1}, heights
    assert heights["bidding"]


def test_a_contract_of_two_lines_leaves_the_felt_its_size(open_page: OpenPage) -> None:
    page = open_page("Alix", table=BID_BY_WEST)
    page.click(".lobby button.primary")
    page.wait_for_selector(".pad:visible")
    heights = "() => ['.contract', '.felt'].map((part) => document.querySelector(part).offsetHeight)"
    line, felt = page.evaluate(heights)
    page.evaluate("document.querySelector('.contract').append(', coinché par Jean-Baptiste')")
    contract, left = page.evaluate(heights)
    assert contract > line + 15, "it has two lines"
    assert left == felt


def test_the_hand_bids_in_one_row_where_a_screen_becomes_lower(open_page: OpenPage) -> None:
    page = open_page("Agnès", table=BID_BY_WEST)
    page.click(".lobby button.primary")
    page.wait_for_selector(".pad:visible")
    tops = "() => new Set([...document.querySelectorAll('.hand .card')].map((card) => card.offsetTop)).size"
    assert page.evaluate(tops) == 2
    page.set_viewport_size({"width": 390, "height": 700})
    page.wait_for_function(f"() => ({tops})() === 1")


def test_a_deal_is_played_in_landscape(open_page: OpenPage) -> None:
    page = open_page("Bob", viewport=LANDSCAPE, has_touch=True)
    sit_down(page)
    play(page)
    assert page.locator(".hand .card").count() == 0


def test_a_hand_is_played_by_keyboard(open_page: OpenPage) -> None:
    page = open_page("Cléo", table=BID_BY_WEST)
    page.click(".lobby button.primary")
    page.wait_for_selector(".pad:visible")
    while page.locator(".hand .card").count() > 5:
        page.wait_for_selector(TO_DO)
        press(page, ".pad .pass" if page.locator(".pad:visible").count() else LEGAL)
        page.keyboard.press("ArrowRight")
    assert page.locator(".hand .card:focus").count() == 1, "the focus stays in the hand"


def press(page: Page, selector: str) -> None:
    page.evaluate(
        "(selector) => [...document.querySelectorAll(selector)].find((node) => node.checkVisibility())?.focus()",
        selector,
    )
    page.keyboard.press("Enter")


def test_a_bid_takes_two_taps(open_page: OpenPage) -> None:
    page = open_page("Dora", table=BID_BY_WEST, has_touch=True)
    page.click(".lobby button.primary")
    page.wait_for_selector(".pad .suit:visible")
    assert page.locator(".pad .make").is_disabled()
    for armed in ('.pad .suit[aria-label="cœur"]', ".pad .quick button:nth-child(3)"):
        tap(page, armed)
        page.wait_for_selector(f"{armed}[aria-pressed=true]")
    words = str(page.locator(".pad .make").text_content()).replace("\N{NO-BREAK SPACE}", " ")
    assert re.fullmatch(r"Annoncer \d+ cœur", words)
    tap_until(page, ".pad .make", lambda: not page.locator(".pad .make:visible").count())
    page.wait_for_selector(f'.said li[aria-label="Sud : {words.removeprefix("Annoncer ")}"]', state="attached")


PLACES = """
() => [".pad .suits", ".pad .make", ".hand"].map((name) => {
  const { top, height } = document.querySelector(name).getBoundingClientRect();
  return `${name} ${Math.round(top)} ${Math.round(height)}`;
})
"""


@pytest.mark.parametrize("viewport", [PHONE, LANDSCAPE], ids=["portrait", "landscape"])
def test_the_pad_stays_under_the_finger_as_a_bid_is_chosen(open_page: OpenPage, viewport: ViewportSize) -> None:
    page = open_page("Doris", table=BID_BY_WEST, viewport=viewport)
    page.click(".lobby button.primary")
    page.wait_for_selector(".pad .suit:visible")
    before = page.evaluate(PLACES)
    for level in ("first", "last"):
        for suit in ("pique", "cœur", "carreau", "trèfle"):
            page.click(f'.pad .suit[aria-label="{suit}"]')
            getattr(page.locator(".pad .quick button"), level).click()
            assert page.evaluate(PLACES) == before, (suit, level)
            fits(page)


def test_a_coinche_takes_two_taps(open_page: OpenPage) -> None:
    page = open_page("Diane", table=BID_BY_WEST, has_touch=True)
    page.click(".lobby button.primary")
    page.wait_for_selector(".pad .coinche:visible")
    tap(page, ".pad .coinche")
    page.locator(".pad .coinche", has_text="Oui").wait_for()
    assert page.locator(".said [data-call=coinche]").count() == 0
    tap_until(page, ".pad .coinche", lambda: page.locator(".said [data-call=coinche]").count() > 0)


def test_four_people_cut_bid_and_coinche_out_of_turn(open_page: OpenPage) -> None:
    options = {"shuffle": "never", "coinche_when": "any_time"}
    pages = [open_page("Emma", table=OPEN | {"bots": None, "options": options}, has_touch=True)]
    pages[0].click(".lobby button.primary")
    for name in ("Félix", "Gaby", "Hugo"):
        pages.append(open_page(name, has_touch=True))
        pages[-1].locator("li.table", has_text="Emma").get_by_role("button", name="S'asseoir").click()
    for page in pages:
        page.wait_for_selector(".seat.on-turn")
    cutter = visible(pages, ".my-turn .cut button")
    cutter.locator(".cut input").fill("7")
    tap_until(cutter, ".cut button", lambda: cutter.locator(".hand .card").count() > 0)
    first = visible(pages, ".pad")
    tap(first, ".pad .suit")
    tap_until(first, ".pad .make", lambda: first.locator(".said .bid").count() > 0)
    opponent = visible(pages, ".out-of-turn")
    tap_until(opponent, ".out-of-turn", lambda: "coinché" in opponent.locator(".contract").inner_text())

    assert opponent.locator(".contract").inner_text().endswith(", coinché")


def visible(pages: list[Page], selector: str) -> Page:
    """The page on which something is to be seen first."""
    for _ in range(10_000):
        for page in pages:
            if page.locator(selector).first.is_visible():
                return page
    raise AssertionError(f"no page shows {selector}")


def tap_until(page: Page, selector: str, done: Callable[[], bool]) -> None:
    """Tap until something is so, for a tap that comes too soon does nothing."""
    end = time.monotonic() + PATIENCE / 1000
    while not done():
        assert time.monotonic() < end, f"taps on {selector} do nothing"
        tap(page, selector)


SPADES = ["AS", "KS", "QS", "JS", "10S", "9S", "8S", "7S"]
OTHERS = [rank + suit for suit in "HDC" for rank in ("7", "8", "9", "10", "J", "Q", "K", "A")]
PACK = [*SPADES[:3], *OTHERS[:9], *SPADES[3:5], *OTHERS[9:15], *SPADES[5:], *OTHERS[15:]]
CALLS = [{"seat": "S", "action": "80S"}, *({"seat": seat, "action": "pass"} for seat in "ENW")]
OPEN = {"key": None}
"""A table that others may come to."""
SOUTH_LEADS = {"practice": True, "position": {"dealer": "W", "pack": PACK, "actions": CALLS}}
"""A deal in which South has all trumps and leads, as a practice table."""
ALL_SPADES = OPEN | SOUTH_LEADS
"""That deal at a table that others may come to."""
BID_BY_WEST = OPEN | {
    "practice": True,
    "position": {"dealer": "N", "pack": PACK, "actions": [{"seat": "W", "action": "80H"}]},
}


def test_no_trump_is_called_by_the_letters_on_its_button(open_page: OpenPage) -> None:
    """Who speaks to the browser says what they read."""
    page = open_page("Nora", table=BID_BY_WEST | {"preset": "ffb-sa-ta"})
    page.click(".lobby button.primary")
    page.wait_for_selector(".pad:visible")
    assert page.get_by_role("button", name="SA, sans atout", exact=True).inner_text() == "SA"
    assert page.get_by_role("button", name="pique", exact=True).count() == 1


PAPERS = """
[...document.querySelectorAll(".hand .card, .pad .suit")].map((node) => getComputedStyle(node).backgroundColor)
"""


def test_suits_are_seen_in_the_colours_of_a_high_contrast_theme(open_page: OpenPage) -> None:
    """A dark theme of the system gives buttons a black ground, on which a spade would be black on black."""
    page = open_page("Noé", table=BID_BY_WEST, forced_colors="active", color_scheme="dark")
    page.click(".lobby button.primary")
    page.wait_for_selector(".pad:visible")
    assert set(page.evaluate(PAPERS)) == {"rgb(255, 254, 248)"}


def test_belote_and_declarations_are_said_with_the_card(open_page: OpenPage) -> None:
    page = open_page("Inès", table=ALL_SPADES, has_touch=True)
    page.click(".lobby button.primary")
    page.wait_for_selector(".sayings button:visible")
    on = page.locator(".sayings [aria-pressed=true]").all_inner_texts()
    assert any("belote" in saying for saying in on)
    assert any("cent" in saying for saying in on)
    tap_until(page, '.hand [data-card="KS"]', lambda: page.locator(".hand .card").count() == 7)
    for word in ("belote", "cent"):
        page.locator('.seat[data-place="bottom"] .bubble', has_text=word).wait_for()


@pytest.mark.parametrize("viewport", [PHONE, LANDSCAPE], ids=["portrait", "landscape"])
def test_long_words_at_the_seats_wrap(open_page: OpenPage, viewport: ViewportSize) -> None:
    page = open_page("Irma", table=ALL_SPADES, viewport=viewport)
    page.click(".lobby button.primary")
    page.wait_for_selector(".claim:visible")
    for words in ("cinquante", "surcoinche", "cinquante, tierce, rebelote"):
        page.evaluate(SAY_EVERYWHERE, words)
        fits(page)


MANY_CALLS = ["80S", "90H", "100C", "130S", "pass", "140H", "160C", "capotH", "coinche", "surcoinche"]
SHOW_CALLS = """
(calls) => {
  const { table } = coinche.state;
  const turns = ["E", "N", "W", "S"];
  const first = (turns.indexOf(table.view.dealer) + 1) % 4;
  const auction = calls.map((action, at) => ({ seat: turns[(first + at) % 4], action }));
  coinche.state.table = { ...table, view: { ...table.view, phase: "bidding", auction } };
  coinche.render();
}
"""
BROKEN_CALLS = """
[...document.querySelectorAll(".said li")]
  .filter((item) => {
    const call = item.firstChild;
    const lines = new Set([...call.getClientRects()].map(({ top }) => top)).size;
    const isWide = call.getBoundingClientRect().width > item.getBoundingClientRect().width + 0.5;
    return isWide || lines > (call.dataset.call === "surcoinche" ? 2 : 1);
  })
  .map((item) => item.textContent)
"""


@pytest.mark.parametrize("viewport", [PHONE, LANDSCAPE], ids=["portrait", "landscape"])
def test_calls_of_the_auction_stand_apart_in_whole_words(open_page: OpenPage, viewport: ViewportSize) -> None:
    page = open_page("Rosa", viewport=viewport)
    sit_down(page)
    page.evaluate(SHOW_CALLS, MANY_CALLS)
    page.wait_for_function(f"() => document.querySelectorAll('.said li').length === {len(MANY_CALLS)}")
    assert page.evaluate(BROKEN_CALLS) == []


LARGE_LETTERS = """
() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(":root { font-size: 200% }");
  document.adoptedStyleSheets = [sheet];
}
"""
COVERED = """
() => {
  const boxes = [".table-head", ".felt", ".tray"].map((name) => document.querySelector(name).getBoundingClientRect());
  const isWide = document.documentElement.scrollWidth > innerWidth;
  return isWide || boxes.slice(1).some((box, at) => box.top < boxes[at].bottom - 1);
}
"""


TURN_BELOW_CALLS = """
() => {
  const sign = document.querySelector(".on-turn[data-place=bottom] .turn").getBoundingClientRect();
  const calls = [...document.querySelectorAll(".said .bid, .said span")].map((call) => call.getBoundingClientRect());
  const list = document.querySelector(".said").getBoundingClientRect();
  return calls.filter(({ top }) => top < list.bottom).every(({ left, right, bottom }) =>
    sign.top >= Math.min(bottom, list.bottom) - 1 || sign.right <= left || sign.left >= right);
}
"""


@pytest.mark.parametrize("viewport", [PHONE, LANDSCAPE, WIDE], ids=["portrait", "landscape", "wide"])
def test_large_letters_cover_nothing(open_page: OpenPage, viewport: ViewportSize) -> None:
    page = open_page("Iris", table=ALL_SPADES, viewport={"width": 700, "height": 700})
    page.evaluate(LARGE_LETTERS)
    page.set_viewport_size(viewport)  # Chromium asks how many letters fit only where a size changes
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.click(".lobby button.primary")
    page.wait_for_selector(".my-turn .hand .card")
    assert not page.evaluate(COVERED)
    page.evaluate(SHOW_CALLS, MANY_CALLS)
    page.wait_for_function(f"() => document.querySelectorAll('.said li').length === {len(MANY_CALLS)}")
    assert page.evaluate(TURN_BELOW_CALLS)


@pytest.mark.parametrize("viewport", [PHONE, LANDSCAPE], ids=["portrait", "landscape"])
def test_with_large_letters_the_hand_stays_in_sight_of_the_bids(open_page: OpenPage, viewport: ViewportSize) -> None:
    page = open_page("Iris", table=BID_BY_WEST, viewport={"width": 700, "height": 700})
    page.evaluate(LARGE_LETTERS)
    page.set_viewport_size(viewport)
    page.click(".lobby button.primary")
    page.wait_for_selector(".pad .suit:visible")
    for part in (".pad .suit", ".pad .make", ".pad .pass", ".hint"):
        button = page.locator(part).first
        button.evaluate("node => node.scrollIntoView({ block: 'nearest' })")
        hand, box = page.locator(".hand").bounding_box(), button.bounding_box()
        assert hand is not None
        assert box is not None
        assert hand["y"] + hand["height"] <= viewport["height"] + 1, part
        assert box["y"] >= 0, part
        assert box["y"] + box["height"] <= hand["y"] + 1, f"the hand covers {part}"


def test_the_table_has_one_heading(open_page: OpenPage) -> None:
    page = open_page("Ida", table=ALL_SPADES)
    page.click(".lobby button.primary")
    page.wait_for_selector(".my-turn .hand .card")
    assert page.locator("h1:visible").all_text_contents() == ["Chez Ida"]


SAY_EVERYWHERE = """
(words) => document.querySelectorAll(".bubble").forEach((bubble) => {
  bubble.hidden = false;
  bubble.textContent = words;
})
"""


def test_the_rest_is_claimed_where_it_is_sure(open_page: OpenPage) -> None:
    page = open_page("Jules", table=ALL_SPADES, has_touch=True)
    page.click(".lobby button.primary")
    page.wait_for_selector(".claim:visible")
    tap(page, ".claim")
    page.locator(".toast", has_text="Vous abattez").wait_for(state="attached")
    page.wait_for_selector(".panelled")


def test_what_is_told_stays_in_sight_where_large_letters_scroll(open_page: OpenPage) -> None:
    page = open_page("Ivo", table=ALL_SPADES, viewport={"width": 700, "height": 700})
    page.evaluate(LARGE_LETTERS)
    page.set_viewport_size(PHONE)  # Chromium asks how many letters fit only where a size changes
    page.click(".lobby button.primary")
    page.wait_for_selector(".my-turn .hand .card")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.evaluate("text => coinche.screen.tell(text)", HINT)
    toast = page.locator(".toast", has_text=HINT)
    toast.wait_for()
    box = toast.bounding_box()
    assert box is not None
    assert (box["y"] >= 0, box["y"] + box["height"] <= PHONE["height"]) == (True, True)


@pytest.mark.parametrize("viewport", [PHONE, LANDSCAPE], ids=["portrait", "landscape"])
def test_the_trick_keeps_its_place_as_the_turn_goes_round(open_page: OpenPage, viewport: ViewportSize) -> None:
    page = open_page("Ilda", table=ALL_SPADES, viewport=viewport)
    page.click(".lobby button.primary")
    page.wait_for_selector(".my-turn .hand .card")
    page.wait_for_selector(".trick .cards")
    tops = """(seat) => {
      coinche.state.table = { ...coinche.state.table, view: { ...coinche.state.table.view, turn: seat } };
      coinche.render();
      return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() =>
        done([...document.querySelectorAll(".slot")].map((one) => one.getBoundingClientRect().top)))));
    }"""
    assert len({tuple(page.evaluate(tops, seat)) for seat in ("N", "E", "S", "W")}) == 1


HINT = "Hint: ace of spades. You lead trumps."
HINTED = """
([text, given]) => {
  const { ask } = coinche;
  window.asked = [];
  coinche.ask = async (message) => {
    if (message.type !== "get_hint") return ask.call(coinche, message);
    asked.push(message.language);
    return { type: "hint", action: "AS", text, ...given };
  };
}
"""
"""A server whose bot answers at once, however busy the machine is."""


def test_a_hint_of_the_server_s_bot_is_shown_and_read_aloud(open_page: OpenPage) -> None:
    page = open_page("Odile", table=ALL_SPADES, locale="en-GB")
    page.click(".lobby button.primary")
    page.wait_for_selector(".my-turn .hand .card")
    page.evaluate(
        """() => {
          window.heard = [];
          const live = document.querySelector(".live");
          new MutationObserver(() => heard.push(live.textContent)).observe(live, { childList: true });
        }"""
    )
    page.evaluate(HINTED, [HINT, {}])
    page.click(".hint")
    page.locator(".advice", has_text=HINT).wait_for()
    assert page.evaluate("asked") == ["en"]
    assert HINT in page.evaluate("heard")
    assert page.locator(".hand .card").count() == 8, "a hint plays nothing"
    assert page.evaluate("coinche.state.table.request") is not None


def test_a_hint_marks_its_card_and_is_written_as_french_is(open_page: OpenPage) -> None:
    page = open_page("Odette", table=ALL_SPADES, has_touch=True)
    page.click(".lobby button.primary")
    page.wait_for_selector(".my-turn .hand .card")
    page.evaluate(HINTED, ["Conseil : 9♠. Vous ne pouvez pas prendre : ne donnez rien.", {"action": "9S"}])
    page.click(".hint")
    page.wait_for_selector('.hand .advised[data-card="9S"]')
    told = page.locator(".advice").inner_text()
    assert "prendre\N{NO-BREAK SPACE}: ne" in told
    tap_until(page, '.hand [data-card="QS"]', lambda: page.locator(".hand .card").count() == 7)
    page.wait_for_selector(".advised", state="detached")
    page.wait_for_selector(".advice", state="hidden")


LONG_HINT = (
    "Conseil : 120♣. Quatre atouts dont le valet, et un as à côté ; le partenaire apporte un pli ou deux de plus."
)
"""A hint as long as they get."""
HIDDEN_BY_ADVICE = """() => {
  const { left, right, top, bottom } = document.querySelector(".advice").getBoundingClientRect();
  return [...document.querySelectorAll(".hand .card, .seat, .said, .pad button, .slot")]
    .filter((node) => node.checkVisibility())
    .map((node) => ({ node, box: node.getBoundingClientRect() }))
    .filter(({ box }) => box.left < right - 1 && box.right > left + 1 && box.top < bottom - 1 && box.bottom > top + 1)
    .map(({ node }) => node.className);
}"""


@pytest.mark.parametrize("viewport", [PHONE, LANDSCAPE, WIDE], ids=["portrait", "landscape", "wide"])
@pytest.mark.parametrize("action", ["130C", "AS"], ids=["bid", "card"])
def test_a_hint_stays_until_it_is_closed_and_hides_nothing(
    open_page: OpenPage, viewport: ViewportSize, action: str
) -> None:
    page = open_page("Odile", table=BID_BY_WEST if action == "130C" else ALL_SPADES, viewport=viewport)
    page.click(".lobby button.primary")
    page.wait_for_selector(".pad .suit:visible" if action == "130C" else ".my-turn .hand .card")
    page.evaluate(HINTED, [LONG_HINT, {"action": action}])
    page.click(".hint")
    page.locator(".advice", has_text="Quatre atouts").wait_for()
    page.evaluate("coinche.screen.tick(Date.now() + 3_600_000)")
    assert page.is_visible(".advice")
    assert page.evaluate(HIDDEN_BY_ADVICE) == []
    assert page.evaluate(SCROLLS) == []
    assert not page.is_visible(".hint")
    page.click(".advice .close")
    page.wait_for_selector(".hint:visible")
    assert not page.is_visible(".advice")
    assert page.locator(".advised").count() == 0


def test_a_hint_has_the_width_of_a_phone_where_there_is_something_to_say(open_page: OpenPage) -> None:
    page = open_page("Odile", table=ALL_SPADES)
    page.click(".lobby button.primary")
    page.wait_for_selector(".sayings button:visible")
    page.evaluate(HINTED, [LONG_HINT, {"action": "AS"}])
    page.click(".hint")
    page.locator(".advice", has_text="Quatre atouts").wait_for()
    page.evaluate("document.querySelector('.sayings').replaceChildren(document.querySelector('.sayings button'))")
    page.evaluate("document.querySelector('.sayings button').textContent = 'cinquante à la dame'")
    assert page.evaluate("document.querySelector('.advice').offsetWidth / innerWidth") > 0.9
    assert page.evaluate(SCROLLS) == []


def test_a_hint_chooses_its_bid_or_marks_its_call(open_page: OpenPage) -> None:
    page = open_page("Odin", table=BID_BY_WEST)
    page.click(".lobby button.primary")
    page.wait_for_selector(".pad .suit:visible")
    for action in ("130C", "pass", "capotS"):
        page.evaluate(HINTED, [action, {"action": action}])
        page.click(".hint")
        page.locator(".advice", has_text=action).wait_for()
        marked = str(page.locator(".advised").text_content()).replace("\N{NO-BREAK SPACE}", " ")
        assert marked == {"130C": "Annoncer 130 trèfle", "pass": "Passer", "capotS": "Annoncer capot pique"}[action]
        page.click(".advice .close")
    assert page.locator('.suit[aria-pressed="true"]').get_attribute("aria-label") == "pique"


def test_a_table_without_hints_has_no_button_for_them(open_page: OpenPage) -> None:
    page = open_page("Perrine", table=ALL_SPADES | {"hints": False})
    page.click(".lobby button.primary")
    page.wait_for_selector(".my-turn .hand .card")
    assert not page.is_visible(".hint")


def test_events_are_read_aloud(open_page: OpenPage) -> None:
    page = open_page("Katia", table=ALL_SPADES, has_touch=True)
    page.evaluate(
        """() => {
          window.heard = "";
          const live = document.querySelector(".live");
          new MutationObserver(() => (heard += live.textContent + "\\n")).observe(live, { childList: true });
        }"""
    )
    page.click(".lobby button.primary")
    page.wait_for_selector(".my-turn .hand .card")
    tap_until(page, '.hand [data-card="QS"]', lambda: page.locator(".hand .card").count() == 7)
    heard = ""
    while "Pli pour vous" not in heard:
        heard = page.evaluate("heard")
    assert re.search(r"Vous dites «\sbelote\s»", heard)
    assert "Vous jouez la dame de pique" in heard
    assert re.search(r"(?!Vous)\w+ joue (le|la|l')\W?\w+ de (cœur|carreau|trèfle)", heard)


def test_cards_belong_to_the_table_after_a_reload(open_page: OpenPage) -> None:
    page = open_page("Fanny", table=BID_BY_WEST)
    sit_down(page)
    hand = page.locator(".hand .card").evaluate_all("cards => cards.map((card) => card.dataset.card)")
    page.wait_for_selector(".pad:visible")
    page.reload()
    page.wait_for_selector(".pad:visible")
    assert page.locator(".hand .card").evaluate_all("cards => cards.map((card) => card.dataset.card)") == hand


def test_a_card_that_was_lost_on_the_way_is_played_again(open_page: OpenPage) -> None:
    page = open_page("Lise", table=ALL_SPADES, has_touch=True)
    page.evaluate(
        """() => {
          const send = WebSocket.prototype.send;
          WebSocket.prototype.send = function (text) {
            if (!text.includes('"act"')) return send.call(this, text);
            WebSocket.prototype.send = send;
            this.close();
          };
        }"""
    )
    page.click(".lobby button.primary")
    page.wait_for_selector(".my-turn .hand .card")
    tap_until(page, '.my-turn [data-card="AS"]', lambda: page.locator(".hand .card").count() == 7)


def test_what_is_told_on_the_felt_is_gone_with_the_next_card(open_page: OpenPage) -> None:
    page = open_page("Odile", table=ALL_SPADES, has_touch=True)
    page.click(".lobby button.primary")
    page.wait_for_selector(".my-turn .hand .card")
    assert "Chez Odile" in page.locator(".table-screen h1").inner_text()
    page.evaluate("text => coinche.screens.table.tell(text)", "Il faut fournir. " * 200)  # to be read for minutes
    tap_until(page, '.my-turn [data-card="AS"]', lambda: page.locator(".hand .card").count() == 7)
    page.wait_for_selector(".toast", state="hidden")


def test_that_it_is_not_one_s_turn_is_told_no_longer_when_it_is(open_page: OpenPage) -> None:
    page = open_page("Jade", table=ALL_SPADES)
    page.click(".lobby button.primary")
    page.wait_for_selector(".my-turn .hand .card")
    page.wait_for_selector(".sayings button:visible")  # with it came what hides a sentence
    again = """(key) => {
      const { request } = coinche.state.table;
      coinche.screen.tell(coinche.say(key));
      coinche.state.table.request = { ...request, request: `${request.request} later` };
      coinche.render();
      const frame = () => new Promise(requestAnimationFrame);
      return frame().then(frame).then(() => document.querySelector(".toast").hidden);
    }"""
    for key in ("why_not_your_turn", "why_wrong_phase"):
        assert page.evaluate(again, key), "told until the turn is drawn, and not for the usual seconds"


def test_a_second_tap_confirms_where_that_is_chosen(open_page: OpenPage) -> None:
    page = open_page("Gina", table=ALL_SPADES, settings={"confirm": True}, has_touch=True)
    page.click(".lobby button.primary")
    page.wait_for_selector(".sayings button:visible")  # taps are heard now
    tap(page, '.hand [data-card="AS"]')
    page.wait_for_selector('.hand [data-card="AS"].armed')
    assert page.locator(".hand .card").count() == 8
    tap_until(page, ".hand .card.armed", lambda: page.locator(".hand .card").count() == 7)


def test_a_spectator_sees_the_table_and_no_hand(open_page: OpenPage) -> None:
    player, watcher = open_page("Hana", table=OPEN), open_page("Ivo", locale="en-GB")
    sit_down(player)
    row = watcher.locator("li.table", has_text="Hana")
    row.get_by_role("button", name="Watch").click()
    watcher.wait_for_selector(".table-screen.watching .note:visible")
    assert watcher.locator(".hand .card").count() == 0
    assert "South Hana" in watcher.locator('.seat[data-place="bottom"]').inner_text()


def test_friends_talk_by_a_button_at_the_felt(open_page: OpenPage) -> None:
    alone = open_page("Nora")
    sit_down(alone)
    assert alone.locator(".talk:visible").count() == 0, "bots read nothing"
    host, friend = open_page("Noé", table=OPEN | {"bots": None, "hold": True}), open_page("Lou")
    host.click(".lobby button.primary")
    friend.locator("li.table", has_text="Noé").get_by_role("button", name="S'asseoir").click()
    host.click("text=Commencer avec 2 robots")
    friend.wait_for_selector(".talk:visible")
    fits(host)
    host.click(".talk")
    host.click("dialog.talk >> text=Bonjour !")
    host.wait_for_selector("dialog.talk", state="detached")
    friend.locator(".toast", has_text="Bonjour !").wait_for()


LARGE = """async () => {
  const { table } = coinche.state;
  Object.assign(table.view, { phase: "playing", totals: { NS: 1850, EW: 1050 }, points: { NS: 127, EW: 146 } });
  coinche.render();
  await new Promise((go) => requestAnimationFrame(() => setTimeout(go)));
  const boxes = [".totals", ".deal"].map((one) => document.querySelector(one).getBoundingClientRect());
  const [totals, deal] = boxes;
  const text = document.querySelector(".deal").textContent.replaceAll("\u00a0", " ");
  return [text, totals.right + 8 <= deal.left || totals.bottom <= deal.top];
}"""


def test_the_points_of_the_match_and_of_the_deal_stand_apart(open_page: OpenPage) -> None:
    page = open_page("Gaël", table=ALL_SPADES)
    sit_down(page)
    page.wait_for_selector(".my-turn .hint:visible")
    for width in (390, 360, 320, 640, 844):
        page.set_viewport_size({"width": width, "height": 844 if width < 640 else 390})
        assert page.evaluate(LARGE) == ["Donne : nous 127, eux 146", True], width


def test_the_first_load_is_light() -> None:
    """All that is loaded before anybody else comes or one sits down: 56 KB, and 21,500 bytes as it is sent."""
    loaded = [without_comments(path.read_bytes()) for path in sorted(first_load())]
    assert sum(map(len, loaded)) <= 56 * 1024
    assert sum(len(gzip.compress(data)) for data in loaded) <= 21_500
    later = {"form.js", "how_to_play.js", "replay.js", "statistics.js", "recap_score.js", "room_seats.js"}
    later |= {"company.js", "chat.js", "sha256.js"}
    assert not later & {path.name for path in first_load()}


def test_what_a_newcomer_needs_for_the_first_card_is_light() -> None:
    """The lobby, and the table in its first picture: 78 KB, and 30,000 bytes as it is sent."""
    table = {WEB / name for name in ("table.css", "table.fr.js")} | modules_of(WEB / "game.js")
    loaded = [without_comments(path.read_bytes()) for path in sorted(first_load() | table)]
    assert sum(map(len, loaded)) <= 78 * 1024
    assert sum(len(gzip.compress(data)) for data in loaded) <= 30_000


def first_load() -> set[Path]:
    return {WEB / name for name in ("index.html", "style.css", "texts.fr.js")} | modules_of(WEB / "main.js")


def modules_of(first: Path) -> set[Path]:
    """A module and those that it imports, and they in turn."""
    found: set[Path] = set()
    waiting = [first]
    while waiting:
        module = waiting.pop()
        if module not in found:
            found.add(module)
            imported = re.findall(r'^(?:import|\}) .*?"\./(.+?)";', module.read_text("utf-8"), re.MULTILINE)
            waiting.extend(WEB / name for name in imported)
    return found


def test_the_modules_of_the_first_load_are_asked_for_at_once() -> None:
    """A browser that learns of a module only when it reads another waits for the network once more."""
    preloaded = re.findall(r'rel="modulepreload" href="([\w.]+)"', (WEB / "index.html").read_text())
    modules = {path.name for path in first_load() if path.suffix == ".js" and not path.name.startswith("texts.")}
    assert set(preloaded) == modules - {"main.js"} | {"texts.js"}


EVIL_NAME = "<b>Eve</b><img src=x>"
EVIL_LINE = "<img src=x onerror='window.hurt=1'><script>window.hurt=1</script><b class=evil>"


def test_names_and_chat_are_text_and_nothing_else(open_page: OpenPage) -> None:
    page, evil = open_page("Ana"), open_page(EVIL_NAME, table=OPEN)
    evil.fill(".chat input", EVIL_LINE)
    evil.press(".chat input", "Enter")
    page.get_by_text(EVIL_LINE).wait_for()
    assert page.get_by_text(EVIL_NAME).count() > 0
    sit_down(evil)
    page.locator(".tables li", has_text=EVIL_NAME).get_by_role("button", name="Regarder").click()
    page.wait_for_selector(".table-screen")
    evil.evaluate("text => coinche.ask({ type: 'chat', table: coinche.state.table.table, text })", EVIL_LINE)
    page.wait_for_function("() => coinche.state.table.lines.length > 0")
    page.click("button.talk")
    page.locator("dialog.talk").get_by_text(EVIL_LINE).wait_for()
    assert page.evaluate("window.hurt") is None
    assert page.locator("img, b.evil, script:not([src])").count() == 0
