"""Tests of the fork server: a forked Python has the surroundings of an ordinary one, and ends like it."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import os, signal, sys
print(sys.argv, os.getcwd(), os.environ["FOO"], __name__, sys.stdin.read())
print("coinche.bots.cli" in sys.modules, flush=True)
print("complaint", file=sys.stderr)
if sys.argv[1] == "killed":
    os.kill(os.getpid(), signal.SIGKILL)
sys.exit(int(sys.argv[1]))
"""


@pytest.mark.parametrize(("ending", "status"), [("0", 0), ("3", 3), ("killed", -signal.SIGKILL)])
def test_a_forked_python_differs_only_in_what_is_imported(
    ending: str, status: int, forked_python: tuple[str, ...], tmp_path: Path
) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM, encoding="utf-8")
    ordinary, forked = (
        subprocess.run(
            [*python, str(program), ending],
            input=b"typed",
            capture_output=True,
            cwd=tmp_path,
            env={"FOO": "é"},
            check=False,
        )
        for python in ((sys.executable,), forked_python)
    )
    assert forked.returncode == ordinary.returncode == status
    assert forked.stderr == ordinary.stderr == b"complaint\n"
    assert forked.stdout == ordinary.stdout.replace(b"False", b"True")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_signal_reaches_the_fork(number: signal.Signals, forked_python: tuple[str, ...], tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text("print('here', flush=True)\nimport time\ntime.sleep(60)", encoding="utf-8")
    with subprocess.Popen([*forked_python, str(program)], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as started:
        assert started.stdout is not None
        assert started.stdout.readline() == b"here\n"
        started.send_signal(number)
        assert started.wait() == -number
        assert started.stdout.read() == b""


@pytest.mark.parametrize(
    "arguments",
    [("-c", "import sys; print(sys.argv, __name__)", "a", "b"), ("-m", "coinche.server", "--target", "0")],
    ids=["-c", "-m"],
)
def test_a_program_and_a_module_are_run_as_python_runs_them(
    arguments: tuple[str, ...], forked_python: tuple[str, ...]
) -> None:
    ordinary, forked = (
        subprocess.run([*python, *arguments], capture_output=True, check=False)
        for python in ((sys.executable,), forked_python)
    )
    assert (forked.returncode, forked.stdout, forked.stderr) == (ordinary.returncode, ordinary.stdout, ordinary.stderr)


def test_a_fork_leads_the_session_of_its_terminal_and_ends_with_it(forked_python: tuple[str, ...]) -> None:
    ours, theirs = pty.openpty()
    program = "import os, sys, time; print(os.getpid(), os.getsid(0)); time.sleep(60)"
    with subprocess.Popen([*forked_python, "-c", program], stdin=theirs, stdout=theirs) as started:
        os.close(theirs)
        said = b""
        while not said.endswith(b"\n"):  # without a flush: a terminal is written line by line
            said += os.read(ours, 64)
        process, session = map(int, said.split())
        assert process == session == os.tcgetpgrp(ours)
        os.close(ours)
        assert started.wait() == -signal.SIGHUP


def test_what_a_fork_starts_by_its_python_is_forked_too(forked_python: tuple[str, ...]) -> None:
    inner = "import sys; print('coinche.bots.cli' in sys.modules)"
    outer = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {inner!r}])"
    done = subprocess.run([*forked_python, "-c", outer], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"
