"""The Chromium of this machine, driven by playwright, which runs once in a process."""

from __future__ import annotations

import atexit
import importlib.util
import os
import shutil
from functools import cache
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

PROGRAMS = ("chromium-headless-shell", "chromium")
"""Programs that will do, the first that is on the path: the shell has the same engine without windows, and a page takes
a fifth of the processor time there."""
ADDRESS = "192.168.1.20:24567"
"""The address by which pages ask for their server: that of a private network, which leads to this machine. `127.0.0.1`
is a secure context, and has what a page on a local network has not."""


def launched(port: int | None = None) -> Browser:
    """Start a Chromium for which `ADDRESS` is that port of this machine.

    A test that has none is skipped, or fails where COINCHE_BROWSER is `required`.
    """
    if missing := _missing():
        (pytest.fail if os.environ.get("COINCHE_BROWSER") == "required" else pytest.skip)(missing)
    leads_here = [] if port is None else [f"--host-resolver-rules=MAP {ADDRESS} 127.0.0.1:{port}"]
    return _playwright().chromium.launch(executable_path=_program(), args=["--no-sandbox", *leads_here])


def is_here() -> bool:
    """Return whether there is a Chromium that can be driven."""
    return not _missing()


def _program() -> str | None:
    """The Chromium of this machine, None without one."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


def _missing() -> str:
    """Say what the tests of the page need and this machine has not."""
    if _program() is None:
        return f"the page is not tested: there is no Chromium (apt-get install {PROGRAMS[0]})"
    if importlib.util.find_spec("playwright") is None:
        return "the page is not tested: playwright is not installed (pip install playwright)"
    return ""


@cache
def _playwright() -> Playwright:
    from playwright.sync_api import sync_playwright

    running = sync_playwright().start()
    atexit.register(running.stop)
    return running
