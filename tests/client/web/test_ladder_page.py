"""Tests of the page `#ladder`: ratings and meetings, live, in two languages and on a phone."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from .conftest import HOME, PATIENCE, PHONE

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow

OVERFLOWS = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


@pytest.fixture(scope="module")
def programs(port: int) -> Iterator[None]:
    """Two entrants that play, while a test runs."""
    command = [sys.executable, "-m", "tests.client.web.ladder_programs", str(port), "Ada", "Zoé <b>"]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as process:
        assert process.stdin is not None
        yield
        process.stdin.close()
        process.wait(timeout=60)


@pytest.mark.usefixtures("programs")
@pytest.mark.parametrize(
    ("locale", "title", "now"),
    [("fr", "Classement des programmes", "En cours"), ("en", "Ladder of programs", "Now playing")],
)
def test_the_ladder_is_shown_live(browser: Browser, locale: str, title: str, now: str) -> None:
    context = browser.new_context(locale=locale, viewport=PHONE)
    page, complaints = context.new_page(), list[str]()
    page.set_default_timeout(PATIENCE)
    page.on("console", lambda said: complaints.append(said.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(f"{HOME}#ladder")
    page.wait_for_selector(f".ladder h1 >> text={title}")
    page.wait_for_selector(f".ladder h2 >> text={now}")
    page.wait_for_selector(".ladder tr.here >> text=Zoé <b>")
    page.wait_for_selector(".ladder .meetings li")
    page.wait_for_selector(".ladder .margin >> text=±")
    boards = ".ladder tbody tr:first-child td:nth-child(4)"
    before = int(page.inner_text(boards))
    while int(page.inner_text(boards)) == before:
        page.wait_for_timeout(50)
    rated = page.locator(".ladder .range").all_inner_texts()
    decimal = "," if locale == "fr" else "."
    assert all(re.fullmatch(rf"[+−]?[\d\s,]+{decimal}\d\s+± [\d\s,]+{decimal}\d", text) for text in rated), rated
    assert not page.evaluate(OVERFLOWS)
    assert complaints == []
    context.close()
