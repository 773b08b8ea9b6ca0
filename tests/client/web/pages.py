"""A real server with quick bots, and Chromium on its page, for tests of what stands around the table.

Chromium is told that 192.168.1.20 is here: 127.0.0.1 is a secure context, and would have what a page on a home's network
lacks.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import trio

from coinche.server.app import Server
from coinche.server.match.table_options import Pace, TableOptions

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHROMIUM = Path("/usr/bin/chromium")
HOST = "192.168.1.20:24567"
QUICK = Pace(bot=0.01, trick=0.02, reaction=0.02, recap=300.0, parting=300.0, final=600.0)
"""Bots that hardly wait, and recaps that wait for the person."""
PATIENCE_MS = 30_000


@contextmanager
def quick_server(pace: Pace = QUICK, port: int = 0) -> Iterator[int]:
    """A server in a thread of its own, on loopback and in memory; yields its port."""
    begun: dict[str, object] = {}
    ready = threading.Event()

    async def serve() -> None:
        server = Server(say=lambda line: None, defaults=TableOptions(name="table", pace=pace), name="Chez Ana")
        async with trio.open_nursery() as nursery:
            begun["token"] = trio.lowlevel.current_trio_token()
            begun["scope"] = nursery.cancel_scope
            begun["port"] = await nursery.start(server.run, "127.0.0.1", port)
            ready.set()

    thread = threading.Thread(target=trio.run, args=(serve,))
    thread.start()
    try:
        assert ready.wait(PATIENCE_MS / 1000), "the server has not begun"
        where = begun["port"]
        assert isinstance(where, int)
        yield where
    finally:
        token, scope = begun["token"], begun["scope"]
        assert isinstance(token, trio.lowlevel.TrioToken)
        assert isinstance(scope, trio.CancelScope)
        token.run_sync_soon(scope.cancel)
        thread.join()


@contextmanager
def chromium(port: int) -> Iterator[Browser]:
    """Chromium, to which that server is a machine of the local network; skips the test where there is none."""
    playwright = _playwright()
    with playwright() as running:
        mapped = f"--host-resolver-rules=MAP {HOST} 127.0.0.1:{port}"
        browser = running.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", mapped])
        yield browser
        browser.close()


def _playwright():  # type: ignore[no-untyped-def]  # the type is known only where playwright is
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return _missing("playwright is not installed")
    return sync_playwright if CHROMIUM.exists() else _missing(f"there is no {CHROMIUM}")


def _missing(why: str) -> None:
    if os.environ.get("COINCHE_BROWSER") == "required":
        pytest.fail(f"COINCHE_BROWSER=required, but {why}")
    pytest.skip(f"the page is tested in a browser, and {why}")


@dataclass(slots=True)
class Visitor:
    """Somebody with the page open. `complaints` is what the console said."""

    page: Page
    complaints: list[str] = field(default_factory=list)

    def sign_in(self, name: str) -> None:
        """Come in under that name."""
        self.page.fill("#name", name)
        self.page.click(".sign-in button.primary")
        self.page.wait_for_selector(".sign-in", state="hidden")


def visit(
    browser: Browser, where: str = "", *, width: int = 390, height: int = 844, locale: str = "fr-FR", **given: object
) -> Visitor:
    """Open the page in a browser of its own, with nothing kept from before."""
    context = browser.new_context(viewport={"width": width, "height": height}, locale=locale, **given)  # type: ignore[arg-type]
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    visitor = Visitor(page)
    page.on("console", lambda said: visitor.complaints.append(f"{said.type}: {said.text}"))
    page.on("pageerror", lambda error: visitor.complaints.append(f"error: {error}"))
    page.goto(f"http://{HOST}/{where}")
    return visitor
