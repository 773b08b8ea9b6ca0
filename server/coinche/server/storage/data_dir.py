"""Where everything is kept that outlives the server. Refuses to know what that is."""

from __future__ import annotations

import os
import shlex
import stat
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Self

import platformdirs

HELP = "where keys, names, tables and matches are kept (default: %(default)s)"


class DataFailed(Exception):
    """The file cannot be used; the message says what is wrong with it."""


def default_directory() -> Path:
    """The directory for it in the home of whoever runs the server."""
    return platformdirs.user_data_path("coinche-server", appauthor=False)


def doctor_command(directory: Path | None, *words: str) -> str:
    """The command that looks over that directory, as it is to be typed."""
    named = () if directory is None or directory == default_directory() else ("--data", str(directory))
    return f"`{shlex.join(('coinche-server', 'doctor', *words, *named))}`"


def damage_advice(directory: Path | None) -> str:
    """What an operator can do about damage there."""
    return f"{doctor_command(directory)} says what can be done about that, or restore a backup"


# --- lock -----------------------------------------------------------------------------------------
# One server for one directory: a lock that its process holds while it runs, and that goes with it, however it ends.
#
# The file `lock` says whose it is, but can be removed by hand, and then another process would lock a new one. So the
# directory itself is locked, too, where the system can do that (Windows cannot, but removes no file that is open). The
# data file is never opened for it: to close it would drop the locks that SQLite has on it in this process.
#
# Knows locks of files. Refuses to know what is in the directory.


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        os.lseek(descriptor, _BEHIND, os.SEEK_SET)  # so that what stands in the file can be read meanwhile
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        os.lseek(descriptor, 0, os.SEEK_SET)

    def _opened_directory(directory: Path) -> int | None:
        return None

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _opened_directory(directory: Path) -> int | None:
        return os.open(directory, os.O_RDONLY | os.O_DIRECTORY)


LOCK_FILE = "lock"

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
        self._path = directory / LOCK_FILE
        self._open = ExitStack()
        with ExitStack() as opened:
            self._file, own = self._opened(directory, opened)
            until = time.monotonic() + patience
            for descriptor in (self._file, own):
                if descriptor is not None:
                    self._take(descriptor, until)
            self._sign()
            self._open = opened.pop_all()

    def _opened(self, directory: Path, opened: ExitStack) -> tuple[int, int | None]:
        """What is to be locked: the file, and the directory where that can be."""
        try:
            directory.mkdir(mode=0o700, parents=True, exist_ok=True)
            file = os.open(self._path, os.O_CREAT | os.O_RDWR, 0o600)
            opened.callback(os.close, file)
            give_to_owner(self._path)
            own = _opened_directory(directory)
            if own is not None:
                opened.callback(os.close, own)
        except OSError as wrong:
            raise DataFailed(f"cannot use {self._path}: {wrong.strerror}") from None
        return file, own

    def _take(self, descriptor: int, until: float) -> None:
        while True:
            try:
                _lock(descriptor)
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
        self._open.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, wrong: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


# --- private file ---------------------------------------------------------------------------------
# A file that only its owner may read: for keys. Refuses to know what is in it.


class BadKey(Exception):
    """The file of a key cannot be used; the message says what to do."""


def write_private_file(path: Path, content: bytes) -> None:
    """Put the file there whole, readable by its owner alone from the start."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")  # made with mode 0600
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except OSError:
        os.unlink(name)
        raise
    settle_file(path)


def settle_file(path: Path) -> None:
    """Have a new file outlive a loss of power, and be that of whose directory it is in, though root has made it."""
    if os.name != "posix":
        return
    give_to_owner(path)
    directory = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(directory)
    finally:
        os.close(directory)


def give_to_owner(path: Path) -> None:
    """Have a file that root may have made be that of whose directory it is in."""
    if os.name == "posix" and os.geteuid() == 0:
        owner = path.parent.stat()
        os.chown(path, owner.st_uid, owner.st_gid)


def others_may_read(path: Path) -> bool:
    """Whether somebody else may read or change it; where there are no modes, nobody can tell."""
    return os.name == "posix" and bool(stat.S_IMODE(path.stat().st_mode) & 0o077)
