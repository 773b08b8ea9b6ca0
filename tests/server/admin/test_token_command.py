"""Tests of `coinche-server token`: its output, its file, and its errors."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from coinche.server.admin.commands import token_command
from coinche.server.storage.database import DATA_FILE
from coinche.server.transport.tls import kept_certificate

Printed = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def served(home: Path, tmp_path: Path) -> None:
    """Servers have been started, in the usual place and in another."""
    for directory in (home / "coinche-server", tmp_path):
        kept_certificate(directory)


def printed(capsys: Printed, *arguments: str) -> str:
    """The output of the command, which must succeed."""
    capsys.readouterr()
    assert token_command(list(arguments)) == 0
    return capsys.readouterr().out


def test_a_token_is_printed_once_and_only_its_hash_is_kept(home: Path, capsys: Printed) -> None:
    assert token_command(["add", "Deep Blue"]) == 0
    said = capsys.readouterr()
    token = bytes.fromhex(said.out.strip())
    assert len(token) == 32
    assert "not shown again" in said.err
    kept = (home / "coinche-server" / DATA_FILE).read_bytes()
    assert token not in kept
    assert token.hex().encode() not in kept
    assert hashlib.sha256(token).digest() in kept


def test_tokens_are_listed_and_taken_back(tmp_path: Path, capsys: Printed) -> None:
    where = ("--data", str(tmp_path))
    assert printed(capsys, "list", *where) == ""
    printed(capsys, "add", "Deep Blue", *where)
    printed(capsys, "add", "bots", "--provider", *where)
    assert printed(capsys, "list", *where) == "bots  (lends bots)\nDeep Blue\n"
    printed(capsys, "remove", "deep blue", *where)
    assert printed(capsys, "list", *where) == "bots  (lends bots)\n"


@pytest.mark.parametrize(
    ("arguments", "status", "sentence"),
    [
        (["add", "ANA"], 1, "has an owner already"),
        (["remove", "Bob"], 1, "has no token"),
        (["add", " "], 2, "a name is 1 to 24"),
    ],
)
def test_what_cannot_be_done_is_said(capsys: Printed, arguments: list[str], status: int, sentence: str) -> None:
    printed(capsys, "add", "Ana")
    assert token_command(arguments) == status
    said = capsys.readouterr()
    assert sentence in said.err
    assert said.err.count("\n") == 1
    assert not said.out


@pytest.mark.parametrize("arguments", [["add", "Ana"], ["list"], ["remove", "Ana"]])
def test_where_no_server_has_been_nothing_is_made(arguments: list[str], tmp_path: Path, capsys: Printed) -> None:
    mistyped = tmp_path / "srever"
    assert token_command([*arguments, "--data", str(mistyped)]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert f"no server has kept anything in {mistyped}" in said.err
    assert said.err.count("\n") == 1
    assert not mistyped.exists()


def test_a_register_that_cannot_be_used_is_said(tmp_path: Path, capsys: Printed) -> None:
    (tmp_path / DATA_FILE).write_bytes(b"garbled " * 1000)
    assert token_command(["list", "--data", str(tmp_path)]) == 1
    assert "cannot use" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [[], ["forget", "Ana"], ["add"]])
def test_what_is_no_command_is_refused(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        token_command(arguments)
    assert refused.value.code == 2
