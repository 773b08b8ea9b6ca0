"""Backup: everything that a server keeps in one tar file, made also while it runs.

SQLite copies the data file, so that the copy is whole and of one moment; the other files are small, and replaced as a
whole when they change. The backup appears under its name only once it is complete and on the disk.
"""

from __future__ import annotations

import os
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from coinche.server.storage.data_dir import LOCK_FILE, DataFailed
from coinche.server.storage.database import DATA_FILE, ReadOnlyFile
from coinche.server.storage.schema import SET_ASIDE

_NOT_COPIED = (DATA_FILE, f"{DATA_FILE}-wal", f"{DATA_FILE}-shm", LOCK_FILE)
"""Files that are copied by other means, or of no use elsewhere."""


def back_up(directory: Path, path: Path) -> tuple[str, ...]:
    """Write the backup, readable by its owner alone; return the names of the files in it.

    DataFailed where that cannot be done, or something is there already.
    """
    if path.exists():
        raise DataFailed(f"{path} is there already; name another file, or remove it")
    try:
        with tempfile.TemporaryDirectory(dir=path.parent, prefix=f".{path.name}.") as aside:  # made with mode 0700
            with closing(ReadOnlyFile(directory)) as reader:
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
    """Yield the files beside the data: certificate, keys, bans; none that is half written or of an earlier version."""
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
    """Have restored files belong to the user who restores them, and to nobody else."""
    member.mode, member.uid, member.gid, member.uname, member.gname = 0o600, 0, 0, "", ""
    return member
