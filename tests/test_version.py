"""Tests of `--version`: every command names its solver, and with a compiler it is the compiled one."""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
from pathlib import Path

import pytest

from coinche import start
from coinche.engine.solver import ENGINE, Engine
from coinche.version import VERSION, installed

COMMANDS = ("server", "client", "bot", "arena", "record", "conform")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_says_its_version_and_its_solver(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", [f"coinche-{command}", "--version"])
    with pytest.raises(SystemExit) as ended:
        getattr(start, command)()
    assert (ended.value.code, capsys.readouterr().out) == (0, f"{installed()}\n")


def test_it_is_one_line_that_programs_can_read() -> None:
    assert installed() == f"coinche {VERSION}, solver: {ENGINE}"
    assert ENGINE in ("C", "Python")


def compiler() -> str | None:
    """The C compiler that an install would take, if it is there, and what Python extensions are compiled with, too."""
    command = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    headers = Path(sysconfig.get_path("include"), "Python.h")
    return shutil.which(command.split()[0]) if headers.exists() else None


@pytest.mark.skipif(compiler() is None, reason="no C compiler, or no headers of Python: the solver in Python serves")
def test_where_there_is_a_compiler_the_solver_is_compiled() -> None:
    assert ENGINE is Engine.C, (
        f"{compiler()} is there, but the solver runs in Python, which is a hundred times slower. Set up .venv anew"
        " (make clean test), or see what the compiler says: pip install --verbose --editable ."
    )
