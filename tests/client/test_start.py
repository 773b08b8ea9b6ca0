"""Tests of commands interrupted while they start: status 130 and no output."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from coinche import start

ROOT = Path(__file__).parents[2]
PATIENCE = 60
SCRIPTS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["scripts"]
POSIX = pytest.mark.skipif(os.name != "posix", reason="there are no signals elsewhere")
_MODULE = """
import sys, types
from coinche import start

class Slow(types.ModuleType):
    def __getattr__(self, name):
        print("loading", flush=True)
        sys.stdin.read()

sys.modules["coinche.slow"] = Slow("coinche.slow")
start._run("coinche.slow")
"""
_MAIN = """
import sys, types
from coinche import start

def main():
    try:
        print("running", flush=True)
        sys.stdin.read()
    except KeyboardInterrupt as error:
        raise {raised}

slow = types.ModuleType("coinche.slow")
slow.main = main
sys.modules["coinche.slow"] = slow
start._run("coinche.slow")
"""


_PRINTS = """
import sys, types
from coinche import start

printing = types.ModuleType("coinche.printing")
printing.main = lambda: print("{text}")
sys.modules["coinche.printing"] = printing
start._run("coinche.printing")
"""
_COLLECTOR = """
import gc, sys, types
from coinche import start

class Loaded(types.ModuleType):
    def __getattr__(self, name):
        return lambda: print(gc.isenabled(), gc.get_freeze_count() > 0)

sys.modules["coinche.loaded"] = Loaded("coinche.loaded")
start._run("coinche.loaded")
"""


@pytest.mark.parametrize("name", SCRIPTS)
def test_every_command_begins_there(name: str) -> None:
    module, _, entry = SCRIPTS[name].partition(":")
    assert module == "coinche.start"
    assert callable(getattr(start, entry))
    assert entry == name.removeprefix("coinche-")


def _heeds_interrupts() -> None:
    """Restore SIGINT, which a shell may ignore for tests in the background."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def interrupted(script: str) -> tuple[int, str]:
    """The status and the complaints of a script that is interrupted once it has said where it is."""
    command = [sys.executable, "-P", "-c", script]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, preexec_fn=_heeds_interrupts
    ) as child:
        assert child.stdout is not None
        child.stdout.readline()
        child.send_signal(signal.SIGINT)
        _, complaints = child.communicate(timeout=PATIENCE)
    return child.returncode, complaints


@POSIX
def test_ctrl_c_while_it_is_loaded() -> None:
    assert interrupted(_MODULE) == (130, "")


@POSIX
@pytest.mark.parametrize(
    "raised", ["error", "BaseExceptionGroup('', [BaseExceptionGroup('', [error, OSError()]), OSError()])"]
)
def test_ctrl_c_before_it_listens_to_it(raised: str) -> None:
    assert interrupted(_MAIN.format(raised=raised)) == (130, "")


@POSIX
def test_another_fault_is_not_hidden() -> None:
    status, complaints = interrupted(_MAIN.format(raised="BaseExceptionGroup('', [OSError('why')])"))
    assert status == 1
    assert "why" in complaints


@POSIX
def test_who_reads_no_further_ends_it_without_a_word() -> None:
    script = _MAIN.replace("sys.stdin.read()", "sys.stdin.readline(); print('x' * 100_000)").format(raised="error")
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, "-P", "-c", script], stdin=pipe, stdout=pipe, stderr=pipe, text=True
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.readline()
        child.stdout.close()
        child.stdin.write("\n")
        child.stdin.close()
        assert (child.stderr.read(), child.wait(PATIENCE)) == ("", 141)


def test_garbage_is_collected_once_it_is_loaded() -> None:
    ran = subprocess.run([sys.executable, "-P", "-c", _COLLECTOR], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["True", "True"]


@pytest.mark.parametrize(
    ("encoding", "text", "printed"),
    [
        ("ascii", "enchère", b"ench?re\n"),
        ("latin-1", "enchère à ♠", "enchère à ?\n".encode("latin-1")),
        ("utf-8", "enchère à ♠", "enchère à ♠\n".encode()),
        ("utf-8", "\\udcff", b"?\n"),
        ("ascii:backslashreplace", "enchère", b"ench\\xe8re\n"),
        ("utf-8:surrogateescape", "\\udcff", b"\xff\n"),
    ],
)
def test_signs_that_the_output_does_not_have_are_replaced(encoding: str, text: str, printed: bytes) -> None:
    """Where the environment says how, as it says."""
    ran = subprocess.run(
        [sys.executable, "-P", "-c", _PRINTS.format(text=text)],
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONIOENCODING": encoding},
    )
    assert ran.stdout.replace(b"\r\n", b"\n") == printed


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the device of a full disk is Linux's")
@pytest.mark.parametrize(("lang", "said"), [("C.UTF-8", "cannot write"), ("fr_FR.UTF-8", "impossible d'écrire")])
def test_an_output_that_takes_nothing_is_one_sentence(lang: str, said: str) -> None:
    script = _PRINTS.format(text="x")
    with open("/dev/full", "w") as full:
        ran = subprocess.run(
            [sys.executable, "-P", "-c", script],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            check=False,
            env={**os.environ, "LC_ALL": lang, "PYTHONUTF8": "1"},
        )
    assert (ran.returncode, ran.stderr.count("\n")) == (1, 1)
    assert said in ran.stderr
