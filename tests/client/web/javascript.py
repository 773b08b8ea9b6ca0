"""Modules of the page run outside of it: in Node where there is one, else in Chromium.

A folder holds the modules. A function of one of them takes a text and returns something that JSON can hold.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from tests.client.web.chromium import is_here, launched

WEB = Path(__file__).parents[3] / "client" / "coinche" / "web"
NOTHING_RUNS_IT = "no JavaScript: there is neither node nor Chromium with the package playwright on this machine"

Run = Callable[[Path, str, str, str], Any]
"""The result of a function: the folder, the module's file, the function, and its text."""


@contextmanager
def javascript() -> Iterator[Run | None]:
    """The way to run JavaScript on this machine; None if there is none."""
    node = shutil.which("node")
    if node is not None:
        with _in_node(node) as run:
            yield run
    elif is_here():
        with _chromium() as run:
            yield run
    else:
        yield None


def laid_out(folder: Path, *modules: Path) -> Path:
    """The folder with the page's modules and others; `package.json` tells every Node that they are ES modules."""
    for module in (*WEB.glob("*.js"), *modules):
        shutil.copy(module, folder)
    (folder / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    return folder


_NODE = """
import { createInterface } from "node:readline";
for await (const line of createInterface({ input: process.stdin })) {
  const [url, name, text] = JSON.parse(line);
  console.log(JSON.stringify((await import(url))[name](text)));
}
"""


@contextmanager
def _in_node(node: str) -> Iterator[Run]:
    """Run in one process, which answers each line with a line: most calls take less time than its start."""
    command = [node, "--input-type=module", "--eval", _NODE]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8") as process:

        def run(folder: Path, module: str, function: str, text: str) -> Any:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(json.dumps([(folder / module).as_uri(), function, text]) + "\n")
            process.stdin.flush()
            answer = process.stdout.readline()
            assert answer, "Node ended; it has written why to standard error"
            return json.loads(answer)

        yield run


_ORIGIN = "http://coinche.test"
_IN_THE_PAGE = "async ([url, name, text]) => JSON.stringify((await import(url))[name](text))"


@contextmanager
def _chromium() -> Iterator[Run]:
    """Run in a page of a browser, which gets the files as from a server: it imports no modules from the disk."""

    def answer(route: Any) -> None:
        path = Path(unquote(urlsplit(route.request.url).path))
        route.fulfill(path=path, content_type="text/javascript") if path.is_file() else route.fulfill(body="")

    browser = launched()
    page = browser.new_page()
    page.route("**/*", answer)
    page.goto(_ORIGIN)

    def run(folder: Path, module: str, function: str, text: str) -> Any:
        url = urlsplit((folder / module).as_uri()).path
        return json.loads(page.evaluate(_IN_THE_PAGE, [url, function, text]))

    yield run
    browser.close()
