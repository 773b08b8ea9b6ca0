"""The real client on a real terminal: start to first screen, key to frame, and what it costs to do nothing.

    python bench/client.py [--keys 100] [--idle 60]

Starts are given as ratios to a Python that does nothing, keys as ratios to a yardstick of plain Python (a fifth of a
million additions), each measured in turn with its counterpart. Times are by the clock, as a person feels them; CPU
time is that of the client alone, from /proc. The bytecode of our modules is kept between starts, as it is of programs
that are installed, whatever the environment says.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import pty
import select
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

QUIET_SECONDS = 0.06
"""A frame is over when nothing has come for so long."""
PATIENCE = 30.0
CLIENT = (sys.executable, "-P", "-m", "coinche.client", "--lang", "en")
BYTECODE = Path(tempfile.gettempdir(), "coinche-bench-bytecode")
LIMITS = {"key to frame": 50.0, "start": 800.0}
"""What was asked for, in ms."""


@dataclass
class Terminal:
    """A client and our end of its terminal."""

    child: subprocess.Popen[bytes]
    end: int
    shown: bytes = b""

    def read(self, seconds: float) -> bool:
        """Take in what comes within that time; whether anything did."""
        ready, _, _ = select.select([self.end], [], [], seconds)
        if ready:
            self.shown += os.read(self.end, 65536)
        return bool(ready)

    def until(self, text: bytes) -> None:
        """Wait for that to be drawn."""
        limit = time.monotonic() + PATIENCE
        while text not in self.shown:
            if time.monotonic() > limit:
                raise SystemExit(f"never saw {text!r} in {self.shown[-2000:]!r}")
            self.read(0.1)

    def settle(self) -> float:
        """Wait until nothing is drawn any more; when the last of it came."""
        last = time.perf_counter()
        while self.read(QUIET_SECONDS):
            last = time.perf_counter()
        return last

    def key(self, sent: bytes) -> float:
        """Press it; the ms until its frame stands whole."""
        before = time.perf_counter()
        os.write(self.end, sent)
        self.read(PATIENCE)
        return 1000 * (self.settle() - before)

    @property
    def cpu_ms(self) -> float:
        """What the client has used so far."""
        fields = Path(f"/proc/{self.child.pid}/stat").read_text().rpartition(")")[2].split()
        return 1000 * (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def client(*arguments: str, cols: int = 120, rows: int = 40) -> Iterator[Terminal]:
    """A client of that size, with files of its own; ended by its terminal's going."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, cols, 0, 0))
    with tempfile.TemporaryDirectory() as home:
        own = {"XDG_DATA_HOME": home, "XDG_CONFIG_HOME": home, "TERM": "xterm-256color", "LANG": "C.UTF-8"}
        env = {**os.environ, **own, "PYTHONPYCACHEPREFIX": str(BYTECODE), "PYTHONDONTWRITEBYTECODE": ""}
        child = subprocess.Popen((*CLIENT, *arguments), stdin=theirs, stdout=theirs, stderr=theirs, env=env)
        os.close(theirs)
        try:
            yield Terminal(child, ours)
        finally:
            child.terminate()
            child.wait()
            os.close(ours)


def starts(times: int) -> None:
    """From the command to the first screen that says what can be done."""
    shown, bare = [], []
    with client() as terminal:
        terminal.until(b"help")  # once, to compile
    for _ in range(times):
        bare.append(_ms(lambda: subprocess.run((sys.executable, "-c", "pass"), check=True)))
        before = time.perf_counter()
        with client() as terminal:
            terminal.until(b"help")
            shown.append(1000 * (time.perf_counter() - before))
    _tell("start", shown, statistics.median(bare), "starts of a Python that does nothing")


def keys(times: int) -> None:
    """The pad of bids of a table of one's own: the value to the right, and to the left again."""
    with client("--solo") as terminal:
        terminal.until(b"Your bid")
        terminal.settle()
        frames, yardsticks = [], []
        for i in range(times):
            yardsticks.append(_ms(_additions))
            frames.append(terminal.key(b"\x1b[D" if i % 2 else b"\x1b[C"))
        before = terminal.cpu_ms
        for i in range(times):
            terminal.key(b"\x1b[D" if i % 2 else b"\x1b[C")
        used = (terminal.cpu_ms - before) / times
        _tell("key to frame", frames, statistics.median(yardsticks), "yardsticks")
        print(f"  CPU of the client for a key: {used:.1f} ms")


def idle(seconds: float) -> None:
    """Nobody presses anything: at home, and at a table that waits for one's bid."""
    for name, arguments, seen in (("at home", (), b"help"), ("on turn", ("--solo",), b"Your bid")):
        with client(*arguments) as terminal:
            terminal.until(seen)
            _wait(terminal, 4.0)  # the search for servers is over
            before, drawn = terminal.cpu_ms, len(terminal.shown)
            _wait(terminal, seconds)
            used, drawn = terminal.cpu_ms - before, len(terminal.shown) - drawn
        print(
            f"idle {name}: {used:.0f} ms of CPU in {seconds:.0f} s ({used / seconds / 10:.2f} %), {drawn} bytes drawn"
        )


def _wait(terminal: Terminal, seconds: float) -> None:
    limit = time.monotonic() + seconds
    while (left := limit - time.monotonic()) > 0:
        terminal.read(left)


def _additions() -> None:
    total = 0
    for i in range(200_000):
        total += i


def _ms(run: Callable[[], object]) -> float:
    before = time.perf_counter()
    run()
    return 1000 * (time.perf_counter() - before)


def _tell(what: str, measured: list[float], yardstick: float, of: str) -> None:
    middle, slow = statistics.median(measured), sorted(measured)[int(0.95 * (len(measured) - 1))]
    asked = LIMITS[what]
    print(
        f"{what}: median {middle:.0f} ms, 95 % within {slow:.0f} ms, fastest {min(measured):.0f} ms"
        f" (asked for: {asked:.0f}); {middle / yardstick:.1f} {of} ({yardstick:.1f} ms)"
    )


def main() -> None:
    """All three."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keys", type=int, default=100, metavar="N", help="keys that are pressed")
    parser.add_argument("--starts", type=int, default=7, metavar="N", help="how often it is started")
    parser.add_argument("--idle", type=float, default=60.0, metavar="SECONDS", help="how long nothing is done, twice")
    arguments = parser.parse_args()
    starts(arguments.starts)
    keys(arguments.keys)
    idle(arguments.idle)


if __name__ == "__main__":
    main()
