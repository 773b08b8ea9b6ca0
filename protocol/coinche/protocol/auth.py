"""Proofs of identity that send no secret: of a secret, a token, an invitation, a table's passphrase, a private key.

Entropy is an argument; nothing here draws random numbers.
"""

from __future__ import annotations

import hashlib
import hmac

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

SECRET_BYTES = 32
INVITATION_BYTES = 16
_CONTEXT = b"coinche-auth-v1"
_TOKEN_CONTEXT = b"coinche-token-v1"


def new_secret(entropy: bytes) -> str:
    """A resume secret, a token or a nonce, from 32 random bytes: their hexadecimal digits."""
    if len(entropy) != SECRET_BYTES:
        raise ValueError(f"a secret is made of {SECRET_BYTES} random bytes, not of {len(entropy)}")
    return entropy.hex()


def key(secret: str) -> bytes:
    """Return the key that the server keeps of a secret, a token or an invitation: SHA-256 over its bytes."""
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


def invitation_id(key: bytes) -> str:
    """Return the id by which a client names its invitation: SHA-256 over the invitation's key; hexadecimal."""
    return hashlib.sha256(key).hexdigest()


def invited_token(key: bytes, client_nonce: str) -> str:
    """Return the token of a client without a key that redeems the invitation of that key; hexadecimal.

    Both sides calculate it, so it never crosses the wire, and a client that has got no answer gets the same one by
    asking again with the same nonce.
    """
    return hmac.digest(key, _TOKEN_CONTEXT + bytes.fromhex(client_nonce), "sha256").hex()


def signed_bytes(
    spki: bytes, nonce: str, client_nonce: str, public_key: str, version: int, invitation: bytes | None = None
) -> bytes:
    """The bytes that the owner of a key signs: each part after its length in four bytes, big-endian.

    `spki` is SHA-256 of the server's SubjectPublicKeyInfo as the signer sees it, empty on plain TCP: a relay with a
    certificate of its own has the wrong one. The key of an `invitation` that is redeemed is the last part: the
    signature proves both.
    """
    words = (spki, bytes.fromhex(nonce), bytes.fromhex(client_nonce), bytes.fromhex(public_key), str(version).encode())
    parts = (*words, *(() if invitation is None else (invitation,)))
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
