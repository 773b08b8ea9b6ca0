"""All that a server keeps, opened together and closed together.

Knows in which order. Refuses to know what is in it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from types import TracebackType
from typing import Self

from coinche.protocol.names import InvalidName, checked_name
from coinche.server import limits
from coinche.server.archive.archive import Archive
from coinche.server.archive.signing import RecordKey, kept_record_key
from coinche.server.clock import SystemEntropy
from coinche.server.log import Happening, Log, News
from coinche.server.sessions.bans import Bans
from coinche.server.sessions.names import Register
from coinche.server.storage.data_dir import DATA_HELP, BadKey, DataFailed, Lock, default_directory, doctor_command
from coinche.server.storage.database import KEYS, DataFile, is_a_servers
from coinche.server.storage.journal import Journal
from coinche.server.storage.quarantine import repair
from coinche.server.storage.store import MemoryStore, Store
from coinche.server.transport.tls import Certificate, kept_certificate

from .orders import Refused

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


class ServerData:
    """What is kept in a directory, where nobody else writes as long as it is open; or what goes with the server."""

    def __init__(self, directory: Path | None, say: Log) -> None:
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


# --- command --------------------------------------------------------------------------------------
# What the commands that work on a server's data have in common: where those are, and how a refusal is said.
#
# Knows arguments and exit statuses. Refuses to know what any of them does.


REFUSED, UNASKABLE = 1, 2
"""Exit statuses: it cannot be done; it cannot be asked for."""


def add_data(parser: argparse.ArgumentParser) -> None:
    """Let it be said whose data are meant."""
    parser.add_argument("--data", type=Path, metavar="DIR", default=default_directory(), help=DATA_HELP)


def about_a_name(parser: argparse.ArgumentParser, arguments: list[str], do: Callable[[Path, str], None]) -> int:
    """Do it with the data and the name that the words ask for; the exit status."""
    parser.add_argument("name", metavar="NAME")
    add_data(parser)
    asked = parser.parse_args(arguments)
    try:
        name = checked_name(asked.name)
    except InvalidName as wrong:
        return refused(UNASKABLE, str(wrong))
    return on_data_of(asked.data, lambda: do(asked.data, name))


def on_data_of(directory: Path, do: Callable[[], None]) -> int:
    """Do it if a server has kept anything there; the exit status."""
    if not is_a_servers(directory):
        return refused(REFUSED, f"no server has kept anything in {directory}; name its --data, or start it once before")
    try:
        do()
    except (Refused, DataFailed) as wrong:
        return refused(REFUSED, str(wrong))
    return 0


def refused(status: int, sentence: str) -> int:
    """Say why not; the exit status."""
    print(f"coinche-server: {sentence}", file=sys.stderr)
    return status
