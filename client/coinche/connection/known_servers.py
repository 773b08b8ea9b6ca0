"""The servers visited before, each with the fingerprint of its certificate: the file `known_servers`.

192.168.1.20:24567 ABCD-EFGH-IJKL-MNOP-QRST-UVWX
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from coinche.protocol.fingerprint import read_fingerprint

from .address import Address
from .storage import CannotKeep, KeptError, data_path, write_whole

FILE = "known_servers"


class GarbledLine(KeptError):
    """A line of the file cannot be read; until it is repaired, no server may count as a first visit."""

    def __init__(self, path: Path, line: int) -> None:
        super().__init__(path, f"line {line}")
        self.line = line


@dataclass(frozen=True, slots=True)
class KnownServers:
    """The file of known servers, read anew each time: other programs of the same person write to it, too."""

    path: Path = field(default_factory=lambda: data_path(FILE))

    def fingerprint(self, address: Address) -> str | None:
        """Return the known fingerprint of the server; None before a first visit."""
        return self._read().get(_where(address))

    def addresses(self, fingerprint: str) -> int:
        """Return the number of addresses at which the server with that fingerprint is known."""
        return sum(known == fingerprint for known in self._read().values())

    def remember(self, address: Address, fingerprint: str) -> None:
        """Pin the server to the fingerprint; CannotKeep if the file cannot be written."""
        self._write({**self._read(), _where(address): fingerprint})

    def forget(self, address: Address) -> bool:
        """Remove the server, so that the next visit counts as the first; return False if it was not known."""
        known = self._read()
        if known.pop(_where(address), None) is None:
            return False
        self._write(known)
        return True

    def _read(self) -> dict[str, str]:
        try:
            lines = self.path.read_text(encoding="utf-8").splitlines()
        except FileNotFoundError:
            return {}
        except UnicodeDecodeError:
            raise GarbledLine(self.path, 1) from None
        except OSError as error:
            raise CannotKeep(self.path, error.strerror or str(error)) from error
        return dict(self._entry(number, line) for number, line in enumerate(lines, 1) if line.strip())

    def _entry(self, number: int, line: str) -> tuple[str, str]:
        try:
            where, fingerprint = line.split()
            return where, read_fingerprint(fingerprint)
        except ValueError:
            raise GarbledLine(self.path, number) from None

    def _write(self, known: dict[str, str]) -> None:
        write_whole(self.path, "".join(f"{where} {known[where]}\n" for where in sorted(known)), replace=True)


def _where(address: Address) -> str:
    return str(address).lower()
