"""Tests of `coinche-server` as a process: its output, its exit status, and its errors at start."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from coinche.engine.solver import ENGINE
from coinche.server.cli import _options, parser
from coinche.server.match.table_options import NO_CLOCK, Pace
from coinche.version import VERSION, installed
from tests.fork_server import forked_python

COMMAND = ("-m", "coinche.server", "--host", "127.0.0.1", "--bots", "none")
"""The arguments of `python`."""
PATIENCE = 30


def start(*arguments: str, forked: bool = True) -> tuple[subprocess.Popen[str], int]:
    """A server from the fork server, or an ordinary process, and its port."""
    python = forked_python() if forked else (sys.executable,)
    process = subprocess.Popen(
        [*python, *COMMAND, "--port", "0", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    first = process.stdout.readline()
    assert first.startswith("listening on 127.0.0.1:"), first
    return process, int(first.rsplit(":", 1)[1])


def rest(process: subprocess.Popen[str]) -> str:
    """All that it says yet, what came together with its first line included."""
    assert process.stdin is not None
    assert process.stdout is not None
    watchdog = threading.Timer(PATIENCE, process.kill)
    watchdog.start()
    process.stdin.close()
    with process.stdout as said:
        out = said.read()
    process.wait(PATIENCE)
    watchdog.cancel()
    return out


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_cleanly(number: signal.Signals) -> None:
    process, _ = start(forked=False)
    process.send_signal(number)
    assert "ended" in rest(process)
    assert process.returncode == 0


def test_its_log_says_which_solver_runs_to_people_and_to_programs() -> None:
    process, _ = start("--log", "human", "--until-stdin-closes")
    assert f"\nruns: {installed()}\n" in rest(process)
    process, _ = start("--until-stdin-closes")
    (line,) = (json.loads(line) for line in rest(process).splitlines() if '"runs"' in line)
    assert (line["version"], line["solver"]) == (VERSION, ENGINE)


def test_its_log_says_once_that_its_keys_were_made_after_where_people_can_join(tmp_path: Path) -> None:
    for times in (1, 0):
        process, _ = start("--log", "human", "--until-stdin-closes", "--data", str(tmp_path))
        assert rest(process).count("made a new server.pem: by it clients know this server") == times


def test_its_help_names_every_other_command() -> None:
    said = parser().format_help()
    assert [name for name in ("ctl", "token", "free", "forget", "export", "backup", "doctor") if name not in said] == []


def test_it_ends_with_whoever_started_it() -> None:
    process, _ = start("--until-stdin-closes")
    assert process.stdin is not None
    process.stdin.close()
    assert process.stdout is not None
    assert process.stdout.read().endswith("ended\n")
    assert process.wait(PATIENCE) == 0
    process.stdout.close()


def test_a_signal_ends_it_also_while_it_waits_for_its_input() -> None:
    process, _ = start("--until-stdin-closes")
    process.send_signal(signal.SIGTERM)
    assert process.stdout is not None
    assert process.stdout.read().endswith("ended\n")
    assert process.wait(PATIENCE) == 0
    for stream in (process.stdin, process.stdout):
        assert stream is not None
        stream.close()


def test_it_says_where_to_join() -> None:
    process, port = start()
    assert process.stdout is not None
    join, known = process.stdout.readline(), process.stdout.readline()
    fingerprint = known.removeprefix("known by: ").strip()
    assert [len(group) for group in fingerprint.split("-")] == [4] * 6
    assert f"coinche-client coinche://127.0.0.1:{port}#{fingerprint} " in join
    process.terminate()
    rest(process)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--name", "Chez Ana"], ["found on the local network as: Chez Ana\n"]),
        (["--no-announce"], []),
    ],
)
def test_it_says_as_what_it_is_found(arguments: list[str], said: list[str]) -> None:
    process, _ = start(*arguments, "--until-stdin-closes")
    assert process.stdin is not None
    process.stdin.close()
    assert process.stdout is not None
    assert [line for line in process.stdout if "local network" in line] == said
    assert process.wait(PATIENCE) == 0
    process.stdout.close()


@pytest.mark.parametrize(("arguments", "said"), [([], 1), (["--web", "off"], 0), (["--plaintext", "never"], 0)])
def test_it_says_where_browsers_find_it(arguments: list[str], said: int) -> None:
    process, port = start(*arguments, "--until-stdin-closes")
    lines = rest(process).splitlines()
    assert [line for line in lines if "browser" in line] == [f"in a browser: http://127.0.0.1:{port}/"] * said


def test_without_a_clock_nobody_runs_out_of_time_and_a_recap_waits() -> None:
    usual, unhurried = (_options(parser().parse_args([*words])) for words in ([], ["--no-clock"]))
    assert (usual.clock, usual.pace) == (None, Pace())
    assert unhurried.clock == NO_CLOCK
    assert (unhurried.pace.bot, unhurried.pace.trick) == (Pace().bot, Pace().trick)
    assert min(unhurried.pace.recap, unhurried.pace.final) * 1000 == NO_CLOCK.move_ms


def known_by(*arguments: str) -> str:
    """The line that tells by what a server is known."""
    process, _ = start(*arguments)
    assert process.stdout is not None
    line = next(line for line in process.stdout if line.startswith("known by: "))
    process.terminate()
    rest(process)
    return line


def test_it_is_known_by_the_same_the_next_time_unless_it_keeps_nothing(home: Path, tmp_path: Path) -> None:
    usual = known_by()
    assert known_by() == usual
    assert (home / "coinche-server" / "server.pem").exists()
    elsewhere = known_by("--data", str(tmp_path / "here"))
    assert known_by("--data", str(tmp_path / "here")) == elsewhere
    assert len({usual, elsewhere, known_by("--memory"), known_by("--memory")}) == 4


def test_with_memory_nothing_is_kept(home: Path) -> None:
    known_by("--memory")
    assert not home.exists()


@pytest.mark.skipif(os.name != "posix", reason="modes of files")
def test_a_key_that_others_may_read_is_refused_in_one_sentence(tmp_path: Path) -> None:
    known_by("--data", str(tmp_path))
    (tmp_path / "server.pem").chmod(0o644)
    code, said = refused("--port", "0", "--data", str(tmp_path))
    assert code == 1
    assert "chmod 600" in said
    assert said.count("\n") == 1


@pytest.mark.parametrize("file", ["server.pem", "coinche.sqlite"])
def test_garbled_data_are_refused_in_one_sentence(tmp_path: Path, file: str) -> None:
    known_by("--data", str(tmp_path))
    (tmp_path / file).write_bytes(b"garbled " * 1000)
    code, said = refused("--port", "0", "--data", str(tmp_path))
    assert code == 1
    assert file in said
    assert said.count("\n") == 1


def test_a_token_made_while_the_server_runs_signs_in(tmp_path: Path) -> None:
    process, port = start("--data", str(tmp_path))
    command = [*forked_python(), "-m", "coinche.server", "token", "add", "Deep Blue", "--data", str(tmp_path)]
    secret = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=True).stdout.strip()
    with (
        socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection,
        connection.makefile("rw") as wire,
    ):
        hello = {"type": "hello", "versions": [1, 1], "name": "Deep Blue", "auth": "token"}
        print(json.dumps(hello), file=wire, flush=True)
        nonce = bytes.fromhex(json.loads(wire.readline())["nonce"])
        key = hashlib.sha256(bytes.fromhex(secret)).digest()
        proof = {"type": "prove", "proof": hmac.new(key, nonce + b"0", "sha256").hexdigest()}
        print(json.dumps(proof), file=wire, flush=True)
        assert json.loads(wire.readline())["name"] == "Deep Blue"
    process.terminate()
    assert "Deep Blue signed in as player" in rest(process)


def test_a_stranger_is_sent_away_and_that_is_a_line() -> None:
    process, port = start()
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(b"hello?")
        assert connection.recv(4096)
    process.terminate()
    assert "127.0.0.1: sent away (BAD_FRAME" in rest(process)


def refused(*arguments: str) -> tuple[int, str]:
    command = [*forked_python(), *COMMAND, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert "Traceback" not in done.stderr
    return done.returncode, done.stderr


def test_a_port_in_use_is_said_in_one_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        code, said = refused("--port", str(other.getsockname()[1]))
    assert code == 1
    assert "another program listens on 127.0.0.1" in said
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--port", "70000"], "ports go from 0"),
        (["--rules", "tarot"], "there are: ffb"),
        (["--target", "0"], "target must be a positive number"),
        (["--hints", "perhaps"], "choose from 'host', 'off', 'on'"),
        (["--plaintext", "perhaps"], "choose from 'lan', 'loopback', 'never'"),
        (["--memory", "--data", "x"], "not allowed with"),
        (["--name", "\u200bAna"], "--name: a name is"),
        (["--public", "--plaintext", "lan"], "--public does not go with --plaintext lan"),
        (["--memory-budget", "much"], "'much' is no size such as 256M or 2G"),
        (["--disk-budget", "1M"], "1M is too little; 16M is the least"),
        (["--trust", "chez nous"], "--trust: 'chez nous' is neither an address nor a network such as 203.0.113.0/24"),
    ],
)
def test_wrong_arguments_are_refused_with_what_would_be_right(arguments: list[str], said: str) -> None:
    code, stderr = refused(*arguments)
    assert code == 2
    assert said in stderr


def test_an_address_of_another_machine_is_refused() -> None:
    code, said = refused("--port", "0", "--host", "192.0.2.77")
    assert code == 1
    assert "no address '192.0.2.77'" in said
