"""Fixtures: a real Chromium, a real `coinche-server`, and pages that come from an address that is no secure context.

`make test` runs the tests of pages where playwright and a Chromium are, and says plainly that it left them out where
they are not; with `COINCHE_BROWSER=required`, as in CI, that is a failure.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from .relay import Relay, relay_to

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

HOST = "192.168.1.20:24567"
"""The address by which a page calls its server, as it would on a local network."""
PATIENCE_MS = 20_000
REQUIRED = os.environ.get("COINCHE_BROWSER") == "required"


def _missing(what: str) -> Any:
    if REQUIRED:
        pytest.fail(f"the tests of pages need {what}")
    return pytest.skip(f"no {what}: the tests of pages are left out")


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """Playwright's type of browser, and the path of the Chromium of this machine."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        _missing("playwright (pip install playwright)")
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        _missing("Chromium (Debian: apt-get install chromium)")
    with sync_playwright() as playwright:
        yield playwright.chromium, path


class ServerProcess:
    """A real server, which may be killed and started again at the same port with the same data."""

    def __init__(self, data: Path, *options: str) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        self._command = [sys.executable, "-m", "coinche.server", "--host", "127.0.0.1", "--port", str(self.port)]
        self._command += ["--data", str(data), "--no-announce", "--log", "json", "--log-level", "error", *options]
        self._log = data.with_suffix(".log").open("wb")
        self.start()

    def start(self) -> None:
        """Start it, and wait until it listens."""
        self._process = subprocess.Popen(self._command, stdout=self._log, stderr=self._log, stdin=subprocess.DEVNULL)
        until = time.monotonic() + PATIENCE_MS / 1000
        while time.monotonic() < until:
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
            except OSError:
                time.sleep(0.02)
            else:
                return
        pytest.fail("the server has not begun to listen")

    def kill(self) -> None:
        """End it without a word."""
        self._process.kill()
        self._process.wait()

    def close(self) -> None:
        self.kill()
        self._log.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with bots, for all tests of a file."""
    running = ServerProcess(tmp_path_factory.mktemp("server") / "data")
    try:
        yield running
    finally:
        running.close()


@pytest.fixture(scope="module")
def relay(server: ServerProcess) -> Iterator[Relay]:
    """The network between the pages and the server."""
    with relay_to(server.port) as between:
        yield between


@pytest.fixture(scope="module")
def browser(chromium: Any, relay: Relay) -> Iterator[Browser]:
    """A Chromium whose pages reach the server by `HOST`."""
    kind, path = chromium
    mapped = f"--host-resolver-rules=MAP {HOST} 127.0.0.1:{relay.port}"
    running = kind.launch(executable_path=path, args=["--no-sandbox", mapped])
    try:
        yield running
    finally:
        running.close()


class Complaints(list[str]):
    """What a page has written to the console, and requests to anywhere but its server."""


@contextmanager
def opened(browser: Browser, path: str = "", **context: Any) -> Iterator[tuple[Page, Complaints]]:
    """Open the page in a context of its own; yields it with its complaints."""
    own = browser.new_context(**{"viewport": {"width": 390, "height": 844}, "locale": "fr-FR", **context})
    page, complaints = own.new_page(), Complaints()
    page.set_default_timeout(PATIENCE_MS)
    page.on("console", lambda message: complaints.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: complaints.append(f"error: {error}"))
    page.on("request", lambda asked: None if HOST in asked.url else complaints.append(f"request: {asked.url}"))
    try:
        page.goto(f"http://{HOST}/{path}")
        yield page, complaints
    finally:
        own.close()


def sign_in(page: Page, name: str) -> None:
    """Enter under that name."""
    page.fill("#name", name)
    page.click("button[type=submit]")
    page.wait_for_selector(".lobby")
