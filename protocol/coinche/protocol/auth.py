"""Proofs that need no secret on the wire: resuming a session. Draws no random numbers: entropy is an argument."""

from __future__ import annotations

import hashlib
import hmac

SECRET_BYTES = 32


def new_secret(entropy: bytes) -> str:
    """A resume secret, or a nonce, from 32 random bytes: their hexadecimal digits."""
    if len(entropy) != SECRET_BYTES:
        raise ValueError(f"a secret is made of {SECRET_BYTES} random bytes, not of {len(entropy)}")
    return entropy.hex()


def key(secret: str) -> bytes:
    """What the server keeps of a secret: SHA-256 over its 32 bytes."""
    return hashlib.sha256(bytes.fromhex(secret)).digest()


def proof(key: bytes, nonce: str, n: int) -> str:
    """HMAC-SHA256 under the key over the nonce's 32 bytes and then `n` in decimal digits; hexadecimal."""
    return hmac.digest(key, bytes.fromhex(nonce) + str(n).encode(), "sha256").hex()


def verify(key: bytes, nonce: str, n: int, claimed: str) -> bool:
    """Whether the proof is that of the key's owner; takes the same time either way."""
    return hmac.compare_digest(proof(key, nonce, n).encode(), claimed.encode())
