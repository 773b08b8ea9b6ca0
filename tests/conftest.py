"""Fixtures for all tests: a home directory for the files of programs, including those that tests start."""

from __future__ import annotations

import signal
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests import fork_server

settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")
"""No test fails because the machine is busy."""

_HOMES = count(1)

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in the background
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give each test its own home directory."""
    return tmp_path_factory.mktemp("homes")


@pytest.fixture(autouse=True)
def home(homes: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keys, known servers, settings and reports of errors go where no other test finds them."""
    own = homes / str(next(_HOMES))
    for kept in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(kept, str(own))
    for variable in ("COINCHE_TOKEN", "COINCHE_PASSPHRASE", "COINCHE_SSH_PASSWORD"):
        monkeypatch.delenv(variable, raising=False)
    return own


@pytest.fixture(scope="session")
def forked_python() -> tuple[str, ...]:
    """The command that stands in for `python`, with the project's commands imported already."""
    return fork_server.forked_python()
