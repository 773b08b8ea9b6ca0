"""Tests of passphrases and passwords from sources that no list of processes shows."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from coinche.bot.options import BotOptions
from coinche.bot.placement import Place
from coinche.client.model.state import ClientState
from coinche.client.options import Options, WrongUsage, read_options
from coinche.conformance.server.harness import Lender
from coinche.ssh.limits import GatewayConfig
from coinche.text.command_line import LONGEST_SECRET, BadSecret, Secret, SecretFault, secret_words
from tests.client.bot.test_options import order

SSH = ("--serve-ssh", "2222")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "words"
    path.write_text("belote et rebelote\n", encoding="utf-8")
    return path


def test_the_words_of_a_file_are_its_line(file: Path) -> None:
    read = read_options([*SSH, "--passphrase-file", str(file), "--ssh-password-file", str(file)], {}, "utf-8")
    assert (read.passphrase, read.ssh_password) == ("belote et rebelote", "belote et rebelote")


def test_the_environment_has_them_where_nothing_else_does(file: Path) -> None:
    environment = {"COINCHE_PASSPHRASE": "mots", "COINCHE_SSH_PASSWORD": "passe"}
    read = read_options(SSH, environment, "utf-8")
    assert (read.passphrase, read.ssh_password) == ("mots", "passe")
    assert read_options(["--passphrase", "x"], environment, "utf-8").passphrase == "x"
    assert read_options(["--passphrase-file", str(file)], environment, "utf-8").passphrase == "belote et rebelote"
    assert read_options([], {"COINCHE_PASSPHRASE": ""}, "utf-8").passphrase is None


def test_a_bot_reads_them_as_the_client_does(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert order("--table", "t1", "--passphrase-file", str(file)).passphrase == "belote et rebelote"
    monkeypatch.setenv("COINCHE_PASSPHRASE", "mots")
    assert order("--table", "t1").passphrase == "mots"


@pytest.mark.parametrize(
    "content",
    [b"", b"\n", b"  \n", b"two\nlines\n", b"x" * (LONGEST_SECRET + 1)],
    ids=["empty", "bare", "blank", "two", "long"],
)
def test_a_file_that_is_not_one_line_is_refused(content: bytes, tmp_path: Path) -> None:
    """An empty password would open the gateway to everybody."""
    (tmp_path / "words").write_bytes(content)
    with pytest.raises(BadSecret) as wrong:
        secret_words(Secret.SSH_PASSWORD, None, tmp_path / "words", {})
    assert wrong.value.fault is SecretFault.NO_LINE


@pytest.mark.parametrize("language", ["fr", "en"])
def test_what_is_wrong_with_them_is_a_sentence(language: str, file: Path, tmp_path: Path) -> None:
    missing, binary = tmp_path / "missing", tmp_path / "binary"
    binary.write_bytes(b"\xff\n")
    for words, fault in (
        (["--passphrase", "x", "--passphrase-file", str(file)], SecretFault.TWICE),
        (["--passphrase-file", str(missing)], SecretFault.UNREADABLE),
        (["--passphrase-file", str(binary)], SecretFault.UNREADABLE),
        (["--passphrase-file", str(tmp_path)], SecretFault.UNREADABLE),
    ):
        with pytest.raises(WrongUsage, match="--passphrase-file") as wrong:
            read_options([*words, "--lang", language], {}, "utf-8")
        sentence = fault.french if language == "fr" else fault.english
        start = sentence.partition("{path}")[0].format(option="--passphrase", file_option="--passphrase-file")
        assert str(wrong.value).startswith(start)


@pytest.mark.parametrize(
    ("kind", "secret"),
    [
        (ClientState, "passphrase"),
        (GatewayConfig, "passphrase"),
        (GatewayConfig, "password"),
        (Lender, "token"),
        (BotOptions, "passphrase"),
        (BotOptions, "token"),
        (Options, "passphrase"),
        (Options, "ssh_password"),
        (Place, "passphrase"),
    ],
)
def test_the_repr_of_an_object_has_no_secret(kind: type, secret: str) -> None:
    assert {field.name: field.repr for field in fields(kind)}[secret] is False


def test_a_password_file_only_goes_with_ssh(file: Path) -> None:
    with pytest.raises(WrongUsage, match="--serve-ssh"):
        read_options(["--ssh-password-file", str(file)], {}, "utf-8")
