"""Tests of `coinche-server` as a service: shutdown, notices to clients and systemd, and orders while it runs."""

from __future__ import annotations

import json
import os
import pty
import signal
import socket
import ssl
import subprocess
import sys
import termios
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import trio

from coinche.server import limits
from coinche.server.addresses import Plaintext
from coinche.server.admin.control_socket import ordered
from coinche.server.admin.shutdown import EndReason
from coinche.server.app import WebOptions, browser_link
from coinche.server.service import ServiceManager, qr_code
from coinche.server.transport.tls import NamedCertificate
from tests.fork_server import forked_python
from tests.server.conftest import RunServer
from tests.server.transport.test_certificate import named

COMMAND = ("-m", "coinche.server", "--host", "127.0.0.1", "--port", "0", "--no-announce", "--bots", "none")
"""The arguments of `python`."""
ORDINARY = (sys.executable,)
"""For what a process inherits at its start, and for signals that it gets as they come."""
STATUS = ("-m", "coinche.server", "ctl", "status", "--data")
PATIENCE = 30


@pytest.fixture
def _hangups_heard() -> Iterator[None]:
    """Restore SIGHUP for child processes, in case the tests run under `nohup`."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


@contextmanager
def server(
    *arguments: str, python: Sequence[str] = (), stderr: int | None = None, **environment: str
) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """The process, and its port."""
    process = subprocess.Popen(
        [*(python or forked_python()), *COMMAND, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=stderr,
        text=True,
        env={**os.environ, **environment},
    )
    assert process.stdout is not None
    try:
        yield process, int(process.stdout.readline().rsplit(":", 1)[1])
    finally:
        process.kill()
        process.communicate()


class Client:
    """Somebody who is signed in, in lines of JSON."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self._wire = self._socket.makefile("rw", encoding="utf-8")
        print(json.dumps({"type": "hello", "versions": [1, 1], "name": "Ana"}), file=self._wire, flush=True)
        assert self.until("ready")

    def until(self, kind: str) -> Any:
        return next(message for line in self._wire if (message := json.loads(line))["type"] == kind)

    def close(self) -> None:
        self._wire.close()
        self._socket.close()


@pytest.mark.skipif(os.name != "posix", reason="SIGHUP")
@pytest.mark.usefixtures("_hangups_heard")
def test_a_hangup_ends_it_as_sigterm_does(tmp_path: Path) -> None:
    with server("--data", str(tmp_path / "d"), python=ORDINARY) as (process, port):
        client = Client(port)
        process.send_signal(signal.SIGHUP)
        assert client.until("error")["data"] == {"again_ms": limits.AGAIN_MS}
        client.close()
        assert process.stdout is not None
        assert process.stdout.read().splitlines()[-2:] == ["ending (SIGHUP)", "ended"]
        assert process.wait(PATIENCE) == 0
        assert not (tmp_path / "d" / "ctl.sock").exists()


@pytest.mark.skipif(os.name != "posix", reason="terminals")
@pytest.mark.usefixtures("_hangups_heard")
def test_it_ends_cleanly_when_its_terminal_is_closed(tmp_path: Path) -> None:
    """Nobody is left to read its last lines."""
    ours, its = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", _IN_A_TERMINAL, *COMMAND[2:], "--data", str(tmp_path)],
        stdin=its,
        stdout=its,
        stderr=its,
        start_new_session=True,
    )
    os.close(its)
    said = b""
    while b"keeps everything in" not in said:
        said += os.read(ours, 4096)
    os.close(ours)
    try:
        assert process.wait(PATIENCE) == 0
    finally:
        process.kill()
    assert not (tmp_path / "ctl.sock").exists()


def test_a_standard_input_that_cannot_be_read_is_closed(tmp_path: Path) -> None:
    command = [*forked_python(), *COMMAND, "--data", str(tmp_path), "--until-stdin-closes"]
    with (tmp_path / "written").open("wb") as unreadable:
        done = subprocess.run(command, stdin=unreadable, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.stdout.splitlines()[-2:], done.stderr) == (["ending (nobody needs it)", "ended"], "")


_IN_A_TERMINAL = """
import fcntl, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
from coinche.server.cli import main
main()
"""


@pytest.mark.skipif(os.name != "posix", reason="SIGHUP")
def test_a_server_that_was_told_to_outlive_its_terminal_does(tmp_path: Path) -> None:
    """`nohup` has SIGHUP ignored before the program begins."""
    with server("--memory", "--ctl", str(tmp_path / "orders"), python=("nohup", *ORDINARY)) as (process, _):
        process.send_signal(signal.SIGHUP)
        assert ordered(tmp_path / "orders", ("people",))["data"] == {"people": []}
        process.send_signal(signal.SIGTERM)
        assert process.stdout is not None
        assert process.stdout.read().splitlines()[-2:] == ["ending (SIGTERM)", "ended"]


def test_a_service_says_when_it_is_ready_and_that_it_ends_and_clients_when_it_is_back(tmp_path: Path) -> None:
    with (
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told,
        server("--data", str(tmp_path / "d"), NOTIFY_SOCKET=str(tmp_path / "n")) as (process, port),
    ):
        told.bind(str(tmp_path / "n"))  # too late for READY=1, which the next test sees
        client = Client(port)
        process.send_signal(signal.SIGTERM)
        assert client.until("error")["data"] == {"again_ms": limits.AGAIN_MS}
        client.close()
        assert process.wait(PATIENCE) == 0
        told.settimeout(PATIENCE)
        while told.recv(4096) != b"STOPPING=1":
            pass
        assert not (tmp_path / "d" / "ctl.sock").exists()


def test_orders_come_by_the_command_and_what_they_did_is_in_the_log(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
        told.bind(str(tmp_path / "n"))
        told.settimeout(PATIENCE)
        with server("--data", str(tmp_path), NOTIFY_SOCKET=str(tmp_path / "n")) as (process, port):
            assert told.recv(4096).startswith(b"READY=1\n")
            client = Client(port)
            said = subprocess.run(
                [*forked_python(), *STATUS, str(tmp_path)], capture_output=True, text=True, timeout=PATIENCE, check=True
            )
            assert "people       1" in said.stdout
            path = tmp_path / "ctl.sock"
            assert not ordered(path, ("kick", "Zoé"))["ok"]
            assert ordered(path, ("ban", "ana", "enough"))["said"][1] == "Ana is sent away"
            assert client.until("error")["data"] == {"by": "operator", "reason": "enough"}
            client.close()
            assert ordered(path, ("stop",))["ok"]
            assert process.stdout is not None
            lines = process.stdout.read().splitlines()
            assert process.wait(PATIENCE) == 0
    assert lines[-2:] == ["ending (stop)", "ended"]
    logged = [json.loads(line) for line in lines if line.startswith("{")]
    orders = [(line["order"], line["said"]) for line in logged if line["event"] == "ordered"]
    assert orders == [("ban", "ordered: ban ana enough"), ("stop", "ordered: stop")]


def test_a_second_signal_ends_it_at_once(tmp_path: Path) -> None:
    with server("--memory", "--ctl", str(tmp_path / "orders"), python=ORDINARY) as (process, port):
        assert ordered(tmp_path / "orders", ("people",))["data"] == {"people": []}
        client = Client(port)  # the server waits a moment for open connections
        process.send_signal(signal.SIGTERM)
        assert process.stdout is not None
        while process.stdout.readline() != "ending (SIGTERM)\n":
            pass
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) in (-signal.SIGTERM, 0)
        client.close()


def test_a_server_that_hangs_at_its_end_is_gone_all_the_same() -> None:
    program = "import time; from coinche.server.admin import shutdown; shutdown.vanish_in_time(print)"
    program += "; time.sleep(600)"
    done = subprocess.run([sys.executable, "-u", "-c", program], capture_output=True, timeout=PATIENCE, check=True)
    assert done.stdout.decode().startswith("ended, though not everything was closed in time")


def test_orders_are_typed_where_the_server_was_started(tmp_path: Path) -> None:
    hand, screen = pty.openpty()
    command = [*forked_python(), *COMMAND, "--data", str(tmp_path)]  # which takes the terminal, as a shell's job
    with subprocess.Popen(command, stdin=screen, stdout=screen) as process:
        os.close(screen)
        heard = b""
        while b"fingerprint" not in heard:
            heard += os.read(hand, 4096)
        os.write(hand, b"sing\nban 192.0.2.7\nstop\n")
        while b"\nended" not in heard:
            heard += os.read(hand, 4096)
        assert process.wait(PATIENCE) == 0
    os.close(hand)
    shown = heard.decode().replace("\r", "").splitlines()
    assert any(line.startswith("no order 'sing'; there are: help, status") for line in shown)
    assert shown[-5].startswith("banned: 192.0.2.7/32, until ")
    assert [shown[-6], *shown[-4:]] == [
        "ordered: ban 192.0.2.7",
        "ordered: stop",
        "the server ends",
        "ending (stop)",
        "ended",
    ]


def shown_on_a_terminal(
    size: tuple[int, int], *arguments: str, encoding: str = "utf-8", language: str = "C.UTF-8"
) -> list[str]:
    """The lines of a server, up to that with its version, on a terminal of those rows and columns."""
    ours, its = pty.openpty()
    termios.tcsetwinsize(its, size)
    command = [sys.executable, *COMMAND, "--memory", *arguments]
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "LC_ALL": language}
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=its, env=environment) as process:
        os.close(its)
        heard = b""
        while b"coinche 0." not in heard:
            heard += os.read(ours, 4096)
        process.terminate()
        assert process.wait(PATIENCE) == 0
    os.close(ours)
    return heard.decode().replace("\r", "").splitlines()


@pytest.mark.skipif(os.name != "posix", reason="terminals")
def test_a_terminal_with_room_shows_the_link_for_browsers_as_a_qr_code(tmp_path: Path) -> None:
    chain, key = named(tmp_path, "coinche.example.org")
    arguments = ("--certificate", str(chain), "--key", str(key))
    lines = shown_on_a_terminal((24, 80), *arguments)
    (link,) = (line for line in lines if line.startswith("in a browser: "))
    drawn = qr_code(link.removeprefix("in a browser: ")).splitlines()
    at = lines.index(link) + 1
    assert lines[at : at + len(drawn)] == drawn
    for size, encoding in ((len(drawn), 80), "utf-8"), ((24, len(drawn[0]) - 1), "utf-8"), ((24, 80), "ascii"):
        assert not set("".join(shown_on_a_terminal(size, *arguments, encoding=encoding))) & set("█▀▄")


@pytest.mark.skipif(os.name != "posix", reason="terminals")
def test_there_is_no_qr_code_of_this_machine_alone_nor_in_a_log_for_programs() -> None:
    for arguments in ((), ("--log", "json")):
        lines = shown_on_a_terminal((50, 100), *arguments)
        assert any("http://127.0.0.1:" in line for line in lines)
        assert "█" not in "".join(lines)


@pytest.mark.skipif(os.name != "posix", reason="terminals")
@pytest.mark.parametrize(
    ("language", "invites"),
    [
        ("C.UTF-8", "Friends join in a terminal with this command (Ctrl-C ends the server):"),
        ("fr_FR.UTF-8", "Vos amis vous rejoignent dans un terminal avec (Ctrl-C arrête le serveur) :"),
    ],
)
def test_a_terminal_has_the_command_to_join_whole_in_a_line_and_its_users_language(language: str, invites: str) -> None:
    lines = shown_on_a_terminal((24, 80), language=language)
    link = lines[lines.index(invites) + 1]
    assert link.startswith("coinche-client coinche://127.0.0.1:")
    assert len(link) + len("192.168.100.100") - len("127.0.0.1") <= 80
    assert ("in a browser: " in "".join(lines)) is (language == "C.UTF-8")


@pytest.mark.parametrize(
    ("plaintext", "web", "names", "link"),
    [
        (Plaintext.LAN, WebOptions(), (), "http://192.168.1.20:7/"),
        (Plaintext.LOOPBACK, WebOptions(), (), None),
        (Plaintext.NEVER, WebOptions(), (), None),
        (Plaintext.LAN, None, (), None),
        (Plaintext.NEVER, WebOptions(), ("b.example.org", "a.example.org"), "https://a.example.org:7/"),
        (Plaintext.LAN, WebOptions(names=frozenset({"b.example.org"})), ("*.example.org",), "https://b.example.org:7/"),
        (Plaintext.LAN, WebOptions(), ("*.example.org",), "http://192.168.1.20:7/"),
        (Plaintext.NEVER, WebOptions(), ("*.example.org",), None),
    ],
)
def test_the_link_for_browsers_is_one_that_works(
    plaintext: Plaintext, web: WebOptions | None, names: Sequence[str], link: str | None, tmp_path: Path
) -> None:
    if web is not None and names:
        web = replace(web, certificate=NamedCertificate(*named(tmp_path, *names)))
    assert browser_link(web, plaintext, ("127.0.0.1", "192.168.1.20", "203.0.113.5"), 7) == link


def test_handshakes_for_a_name_that_is_not_ascii_print_nothing(tmp_path: Path) -> None:
    chain, key = named(tmp_path, "belote.example.org")
    asked = "--data", str(tmp_path / "data"), "--certificate", str(chain), "--key", str(key)
    hello = ssl.MemoryBIO()
    client = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    with pytest.raises(ssl.SSLWantReadError):
        client.wrap_bio(ssl.MemoryBIO(), hello, server_hostname="belote.example.org").do_handshake()
    with server(*asked, stderr=subprocess.PIPE) as (process, port):
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as wire:
            wire.sendall(hello.read().replace(b"belote", b"b\xe9lote"))
            while wire.recv(1024):
                pass
        process.send_signal(signal.SIGTERM)
        assert process.communicate(timeout=PATIENCE)[1] == ""


@pytest.mark.parametrize("why", EndReason)
async def test_who_may_expect_the_server_back_is_told_when(run_server: RunServer, why: EndReason) -> None:
    async with run_server() as running:
        wire = await running.connect("Ana")
        running.server.shutdown.end(why)
        running.server.shutdown.end(EndReason.TERMINATED)
        running.stop()
        expected = why in (EndReason.TERMINATED, EndReason.HUNG_UP, EndReason.ORDERED)
        assert (await wire.end())["data"] == ({"again_ms": limits.AGAIN_MS} if expected else {})
        assert [line for line in running.lines if "ending" in line] == [f"ending ({why.said})"]
        assert running.server.shutdown.scope.cancel_called


@pytest.mark.parametrize(("again_ms", "data"), [(2000, {"again_ms": 2000}), (None, {})])
async def test_everybody_hears_that_the_server_ends(
    run_server: RunServer, again_ms: int | None, data: dict[str, int]
) -> None:
    async with run_server() as running:
        idle = await running.connect("Zoé")
        _, seats = await running.four()
        running.server.connections.tell_at_the_end(again_ms)
        running.stop()
        for wire in (idle, *seats.values()):
            last = await wire.end()
            assert last is not None
            assert (last["code"], last["data"]) == ("SHUTDOWN", data)


@pytest.fixture
def told(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.settimeout(5)
        yield listening


def manager(listening: socket.socket, **more: str) -> ServiceManager:
    return ServiceManager.taken_from({"NOTIFY_SOCKET": listening.getsockname(), **more}, 7)


def test_facts_come_in_one_datagram(told: socket.socket) -> None:
    manager(told).tell("READY=1", "STATUS=3 tables")
    assert told.recv(4096) == b"READY=1\nSTATUS=3 tables"


@pytest.mark.skipif(not Path("/proc/version").exists(), reason="abstract addresses are Linux's")
def test_an_abstract_address_will_do() -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind("")  # the system chooses one
        name = listening.getsockname().decode()
        listening.settimeout(5)
        ServiceManager(f"@{name[1:]}").tell("STOPPING=1")
        assert listening.recv(4096) == b"STOPPING=1"


@pytest.mark.parametrize("address", [None, "", "/nowhere/at/all", "@nobody"])
def test_where_nobody_listens_nothing_happens(address: str | None) -> None:
    ServiceManager(address).tell("READY=1")


@pytest.mark.parametrize(
    ("more", "watchdog"),
    [
        ({}, None),
        ({"WATCHDOG_USEC": "30000000"}, 30.0),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "7"}, 30.0),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "8"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
    ],
)
def test_a_watchdog_counts_where_it_is_meant_for_us(more: dict[str, str], watchdog: float | None) -> None:
    assert ServiceManager.taken_from({"NOTIFY_SOCKET": "/x", **more}, 7).watchdog == watchdog


def test_children_inherit_nothing_of_it() -> None:
    environment = {"NOTIFY_SOCKET": "/x", "WATCHDOG_USEC": "1", "WATCHDOG_PID": "7", "PATH": "/bin"}
    ServiceManager.taken_from(environment, 7)
    assert environment == {"PATH": "/bin"}


async def test_it_hears_that_the_server_is_ready_and_then_that_it_lives(
    told: socket.socket, autojump_clock: trio.testing.MockClock
) -> None:
    tables = iter(range(10))
    with trio.move_on_after(35):
        await manager(told, WATCHDOG_USEC="30000000").keep_told(lambda: f"{next(tables)}\ntables")
    assert told.recv(4096).decode().split("\n")[::2] == ["READY=1", "STATUS=0 tables"]
    assert [told.recv(4096) for _ in range(3)] == [f"WATCHDOG=1\nSTATUS={n} tables".encode() for n in (1, 2, 3)]
