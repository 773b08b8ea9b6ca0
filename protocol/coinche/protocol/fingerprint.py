"""Fingerprints of servers: a hash of the certificate's public key, in letters that people can compare.

The key stays when a certificate is renewed, and so does the fingerprint.
"""

from __future__ import annotations

import base64
import hashlib
import hmac

_BYTES = 15
_GROUP = 4
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
"""The alphabet of base32: no 0, 1, 8 and 9."""


def spki_hash(certificate: bytes) -> bytes:
    """SHA-256 of the SubjectPublicKeyInfo of a certificate in DER."""
    from cryptography import x509  # it takes longer to load than the first screen of a client may
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    key = x509.load_der_x509_certificate(certificate).public_key()
    return hashlib.sha256(key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).digest()


def fingerprint(spki: bytes) -> str:
    """120 bits of the hash, in six groups of four letters and digits of base32."""
    letters = base64.b32encode(spki[:_BYTES]).decode()
    return "-".join(letters[at : at + _GROUP] for at in range(0, len(letters), _GROUP))


def read_fingerprint(text: str) -> str:
    """A fingerprint as somebody typed it; hyphens and case make no difference. ValueError where it is none."""
    letters = text.replace("-", "").upper()
    if len(letters) != 8 * _BYTES // 5 or not set(LETTERS).issuperset(letters):
        raise ValueError(f"{text!r} is no fingerprint; one has six groups of four letters or digits")
    return "-".join(letters[at : at + _GROUP] for at in range(0, len(letters), _GROUP))


def same(one: str, other: str) -> bool:
    """Return whether two fingerprints are the same; takes the same time either way."""
    return hmac.compare_digest(one.encode(), other.encode())
