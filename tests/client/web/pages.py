"""Somebody with the page open, for tests of what stands around the table: the table is bare, and plays by itself."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .chromium import ADDRESS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

WEB = Path(__file__).parents[3] / "client" / "coinche" / "web"
BARE_TABLE = Path(__file__).with_name("bare_table.js")
PATIENCE_MS = 30_000
LOOK_MS = 25


@dataclass(slots=True)
class Visitor:
    """Somebody with the page open. `complaints` is what the console said."""

    page: Page
    complaints: list[str] = field(default_factory=list)

    def sign_in(self, name: str) -> None:
        """Come in under that name."""
        self.page.fill("#name", name)
        self.page.click(".sign-in button.primary")
        self.page.wait_for_selector(".sign-in", state="detached")

    def ask(self, **message: object) -> Any:
        """Send a message as the page would; returns the answer."""
        return self.page.evaluate("message => app.ask(message)", message)

    def table(self, path: str) -> Any:
        """What the page knows of its table: `view.phase`."""
        return self.page.evaluate(
            "path => path.split('.').reduce((value, name) => value?.[name], app.state.table)", path
        )

    def wait_for(self, condition: str) -> None:
        """Wait until an expression of JavaScript is true; `app` is the page."""
        for _ in range(PATIENCE_MS // LOOK_MS):  # no wait_for_function: the page forbids strings as code
            if self.page.evaluate(f"Boolean({condition})"):
                return
            self.page.wait_for_timeout(LOOK_MS)
        raise AssertionError(f"it has not come to {condition}")

    def wider_than_the_screen(self) -> bool:
        """Whether something has to be scrolled sideways."""
        return bool(self.page.evaluate("document.documentElement.scrollWidth > innerWidth"))

    def small_targets(self, within: str) -> list[str]:
        """What can be tapped there and is less than 44 px high."""
        found = self.page.locator(f"{within} :is(button, input, select, summary):visible")
        script = """nodes => nodes.map(node => node.closest('label.tick') ?? node)
            .filter(node => node.getBoundingClientRect().height < 43.5)
            .map(node => node.outerHTML.slice(0, 100))"""
        return list(found.evaluate_all(script))


def visit(browser: Browser, where: str = "", *, width: int = 390, height: int = 844, locale: str = "fr-FR") -> Visitor:
    """Open the page in a browser of its own, with nothing kept from before, and with a bare table."""
    context = browser.new_context(viewport={"width": width, "height": height}, locale=locale)
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    context.route("**/table.js", lambda route: route.fulfill(path=BARE_TABLE, content_type="text/javascript"))
    visitor = Visitor(page)
    page.on("console", lambda said: visitor.complaints.append(f"{said.type}: {said.text}"))
    page.on("pageerror", lambda error: visitor.complaints.append(f"error: {error}"))
    page.goto(f"http://{ADDRESS}/{where}")
    return visitor


@contextmanager
def signed_in(browser: Browser, name: str, *, locale: str = "fr-FR") -> Iterator[Visitor]:
    """Somebody in the lobby, on a phone. At the end the console has to be empty."""
    visitor = visit(browser, locale=locale)
    visitor.sign_in(name)
    yield visitor
    visitor.page.context.close()
    assert visitor.complaints == []


def name_of(visitor: Visitor) -> str:
    """Return the name that the server has given: a name in use gets a number."""
    return str(visitor.page.evaluate("app.state.name"))


def open_room(visitor: Visitor, **given: object) -> str:
    """Open a table that waits for people; returns its id."""
    table = visitor.ask(**{"type": "create_table", "name": "Chez Ana", "seat": "S", "hold": True, **given})["table"]
    visitor.page.wait_for_selector(".room-seats")
    return str(table)


def play_a_match(visitor: Visitor, **given: object) -> list[dict[str, Any]]:
    """Play a match against bots, the defaults alone; returns the scores of its deals."""
    visitor.ask(type="create_table", name="Chez Ana", seat="S", bots="steady", target=120, **given)
    scores = []
    while True:
        visitor.wait_for("['deal_over', 'match_over'].includes(app.state.table.view.phase) && app.state.table.recap")
        if (score := visitor.table("view.score")) is not None:
            scores.append(score)
        if visitor.table("view.phase") == "match_over":
            return scores
        deal = visitor.table("view.deal")
        visitor.page.click(".next >> text=Donne suivante")
        visitor.wait_for(f"app.state.table.view.deal > {deal}")
