"""Contests for tests of what comes after one: a few boards of practice, played by the command."""

from __future__ import annotations

import io
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from coinche.arena.cli import main


def arena(*arguments: object) -> tuple[object, str]:
    """The exit status and the standard output of `coinche-arena`."""
    out = io.StringIO()
    with redirect_stdout(out), pytest.raises(SystemExit) as ended:
        main([str(argument) for argument in arguments])
    return ended.value.code, out.getvalue()


def practice(path: Path, *arguments: object) -> str:
    """Play a contest into that file; return what was printed."""
    status, out = arena(*arguments, "--practice", "--seed", "7", "--workers", "1", "--out", path)
    assert status == 0
    return out
