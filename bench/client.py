"""The speed of the real client on a real terminal: start to first screen, key to frame, and the cost of idling.

    python bench/client.py [--keys 100] [--idle 60]

Starts are ratios to a Python that does nothing, keys are ratios to a yardstick of plain Python (a fifth of a million
additions), each measured in turn with its counterpart. Times are wall-clock times, as a person feels them; CPU time is
that of the client alone, from /proc. The client's bytecode is kept between starts, as for installed programs, whatever
the environment says.
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
"""The required limits in ms."""


@dataclass
class Terminal:
    """A client and the bench's end of its terminal."""

    child: subprocess.Popen[bytes]
    end: int
    shown: bytes = b""

    def read(self, seconds: float) -> bool:
        """Read the output of that time; return whether there was any."""
        ready, _, _ = select.select([self.end], [], [], seconds)
        if ready:
            self.shown += os.read(self.end, 65536)
        return bool(ready)

    def until(self, text: bytes) -> None:
        """Wait until that text is drawn."""
        limit = time.monotonic() + PATIENCE
        while text not in self.shown:
            if time.monotonic() > limit:
                raise SystemExit(f"never saw {text!r} in {self.shown[-2000:]!r}")
            self.read(0.1)

    def settle(self) -> float:
        """Wait until the drawing is complete; return the time of its last part."""
        last = time.perf_counter()
        while self.read(QUIET_SECONDS):
            last = time.perf_counter()
        return last

    def key(self, sent: bytes) -> float:
        """Send a key; return the ms until its frame is complete."""
        before = time.perf_counter()
        os.write(self.end, sent)
        self.read(PATIENCE)
        return 1000 * (self.settle() - before)

    @property
    def cpu_ms(self) -> float:
        """CPU time of the client so far."""
        fields = Path(f"/proc/{self.child.pid}/stat").read_text().rpartition(")")[2].split()
        return 1000 * (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def client(*arguments: str, cols: int = 120, rows: int = 40) -> Iterator[Terminal]:
    """A client on a terminal of that size, with its own files; closing the terminal ends it."""
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
    """Measure from the command to the first screen with its choices."""
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
    """Measure keys on the bid pad of a table: the level up and down again."""
    with client("--solo") as terminal:
        terminal.until(b"Your turn")
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
    """Measure idle time: at home, and at a table that waits for the person's bid."""
    for name, arguments, seen in (("at home", (), b"help"), ("on turn", ("--solo",), b"Your turn")):
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
    """Run all three measurements."""
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
