"""A server as its operator starts it, with data on disk: it may be killed, and started again."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

PATIENCE = 60.0
"""Seconds until a server has to listen."""


class ServerProcess:
    """A real server, which may be killed and started again at the same port with the same data."""

    def __init__(self, data: Path, *options: str) -> None:
        """Start a server on that directory."""
        self.data = data
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        self._command = [sys.executable, "-m", "coinche.server", "--host", "127.0.0.1", "--port", str(self.port)]
        self._command += ["--data", str(data), "--no-announce", "--log", "json", "--log-level", "error", *options]
        self._log = data.with_suffix(".log").open("wb")
        self.start()

    def start(self) -> None:
        """Start it, and wait until it listens."""
        self._process = subprocess.Popen(self._command, stdout=self._log, stderr=self._log, stdin=subprocess.DEVNULL)
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
            except OSError:
                time.sleep(0.02)
            else:
                return
        pytest.fail("the server has not begun to listen")

    def kill(self) -> None:
        """End it without a word."""
        self._process.kill()
        self._process.wait()

    def close(self) -> None:
        self.kill()
        self._log.close()
