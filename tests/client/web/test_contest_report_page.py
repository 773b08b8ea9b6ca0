"""Tests of the report of a contest in a browser: it asks for nothing, fits the window, and follows its colours.

It stands with the tests of pages because a browser that has been started keeps an event loop in its process.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

from coinche.arena.html_report import page
from coinche.arena.summary import ContestSummary, read_summary
from tests.arena.played_contests import practice, with_strange_names
from tests.client.web.chromium import launched

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def strange(tmp_path_factory: pytest.TempPathFactory) -> ContestSummary:
    path = tmp_path_factory.mktemp("contest") / "robin.jsonl"
    practice(path, "round-robin", "steady", "random", "steady", "--boards", 4)
    return with_strange_names(read_summary(path))


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    chromium = launched()
    yield chromium
    chromium.close()


_OUTSIDE = """() => [...document.querySelectorAll("body *")]
  .filter((each) => !each.closest(".scroll > *"))
  .filter((each) => each.getBoundingClientRect().right > innerWidth + 1 || each.getBoundingClientRect().left < -1)
  .map((each) => each.outerHTML.slice(0, 100))"""


@pytest.mark.parametrize("colours", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_no_request_leaves_the_page_and_nothing_is_wider_than_the_window(
    width: int, colours: Literal["light", "dark"], strange: ContestSummary, browser: Browser, tmp_path: Path
) -> None:
    path = tmp_path / "report.html"
    path.write_text(page(strange), encoding="utf-8")
    context = browser.new_context(viewport={"width": width, "height": 844}, color_scheme=colours)
    opened = context.new_page()
    asked: list[str] = []
    said: list[str] = []
    opened.on("request", lambda request: asked.append(request.url))
    opened.on("console", lambda message: said.append(message.text))
    opened.goto(path.as_uri())
    assert [url for url in asked if not url.startswith("data:")] == [path.as_uri()]
    assert said == []
    assert opened.evaluate("document.documentElement.scrollWidth") <= width
    assert opened.evaluate(_OUTSIDE) == []
    ground = opened.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (sum(map(int, ground[4:-1].split(","))) > 384) == (colours == "light")
    context.close()
