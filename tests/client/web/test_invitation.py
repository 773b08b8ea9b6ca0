"""A test of an invitation that is opened in a browser: a name of one's own, which nobody else gets."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import TYPE_CHECKING

from .chromium import ADDRESS
from .conftest import PATIENCE, Launch
from .kept_server import ServerProcess
from .relay import Relay

if TYPE_CHECKING:
    from playwright.sync_api import Page

import pytest

pytestmark = pytest.mark.slow

IN_THE_LOBBY = "() => globalThis.coinche?.state.link === 'ready'"
KEPT = "() => JSON.parse(localStorage.getItem('coinche.session'))"


def invited(server: ServerProcess, name: str) -> str:
    """The part of the link that a server's operator passes on."""
    command = [sys.executable, "-m", "coinche.server", "invite", name, "--data", str(server.data)]
    said = subprocess.run(command, capture_output=True, check=True, text=True).stdout
    found = re.search(r"#t1\.[0-9a-f]{32}", said)
    assert found is not None, said
    return found[0]


def opened(page: Page, fragment: str = "") -> Page:
    page.set_default_timeout(PATIENCE)
    page.goto(f"http://{ADDRESS}/{fragment}")
    return page


def test_an_invitation_brings_a_name_that_stays(kept_server: ServerProcess, relay: Relay, launch: Launch) -> None:
    chromium = launch(relay.port)
    fragment = invited(kept_server, "Zoé")
    page = opened(chromium.new_context().new_page(), fragment)
    page.wait_for_function(IN_THE_LOBBY)
    assert page.evaluate("coinche.state.name") == "Zoé"
    assert page.evaluate("location.hash") == ""
    assert list(page.evaluate(KEPT)["tokens"]) == ["Zoé"]

    page.evaluate("coinche.connection.bye()")  # the session is gone, the name is not
    page.reload()
    page.wait_for_function(IN_THE_LOBBY)
    assert page.evaluate("coinche.state.name") == "Zoé"

    late = opened(chromium.new_context().new_page(), fragment)
    late.wait_for_function("() => globalThis.coinche?.state.link === 'refused'")
    assert late.evaluate("coinche.state.refusal.data.reason") == "invitation_used"
    late.wait_for_selector(".wrong:visible")
    chromium.close()
