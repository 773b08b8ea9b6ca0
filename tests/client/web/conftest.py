"""Fixtures for the page: a quick server, Debian's Chromium, and pages that have signed in.

The page is asked for by an address of a private network that leads to this machine: 127.0.0.1 is a secure context, and
has what a page on a local network has not.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from .chromium import ADDRESS, is_here, launched
from .kept_server import ServerProcess
from .pages import Visitor, signed_in
from .relay import Relay, relay_to

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

HOME = f"http://{ADDRESS}/"
PHONE: ViewportSize = {"width": 390, "height": 844}
PATIENCE = 60_000
"""Milliseconds after which a test gives up waiting; a bound, never a measure."""

Map = dict[str, Any]
OpenPage = Callable[..., "Page"]
Launch = Callable[[int], "Browser"]


@pytest.fixture(scope="session")
def port() -> Iterator[int]:
    """The port of a server of the tests' own."""
    command = [sys.executable, str(Path(__file__).with_name("quick_server.py"))]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        yield int(process.stdout.readline())
        process.stdin.close()
        process.wait(timeout=60)


@pytest.fixture(scope="session")
def launch() -> Launch:
    """`launch(port)` is a Chromium for the pages of a server at that port."""
    return launched


@pytest.fixture(scope="session")
def browser(request: pytest.FixtureRequest) -> Iterator[Browser]:
    """A Chromium for the pages of the quick server."""
    if not is_here():
        launched()  # says why, before a server is started
    chromium = launched(request.getfixturevalue("port"))
    yield chromium
    chromium.close()


@pytest.fixture
def ana(browser: Browser) -> Iterator[Visitor]:
    """A player in the lobby, on a phone, in French, with a bare table."""
    with signed_in(browser, "Ana") as visitor:
        yield visitor


@pytest.fixture
def open_page(browser: Browser) -> Iterator[OpenPage]:
    """`open_page("Ana", locale=…, viewport=…, table={…})` gives a page in the lobby, signed in by that name.

    Fields of `table` go into the `create_table` that the page sends, None takes one away. At the end no page may have
    said anything in its console.
    """
    said: list[str] = []
    contexts = []

    def opened(name: str, table: Map | None = None, settings: Map | None = None, **options: Any) -> Page:
        context = browser.new_context(**{"viewport": PHONE, "locale": "fr-FR", **options})
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("console", lambda message: said.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("request", lambda asked: None if asked.url.startswith(HOME) else said.append(f"asks {asked.url}"))
        if table is not None:
            page.add_init_script(_SENT_ALSO % json.dumps(table))
        if settings is not None:
            page.add_init_script(f"localStorage.setItem('coinche.settings', '{json.dumps(settings)}')")
        page.goto(f"http://{ADDRESS}/")
        page.fill("#name", name)
        page.click(".sign-in button.primary")
        page.wait_for_selector(".lobby")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert said == []


_SENT_ALSO = """
const changed = (message) =>
  Object.fromEntries(Object.entries({ ...message, ...%s }).filter(([, value]) => value !== null));
const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (text) {
  const message = JSON.parse(text);
  send.call(this, JSON.stringify(message.type === "create_table" ? changed(message) : message));
};
"""


@pytest.fixture(scope="module")
def kept_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server as its operator starts it, with data on disk."""
    running = ServerProcess(tmp_path_factory.mktemp("server") / "data")
    yield running
    running.close()


@pytest.fixture(scope="module")
def relay(kept_server: ServerProcess) -> Iterator[Relay]:
    """The network between pages and that server."""
    with relay_to(kept_server.port) as between:
        yield between


@pytest.fixture
def page(launch: Launch, relay: Relay) -> Iterator[Page]:
    """A page in the lobby, whose network can be cut."""
    chromium = launch(relay.port)
    page = chromium.new_context(viewport={"width": 390, "height": 844}, locale="fr-FR").new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"http://{ADDRESS}/")
    page.fill("#name", "Ana")
    page.click(".sign-in button.primary")
    page.wait_for_selector(".lobby")
    yield page
    chromium.close()
