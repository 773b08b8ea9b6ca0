"""The signature of a server under the record of a match.

Each head of the hash chain covers all lines before it, so that one signed number stands for the whole record. Whether
the lines are true is another question (`coinche.engine.record_verification`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from coinche.engine.fair import Flaw
from coinche.engine.record import Record, Seal

from .auth import is_signed, sign


def record_seal(lines: Iterable[str], key: Ed25519PrivateKey) -> Seal:
    """Return the seal that closes a record of those lines."""
    head = head_of(lines)
    return Seal(head, sign(key, signed_bytes(head)))


def seal_flaw(lines: Sequence[str], record: Record, signer: bytes | None = None) -> Flaw | None:
    """Return what is wrong with the seal of the record that was read from those lines; None where nothing is.

    `signer` is the key of the server that is meant; without it any server's will do.
    """
    origin, seal = record.header.provenance, record.seal
    if origin is None:
        return Flaw.UNSIGNED
    if signer not in (None, origin.signer):
        return Flaw.SIGNER
    if seal is None:
        return Flaw.UNSEALED
    if head_of(lines[:-1]) != seal.head:
        return Flaw.CHAIN
    signed = is_signed(origin.signer.hex(), signed_bytes(seal.head), seal.signature)
    return None if signed else Flaw.SIGNATURE


START = hashlib.sha256(b"coinche/record/v2").digest()
"""The head of the chain before the first line."""


def chained(head: bytes, line: str) -> bytes:
    """The head after one more line, given without the newline that ends it."""
    return hashlib.sha256(head + line.encode()).digest()


def head_of(lines: Iterable[str]) -> bytes:
    """The head after those lines."""
    head = START
    for line in lines:
        head = chained(head, line.removesuffix("\n"))
    return head


def signed_bytes(head: bytes) -> bytes:
    """The bytes of a record that a server signs."""
    return b"coinche/signed-record/v1" + head
