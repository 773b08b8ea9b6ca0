"""Tests of private tables on the page: the passphrase is asked for in a dialog, and kept for the way back."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.client.web.pages import Visitor, name_of, open_room, signed_in

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow

WORDS = "valet noir"
KEY = hashlib.sha256(WORDS.encode()).hexdigest()


@pytest.fixture
def zoe(browser: Browser) -> Iterator[Visitor]:
    """Another, in English."""
    with signed_in(browser, "Zoé", locale="en-GB") as visitor:
        yield visitor


@pytest.fixture
def room(ana: Visitor, zoe: Visitor) -> str:
    """The private table of Ana, to which Zoé has come with its passphrase."""
    table = open_room(ana, key=KEY, name=f"Privé {name_of(ana)}")
    knock(zoe, ana)
    zoe.page.fill("dialog.passphrase input", WORDS)
    zoe.page.keyboard.press("Enter")
    zoe.page.wait_for_selector(".room-seats")
    return table


def knock(visitor: Visitor, host: Visitor) -> None:
    """Ask for a seat at the private table of somebody."""
    named = visitor.page.locator(f".tables > li:has(b:text-is('Privé {name_of(host)}'))")
    named.locator("text=Sit down").click()
    visitor.page.wait_for_selector("dialog.passphrase[open]")


def test_who_was_removed_from_a_private_table_comes_back_at_a_tap(ana: Visitor, zoe: Visitor, room: str) -> None:
    ana.ask(type="clear_seat", table=room, seat=zoe.table("seat"))
    zoe.page.click(".lost-table >> text=Take my seat back")
    zoe.wait_for(f"app.state.table?.table === '{room}'")
    ana.page.wait_for_selector(f".room-seats >> text={name_of(zoe)}")


def test_who_left_a_match_at_a_private_table_has_the_seat_back(ana: Visitor, zoe: Visitor, room: str) -> None:
    for visitor in (ana, zoe):
        visitor.page.evaluate("window.plays_by_hand = true")
    ana.page.click("text=Commencer avec 2 robots")
    zoe.wait_for("app.state.table.view.phase === 'bidding'")
    place = zoe.table("seat")
    zoe.ask(type="leave", table=room)
    zoe.page.evaluate("app.state.passphrases = {}")
    zoe.page.click(".lost-table >> text=Take my seat back")
    zoe.page.wait_for_selector("dialog.passphrase[open]")
    zoe.page.keyboard.press("Escape")
    zoe.page.wait_for_selector(".wrong >> text=Without the passphrase nobody can come to this table.")
    zoe.page.click(".lost-table >> text=Take my seat back")
    zoe.page.fill("dialog.passphrase input", WORDS)
    zoe.page.keyboard.press("Enter")
    zoe.wait_for(f"app.state.table?.seat === '{place}'")


def test_a_wrong_passphrase_is_told_in_the_dialog_which_stays(ana: Visitor, zoe: Visitor) -> None:
    table = open_room(ana, key=KEY, name=f"Privé {name_of(ana)}")
    zoe.page.evaluate("table => { app.state.passphrases = { [table]: 'of a table that is gone' }; }", table)
    knock(zoe, ana)
    assert zoe.page.locator("dialog.passphrase h1").inner_text() == f"Passphrase of the table “Privé {name_of(ana)}”"
    zoe.page.fill("dialog.passphrase input", "wrong")
    zoe.page.keyboard.press("Enter")
    zoe.page.wait_for_selector("dialog.passphrase[open] .wrong >> text=Wrong passphrase.")
    assert zoe.small_targets("dialog") == []
    assert zoe.page.locator(".lobby .wrong:visible", has_text="assphrase").count() == 0, "the dialog tells of it"
    zoe.page.keyboard.type(WORDS)  # over the wrong one, which is selected
    zoe.page.keyboard.press("Enter")
    zoe.page.wait_for_selector(".room-seats")
    assert zoe.page.locator("dialog").count() == 0
