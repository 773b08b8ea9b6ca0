"""The weight of the page, and the time until a person who comes back sees a card.

    python bench/page.py [--slower 4] [--times 5]

It needs playwright and a Chromium. The bytes are those of a newcomer's first load, in one language: the files that are
asked for until the first card is on the screen, through sign-in, lobby and table, as files and as they are sent. Files
that the page asks for by itself right after that card (`table_rest.js`) are listed apart. The time is from the start of
the navigation to the first card of the hand, with a processor that is slowed so many times, beside that of a page that
is one line of text.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from playwright.sync_api import Page

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.client.web.chromium import ADDRESS, launched
from tests.client.web.kept_server import ServerProcess
from tests.client.web.relay import relay_to

MOST_PLAIN, MOST_PACKED = 100 * 1024, 30 * 1024
MARKED = """
new MutationObserver((_, observer) => {
  if (document.querySelector(".hand .card") === null) return;
  globalThis.firstCard = performance.now();
  observer.disconnect();
}).observe(document, { childList: true, subtree: true });
"""
LATER = """() => performance.getEntriesByType("resource")
  .filter(({ startTime }) => startTime > firstCard).map(({ name }) => name)"""
PAD = "() => document.querySelector('.pad') !== null"
CARD = "() => document.querySelector('.hand .card, .hand button') !== null"
NOW = "() => performance.now()"


def main() -> None:
    """Print the weight and the times."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--slower", type=int, default=4)
    asked.add_argument("--times", type=int, default=5)
    arguments = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(Path(folder) / "data")
        try:
            with relay_to(server.port) as relay:
                _measure(relay.port, arguments)
        finally:
            server.close()


def _measure(port: int, arguments: argparse.Namespace) -> None:
    with launched(port) as chromium:
        page = chromium.new_page(viewport={"width": 390, "height": 844}, locale="fr-FR")
        loaded: list[str] = []
        page.on("request", lambda request: loaded.append(urlsplit(request.url).path))
        page.add_init_script(MARKED)
        page.goto(f"http://{ADDRESS}/")
        page.fill("#name", "Ana")
        page.click("button[type=submit]")
        page.wait_for_selector(".lobby")
        page.evaluate("coinche.ask({type: 'create_table', name: 'table', bots: 'novice', seat: 'S'})")
        page.wait_for_function(CARD)
        page.wait_for_function(PAD, polling=50)
        later = {urlsplit(url).path for url in page.evaluate(LATER)}
        _weigh(port, set(loaded) - later, "until the first card")
        _weigh(port, later, "right after it")
        slowed = page.context.new_cdp_session(page)
        slowed.send("Emulation.setCPUThrottlingRate", {"rate": arguments.slower})
        _time(page, arguments)


def _weigh(port: int, loaded: set[str], when: str) -> None:
    paths = sorted(loaded)
    plain = {path: _size(port, path) for path in paths}
    packed = {path: _size(port, path, "gzip") for path in paths}
    for path in paths:
        print(f"{path:20} {plain[path]:7} {packed[path]:6}")
    sizes = sum(plain.values()), sum(packed.values())
    print(
        f"{when}, {len(paths)} files: {sizes[0]:,} bytes, {sizes[0] / MOST_PLAIN:.2f} of what they may have; ", end=""
    )
    print(f"{sizes[1]:,} as they are sent, {sizes[1] / MOST_PACKED:.2f}")


def _size(port: int, path: str, encoding: str = "identity") -> int:
    """The bytes of a file as the server gives it out."""
    asked = Request(f"http://127.0.0.1:{port}{path}", headers={"Accept-Encoding": encoding})
    with urlopen(asked) as answer:
        return len(answer.read())


def _time(page: Page, arguments: argparse.Namespace) -> None:
    def first(what: str, url: str) -> float:
        page.goto(url)
        page.wait_for_function(what)
        now: Any = page.evaluate(NOW)
        return float(now)

    text = [first("() => document.body !== null", f"http://{ADDRESS}/healthz") for _ in range(arguments.times)]
    card = [first(CARD, f"http://{ADDRESS}/") for _ in range(arguments.times)]
    print(f"a processor {arguments.slower} times slower, {arguments.times} loads, median and longest, ms")
    for name, times in {"a line of text": text, "the first card": card}.items():
        print(f"{name:16} {statistics.median(times):7.0f} {max(times):7.0f}")
    print(f"ratio            {statistics.median(card) / statistics.median(text):7.1f}")


if __name__ == "__main__":
    main()
