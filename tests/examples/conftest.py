"""`coinche-server` as a process with its bots, for example programs in all languages."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

COMMAND = [sys.executable, "-P", "-m", "coinche.server", "--host", "127.0.0.1", "--port", "0", "--until-stdin-closes"]


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The port of a server with bots."""
    kept = os.environ | {"XDG_DATA_HOME": str(tmp_path_factory.mktemp("server"))}
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=kept) as server:
        assert server.stdout is not None
        assert server.stdin is not None
        lines = iter(server.stdout.readline, "")
        first = next(lines, "")
        assert first.startswith("listening on 127.0.0.1:"), first
        assert any("signed in as provider" in line for line in lines)
        yield int(first.rsplit(":", 1)[1])
        server.stdin.close()
        server.stdout.read()
    assert server.returncode == 0


@pytest.fixture(scope="session")
def project() -> Path:
    """The root of the project."""
    return Path(__file__).parents[2]
