"""All that a server keeps, opened together and closed together.

Knows in which order. Refuses to know what is in it.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from types import TracebackType
from typing import Self

from . import limits
from .archive.archive import Archive
from .archive.summary import RecordKey, kept_record_key
from .clock import SystemEntropy
from .news import Happening, News
from .sessions.bans import Bans
from .sessions.names import Register
from .storage.damaged import put_right
from .storage.data_dir import BadKey, Lock, doctor_command
from .storage.database import KEYS, DataFile
from .storage.journal import Journal
from .storage.store import MemoryStore, Store
from .transport.tls import Certificate, kept_certificate

_KNOWN_BY = {KEYS[0]: "by it clients know this server", KEYS[1]: "by it everybody knows whose records they are"}
_KNOWN = ("owners", "sessions", "matches", "journal")
"""Tables of the file that are empty where nobody has ever come in."""


def _missing_keys(directory: Path, file: DataFile) -> tuple[str, ...]:
    """Names of keys that have to be made; BadKey where somebody knows the server by those that were there."""
    missing = tuple(name for name in KEYS if not (directory / name).exists())
    if missing and any(file.rows(f"SELECT 1 FROM {table} LIMIT 1") for table in _KNOWN):
        raise BadKey(
            f"{directory / missing[0]} is missing, though people have played here ({_KNOWN_BY[missing[0]]}): "
            f"restore it from a backup, or have {doctor_command(directory, '--repair')} make a new one"
        )
    return missing


class Kept:
    """What is kept in a directory, where nobody else writes as long as it is open; or what goes with the server."""

    def __init__(self, directory: Path | None, say: Callable[[str], None]) -> None:
        """Open that directory's, made now if there is none. DataFailed or BadKey where that cannot be used."""
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

    def _open(self, directory: Path, say: Callable[[str], None], opened: ExitStack) -> None:
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
        put_right(file, say)
        self.archive = opened.enter_context(Archive(file, journal))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, wrong: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._opened.close()
