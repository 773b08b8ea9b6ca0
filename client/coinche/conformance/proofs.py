"""The proofs, signatures and keys of PROTOCOL.md, written anew for checks alone."""

from __future__ import annotations

import hashlib
import hmac
import json

from .transcript import Map


def session_proof(secret: str, nonce: str, n: int) -> str:
    """Return HMAC-SHA256 under SHA-256 of the secret, over the nonce and then `n` in decimal digits."""
    key = hashlib.sha256(bytes.fromhex(secret)).digest()
    return hmac.new(key, bytes.fromhex(nonce) + str(n).encode(), "sha256").hexdigest()


def passphrase_proof(key: str, nonce: str, table: str) -> str:
    """Return HMAC-SHA256 under the key of a passphrase, over the nonce of a connection and the table's id."""
    return hmac.new(bytes.fromhex(key), bytes.fromhex(nonce) + table.encode(), "sha256").hexdigest()


def signed_in_with(certificate: bytes, server_nonce: str, client_nonce: str, key: bytes) -> bytes:
    """Return the bytes that a client signs with its key: five parts, each after its length."""
    parts = (certificate, bytes.fromhex(server_nonce), bytes.fromhex(client_nonce), key, b"1")
    return b"coinche-auth-v1" + b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def rules_key(rules: Map) -> str:
    """Return the key of the rules in a request: 16 digits of SHA-256 over their JSON, keys sorted, without spaces."""
    text = json.dumps(rules, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
