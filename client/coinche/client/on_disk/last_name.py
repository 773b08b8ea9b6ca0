"""The name under which the owner of a key was let in last: `name`, asked for again where no other is given.

Knows a line of the public key and the name. Refuses to know servers: whose the name is there they say themselves.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from coinche.protocol.names import is_name

from .kept import CannotKeep, data_path, write_whole

FILE = "name"


@dataclass(frozen=True, slots=True)
class LastName:
    """The file, for that public key; what it says of another key is nothing. No game waits for it."""

    key: str
    path: Path = field(default_factory=lambda: data_path(FILE))

    def read(self) -> str | None:
        """The name; None where there is none, or none that can be read."""
        try:
            key, _, name = self.path.read_text(encoding="utf-8").strip().partition(" ")
        except (OSError, UnicodeDecodeError):
            return None
        return name if key == self.key and is_name(name) else None

    def keep(self, name: str) -> bool:
        """Ask for that from now on; whether that is new."""
        if name == self.read():
            return False
        with suppress(CannotKeep):
            write_whole(self.path, f"{self.key} {name}\n", replace=True)
        return True
