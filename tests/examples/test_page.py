"""Tests that the page for bot authors can be followed to the letter, from an empty folder to finished matches."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.conform.playing import ESSENTIAL
from tests.examples.languages import EXAMPLES, LANGUAGES
from tests.examples.lines import PAGE, written
from tests.examples.page import TEXT, Commands, Kind, commands, files, sections
from tests.extent import WHOLE

pytestmark = pytest.mark.slow

USUAL_PORT = "24567"
PATIENCE = 120
BLOCKS = tuple(commands())
FOLLOWED = [block for block in BLOCKS if block.kind in (Kind.RUN, Kind.MATCH)]
ON_THE_MACHINE = {"node", "bash"}
"""Programs that the page uses and that a machine may lack."""
EVERY_CHECK = "coinche-conform bot -- "
SOME_CHECKS = f"coinche-conform bot --only {','.join(ESSENTIAL)} -- "
"""The slice of the page's bot; `make prove` runs every check, as the page says."""
INSTALLED = Path(sys.executable).parent


@dataclass
class Reader:
    """Somebody with a terminal in an empty folder, and a server in another one.

    In the folder `forking`, the commands of bots are forks; checks and duels start thirty.
    """

    folder: Path
    forking: Path
    server: subprocess.Popen[str]
    port: int

    def saves(self) -> None:
        """Save every file of the page."""
        for name, text in files().items():
            (self.folder / name).write_text(text)

    def runs(self, block: Commands) -> subprocess.CompletedProcess[str]:
        """Run the commands of a block, at the server's port."""
        text = block.text if WHOLE else block.text.replace(EVERY_CHECK, SOME_CHECKS)
        found = environment(self.folder)
        if block.kind is Kind.RUN:
            found["PATH"] = f"{self.forking}:{found['PATH']}"
        return subprocess.run(
            ["sh", "-e", "-c", at_port(text, self.port)],
            cwd=self.folder,
            env=found,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )

    def sees_a_match(self) -> str:
        """The server's next line about the end of one."""
        assert self.server.stdout is not None
        return next(line for line in iter(self.server.stdout.readline, "") if "match over" in line)


def at_port(text: str, port: int) -> str:
    """The commands at another port than the page's: it is usually taken where people play."""
    return text.replace(USUAL_PORT, str(port)).replace("--host 127.0.0.1 ", f"--host 127.0.0.1:{port} ")


def environment(folder: Path) -> dict[str, str]:
    """The reader's environment, with installed programs first in the path."""
    return os.environ | {"PATH": f"{INSTALLED}:{os.environ['PATH']}", "XDG_DATA_HOME": str(folder / "kept")}


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port: int = listening.getsockname()[1]
        return port


@pytest.fixture(scope="module")
def forking(tmp_path_factory: pytest.TempPathFactory, forked_python: tuple[str, ...]) -> Path:
    """A folder with the commands of bots, forked."""
    folder = tmp_path_factory.mktemp("forking")
    for name, of in (("python3", ""), ("coinche-bot", str(INSTALLED / "coinche-bot"))):
        (folder / name).write_text(f'#!/bin/sh\nexec {shlex.join(forked_python)} {of} "$@"\n', encoding="utf-8")
        (folder / name).chmod(0o755)
    return folder


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory, forking: Path) -> Iterator[Reader]:
    folder, port = tmp_path_factory.mktemp("reader"), free_port()
    (command,) = (block.text for block in BLOCKS if block.kind is Kind.SERVER)
    started = [*shlex.split(command), "--port", str(port)]
    with subprocess.Popen(
        started, cwd=folder, env=environment(folder), stdout=subprocess.PIPE, text=True, bufsize=1
    ) as server:
        assert server.stdout is not None
        assert any("bots signed in as provider" in line for line in iter(server.stdout.readline, ""))
        reader = Reader(folder, forking, server, port)
        reader.saves()
        yield reader
        server.terminate()
        server.stdout.read()
    assert server.returncode == 0


@pytest.mark.parametrize("block", FOLLOWED, ids=lambda block: block.section)
def test_what_the_page_says_can_be_done(block: Commands, reader: Reader) -> None:
    missing = [name for name in ON_THE_MACHINE & set(block.text.split()) if shutil.which(name) is None]
    if missing:
        pytest.skip(f"{block.section}: no {' and no '.join(missing)} on this machine")
    ended = reader.runs(block)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    if block.kind is Kind.MATCH:
        assert reader.sees_a_match()


def test_it_says_what_to_install_and_which_server_to_start_before_anything_else() -> None:
    assert [block.kind for block in BLOCKS[:2]] == [Kind.INSTALL, Kind.SERVER]
    assert {block.section for block in BLOCKS[:2]} == {next(iter(sections()))}


def test_its_files_are_short_enough_to_be_typed() -> None:
    assert len(files()) == 5
    assert all(len(text.splitlines()) <= 45 for text in files().values())


def test_the_table_of_examples_is_as_they_are() -> None:
    assert written(TEXT) == PAGE.read_text(encoding="utf-8") == TEXT, "python -m tests.examples.lines"


def test_every_example_is_run_by_a_test() -> None:
    sources = {path for path in EXAMPLES.rglob("*") if path.is_file() and path.suffix not in {".pyc", ".md"}}
    by_others = {
        EXAMPLES / "python" / "minimal_bot.py",
        EXAMPLES / "verify.py",
        EXAMPLES / "colver_bot.py",
        EXAMPLES / "explain_expert.py",
    }
    """Run by test_protocol_document, by test_record_verify, by test_colver_bot and by test_bots_page."""
    assert sources == {*by_others, *(example.source for example in LANGUAGES)}


def test_every_link_leads_somewhere() -> None:
    for target, anchor in re.findall(r"\]\(([^)#]*)(?:#([^)]*))?\)", TEXT):
        path = PAGE.parent / target if target else PAGE
        assert path.is_file(), target
        if anchor:
            assert anchor in anchors(path.read_text(encoding="utf-8")), f"{target}#{anchor}"


def anchors(text: str) -> set[str]:
    """Headings as GitHub names them."""
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
