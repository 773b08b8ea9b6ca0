"""Tests of parts of the table that come and go: dialogs that close with it, and modules that are loaded late."""

from __future__ import annotations

from .conftest import OpenPage
from .test_page import ALL_SPADES, tap_until


def test_the_last_trick_is_closed_with_its_table(open_page: OpenPage) -> None:
    page = open_page("Nadia", table=ALL_SPADES, has_touch=True)
    page.click(".lobby button.primary")
    page.wait_for_selector(".my-turn .hand .card")
    tap_until(page, '.hand [data-card="QS"]', lambda: page.locator("button.past:visible").count() > 0)
    page.click("button.past")
    page.wait_for_selector("dialog.last-trick[open]")
    page.evaluate("coinche.ask({ type: 'leave', table: coinche.state.table.table })")
    page.wait_for_selector(".lobby")
    page.wait_for_selector("dialog.last-trick", state="hidden")
    assert page.evaluate("coinche.dialogs.size") == 0
