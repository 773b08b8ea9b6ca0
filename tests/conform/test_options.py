"""The help is true and fits a terminal; addresses of servers are read."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import NoReturn

import pytest

from coinche.conformance import cli
from coinche.conformance.bot.harness import filled
from coinche.conformance.checks import Side, Verdict
from coinche.conformance.cli import parser
from coinche.conformance.server.harness import Lender, Target, read_target
from coinche.connection.address import MalformedAddress
from coinche.protocol.bot_command import NAMES, Placeholders, named_in
from tests.conform.test_catalogue import conform

WHERE = Placeholders(host="127.0.0.1", port="40123", address="coinche+tcp://127.0.0.1:40123", table="t7")
FINGERPRINT = "ABCD-EFGH-IJKL-MNOP-QRST-UVWX"


@pytest.fixture(params=[(), (Side.BOT,), (Side.SERVER,)], ids=str)
def help_text(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> str:
    """The help of one of the commands."""
    monkeypatch.setenv("COLUMNS", "80")
    assert conform(monkeypatch, *request.param, "--help") == 0
    return capsys.readouterr().out


def test_help_fits_80_columns_and_explains_each_verdict(help_text: str) -> None:
    assert [line for line in help_text.splitlines() if len(line) > 80] == []
    assert all(re.search(rf"^  {verdict} ", help_text, re.MULTILINE) for verdict in Verdict)


def examples(side: Side, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> list[list[str]]:
    """The command lines that `--help` has for examples."""
    assert conform(monkeypatch, side, "--help") == 0
    said = capsys.readouterr().out.partition("examples:\n")[2].replace("\\\n", "")
    return [shlex.split(line)[1:] for line in said.splitlines() if line.startswith("  coinche-conform ")]


def test_the_examples_of_bots_are_told_where_to_play(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    commands = [parser().parse_args(line).command for line in examples(Side.BOT, monkeypatch, capsys)]
    assert len(commands) == 4
    for command in commands:
        told = " ".join(filled(command, WHERE))
        assert "40123" in told
        assert "t7" in told
        assert not named_in(told)
    assert commands[-1][:4] == ["coinche-bot", "--exec", "python3 pipe.py", "--guest"]


def test_every_placeholder_is_explained(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert conform(monkeypatch, Side.BOT, "--help") == 0
    said = capsys.readouterr().out
    assert [name for name in NAMES if not re.search(rf"^  {{{name}}} +\S", said, re.MULTILINE)] == []


def test_the_examples_of_servers_are_addresses(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    targets = [read_target(parser().parse_args(line).address) for line in examples(Side.SERVER, monkeypatch, capsys)]
    assert [target.tls for target in targets] == [False, True, False]


TOKEN = "ab" * 32


def lender_of(monkeypatch: pytest.MonkeyPatch, *options: str) -> Lender | None:
    """The provider that the checks of a server get."""
    given: list[Target] = []

    def opening(target: Target) -> NoReturn:
        given.append(target)
        raise SystemExit

    monkeypatch.setattr(cli, "server_opening", opening)
    assert conform(monkeypatch, Side.SERVER, *options, "127.0.0.1:1") == 0
    return given[0].lender


def test_the_provider_comes_from_a_file_or_the_environment_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The list of processes shows a command line to everybody on the machine."""
    file = tmp_path / "provider"
    file.write_text(f"of the file:{TOKEN}\n", encoding="utf-8")
    assert lender_of(monkeypatch) is None
    monkeypatch.setenv("COINCHE_PROVIDER", f"of the environment:{TOKEN}")
    assert lender_of(monkeypatch) == Lender(name="of the environment", token=TOKEN)
    assert lender_of(monkeypatch, "--provider-file", str(file)) == Lender(name="of the file", token=TOKEN)
    assert lender_of(monkeypatch, "--provider", f"given:{TOKEN}") == Lender(name="given", token=TOKEN)


def test_a_provider_that_cannot_be_read_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    bad = tmp_path / "bad"
    bad.write_text("no token\n", encoding="utf-8")
    for options, said in (
        (["--provider-file", str(tmp_path / "none")], "--provider-file: "),
        (["--provider-file", str(bad)], "--provider: write NAME:TOKEN"),
        (["--provider-file", str(bad), "--provider", f"ana:{TOKEN}"], "--provider or --provider-file, but not both."),
    ):
        assert conform(monkeypatch, Side.SERVER, *options, "127.0.0.1:1") == 2
        error = capsys.readouterr().err
        assert error.startswith(f"coinche-conform: {said}")
        assert error.count("\n") == 1
        assert "no token" not in error


@pytest.mark.parametrize(
    ("text", "tls", "fingerprint"),
    [
        ("somewhere:1", False, ""),
        ("coinche+tcp://somewhere:1", False, ""),
        ("coinche://somewhere:1", True, ""),
        (f"coinche://somewhere:1#{FINGERPRINT}", True, FINGERPRINT),
        (f"somewhere:1#{FINGERPRINT.replace('-', '').lower()}", True, FINGERPRINT),
    ],
)
def test_host_and_port_alone_are_plain(text: str, tls: bool, fingerprint: str) -> None:
    target = read_target(text)
    assert (target.host, target.port, target.tls, target.fingerprint) == ("somewhere", 1, tls, fingerprint)


@pytest.mark.parametrize("text", [f"coinche+tcp://somewhere:1#{FINGERPRINT}", "coinche://somewhere:1#ABCD", "http://x"])
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(MalformedAddress):
        read_target(text)
