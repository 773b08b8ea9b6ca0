"""The report of `coinche-conform` on bots that die or stop in a check: the last message, and their last words."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from .playing import ROOT, python_in
from .test_catalogue import conform

DIES = """
import os, signal, sys
sys.path.insert(0, {root!r})
from tests.conform.mutants.bots.sound_bot import SoundBot

class Dying(SoundBot):
    def on_ready(self, message):
        super().on_ready(message)
    def {method}(self, message):
        {deed}

Dying(*sys.argv[1:]).run()
"""


def dying(folder: Path, method: str, deed: str) -> list[str]:
    """The command of a bot that does that when such a message comes."""
    script = folder / "dying.py"
    script.write_text(DIES.format(root=str(ROOT), method=method, deed=deed), encoding="utf-8")
    return [sys.executable, "-S", "-E", "-B", str(script)]


def said_of(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], check: str, command: list[str], *options: str
) -> str:
    assert conform(monkeypatch, "bot", "--only", check, *options, "--", *command) == 1
    return capsys.readouterr().out


def found(said: str) -> str:
    """The sentence of the failure."""
    (sentence,) = re.findall(r"^  found:   (.*)$", said, re.MULTILINE)
    return str(sentence)


@pytest.mark.parametrize(
    ("method", "deed", "how"),
    [
        (
            "on_request",
            "sys.exit('ouch, ' + repr({'a': None}))",
            "the bot ended with status 1 after it was sent `request`",
        ),
        ("on_request", "os._exit(0)", "the bot ended with status 0 after it was sent `request`"),
        ("on_request", "os.kill(os.getpid(), signal.SIGKILL)", "the bot ended by the signal SIGKILL after it was sent"),
        ("on_joined", "sys.exit(3)", "the bot ended with status 3 after it was sent `request`, and before that"),
        (
            "on_ready",
            "self.on_lobby = lambda lobby: sys.exit(4)",
            "status 4 after it was sent `lobby`, and before that, unanswered, `welcome`, `ready`",
        ),
    ],
)
def test_a_bot_that_dies_is_told_after_which_message(
    method: str,
    deed: str,
    how: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    said = said_of(monkeypatch, capsys, "bot.act.fields", dying(tmp_path, method, deed))
    assert how in found(said)
    assert re.search(r"^ >> bot1 > ", said, re.MULTILINE)
    assert ("ouch, {'a': None}" in said) is ("ouch" in deed)
    assert python_in(said.replace("ouch, {'a': None}", "")) == []


def test_messages_that_came_with_the_last_are_named_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    said = said_of(monkeypatch, capsys, "bot.act.fields", dying(tmp_path, "on_deal_started", "sys.exit(1)"))
    assert re.search(r"after it was sent `request`, and before that, unanswered, (`\w+`, )*`deal_started`", found(said))


def test_the_report_has_the_whole_transcript_and_which_line_is_marked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "report.json"
    deed = "self.send(type='act', table=self.table, request=message['request'], action='pass', sure=0.5)"
    command = dying(tmp_path, "act", deed)
    said = said_of(monkeypatch, capsys, "bot.act.fields", command, "--json", str(file))
    (check,) = json.loads(file.read_text(encoding="utf-8"))["checks"]
    assert f" >> {check['transcript'][check['marked']]}" in said.splitlines()
    assert '"sure": 0.5' in check["transcript"][check["marked"]]
    assert len(check["transcript"]) > len([line for line in said.splitlines() if line[4:].startswith("bot")])
    whole = said_of(monkeypatch, capsys, "bot.act.fields", command, "--full")
    assert sum(line[4:].startswith("bot") for line in whole.splitlines()) == len(check["transcript"])
    assert python_in(whole) == []


def test_bytes_that_are_no_message_are_shown_as_text_or_in_hexadecimal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for sent, seen in ((b"GET / HTTP/1.1\r\n", '"G"'), (b"\x16\x03\x01", "16"), (b"{]\n", '"{]"')):
        shouts = f"import socket, sys; s = socket.create_connection(sys.argv[1:3]); s.sendall({sent!r}); s.recv(1)"
        said = said_of(monkeypatch, capsys, "bot.hello.first", [sys.executable, "-S", "-c", shouts])
        assert seen in found(said)
        assert python_in(said) == []
