"""The page in a browser: a deal by tap on a phone, by keyboard, and what a player has to see."""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import coinche.web

from .conftest import OpenPage

if TYPE_CHECKING:
    from playwright.sync_api import Page

WEB = Path(coinche.web.__path__[0])
TO_DO = ".pad:visible, .my-turn .hand .card, .panelled, .cut:visible"
LEGAL = ".my-turn .hand .card:not(.illegal):not(.sent)"
SMALLEST = 44  # pixels of a target
LANDSCAPE = {"width": 844, "height": 390}

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
  .map((node) => node.tagName)
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
        tap(page, '.pad .suit[aria-label="pique"]')
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
    page.wait_for_function("document.querySelector('.toast').textContent !== ''")
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


def test_a_deal_is_played_in_landscape(open_page: OpenPage) -> None:
    page = open_page("Bob", viewport=LANDSCAPE, has_touch=True)
    sit_down(page)
    play(page)
    assert page.locator(".hand .card").count() == 0


def test_a_hand_is_played_by_keyboard(open_page: OpenPage) -> None:
    page = open_page("Cléo")
    sit_down(page)
    for _ in range(200):
        page.wait_for_selector(TO_DO)
        if page.locator(".pad:visible").count():
            press(page, ".pad .pass")
        elif page.locator(".hand .card").count() > 5:
            press(page, LEGAL)
            page.keyboard.press("ArrowRight")
        else:
            break
    assert page.locator(".hand .card:focus").count() == 1, "the focus stays in the hand"


def press(page: Page, selector: str) -> None:
    page.evaluate(
        "(selector) => [...document.querySelectorAll(selector)].find((node) => node.checkVisibility())?.focus()",
        selector,
    )
    page.keyboard.press("Enter")


def test_a_bid_takes_two_taps(open_page: OpenPage) -> None:
    page = open_page("Dora", has_touch=True)
    sit_down(page)
    page.wait_for_selector(".pad .suit:visible")
    assert page.locator(".pad .make").is_disabled()
    tap(page, '.pad .suit[aria-label="cœur"]')
    tap(page, ".pad .quick button:nth-child(3)")
    words = page.locator(".pad .make").inner_text()
    assert re.fullmatch(r"Annoncer \d+ cœur", words)
    while page.locator(".pad .make:visible").count():
        tap(page, ".pad .make")
    page.wait_for_selector(f'.said li[aria-label="Sud : {words.removeprefix("Annoncer ")}"]', state="attached")


def test_the_pack_is_cut(open_page: OpenPage) -> None:
    page = open_page("Emma", table={"options": {"shuffle": "never"}, "seat": "E"}, has_touch=True)
    page.click(".lobby button.primary")
    while page.locator(".hand .card").count() == 0:
        page.wait_for_selector(".cut button:visible, .hand .card")
        tap(page, ".cut button")


def test_cards_belong_to_the_table_after_a_reload(open_page: OpenPage) -> None:
    page = open_page("Fanny")
    sit_down(page)
    hand = page.locator(".hand .card").evaluate_all("cards => cards.map((card) => card.dataset.card)")
    page.wait_for_selector(".pad:visible")
    page.reload()
    page.wait_for_selector(".pad:visible")
    assert page.locator(".hand .card").evaluate_all("cards => cards.map((card) => card.dataset.card)") == hand


def test_a_second_tap_confirms_where_that_is_chosen(open_page: OpenPage) -> None:
    page = open_page("Gina", settings={"confirm": True}, has_touch=True)
    sit_down(page)
    while page.locator(".hand .card.armed").count() == 0:
        page.wait_for_selector(TO_DO)
        tap(page, ".pad .pass, .my-turn .hand .card:not(.illegal)")
        assert page.locator(".panelled").count() == 0
    assert page.locator(".hand .card").count() == 8
    while page.locator(".hand .card").count() == 8:
        tap(page, ".hand .card.armed")


def test_a_spectator_sees_the_table_and_no_hand(open_page: OpenPage) -> None:
    player, watcher = open_page("Hana"), open_page("Ivo", locale="en-GB")
    sit_down(player)
    row = watcher.locator("li.table", has_text="Hana")
    row.get_by_role("button", name="Watch").click()
    watcher.wait_for_selector(".table-screen.watching .note:visible")
    assert watcher.locator(".hand .card").count() == 0
    assert "South Hana" in watcher.locator('.seat[data-place="bottom"]').inner_text()


def test_the_first_load_is_light() -> None:
    """All that is loaded before somebody sits down: 100 KB, and 30 KB as it would be compressed."""
    loaded = [path.read_bytes() for path in sorted(first_load())]
    assert sum(map(len, loaded)) <= 100_000
    assert sum(len(gzip.compress(data)) for data in loaded) <= 30_000 + 200 * len(loaded)


def first_load() -> set[Path]:
    found = {WEB / name for name in ("index.html", "style.css", "texts.fr.js")}
    waiting = [WEB / "main.js"]
    while waiting:
        module = waiting.pop()
        if module not in found:
            found.add(module)
            imported = re.findall(r'^(?:import|\}) .*?"\./(.+?)";', module.read_text("utf-8"), re.MULTILINE)
            waiting.extend(WEB / name for name in imported)
    return found


def test_both_languages_have_all_texts() -> None:
    french, english = (
        re.findall(r"^  (\w+):", (WEB / f"texts.{language}.js").read_text("utf-8"), re.MULTILINE)
        for language in ("fr", "en")
    )
    assert french == english
    assert len(french) == len(set(french))
