"""All that a server keeps, opened together and closed together.

Knows in which order. Refuses to know what is in it.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from types import TracebackType
from typing import Self

from . import certificate, limits, signing
from .archive import Archive
from .bans import Bans
from .certificate import Certificate
from .clock import SystemEntropy
from .damaged import put_right
from .datafile import DataFile
from .journal import Journal
from .lock import Lock
from .register import Register
from .signing import RecordKey
from .store import MemoryStore, Store


class Kept:
    """What is kept in a directory, where nobody else writes as long as it is open; or what goes with the server."""

    def __init__(self, directory: Path | None, say: Callable[[str], None]) -> None:
        """Open that directory's, made now if there is none. DataFailed or BadKey where that cannot be used."""
        self.store: Store = MemoryStore()
        self.certificate: Certificate | None = None
        self.record_key: RecordKey | None = None
        self.register = Register()
        self.bans = Bans()
        with ExitStack() as opened:
            if directory is None:
                self.archive = opened.enter_context(Archive())
            else:
                self._open(directory, say, opened)
            self._opened = opened.pop_all()

    def _open(self, directory: Path, say: Callable[[str], None], opened: ExitStack) -> None:
        opened.enter_context(Lock(directory, patience=limits.LOCK))
        file = opened.enter_context(closing(DataFile(directory)))  # first: of a newer version nothing is touched
        self.certificate = certificate.kept(directory)
        self.record_key = signing.kept(directory, SystemEntropy())
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
