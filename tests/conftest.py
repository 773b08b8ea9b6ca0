"""Fixtures for all tests: a home directory for the files of programs, including those that tests start."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests import fork_server
from tests.extent import examples

settings.register_profile(
    "unhurried", deadline=None, max_examples=examples(100), suppress_health_check=[HealthCheck.too_slow]
)
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


@pytest.fixture(autouse=True)
def no_loop_of_a_browser(request: pytest.FixtureRequest) -> Iterator[None]:
    """A browser that an earlier test has left open counts as a running loop of asyncio, in which no other may start."""
    loop = asyncio._get_running_loop()
    if loop is None or "web" in request.path.parts:
        yield
        return
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(loop)


@pytest.fixture(scope="session")
def forked_python() -> tuple[str, ...]:
    """The command that stands in for `python`, with the project's commands imported already."""
    return fork_server.forked_python()
