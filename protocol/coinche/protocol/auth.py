"""Proofs of identity that send no secret: of a secret, a token, a table's passphrase, or a private key.

Entropy is an argument; nothing here draws random numbers.
"""

from __future__ import annotations

import hashlib
import hmac

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

SECRET_BYTES = 32
_CONTEXT = b"coinche-auth-v1"


def new_secret(entropy: bytes) -> str:
    """A resume secret, a token or a nonce, from 32 random bytes: their hexadecimal digits."""
    if len(entropy) != SECRET_BYTES:
        raise ValueError(f"a secret is made of {SECRET_BYTES} random bytes, not of {len(entropy)}")
    return entropy.hex()


def key(secret: str) -> bytes:
    """Return the key that the server keeps of a secret or token: SHA-256 over its 32 bytes."""
    return hashlib.sha256(bytes.fromhex(secret)).digest()


def proof(key: bytes, nonce: str, n: int) -> str:
    """HMAC-SHA256 under the key over the nonce's 32 bytes and then `n` in decimal digits; hexadecimal."""
    return hmac.digest(key, bytes.fromhex(nonce) + str(n).encode(), "sha256").hex()


def verify(key: bytes, nonce: str, n: int, claimed: str) -> bool:
    """Return whether the owner of the key made the proof; takes the same time either way."""
    return hmac.compare_digest(proof(key, nonce, n).encode(), claimed.encode())


def table_key(passphrase: str) -> str:
    """Return the key of a private table, which its creator sends: SHA-256 over the passphrase in UTF-8; hexadecimal."""
    return hashlib.sha256(passphrase.encode()).hexdigest()


def table_proof(key: str, nonce: str, table: str) -> str:
    """HMAC-SHA256 under the table's key over the nonce's 32 bytes and then the table's id; hexadecimal."""
    return hmac.digest(bytes.fromhex(key), bytes.fromhex(nonce) + table.encode(), "sha256").hex()


def opens(key: str, nonce: str, table: str, claimed: str) -> bool:
    """Return whether the proof comes from somebody who knows the table's passphrase; takes the same time either way."""
    return hmac.compare_digest(table_proof(key, nonce, table).encode(), claimed.encode())


def signed_bytes(spki: bytes, nonce: str, client_nonce: str, public_key: str, version: int) -> bytes:
    """The bytes that the owner of a key signs: each part after its length in four bytes, big-endian.

    `spki` is SHA-256 of the server's SubjectPublicKeyInfo as the signer sees it, empty on plain TCP: a relay with a
    certificate of its own has the wrong one.
    """
    parts = (spki, bytes.fromhex(nonce), bytes.fromhex(client_nonce), bytes.fromhex(public_key), str(version).encode())
    return _CONTEXT + b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def sign(private_key: Ed25519PrivateKey, message: bytes) -> str:
    """The signature; hexadecimal."""
    return private_key.sign(message).hex()


def is_signed(public_key: str, message: bytes, claimed: str) -> bool:
    """Return whether the owner of the public key has signed the message."""
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key)).verify(bytes.fromhex(claimed), message)
    except (InvalidSignature, ValueError):
        return False
    return True
