"""Tests of the table on phones that lie: small ones, and one whose browser keeps its bars."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from .test_page import ALL_SPADES, PACK, SMALL_TARGETS

if TYPE_CHECKING:
    from playwright.sync_api import Page, ViewportSize

    from .conftest import OpenPage

pytestmark = pytest.mark.slow

SMALLEST: ViewportSize = {"width": 640, "height": 360}
SMALL: ViewportSize = {"width": 667, "height": 375}
WITH_BARS: ViewportSize = {"width": 750, "height": 340}
LARGER: ViewportSize = {"width": 844, "height": 390}
LOW_SCREENS = pytest.mark.parametrize(
    "viewport", [SMALLEST, SMALL, WITH_BARS, LARGER], ids=["smallest", "small", "with bars", "larger"]
)
SOUTH_BIDS = ALL_SPADES | {"position": {"dealer": "E", "pack": PACK, "actions": []}}

IN_COMPANY = """() => {
  const { seats } = coinche.state.table;
  seats.E = { ...seats.E, occupant: "person", name: "Ines" };
  coinche.render();
}"""
"""A friend sits at East, so that one may talk."""

OUTSIDE = """selector => [...document.querySelectorAll(selector)]
  .filter((node) => node.checkVisibility() && node.getBoundingClientRect().bottom > innerHeight + 0.5)
  .map((node) => node.textContent)"""
"""The texts of nodes that reach below the screen."""

APART = """([one, other]) => {
  const [a, b] = [one, other].map((selector) => document.querySelector(selector).getBoundingClientRect());
  return a.right <= b.left + 0.5 || b.right <= a.left + 0.5 || a.bottom <= b.top + 0.5 || b.bottom <= a.top + 0.5;
}"""
"""True if two nodes do not lie over one another."""


def at_table(open_page: OpenPage, viewport: ViewportSize, table: dict[str, object]) -> Page:
    page = open_page("Marie-Bernadette", table=table, viewport=viewport)
    page.click(".lobby button.primary")
    page.wait_for_selector(".my-turn .hand .card")
    page.wait_for_selector(".hint:visible")
    page.evaluate(IN_COMPANY)
    page.wait_for_selector(".talk:visible")
    return page


def apart(page: Page, one: str, other: str) -> bool:
    return bool(page.evaluate(APART, [one, other]))


@LOW_SCREENS
def test_one_s_bid_is_whole_on_a_low_screen(open_page: OpenPage, viewport: ViewportSize) -> None:
    page = at_table(open_page, viewport, SOUTH_BIDS)
    assert page.evaluate(OUTSIDE, ".hand .card, .asked button, .seat, .turn") == []
    assert page.evaluate(SMALL_TARGETS) == []
    tops = page.locator(":is(.pass, .hint):visible").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect().top)"
    )
    assert len(tops) == 2
    assert len(set(tops)) == 1, "both buttons stand in one row"


@LOW_SCREENS
def test_one_s_own_plate_is_not_squeezed_on_a_low_screen(open_page: OpenPage, viewport: ViewportSize) -> None:
    page = at_table(open_page, viewport, SOUTH_BIDS)
    assert page.locator('.seat[data-place="bottom"] .who').evaluate("node => node.getClientRects().length") <= 2
    assert apart(page, '.seat[data-place="bottom"] .turn', ".talk")
    assert apart(page, '.seat[data-place="bottom"]', ".talk")


@LOW_SCREENS
def test_the_heads_of_the_auction_stand_apart(open_page: OpenPage, viewport: ViewportSize) -> None:
    page = at_table(open_page, viewport, SOUTH_BIDS)
    wide = "all => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"
    assert page.locator(".speakers li").evaluate_all(wide) == []


@LOW_SCREENS
def test_no_seat_covers_the_place_of_its_card(open_page: OpenPage, viewport: ViewportSize) -> None:
    page = at_table(open_page, viewport, ALL_SPADES)
    for place in ("top", "left", "right", "bottom"):
        assert apart(page, f'.seat[data-place="{place}"]', f".slot.{place}"), place
    assert page.evaluate(OUTSIDE, ".hand .card, .tray button, .seat, .turn") == []
