"""A copy of all that a server keeps, in one file from which it can be restored, also while it runs.

Knows which files there are, and that the data file has to be copied by SQLite. Refuses to know what is in them.
"""

from __future__ import annotations

import os
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from coinche.server.storage.data_dir import LOCK_FILE as LOCK
from coinche.server.storage.data_dir import DataFailed
from coinche.server.storage.database import DATA_FILE, ReadOnly
from coinche.server.storage.schema import SET_ASIDE

_NOT_COPIED = (DATA_FILE, f"{DATA_FILE}-wal", f"{DATA_FILE}-shm", LOCK)
"""What is copied by other means, or of no use elsewhere."""


def back_up(directory: Path, path: Path) -> tuple[str, ...]:
    """Put the copy there, for its owner alone, whole or not at all; the names of what is in it.

    DataFailed where that cannot be done, or something is there already.
    """
    if path.exists():
        raise DataFailed(f"{path} is there already; name another file, or remove it")
    try:
        with tempfile.TemporaryDirectory(dir=path.parent, prefix=f".{path.name}.") as aside:  # made with mode 0700
            with closing(ReadOnly(directory)) as reader:
                reader.copy(Path(aside, DATA_FILE))
            log = Path(aside, f"{DATA_FILE}-wal")
            log.write_bytes(b"")  # it takes the place of an older one, which SQLite would play into the restored file
            files = [Path(aside, DATA_FILE), log, *_others(directory)]
            made = Path(aside, "all")
            _pack(files, made)
            os.replace(made, path)
    except OSError as wrong:
        raise DataFailed(f"cannot write {path}: {wrong.strerror or wrong}") from None
    return tuple(file.name for file in files)


def _others(directory: Path) -> Iterator[Path]:
    """The files beside the data: certificate, keys, bans. None that is half written, or from before."""
    for path in sorted(directory.iterdir()):
        passing = path.name.startswith(".") or path.name.endswith(SET_ASIDE)
        if path.is_file() and path.name not in _NOT_COPIED and not passing:
            yield path


def _pack(files: list[Path], path: Path) -> None:
    with open(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as out:
        with tarfile.open(fileobj=out, mode="w") as archive:
            for file in files:
                archive.add(file, arcname=file.name, filter=_owners_alone)
        out.flush()
        os.fsync(out.fileno())


def _owners_alone(member: tarfile.TarInfo) -> tarfile.TarInfo:
    """Restored by whoever it is, it is his alone."""
    member.mode, member.uid, member.gid, member.uname, member.gname = 0o600, 0, 0, "", ""
    return member
