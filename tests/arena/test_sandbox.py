"""Tests of the limits on an entrant's process, with ordinary processes: memory, files, network, what it can see."""

from __future__ import annotations

import json
import os
import shlex
import socket
import subprocess
import sys
from pathlib import Path

import pytest
import trio

from coinche.arena import cli, process_limits, seat_process, server_play
from coinche.arena.contest import BatchResult, Contest, Format, ProcessLimits, batches, pairings
from coinche.arena.entrants import Entrant, UnknownEntrant
from coinche.arena.sandbox import has_sandbox
from coinche.arena.seat_process import try_class
from coinche.engine.presets import FFB
from coinche.records.contest_file import ContestHeader, PlayedTable, Scheme, timings_path
from tests.arena.played_contests import arena
from tests.arena.programs import program

PATIENCE = 60
NOBODY = 65534
USUAL = ProcessLimits()
needs_sandbox = pytest.mark.skipif(not has_sandbox(), reason="no bubblewrap here: programs play without a sandbox")


def batch_of(
    command: str,
    *,
    boards: int = 2,
    sandbox: bool = False,
    limits: ProcessLimits = USUAL,
    hidden: Path | None = None,
    is_program: bool = True,
) -> BatchResult:
    """A duel between a program, or a bot in its place, and `random`."""
    header = ContestHeader(
        format=Format.DUEL,
        scheme=Scheme.DUPLICATE,
        entrants=("mine", "random"),
        commands={"mine": command} if is_program else {},
        rules=FFB,
        preset="ffb",
        seed=4,
        boards=boards,
        batch=boards,
        clock="2000+60000",
        reference="steady",
        sandbox=sandbox,
    )
    entered = {"mine": Entrant("mine", command, is_program), "random": Entrant("random", "random")}
    contest = Contest(header=header, entrants=entered, limits=limits)
    (batch,) = batches(header, pairings(Format.DUEL, header.entrants))

    async def play() -> BatchResult:
        with trio.fail_after(PATIENCE):
            files = () if hidden is None else (hidden,)
            return await server_play.play_batch(contest, batch.plans, files)

    return trio.run(play)


def command_of(folder: Path, body: str) -> str:
    return program(folder, "mine", body, (sys.executable,)).removeprefix("mine=")


def faults(tables: tuple[PlayedTable, ...]) -> set[tuple[str, str]]:
    return {(fault.kind, fault.detail) for table in tables for fault in table.faults}


@pytest.mark.skipif(sys.platform != "linux", reason="the limit of memory holds on Linux")
def test_a_program_that_takes_all_memory_is_ended_and_the_contest_goes_on(tmp_path: Path) -> None:
    greedy = 'hoard = [bytearray(1 << 26) for _ in range(64)]\nplay(lambda request: request["default"])\n'
    tables = batch_of(command_of(tmp_path, greedy), limits=ProcessLimits(memory_mb=512)).tables
    assert len(tables) == 4
    assert ("not_seated", "") in faults(tables)


@pytest.mark.skipif(sys.platform == "win32", reason="no process groups there")
def test_what_a_program_has_started_ends_with_it(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    left = f"import time; pipe = open({str(pipe)!r}, 'w'); time.sleep(30); pipe.write('late')"
    body = f"import subprocess\nsubprocess.Popen([sys.executable, '-c', {left!r}])\nraise SystemExit(3)\n"
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        batch_of(command_of(tmp_path, body), boards=1)
        os.set_blocking(reader, True)
        assert os.read(reader, 100) == b""
    finally:
        os.close(reader)


@pytest.mark.skipif(sys.platform == "win32", reason="no limit of processes there")
def test_a_program_may_start_a_limited_number_of_processes() -> None:
    """Root may start any number, so the limit is tried as another user, who may have processes already."""
    forks = "import os\nfor _ in range(64):\n    os.fork() or os._exit(0)"
    options = json.dumps({"memory_mb": 512, "cpu_s": 10, "open_files": 64, "processes": 1})
    command = ["python3", "-I", "-S", process_limits.__file__, options, "python3", "-c", forks]
    tried = subprocess.run(
        command, stderr=subprocess.PIPE, text=True, check=False, user=NOBODY if os.geteuid() == 0 else None
    )
    assert "BlockingIOError" in tried.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="no limit of processor time there")
def test_a_program_that_burns_its_processor_time_is_ended(tmp_path: Path) -> None:
    burner = """
def answer(request):
    while request["kind"] == "play":
        pass
    return request["default"]

play(answer)
"""
    tables = batch_of(command_of(tmp_path, burner), boards=1, limits=ProcessLimits(cpu_s=1)).tables
    assert {kind for kind, _ in faults(tables)} & {"ended", "absent"}
    assert {detail for kind, detail in faults(tables) if kind == "ended"} <= {"SIGXCPU", "SIGKILL"}


LOOKS = """
import ctypes, pathlib
seen = []
def look(what, do):
    try:
        seen.append(f"{what}: {do()}")
    except OSError as wrong:
        seen.append(f"{what}: {type(wrong).__name__}")

def connect(port):
    socket.create_connection(("127.0.0.1", port), timeout=1).close()
    return "reached"

look("network", lambda: connect(PORT))
look("secret", lambda: len(pathlib.Path("SECRET").read_text()))
look("before", lambda: sorted(path.name for path in pathlib.Path("/tmp").glob("coinche-note*")))
look("note", lambda: pathlib.Path("/tmp/coinche-note-" + me.seat).write_text("AS"))
look("beside", lambda: pathlib.Path(__file__ + ".note").write_text("AS"))

def unmount():
    if ctypes.CDLL(None, use_errno=True).umount2(b"SECRET", 2):
        raise OSError(ctypes.get_errno(), "umount")
    return "unmounted"

look("unmount", unmount)
look("fill", lambda: pathlib.Path("/tmp/much").write_bytes(bytes(65 << 20)))
raise SystemExit("; ".join(seen))
"""


@needs_sandbox
def test_in_the_sandbox_there_is_neither_network_nor_a_file_to_share(tmp_path: Path) -> None:
    secret = tmp_path / "results.jsonl"
    secret.write_text("the seed")
    with socket.create_server(("127.0.0.1", 0)) as listener:
        body = LOOKS.replace("PORT", str(listener.getsockname()[1])).replace("SECRET", str(secret))
        result = batch_of(command_of(tmp_path, body), boards=1, sandbox=True, hidden=secret)
    said = {words for timings in result.timings for words in (timings.last_words or {}).values()}
    assert said == {
        "network: ConnectionRefusedError; secret: PermissionError; before: []; note: 2; beside: OSError; "
        "unmount: PermissionError; fill: OSError"
    }
    assert {kind for kind, _ in faults(result.tables)} == {"not_seated", "absent"}


@needs_sandbox
def test_a_program_plays_in_the_sandbox_as_it_does_outside(tmp_path: Path) -> None:
    command = command_of(tmp_path, 'play(lambda request: request["default"])\n')
    inside = batch_of(command, sandbox=True).tables
    assert inside == batch_of(command).tables
    assert faults(inside) == set()
    assert shlex.split(command)[0] == sys.executable


def test_last_words_move_no_cursor_and_set_no_title(tmp_path: Path) -> None:
    body = r'raise SystemExit("\x1b]0;title\x07\x1b[2Kone\n\u202etwo")'
    result = batch_of(command_of(tmp_path, body), boards=1)
    said = {words for timings in result.timings for words in (timings.last_words or {}).values()}
    assert said == {"\ufffd]0;title\ufffd\ufffd[2Kone\n\ufffdtwo"}


@pytest.mark.skipif(sys.platform == "win32", reason="no limit of file sizes there")
def test_a_program_that_floods_its_standard_error_is_ended(tmp_path: Path) -> None:
    body = "while True:\n    sys.stderr.buffer.write(bytes(1 << 20))\n"
    found = faults(batch_of(command_of(tmp_path, body), boards=1).tables)
    assert {kind for kind, _ in found} == {"not_seated", "absent"}


READS = """
import pathlib
def read(path):
    try:
        return len(pathlib.Path(path).read_text())
    except OSError as wrong:
        return type(wrong).__name__
raise SystemExit("; ".join(f"{path}: {read(path)}" for path in FILES))
"""


@needs_sandbox
def test_a_program_cannot_read_the_auctions_that_are_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They come with the packs of the boards, and stand where the arena is run, as the programs do."""
    first, second = tmp_path / "first", tmp_path / "second"
    status, _ = arena("duel", "random", "random", "--boards", "1", "--seed", "9", "--practice", "--out", first)
    assert status == 0
    link = tmp_path / "link"
    link.symlink_to(first)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(cli, "has_sandbox", lambda: True)
    files = ["first", "link", "second", "second.timings"]
    command = program(tmp_path, "mine", READS.replace("FILES", repr(files)), (sys.executable,))
    arena("duel", "mine", "random", "--boards", "1", "--bot", command, "--fixed-contracts", link, "--out", second)
    wanted = "; ".join(f"{name}: PermissionError" for name in files)
    assert wanted in timings_path(second).read_text(encoding="utf-8")


TRIED = """
import socket
def connect(port):
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
        return "reached"
    except OSError as wrong:
        return type(wrong).__name__
told = "port: " + connect(PORT) + "; "
"""


@needs_sandbox
def test_a_class_is_tried_in_the_sandbox(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(seat_process, "PYTHON", (sys.executable, "-P"))
    secret = tmp_path / "results.jsonl"
    secret.write_text("the seed")
    with socket.create_server(("127.0.0.1", 0)) as listener:
        body = TRIED.replace("PORT", str(listener.getsockname()[1])) + READS.replace("FILES", repr([str(secret)]))
        (tmp_path / "looks.py").write_text(body.replace("SystemExit(", "SystemExit(told + "))
        with pytest.raises(UnknownEntrant) as refused:
            try_class("py:looks:Any", USUAL, sandbox=True, hidden=(secret,))
    assert f"SystemExit: port: ConnectionRefusedError; {secret}: PermissionError" in str(refused.value)
