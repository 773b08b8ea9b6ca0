"""Why the file of a person's key (`identity`) is not used. Refuses to know keys."""

from __future__ import annotations

from enum import Enum, auto
from pathlib import Path

from .kept import KeptError


class KeyFault(Enum):
    """Why a key is not used."""

    SHARED = auto()
    """Others than the owner may read it."""
    GARBLED = auto()
    """It is no Ed25519 key in PEM (PKCS 8), nor its 64 hexadecimal digits."""


class BadKey(KeptError):
    """There is a key file, and it is not to be used."""

    def __init__(self, path: Path, fault: KeyFault) -> None:
        super().__init__(path, fault.name.lower())
        self.fault = fault
