"""Tests of the modules that the first screen must not import, since nobody should wait for them."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

LATER = (
    "asyncssh",
    "cryptography",
    "segno",
    "sqlite3",
    "zeroconf",
    "coinche.bots",
    "coinche.client.runtime.connections",
    "coinche.engine.replay",
    "coinche.protocol.codec",
)
"""Modules for guests, a server, the search, a record, or advice from a bot."""
_HOME = """
import sys
from coinche.client import cli, options
from coinche.client.runtime.settings_file import read_settings
from coinche.client.views import Size, screen
from coinche.text.settings import face_of

state = cli.beginning(options.read_options([], {}, "utf-8", read_settings), None)
screen(state, face_of(state.ui.settings), Size(80, 24))
print(*sys.modules)
"""
_HELP = """
import sys
from coinche.start import client

sys.argv = ["coinche-client", "--help"]
try:
    client()
except SystemExit:
    print(*sys.modules)
"""


@pytest.mark.parametrize("script", [_HOME, _HELP], ids=["home", "help"])
def test_it_is_shown_before_these_are_loaded(script: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in ("XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(kind, str(tmp_path))
    shown = subprocess.run([sys.executable, "-P", "-c", script], capture_output=True, text=True, check=True)
    loaded = set(shown.stdout.splitlines()[-1].split())
    assert "coinche.client.cli" in loaded
    assert not loaded.intersection(LATER)


@pytest.mark.parametrize("module", LATER)
def test_they_are_there_to_be_loaded(module: str) -> None:
    assert find_spec(module) is not None
