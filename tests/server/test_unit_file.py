"""Tests of the unit file for systemd: its options exist, and it is hardened."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
from configparser import RawConfigParser
from pathlib import Path

import pytest

from coinche.server import limits
from coinche.server.cli import parser

UNIT = Path(__file__).parents[2] / "docs" / "coinche-server.service"


@pytest.fixture
def service() -> dict[str, str]:
    unit = RawConfigParser(strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string(UNIT.read_text(encoding="utf-8"))
    return dict(unit["Service"])


def test_it_starts_the_server_by_options_that_there_are(service: dict[str, str]) -> None:
    command, *options = shlex.split(service["ExecStart"])
    assert Path(command).name == "coinche-server"
    kept = parser().parse_args(options).data
    assert kept == Path("%S") / service["StateDirectory"]


def test_it_waits_for_what_the_server_says_and_for_its_end(service: dict[str, str]) -> None:
    assert service["Type"] == "notify"
    assert float(service["WatchdogSec"]) > 2 * limits.BEAT
    assert float(service["TimeoutStopSec"]) > 2 * limits.END


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("DynamicUser", "yes"),
        ("NoNewPrivileges", "yes"),
        ("ProtectSystem", "strict"),
        ("ProtectHome", "yes"),
        ("PrivateTmp", "yes"),
        ("MemoryDenyWriteExecute", "yes"),
        ("CapabilityBoundingSet", ""),
        ("StateDirectoryMode", "0700"),
        ("Restart", "on-failure"),
    ],
)
def test_it_is_hardened(service: dict[str, str], key: str, value: str) -> None:
    assert service[key] == value


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="asks systemd")
def test_systemd_finds_nothing_wrong_with_it(tmp_path: Path) -> None:
    here = tmp_path / UNIT.name
    here.write_text(UNIT.read_text().replace("/opt/coinche/bin/coinche-server", sys.executable))
    done = subprocess.run(["systemd-analyze", "verify", str(here)], capture_output=True, text=True, check=False)
    assert UNIT.name not in done.stderr
