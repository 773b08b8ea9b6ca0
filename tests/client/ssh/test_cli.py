"""Tests of `coinche-client --serve-ssh` as a command, with the system's ssh in a terminal of its own."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from coinche.client.options import WrongSsh, WrongUsage, read_options
from coinche.connection.address import Address, Listening, read_listening
from coinche.ssh import cli
from coinche.ssh.limits import GatewayConfig
from coinche.ssh.texts import GatewayFault, Sentence
from tests.client.terminal import PATIENCE
from tests.fork_server import forked_python

ENGLISH = {"LANG": "en_GB.UTF-8"}
FRENCH = {"LANG": "fr_FR.UTF-8"}


@contextmanager
def started(*command: str, python: Sequence[str] = ()) -> Iterator[subprocess.Popen[str]]:
    """A command that says something at once, and ends with the test; from the fork server, or by that Python."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG"))}
    with subprocess.Popen(
        [*(python or forked_python()), "-m", *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=kept | ENGLISH,
    ) as child:
        try:
            yield child
        finally:
            child.kill()


def told(child: subprocess.Popen[str], wanted: str) -> re.Match[str]:
    """The text of the wanted line."""
    assert child.stdout is not None
    said = []
    for line in child.stdout:
        said.append(line)
        if found := re.search(wanted, line):
            return found
    raise AssertionError(f"never said {wanted!r}: {said}")


@contextmanager
def gateway(python: Sequence[str] = ()) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server, a gateway before it, and its port."""
    with started("coinche.server", "--host", "127.0.0.1", "--port", "0", "--memory", "--bots", "none") as server:
        address = told(server, r"coinche://\S+")[0]
        with started("coinche.client", "--serve-ssh", "127.0.0.1:0", address, python=python) as child:
            port = told(child, r"ssh -p (\d+) NAME@127.0.0.1")[1]
            told(child, "Ctrl-C")
            yield child, port


def failing(*arguments: str, locale: dict[str, str] = ENGLISH) -> tuple[int, str]:
    """The exit status and the output of a command that fails at once."""
    done = subprocess.run(
        [*forked_python(), "-m", "coinche.client", "--serve-ssh", *arguments],
        capture_output=True,
        encoding="utf-8",
        timeout=3 * PATIENCE,
        env={**os.environ, "LC_ALL": "", **locale},
        check=False,
    )
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    return done.returncode, done.stderr


@pytest.mark.parametrize(
    ("text", "listening"),
    [
        ("2222", Listening("", 2222)),
        ("0", Listening("", 0)),
        ("127.0.0.1:22", Listening("127.0.0.1", 22)),
        ("[::1]:65535", Listening("::1", 65535)),
        ("localhost:1", Listening("localhost", 1)),
        ("65536", None),
        ("-1", None),
        ("", None),
        (":22", None),
        ("a:b", None),
        ("::1:22", None),
    ],
)
def test_where_to_listen_is_a_port_with_or_without_an_address(text: str, listening: Listening | None) -> None:
    assert read_listening(text) == listening


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (("--serve-ssh", "x"), WrongSsh.BAD_PORT),
        (("--ssh-password", "mots"), WrongSsh.PASSWORD_WITHOUT_SSH),
        (("--serve-ssh", "1", "--solo"), WrongSsh.SSH_AND_SOLO),
    ],
)
def test_what_cannot_be_obeyed_is_said_in_either_language(words: tuple[str, ...], fault: WrongSsh) -> None:
    for locale, sentence in ((ENGLISH, fault.english), (FRENCH, fault.french)):
        with pytest.raises(WrongUsage) as wrong:
            read_options(words, locale, "utf-8")
        assert str(wrong.value) == sentence.format(text="x")


def test_a_port_that_is_taken_is_one_sentence() -> None:
    with started("coinche.server", "--host", "127.0.0.1", "--port", "0", "--memory", "--bots", "none") as server:
        address = told(server, r"coinche://\S+")[0]
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
            status, said = failing(f"127.0.0.1:{port}", address)
    assert (status, said.count(".\n")) == (1, 1)
    assert f"Port {port} is taken" in " ".join(said.split())


def test_a_server_that_is_not_there_is_one_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    status, said = failing("127.0.0.1:0", f"127.0.0.1:{port}", locale=FRENCH)
    assert status == 1
    assert "Pas de serveur de coinche" in said


def test_without_asyncssh_it_is_said_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    options = read_options(("--serve-ssh", "0"), ENGLISH, "utf-8")
    monkeypatch.setattr(cli, "find_spec", lambda name: None)
    assert options.serve_ssh is not None
    house = GatewayConfig(address=Address("127.0.0.1", 1), face=options.face)
    assert cli.open_gateway(house, options.serve_ssh) == 1
    assert "pip install 'coinche[ssh]'" in capsys.readouterr().err


def test_its_key_is_made_once_and_is_its_owner_s_alone(home: Path) -> None:
    with gateway():
        kept = home / "coinche" / "ssh_host_key"
        first = kept.read_bytes()
        assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    with gateway():
        assert kept.read_bytes() == first
    kept.chmod(0o644)
    status, said = failing("127.0.0.1:0", "127.0.0.1:1")
    assert status == 1
    assert "ssh_host_key cannot be used" in " ".join(said.split())


def test_ctrl_c_ends_it_with_status_0() -> None:
    with gateway((sys.executable,)) as (child, _):
        child.send_signal(signal.SIGINT)
        assert child.wait(PATIENCE) == 0


def test_every_sentence_has_the_same_fields_in_both_languages() -> None:
    for words in (*Sentence, *GatewayFault, *WrongSsh):
        assert set(re.findall(r"\{\w+\}", words.french)) == set(re.findall(r"\{\w+\}", words.english))


class Window:
    """A terminal for typing ssh, on a private socket."""

    def __init__(self, folder: Path, port: str, size: tuple[int, int], more: str = "") -> None:
        self.base = ["tmux", "-S", str(folder / "socket"), "-f", "/dev/null"]
        known = f"-o StrictHostKeyChecking=no -o UserKnownHostsFile={folder}/hosts -o LogLevel=ERROR -o SendEnv=LANG"
        command = f"{more} LC_ALL= LANG=fr_FR.UTF-8 ssh -F none {known} -p {port} Ana@127.0.0.1; echo EXIT=$?; exec cat"
        columns, rows = map(str, size)
        self.run("new-session", "-d", "-s", "t", "-x", columns, "-y", rows, command)

    def run(self, *arguments: str) -> str:
        return subprocess.run([*self.base, *arguments], capture_output=True, text=True, check=True).stdout

    def keys(self, *keys: str) -> None:
        self.run("send-keys", "-t", "t", *keys)

    def until(self, wanted: str) -> None:
        end = time.monotonic() + 2 * PATIENCE
        while wanted not in (text := self.run("capture-pane", "-p", "-t", "t")):
            assert time.monotonic() < end, f"never saw {wanted!r} in:\n{text}"
            time.sleep(0.02)  # each look starts a process

    def is_clean(self) -> bool:
        """Return whether alternate screen and mouse are off and the cursor is visible."""
        flags = self.run("display", "-p", "-t", "t", "#{alternate_on} #{mouse_any_flag} #{cursor_flag}")
        return flags.split() == ["0", "0", "1"]


@pytest.mark.skipif(None in (shutil.which("tmux"), shutil.which("ssh")), reason="no tmux, or no ssh")
@pytest.mark.parametrize("size", [(80, 24), (48, 12)])
def test_the_ssh_that_everybody_has_sits_down_and_leaves_its_terminal_clean(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    with gateway() as (child, port):
        window = Window(tmp_path, port, size)
        try:
            window.until("Nouvelle table")
            told(child, r"\+ Ana \(127.0.0.1\)")
            window.keys("Enter")
            window.until("On attend")
            window.run("resize-window", "-t", "t", "-x", "100", "-y", "30")
            window.until("─" * 98)
            window.keys("C-c")
            window.until("EXIT=0")
            assert window.is_clean()
            told(child, r"- Ana \(127.0.0.1\)")
        finally:
            subprocess.run([*window.base, "kill-server"], check=False)


@pytest.mark.skipif(None in (shutil.which("tmux"), shutil.which("ssh")), reason="no tmux, or no ssh")
def test_a_gateway_that_is_ended_gives_its_guests_their_terminals_back(tmp_path: Path) -> None:
    with gateway() as (child, port):
        window = Window(tmp_path, port, (80, 24))
        try:
            window.until("Nouvelle table")
            child.send_signal(signal.SIGINT)
            window.until("EXIT=")
            assert window.is_clean()
            assert child.wait(PATIENCE) == 0
        finally:
            subprocess.run([*window.base, "kill-server"], check=False)
