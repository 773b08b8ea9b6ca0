"""A program on a pseudo-terminal: a pyte screen shows its output, tests send keys, every byte is kept.

It also tells which terminal modes the program has left on.
"""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import pyte

from tests.fork_server import forked_python, is_forked

PATIENCE = 60.0
"""Seconds after which a test gives up waiting; a bound, never a measure."""
_MODE = re.compile(r"\x1b\[\?([\d;]+)([hl])")
_ON_AT_FIRST = frozenset({"7", "25"})
"""Modes that a terminal starts with: line wrapping and a visible cursor."""


def modes_left(written: str) -> set[str]:
    """The private modes that are not as they were at first, once all that was written."""
    left: dict[str, bool] = {}
    for numbers, sign in _MODE.findall(written):
        left.update(dict.fromkeys(numbers.split(";"), sign == "h"))
    return {mode for mode, on in left.items() if on is not (mode in _ON_AT_FIRST)}


def environment(**changes: str) -> dict[str, str]:
    """The test's environment with the kind of terminal and locale replaced."""
    said = ("LC_", "LANG", "TERM", "COLORTERM", "NO_COLOR", "TMUX", "PROMPT_TOOLKIT_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(said)}
    return kept | {"TERM": "xterm-256color", "LANG": "fr_FR.UTF-8"} | changes


class PseudoTerminal:
    """A terminal and the program that runs in it, which leads its session as a shell's job does."""

    def __init__(self, command: Sequence[str], env: Mapping[str, str], cols: int = 80, rows: int = 24) -> None:
        self.command = command
        self.written = ""
        self.screen = pyte.Screen(cols, rows)
        self._stream = pyte.Stream(self.screen)
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._own, theirs = pty.openpty()
        self._before = termios.tcgetattr(self._own)
        self._size(cols, rows)
        self.child = subprocess.Popen(
            command,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=dict(env),
            preexec_fn=None if is_forked(command) else _lead,
            close_fds=True,
        )
        os.close(theirs)

    @property
    def pid(self) -> int:
        """The process that leads the terminal's session: the program, also where a launcher stands in for it."""
        return os.tcgetpgrp(self._own)

    def keys(self, text: str) -> None:
        """Type that."""
        os.write(self._own, text.encode())

    def resize(self, cols: int, rows: int) -> None:
        """Another size, of which the program is told."""
        self.screen.resize(rows, cols)
        self._size(cols, rows)

    def text(self) -> str:
        """The text on the screen."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    def until(self, *wanted: str) -> str:
        """The screen, as soon as one of those stands on it."""
        end = time.monotonic() + PATIENCE
        while not any(one in self.text() for one in wanted):
            assert self._read(end), f"never saw {wanted} in:\n{self.text()}"
        return self.text()

    def until_other(self, seen: str) -> str:
        """The screen, as soon as it is another than that one."""
        end = time.monotonic() + PATIENCE
        while self.text() == seen:
            assert self._read(end), f"never changed:\n{seen}"
        return self.text()

    def until_found(self, pattern: str, times: int) -> str:
        """The screen, as soon as that pattern stands on it so often."""
        end = time.monotonic() + PATIENCE
        while len(re.findall(pattern, self.text())) < times:
            assert self._read(end), f"never saw {pattern} {times} times in:\n{self.text()}"
        return self.text()

    def until_written(self, wanted: str, after: int = 0) -> None:
        """Until that was written, after so much else."""
        end = time.monotonic() + PATIENCE
        while wanted not in self.written[after:]:
            assert self._read(end), f"never written: {wanted!r}"

    def type_until_written(self, text: str, wanted: str, after: int = 0) -> None:
        """Type it until that comes: what is typed while a program takes the terminal is thrown away."""
        end = time.monotonic() + PATIENCE
        while wanted not in self.written[after:]:
            assert time.monotonic() < end, f"never written: {wanted!r}"
            self.keys(text)
            soon = time.monotonic() + PATIENCE / 15
            while wanted not in self.written[after:] and self._read(soon):
                pass

    def ended(self) -> int:
        """The exit status, once everything was read."""
        end = time.monotonic() + PATIENCE
        while self._read(end):
            pass
        return self.child.wait(PATIENCE)

    def hang_up(self) -> int:
        """Close the terminal's window; the exit status."""
        os.close(self._own)
        self._own = -1
        return self.child.wait(PATIENCE)

    def is_as_before(self) -> bool:
        """Return whether echo and line input are as before."""
        return termios.tcgetattr(self._own)[:4] == self._before[:4]

    def close(self) -> None:
        """Put everything away."""
        if self.child.poll() is None:
            self.child.kill()
            self.child.wait()
        if self._own >= 0:
            os.close(self._own)

    def _size(self, cols: int, rows: int) -> None:
        fcntl.ioctl(self._own, termios.TIOCSWINSZ, struct.pack("HHHH", rows, cols, 0, 0))

    def _read(self, end: float) -> bool:
        """Take in what was written; False at its end."""
        if not select.select([self._own], [], [], max(0.0, end - time.monotonic()))[0]:
            return False
        try:
            data = os.read(self._own, 65536)
        except OSError:  # EIO: nobody has it open any more
            return False
        text = self._decoder.decode(data)
        self.written += text
        self._stream.feed(text)
        return bool(data)


def _lead() -> None:
    """In the child: a session of its own, with that terminal."""
    os.setsid()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def children(pid: int) -> set[int]:
    """The processes that one has started and that still live."""
    there = (int(entry.name) for entry in Path("/proc").glob("[0-9]*"))
    return {one for one in there if (found := _state(one)) is not None and found[1] == str(pid)}


def is_alive(pid: int) -> bool:
    """Return whether the process lives; a zombie does not."""
    found = _state(pid)
    return found is not None and found[0] not in "ZX"


def _state(pid: int) -> list[str] | None:
    """The process's state, and its parent."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[:2]
    except OSError:
        return None


CLIENT = (sys.executable, "-m", "coinche.client")


def forked_client() -> tuple[str, ...]:
    """The same from the fork server."""
    return (*forked_python(), *CLIENT[1:])
