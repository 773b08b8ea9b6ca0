"""Everything that a server keeps, opened and closed together: data file, keys, bans.

The order is what matters here. The lock comes first, so that no two processes write; then the data file, because in the
directory of a newer version nothing may be touched. Nothing is repaired until everything that can fail has been read.
"""

from __future__ import annotations

from contextlib import ExitStack, closing
from pathlib import Path
from types import TracebackType
from typing import Self

from coinche.server import limits
from coinche.server.archive.archive import Archive
from coinche.server.archive.record import RecordKey, kept_record_key
from coinche.server.clock import SystemEntropy
from coinche.server.log import Happening, Log, News
from coinche.server.sessions.bans import Bans
from coinche.server.sessions.names import Register
from coinche.server.storage.data_dir import BadKey, Lock, doctor_command
from coinche.server.storage.database import KEYS, DataFile
from coinche.server.storage.journal import Journal
from coinche.server.storage.quarantine import repair
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
        self.record_key = kept_record_key(directory, SystemEntropy())
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

    def __exit__(
        self, kind: type[BaseException] | None, wrong: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._opened.close()
