"""The checks of bots, and the bots that pass them: PROTOCOL.md's own, the SDK's, the examples'."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from coinche.conformance.bot.harness import filled
from coinche.conformance.checks import Check, Verdict
from coinche.conformance.plan import BOT_CHECKS
from coinche.protocol.bot_command import Placeholders
from tests.conform.playing import ESSENTIAL, checked, checks_named, faults
from tests.conform.test_catalogue import HEADINGS, conform
from tests.examples.languages import LANGUAGES, SMALLEST, Example
from tests.extent import WHOLE
from tests.for_each import for_each
from tests.protocol.document import PROTOCOL

pytestmark = pytest.mark.slow

EXAMPLES = (SMALLEST, *(example for example in LANGUAGES if example.tongue != "the SDK's"))
"""Those that are programs of their own; what is built on the SDK is `SDK`."""
EVERY_CHECK = "C"
"""It takes every check, as the bots of the document and of the SDK do; the others take every check in `make prove`."""
WHERE = {name: f"{{{name}}}" for name in ("host", "port", "table")}
"""The places in a command that `coinche-conform` fills in itself."""
_AT = ("--host", "{address}", "--table", "{table}")
SDK = ("-m", "coinche.bots.cli", "random", "--name", "Zora", *_AT)
"""The arguments of `python`."""
FIRST = checks_named("bot.hello.first")
_TWENTY_LINES = re.compile(r"## A whole bot.*?```python\n(.*?)```", re.DOTALL)


def test_there_are_enough_and_no_id_is_twice() -> None:
    ids = [check.id for check in BOT_CHECKS]
    assert len(ids) == len(set(ids)) >= 70


@for_each("check", BOT_CHECKS)
def test_a_check_has_an_id_a_section_and_a_sentence(check: Check) -> None:
    assert re.fullmatch(r"bot\.[a-z]+\.[a-z_]+", check.id)
    assert check.section in HEADINGS
    assert re.fullmatch(r"[A-Z`].{20,}\.", check.says)
    assert ("MUST" in check.says) is not check.advice


async def test_the_bot_of_the_document_is_sound(tmp_path: Path) -> None:
    (source,) = _TWENTY_LINES.findall(PROTOCOL.read_text(encoding="utf-8"))
    bot = tmp_path / "bot.py"
    bot.write_text(source, encoding="utf-8")
    assert faults(await checked((sys.executable, str(bot)))) == {}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
async def test_examples_are_sound(example: Example, tmp_path: Path) -> None:
    if example.missing:
        pytest.skip(f"{example.name}: no {', '.join(example.missing)} on this machine")
    example.built(tmp_path)
    checks = BOT_CHECKS if WHOLE or example.name == EVERY_CHECK else checks_named(*ESSENTIAL)
    command = [word.format(source=example.source, folder=tmp_path, **WHERE) for word in example.command]
    assert faults(await checked(command, checks)) == {}


async def test_bots_of_the_sdk_are_sound(forked_python: tuple[str, ...]) -> None:
    assert faults(await checked((*forked_python, *SDK))) == {}


async def test_a_bot_that_hangs_or_cannot_be_started_is_told_from_one_that_is_wrong() -> None:
    hello = FIRST
    (missing,) = await checked(("/nowhere/bot",), hello)
    assert (missing.verdict, missing.why[:22]) == (Verdict.FAILED, "it cannot be started: ")
    (ended,) = await checked((sys.executable, "-S", "-c", "import sys; sys.exit(3)"), hello)
    assert ended.why == "it ended with status 3 before it had connected"
    (foreign,) = await checked((sys.executable, "-S", "-c", _SHOUTS), hello)
    assert 'opens with the byte "G"' in foreign.why


_SHOUTS = """
import socket, sys
server = socket.create_connection((sys.argv[1], int(sys.argv[2])))
server.sendall(b"GET / HTTP/1.1\\r\\n\\r\\n")
server.recv(1)
"""


@pytest.mark.parametrize(
    ("command", "started"),
    [
        (("bot",), ["bot", "127.0.0.1", "4000", "t7"]),
        (("bot", "-v"), ["bot", "-v", "127.0.0.1", "4000", "t7"]),
        (("bot", "--at={host}:{port}", "{table}"), ["bot", "--at=127.0.0.1:4000", "t7"]),
        (("bot", "{address}"), ["bot", "coinche+tcp://127.0.0.1:4000"]),
        (("bot", "{seat}{name}", "{token}"), ["bot", "SBob", ""]),
        (("bot", "{foo}"), ["bot", "{foo}", "127.0.0.1", "4000", "t7"]),
        (("bot", '{"x": 1}', "{port}"), ["bot", '{"x": 1}', "4000"]),
    ],
)
def test_a_command_is_told_where_to_play(command: tuple[str, ...], started: list[str]) -> None:
    address = "coinche+tcp://127.0.0.1:4000"
    where = Placeholders(host="127.0.0.1", port="4000", address=address, table="t7", seat="S", name="Bob")
    assert filled(command, where) == started


async def test_a_command_may_have_any_placeholder_of_the_arena_and_of_exec() -> None:
    named = (
        sys.executable,
        *SDK[:3],
        "--host",
        "{address}",
        "--table",
        "{table}",
        "--seat",
        "{seat}",
        "--name",
        "{name}",
    )
    assert faults(await checked(named, checks_named("bot.hello.first", "bot.join.table"))) == {}
    (told,) = await checked((sys.executable, "-S", "-c", _TELLS, "{seat} {name} <{token}> {foo}"), FIRST)
    assert "S bot <> {foo}" in "\n".join(told.transcript)


_TELLS = "import sys; sys.exit(sys.argv[1])"


def test_the_command_line_tells_what_was_found(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert conform(monkeypatch, "bot", "--deals", "2", "--", sys.executable, "-S", "-c", "0") == 1
    said = capsys.readouterr().out
    assert "it ended with status 0 before it had connected" in said
    assert said.endswith("0 passed, 1 failed\n")
    assert conform(monkeypatch, "bot", "--deals", "0", "--", "bot") == 2
