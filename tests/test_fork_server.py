"""Tests of the fork server: a forked Python has the surroundings of an ordinary one, and ends like it."""

from __future__ import annotations

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
