"""The key by which servers know a person or a bot, and the name that its owner last signed in under.

`identity` is a file with one Ed25519 key, made at first use. `name` holds the public key and the name, which is asked
for again where no other is given. Whether the name is still the owner's is the server's to say.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

from coinche.protocol.names import is_name

from .storage import BadKey, CannotKeep, KeyFault, data_path, write_whole

FILE = "identity"
_OTHERS = stat.S_IRWXG | stat.S_IRWXO
_LONGEST = 4096
"""Bytes of a file that may be a key."""


def own_key(path: Path | None = None) -> Ed25519PrivateKey:
    """The key in that file, without one the person's own; made where there is none. BadKey, or CannotKeep."""
    path = data_path(FILE) if path is None else path
    key = _read(path)
    if key is None:
        write_whole(path, _pem(Ed25519PrivateKey.generate()), replace=False)
        key = _read(path)  # another program may have been first
        if key is None:
            raise CannotKeep(path, os.strerror(2))
    return key


def public_key(key: Ed25519PrivateKey) -> str:
    """Return the public key by which servers know it, as 64 hexadecimal digits."""
    return key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()


def _read(path: Path) -> Ed25519PrivateKey | None:
    try:
        with path.open("rb") as file:
            if os.name == "posix" and os.fstat(file.fileno()).st_mode & _OTHERS:
                raise BadKey(path, KeyFault.SHARED)
            data = file.read(_LONGEST + 1)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise CannotKeep(path, error.strerror or str(error)) from error
    return _parsed(path, data)


def _parsed(path: Path, data: bytes) -> Ed25519PrivateKey:
    try:
        if not data.startswith(b"-----"):
            return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(data.decode("ascii").strip()))
        key = load_pem_private_key(data, password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm):  # TypeError: it is encrypted
        raise BadKey(path, KeyFault.GARBLED) from None
    if not isinstance(key, Ed25519PrivateKey):
        raise BadKey(path, KeyFault.GARBLED)
    return key


def _pem(key: Ed25519PrivateKey) -> str:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode("ascii")


LAST_NAME_FILE = "name"


@dataclass(frozen=True, slots=True)
class LastName:
    """The file, for that public key; what it says of another key is nothing. No game waits for it."""

    key: str
    path: Path = field(default_factory=lambda: data_path(LAST_NAME_FILE))

    def read(self) -> str | None:
        """The name; None where there is none, or none that can be read."""
        try:
            key, _, name = self.path.read_text(encoding="utf-8").strip().partition(" ")
        except (OSError, UnicodeDecodeError):
            return None
        return name if key == self.key and is_name(name) else None

    def keep(self, name: str) -> bool:
        """Store the name to ask for from now on; return True if it is new."""
        if name == self.read():
            return False
        with suppress(CannotKeep):
            write_whole(self.path, f"{self.key} {name}\n", replace=True)
        return True
