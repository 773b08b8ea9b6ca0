"""A file that only its owner may read: for keys. Refuses to know what is in it."""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path


class BadKey(Exception):
    """The file of a key cannot be used; the message says what to do."""


def write(path: Path, content: bytes) -> None:
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
    settle(path)


def settle(path: Path) -> None:
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
