"""The key with which a server signs the records of matches: made once, kept in a file that only its owner can read.

It is not the key of TLS, which may be renewed: what was signed stays signed.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key

from coinche.server.clock import Entropy
from coinche.server.storage.data_dir import BadKey, others_may_read, write_private_file
from coinche.server.storage.database import RECORD_KEY

SEED_BYTES = 32


class BadRecordKey(BadKey):
    """The file of the key cannot be used; the message says what to do."""


@dataclass(frozen=True, slots=True)
class RecordKey:
    """A key that signs records."""

    private: Ed25519PrivateKey

    @property
    def signer(self) -> bytes:
        """The public half, 32 bytes, by which everybody recognizes the server's records."""
        return self.private.public_key().public_bytes_raw()


def new_record_key(entropy: Entropy) -> RecordKey:
    """A new key, kept nowhere."""
    return RecordKey(Ed25519PrivateKey.from_private_bytes(entropy.draw(SEED_BYTES)))


def kept_record_key(directory: Path, entropy: Entropy) -> RecordKey:
    """The key of that directory, made now if there is none; BadRecordKey where it cannot be used."""
    path = directory / RECORD_KEY
    try:
        if not path.exists():
            private = new_record_key(entropy).private
            write_private_file(path, private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
        return _read(path)
    except OSError as wrong:
        raise BadRecordKey(f"cannot use {path}: {wrong.strerror}") from None


def _read(path: Path) -> RecordKey:
    if others_may_read(path):
        raise BadRecordKey(f"{path} holds the key that signs records, and others may read it: chmod 600 {path}")
    try:
        private = load_pem_private_key(path.read_bytes(), password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        private = None
    if not isinstance(private, Ed25519PrivateKey):
        raise BadRecordKey(f"{path} does not hold an Ed25519 key; restore it from a backup")
    return RecordKey(private)
