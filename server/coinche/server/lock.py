"""One server for one directory: a lock that its process holds while it runs, and that goes with it, however it ends.

Knows locks of files. Refuses to know what is in the directory.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Self

from .datafile import DataFailed

if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        os.lseek(descriptor, _BEHIND, os.SEEK_SET)  # so that what stands in the file can be read meanwhile
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        os.lseek(descriptor, 0, os.SEEK_SET)

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


FILE = "lock"

AGAIN = 0.05
"""Between two attempts to have it."""

_BEHIND = 1 << 20
_PID = 20
"""Digits that are read of it."""


class InUse(DataFailed):
    """Another process has the directory."""


class Lock:
    """The right to write in a directory. It goes when it is released, and when the process does."""

    def __init__(self, directory: Path, *, patience: float = 0.0) -> None:
        """Take it; InUse where another has it for so long, DataFailed where that cannot be found out."""
        self._path = directory / FILE
        try:
            directory.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._file = os.open(self._path, os.O_CREAT | os.O_RDWR, 0o600)
        except OSError as wrong:
            raise DataFailed(f"cannot use {self._path}: {wrong.strerror}") from None
        try:
            self._take(time.monotonic() + patience)
            self._sign()
        except BaseException:
            os.close(self._file)
            raise

    def _take(self, until: float) -> None:
        while True:
            try:
                _lock(self._file)
                return
            except (BlockingIOError, PermissionError):
                if time.monotonic() >= until:
                    raise InUse(self._refusal()) from None
            except OSError as wrong:
                raise DataFailed(f"cannot lock {self._path}: {wrong.strerror}") from None
            time.sleep(AGAIN)

    def _refusal(self) -> str:
        os.lseek(self._file, 0, os.SEEK_SET)
        pid = os.read(self._file, _PID).decode("ascii", "replace").strip()
        who = f"the process {pid}" if pid else "another process"
        return f"{who} works with {self._path.parent}; end it first, or name another --data"

    def _sign(self) -> None:
        """Say in the file whose it is, for the sentence that another is refused with."""
        os.ftruncate(self._file, 0)
        os.write(self._file, f"{os.getpid()}\n".encode())

    def release(self) -> None:
        """Let another have it."""
        os.close(self._file)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, wrong: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()
