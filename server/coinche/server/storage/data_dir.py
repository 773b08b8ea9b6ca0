"""The data directory: where it is, the lock on it, and private files in it.

One server uses one directory. Its process holds a lock, which the system releases when the process ends for whatever
reason. The file `lock` names the process. It can be removed by hand, and another process would then lock a new one, so
the directory itself is locked, too, where the system can do that (Windows cannot, but removes no open file). The data
file itself is not used for the lock: closing it would drop the locks that SQLite holds on it in this process.
"""

from __future__ import annotations

import os
import shlex
import stat
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

import platformdirs

DATA_HELP = "where keys, names, tables and matches are kept (default: %(default)s)"


class DataFailed(Exception):
    """Data cannot be read or written; the message says what is wrong."""


class InUse(DataFailed):
    """Another process uses the directory."""


class UnusableKey(Exception):
    """The file of a key cannot be used; the message says what to do."""


def default_directory() -> Path:
    """The data directory in the home of the user who runs the server."""
    return platformdirs.user_data_path("coinche-server", appauthor=False)


def doctor_command(directory: Path | None, *words: str) -> str:
    """The command that examines that directory, as an operator types it."""
    named = () if directory is None or directory == default_directory() else ("--data", str(directory))
    return f"`{shlex.join(('coinche-server', 'doctor', *words, *named))}`"


def damage_advice(directory: Path | None) -> str:
    """Advice for an operator about damage in that directory."""
    return f"{doctor_command(directory)} says what can be done about that, or restore a backup"


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        os.lseek(descriptor, _LOCKED_BYTE, os.SEEK_SET)  # so that the pid in the file stays readable
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

_RETRY_S = 0.05
_LOCKED_BYTE = 1 << 20
_PID_DIGITS = 20


class Lock(ExitStack):
    """The lock on a data directory, held until it is closed or the process ends."""

    def __init__(self, directory: Path, *, patience: float = 0.0) -> None:
        """Take it; InUse if another process still has it after `patience` seconds, DataFailed if locking fails."""
        super().__init__()
        self._path = directory / LOCK_FILE
        until = time.monotonic() + patience
        with ExitStack() as opened:
            for descriptor in self._opened(directory, opened):
                self._take(descriptor, until)
            os.ftruncate(self._file, 0)
            os.write(self._file, f"{os.getpid()}\n".encode())
            self.push(opened.pop_all())

    def _opened(self, directory: Path, opened: ExitStack) -> tuple[int, ...]:
        """The descriptors to lock: of the file, and of the directory where that can be locked."""
        try:
            directory.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._file = os.open(self._path, os.O_CREAT | os.O_RDWR, 0o600)
            opened.callback(os.close, self._file)
            give_to_owner(self._path)
            if (own := _opened_directory(directory)) is None:
                return (self._file,)
            opened.callback(os.close, own)
        except OSError as wrong:
            raise DataFailed(f"cannot use {self._path}: {wrong.strerror}") from None
        return self._file, own

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
            time.sleep(_RETRY_S)

    def _refusal(self) -> str:
        os.lseek(self._file, 0, os.SEEK_SET)
        pid = os.read(self._file, _PID_DIGITS).decode("ascii", "replace").strip()
        who = f"the process {pid}" if pid else "another process"
        return f"{who} works with {self._path.parent}; end it first, or name another --data"


def write_private_file(path: Path, content: bytes) -> None:
    """Replace the file as a whole; at no time can anybody but its owner read it."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")  # has mode 0600
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
    """Flush the entry of a new file to the disk, and give the file to the owner of its directory."""
    if os.name != "posix":
        return
    give_to_owner(path)
    directory = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(directory)
    finally:
        os.close(directory)


def give_to_owner(path: Path) -> None:
    """Give a file that root may have made to the owner of its directory."""
    if os.name == "posix" and os.geteuid() == 0:
        owner = path.parent.stat()
        os.chown(path, owner.st_uid, owner.st_gid)


def others_may_read(path: Path) -> bool:
    """True if another user may read or change the file; False where files have no modes."""
    return os.name == "posix" and bool(stat.S_IMODE(path.stat().st_mode) & 0o077)
