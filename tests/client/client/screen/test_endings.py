"""Tests of all ways to end the client: the terminal is restored, the status is right, and no server stays behind.

Nine ways: a key, Ctrl-C, SIGINT, SIGTERM, SIGHUP, a server that goes, an error in a network task, an error in a view, a
terminal that is closed; each from home and alone at a table, as far as it can happen there.
"""

from __future__ import annotations

import asyncio
import errno
import os
import shlex
import signal
import socket
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import trio

from coinche.client.runtime import trio_bridge
from coinche.protocol.codec import encode
from coinche.protocol.messages import Envelope, FromServer, Limits, Lobby, Ready, Welcome
from tests.client.pseudo_terminal import (
    CLIENT,
    PATIENCE,
    PseudoTerminal,
    children,
    environment,
    forked_client,
    is_alive,
    modes_left,
)
from tests.fork_server import forked_python

pytestmark = [pytest.mark.skipif(os.name != "posix", reason="no pseudo-terminals"), pytest.mark.slow]

FAULTY = ("-m", "tests.client.faulty")
"""The arguments of `python`."""
SERVER = ("-m", "coinche.server", "--host", "127.0.0.1", "--port", "0", "--no-announce", "--memory")
SECRET = "0" * 64
SIGNED_IN: tuple[FromServer | Envelope, ...] = (
    Welcome(version=1, server="test", nonce=SECRET, capabilities={}, limits=Limits(), time=0),
    Ready(session="s1", name="Ana", secret=SECRET),
    Lobby(tables=()),
)
HOME, TABLE = "Jouer tout de suite", "▶ À vous"

Act = Callable[[PseudoTerminal], int]


@contextmanager
def on_terminal(*command: str, seen: str = "") -> Iterator[PseudoTerminal]:
    """The command in a terminal, once that text is on its screen."""
    terminal = PseudoTerminal(command, environment())
    try:
        if seen:
            terminal.until(seen)
        yield terminal
    finally:
        terminal.close()


@pytest.fixture(params=[HOME, TABLE], ids=["home", "table"])
def client(request: pytest.FixtureRequest) -> Iterator[PseudoTerminal]:
    """The client, at home and alone at a table."""
    alone = () if request.param == HOME else ("--solo",)
    with on_terminal(*forked_client(), "--name", "Ana", *alone, seen=request.param) as terminal:
        yield terminal


def assert_clean(terminal: PseudoTerminal) -> None:
    """Nothing is left on, nothing of the picture is left, and what is said stands below what stood there."""
    assert modes_left(terminal.written) == set()
    assert terminal.is_as_before()
    assert terminal.written.count("\x1b[?1049h") == terminal.written.count("\x1b[?1049l") >= 1
    assert "Traceback" not in terminal.written


def said_at_the_end(terminal: PseudoTerminal) -> str:
    """The output after the screen was closed, as one line."""
    text = terminal.written.rpartition("\x1b[?1004l")[2]
    assert "\x1b" not in text
    return " ".join(text.split())


def twice(terminal: PseudoTerminal, again: Callable[[], None]) -> int:
    """At a table it is asked whether one is sure."""
    again()
    if "--solo" in terminal.command:
        terminal.until("La partie vous attendra")
        again()
    return terminal.ended()


def signalled(number: signal.Signals) -> Act:
    """The exit status after that signal."""

    def act(client: PseudoTerminal) -> int:
        os.kill(client.pid, number)
        return client.ended()

    return act


WAYS: dict[str, tuple[Act, int]] = {
    "key": (lambda client: twice(client, lambda: client.keys("q")), 0),
    "ctrl-c": (lambda client: twice(client, lambda: client.keys("\x03")), 0),
    "sigint": (lambda client: twice(client, lambda: os.kill(client.pid, signal.SIGINT)), 0),
    "sigterm": (signalled(signal.SIGTERM), 143),
    "sighup": (signalled(signal.SIGHUP), 129),
}


@pytest.mark.parametrize("way", WAYS)
def test_what_a_person_or_the_system_does_ends_it_quietly(client: PseudoTerminal, way: str) -> None:
    started = children(client.pid)
    act, status = WAYS[way]
    assert act(client) == status
    assert_clean(client)
    assert said_at_the_end(client) == ""
    assert not any(map(is_alive, started))


def test_a_closed_terminal_ends_it_and_its_server(client: PseudoTerminal, home: Path) -> None:
    started = children(client.pid)
    assert client.hang_up() == 129
    assert not any(map(is_alive, started))
    assert not list(home.rglob("error-*"))


def test_nothing_is_said_of_a_closed_terminal_where_errors_go_elsewhere(tmp_path: Path) -> None:
    said = tmp_path / "errors"
    script = f"exec {shlex.join(CLIENT)} --name Ana 2>{shlex.quote(str(said))}"
    with on_terminal("sh", "-c", script, seen=HOME) as client:
        assert client.hang_up() == 129
    assert said.read_text(encoding="utf-8") == ""


@pytest.mark.parametrize(("number", "records"), [(errno.EIO, 0), (errno.EBADF, 0), (errno.ENOSPC, 1)])
def test_a_callback_that_finds_the_terminal_closed_leaves_no_traceback(
    number: int, records: int, caplog: pytest.LogCaptureFixture
) -> None:
    async def leave() -> None:
        async def draw() -> None:
            asyncio.get_running_loop().call_soon(fail)
            await asyncio.sleep(0)

        def fail() -> None:
            raise OSError(number, os.strerror(number))

        await trio_bridge.run_asyncio(draw)
        await trio.sleep(0)

    trio_bridge.run(leave)
    assert len([record for record in caplog.records if record.name == "asyncio"]) == records


def test_a_server_that_ends_is_one_sentence() -> None:
    with subprocess.Popen(
        (*forked_python(), *SERVER), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as server:
        assert server.stdout is not None
        listening = next(line for line in server.stdout if line.startswith("listening on "))
        with on_terminal(
            *forked_client(), listening.split()[-1], "--guest", "--name", "Ana", seen="Bonjour Ana"
        ) as client:
            server.send_signal(signal.SIGINT)  # nobody is to start it anew
            assert client.ended() == 1
            assert_clean(client)
            assert said_at_the_end(client).startswith("coinche-client: Le serveur s'est arrêté")
        server.stdout.read()


def typed(sign: str) -> Act:
    """The exit status after those keys."""

    def act(client: PseudoTerminal) -> int:
        client.keys(sign)
        return client.ended()

    return act


LINE_WAYS: dict[str, tuple[Act, int]] = {
    "ctrl-d": (typed("\x04"), 0),
    "ctrl-c": (typed("\x03"), 0),
    "sigterm": (signalled(signal.SIGTERM), 143),
    "closed": (lambda client: client.hang_up(), 129),
}


@pytest.mark.parametrize("way", LINE_WAYS)
def test_lines_end_as_cleanly(way: str, home: Path) -> None:
    act, status = LINE_WAYS[way]
    with on_terminal(*forked_client(), "--solo", "--linear", "--name", "Ana", seen="À vous") as client:
        client.until_written("coinche>", after=client.written.index("À vous"))  # nothing is printed any more
        started = children(client.pid)
        assert act(client) == status, client.text()
        assert not any(map(is_alive, started))
        assert not list(home.rglob("error-*"))
        if way != "closed":
            assert modes_left(client.written) == set()
            assert client.is_as_before()


@contextmanager
def speaking_nonsense() -> Iterator[tuple[int, threading.Event]]:
    """A server that accepts every sign-in and sends a malformed message on order; its port."""
    now = threading.Event()

    def serve(listener: socket.socket) -> None:
        connection, _ = listener.accept()
        with connection:
            connection.recv(4096)
            connection.sendall(b"".join(map(encode, SIGNED_IN)))
            now.wait(PATIENCE)
            connection.sendall(b"\x00\x00\x00\x04\xff\xff\xff\xff")
            connection.recv(4096)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=serve, args=(listener,), daemon=True)
        thread.start()
        yield listener.getsockname()[1], now
        now.set()
        thread.join(PATIENCE)


def test_a_server_that_speaks_nonsense_is_one_sentence() -> None:
    with (
        speaking_nonsense() as (port, now),
        on_terminal(*forked_client(), f"coinche+tcp://127.0.0.1:{port}", "--guest", seen="Tables") as client,
    ):
        now.set()
        assert client.ended() == 1
        assert_clean(client)
        said = said_at_the_end(client)
        assert said.startswith("coinche-client: ")
        assert len(said) < 400


FAULTS: dict[str, tuple[tuple[str, ...], str, str]] = {
    "view at home": (("view",), HOME, "?"),
    "view at a table": (("view", "--solo"), TABLE, "?"),
    "network": (("network",), HOME, "\r"),
    "effect": (("effect",), HOME, "\x1b[15~"),
}
"""The faulty part, if there is one, and the key that triggers it."""


@pytest.mark.parametrize("fault", FAULTS)
def test_an_error_of_ours_is_a_sentence_and_a_file(fault: str, home: Path) -> None:
    (part, *more), seen, key = FAULTS[fault]
    with on_terminal(*forked_python(), *FAULTY, part, "--name", "Ana", *more, seen=seen) as client:
        started = children(client.pid)
        client.keys(key)
        assert client.ended() == 70
        assert_clean(client)
        assert not any(map(is_alive, started))
        (file,) = home.rglob("error-*")
        said = said_at_the_end(client)
        assert said.startswith("coinche-client: Le programme s'est arrêté sur une erreur interne")
        assert str(file) in said
    text = file.read_text(encoding="utf-8")
    assert "Traceback (most recent call last)" in text
    assert "LookupError" in text
    assert file.stat().st_mode & 0o077 == 0


def test_an_error_that_cannot_be_written_down_is_said(home: Path) -> None:
    (home / "coinche").mkdir(parents=True)
    (home / "coinche" / "log").write_text("no folder", encoding="utf-8")
    with on_terminal(*forked_python(), *FAULTY, "view", "--lang", "en", seen="Play now") as client:
        client.keys("?")
        assert client.ended() == 70
        assert_clean(client)
        assert said_at_the_end(client).endswith("it was not your fault: LookupError (a view is wrong)")


def test_the_sentence_is_in_the_language_that_was_chosen_last() -> None:
    with on_terminal(*forked_python(), *FAULTY, "view", seen=HOME) as client:
        client.keys("\x1bOQ")
        client.until("Réglages")
        client.keys("\x1b[C")
        client.until("Settings")
        client.keys("\x1b")
        client.until("Play now")
        client.keys("?")
        assert client.ended() == 70
        assert "The program stopped because of an internal error" in said_at_the_end(client)
