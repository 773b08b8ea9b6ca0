"""Everything that a server keeps: data file, keys, bans, opened and closed together, and backed up.

For opening, the order matters. The lock comes first, so that no two processes write; then the data file, because in the
directory of a newer version nothing may be touched. Nothing is repaired until everything that can fail has been read.

A backup is one tar file, made also while a server runs. SQLite copies the data file, so that the copy is whole and of
one moment; the other files are small, and replaced as a whole when they change. The backup appears under its name only
once it is complete and on the disk.
"""

from __future__ import annotations

import os
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Self

from coinche.server import limits
from coinche.server.archive.archive import Archive
from coinche.server.archive.record import RecordKey, kept_record_key
from coinche.server.clock import Entropy
from coinche.server.log import Happening, Log, News
from coinche.server.sessions.bans import Bans
from coinche.server.sessions.name_register import Register
from coinche.server.storage.data_dir import LOCK_FILE, BadKey, DataFailed, Lock, doctor_command
from coinche.server.storage.database import DATA_FILE, KEYS, DataFile, ReadOnlyFile
from coinche.server.storage.journal import Journal
from coinche.server.storage.quarantine import repair
from coinche.server.storage.schema import SET_ASIDE
from coinche.server.storage.store import MemoryStore, Store
from coinche.server.transport.tls import Certificate, kept_certificate

_KNOWN_BY = {KEYS[0]: "by it clients know this server", KEYS[1]: "by it everybody knows whose records they are"}
_KNOWN = ("owners", "sessions", "matches", "journal")
"""Tables of the file that are empty where no client has ever signed in."""


def _missing_keys(directory: Path, file: DataFile) -> tuple[str, ...]:
    """Return the names of keys that have to be made; BadKey where clients know the server by the lost ones."""
    missing = tuple(name for name in KEYS if not (directory / name).exists())
    if missing and any(file.rows(f"SELECT 1 FROM {table} LIMIT 1") for table in _KNOWN):
        raise BadKey(
            f"{directory / missing[0]} is missing, though people have played here ({_KNOWN_BY[missing[0]]}): "
            f"restore it from a backup, or have {doctor_command(directory, '--repair')} make a new one"
        )
    return missing


class ServerData:
    """The data of a server, in a directory that is locked as long as they are open, or in memory."""

    def __init__(self, directory: Path | None, say: Log) -> None:
        """Open the directory, made now if there is none. DataFailed or BadKey where it cannot be used."""
        self.store: Store = MemoryStore()
        self.certificate: Certificate | None = None
        self.record_key: RecordKey | None = None
        self.register = Register()
        self.bans = Bans()
        self.made: tuple[News, ...] = ()
        with ExitStack() as opened:
            if directory is None:
                self.archive = opened.enter_context(Archive())
            else:
                self._open(directory, say, opened)
            self._opened = opened.pop_all()

    def _open(self, directory: Path, say: Log, opened: ExitStack) -> None:
        opened.enter_context(Lock(directory, patience=limits.LOCK))
        file = opened.enter_context(closing(DataFile(directory)))  # first: of a newer version nothing is touched
        missing = _missing_keys(directory, file)
        self.certificate = kept_certificate(directory)
        self.record_key = kept_record_key(directory, Entropy())
        self.made = tuple(
            News(Happening.KEY_MADE, f"made a new {name}: {_KNOWN_BY[name]}; keep it", file=name) for name in missing
        )
        self.bans = Bans(directory)
        self.store = journal = Journal(file, say)
        self.register = Register(file, journal)  # where that is damaged, nothing is set aside yet
        repair(file, say)
        self.archive = opened.enter_context(Archive(file, journal))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._opened.close()


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
